"""Measurements for developers; not part of what players install."""
