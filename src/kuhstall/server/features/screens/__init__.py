"""Screens: a big one shows the table, while the phones of the players show their hands."""
