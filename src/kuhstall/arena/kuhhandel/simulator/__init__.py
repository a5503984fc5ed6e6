"""Compares the simulator with the engine, which is always right, and runs contests in it."""
