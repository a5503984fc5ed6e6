"""Self-play: simulations, tournaments and measurements."""
