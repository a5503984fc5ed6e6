"""Bots for Kuhfstein."""
