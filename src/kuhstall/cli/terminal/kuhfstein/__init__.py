"""Kuhfstein at a keyboard."""
