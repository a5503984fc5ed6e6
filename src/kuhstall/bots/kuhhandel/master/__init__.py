"""Bots for Kuhhandel Master."""
