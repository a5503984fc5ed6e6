"""The load test: processes to measure, a client that plays, and the floor."""
