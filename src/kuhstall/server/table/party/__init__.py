"""What is decided about a table, and how it is recorded. Pure: no clock, no store, no loop."""
