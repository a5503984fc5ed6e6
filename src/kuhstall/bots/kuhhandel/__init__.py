"""The bots of Kuhhandel."""
