"""Bots: each gets what a player gets, and nothing else."""
