"""Games in a terminal: drawn from views and options, played at one keyboard."""
