"""Kuhhandel Master in a terminal: what only it asks."""
