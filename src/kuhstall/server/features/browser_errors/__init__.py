"""Errors in the scripts of pages, which browsers report if the host wants it."""
