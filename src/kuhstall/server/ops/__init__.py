"""What keeps a node running: jobs, bus, metrics, processes for bots."""
