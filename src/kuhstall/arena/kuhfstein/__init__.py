"""Kuhfstein in the arena: invariants and speed."""
