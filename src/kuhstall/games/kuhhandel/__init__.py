"""Kuhhandel: auctions, cow trades, and the editions that differ in how they settle and score."""
