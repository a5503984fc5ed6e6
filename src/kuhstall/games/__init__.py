"""The games: pure rules on top of the kernel."""
