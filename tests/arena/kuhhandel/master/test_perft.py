"""Counts of all sequences of actions on a reduced deck with rats and pedigrees."""

from __future__ import annotations

import pytest

from kuhstall.arena.kuhhandel.perft import opening, reduce_edition, trading
from kuhstall.arena.perft import perft
from kuhstall.games.kuhhandel.editions import find

# By hand: 1 auction, of a pedigree. 2 seats may wait or say 0, 1 or 2, at the same time: 4 * 4;
# nobody has 10 cards, so each answer leads to the next step.
# Sealed, they name 0, 1 or 2: 9; then the next turn (1) after no number at all, else the hammer,
# where the auctioneer has cards enough for both answers: 1 + 8 * 2 = 17.
# Two players divide: 1; keep or give: 2, and it is the other one's turn: a pedigree and a rat are
# out, so there is nothing to trade, and the other one divides: 2; then keeps or gives: 4.
OPENING = [
    ({"pedigree_mode": "stepwise"}, 3, [1, 16, 256, 4096]),
    ({"pedigree_mode": "sealed"}, 3, [1, 9, 17]),
    ({}, 2, [1, 2, 2, 4]),
]


@pytest.mark.parametrize(("rules", "seats", "counts"), OPENING)
def test_from_the_deal(rules: dict[str, str], seats: int, counts: list[int]) -> None:
    edition = reduce_edition(find("master").with_rules(rules), seats)
    assert perft(opening(edition, seats), len(counts)) == counts


def test_from_the_last_card() -> None:
    edition = reduce_edition(find("master"), 3)
    assert perft(trading(edition, 3), 3) == [8, 432, 5832]
