"""Money memory: its bounds always hold, and where a card was seen they meet."""

from __future__ import annotations

from functools import partial

import pytest

from kuhstall.bots.bot import Bot
from kuhstall.bots.memory import Memory
from kuhstall.bots.random_bot import RandomBot
from kuhstall.bots.registry import make
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match
from kuhstall.games.registry import find
from tests.bots.tables import Modest, any_table, played, wealth


def wild(seat: int, chance: Chance) -> Bot:
    if seat % 2:
        return RandomBot(chance)
    return Modest(RandomBot(chance), chance)


def check(match: Match, memories: list[Memory]) -> None:
    for memory in memories:
        memory.listen(match.heard(memory.seat))
        for seat, belief in enumerate(memory.purses):
            cards = wealth(match.table, seat)
            assert belief.low <= sum(cards) <= belief.high
            assert belief.low <= belief.guess <= belief.high
            assert belief.fewest <= len(cards) <= belief.most
            if belief.cards is not None:
                assert belief.cards == cards
            if seat == memory.seat:
                assert belief.cards == cards
            elif match.table.edition.rules.counts_are_public:
                assert belief.fewest == belief.most


def walk(number: int) -> None:
    edition, seats = any_table(number)
    memories = [Memory(seat) for seat in range(seats)]
    for match in played(edition, seats, wild, number):
        check(match, memories)


@pytest.mark.parametrize("number", range(27))
def test_the_truth_is_within_the_bounds(number: int) -> None:
    walk(number)


@pytest.mark.slow
@pytest.mark.parametrize("start", [1000, 1050, 1100, 1150])
def test_the_truth_is_within_the_bounds_of_many_games(start: int) -> None:
    for number in range(start, start + 50):
        walk(number)


@pytest.mark.parametrize("key", ["kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"])
def test_the_truth_is_within_the_bounds_among_farmers(key: str) -> None:
    memories = [Memory(seat) for seat in range(4)]
    for match in played(find(key), 4, partial(make, "farmer"), key):
        check(match, memories)
