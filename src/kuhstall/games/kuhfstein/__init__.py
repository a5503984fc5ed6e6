"""Kuhfstein: lay a landscape, and let cows graze in the patterns of the cards."""
