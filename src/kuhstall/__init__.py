"""The home of the cow games: Kuhhandel, Kuhhandel Master and Kuhfstein."""
