"""Kuhhandel in the arena: invariants, benchmarks and exhaustive counts (perft)."""
