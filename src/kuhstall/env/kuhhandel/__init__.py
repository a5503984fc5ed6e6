"""Kuhhandel and Kuhhandel Master as an environment of PettingZoo."""
