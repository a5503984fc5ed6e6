"""Kuhhandel Master in the arena."""
