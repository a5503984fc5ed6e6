"""Kuhhandel in a terminal."""
