"""How strong the bots are: measured by one command, and written down as a page."""
