"""Kuhfstein in a terminal."""
