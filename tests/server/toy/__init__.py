"""A feature as somebody would add it: notes that a person keeps, in a folder of its own."""
