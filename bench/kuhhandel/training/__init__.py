"""Learning the numbers of a farmer from very many games: one command, and it goes on."""
