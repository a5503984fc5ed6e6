"""The server: tables that any number of nodes serve together, with nothing lost."""
