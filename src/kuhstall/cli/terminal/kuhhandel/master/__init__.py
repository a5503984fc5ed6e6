"""Kuhhandel Master in a terminal: the questions that only it has."""
