"""Bots. Each sees what a player sees, and nothing else."""
