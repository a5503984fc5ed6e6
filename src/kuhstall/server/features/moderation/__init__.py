"""Blocklists and reports."""
