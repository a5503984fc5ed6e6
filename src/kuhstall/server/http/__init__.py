"""Everything that is called over HTTP."""
