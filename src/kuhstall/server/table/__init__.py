"""Tables: the write path, from a command to a stored step."""
