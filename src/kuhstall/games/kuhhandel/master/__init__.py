"""Kuhhandel Master: the classic game with pedigrees, rats, and a deck for two."""
