"""Kuhhandel and Kuhhandel Master as an environment of PettingZoo and as a game of OpenSpiel."""
