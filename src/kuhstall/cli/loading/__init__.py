"""The parts of `kuhstall load`: processes to measure, a client that plays, and the floor."""
