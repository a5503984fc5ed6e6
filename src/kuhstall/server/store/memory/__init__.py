"""A store that keeps everything in memory: for simulations, and for playing without a server."""
