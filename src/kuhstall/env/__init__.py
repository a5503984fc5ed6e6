"""Environments for people who train bots: the games as others' tools know them."""
