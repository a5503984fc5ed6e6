"""One file a phase. They form a ring, so they import each other as modules."""
