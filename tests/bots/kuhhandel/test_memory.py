"""Money memory: its bounds always hold, and meet where a card was seen."""

from __future__ import annotations

from functools import partial

import pytest

from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.master.memory import MasterMemory
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.random_bot import RandomBot
from kuhstall.bots.registry import make
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from tests.bots.kuhhandel.tables import TABLES, Modest, any_table, played, wealth


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


def remembering(edition: str, seats: int) -> list[Memory]:
    kind = MasterMemory if edition.startswith("master") else Memory
    return [kind(seat) for seat in range(seats)]


def walk(number: int) -> None:
    edition, seats = any_table(number)
    memories = remembering(edition.key, seats)
    for match in played(edition, seats, wild, number):
        check(match, memories)


@pytest.mark.parametrize("number", range(2 * len(TABLES)))
def test_the_truth_is_within_the_bounds(number: int) -> None:
    walk(number)


@pytest.mark.thorough
@pytest.mark.parametrize("start", [1000, 1050, 1100, 1150])
def test_the_truth_is_within_the_bounds_of_many_games(start: int) -> None:
    for number in range(start, start + 50):
        walk(number)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("kuhhandel/2", 4),
        ("kuhhandel/2-ru", 4),
        ("kuhhandel/1", 4),
        ("master", 2),
        ("master", 4),
        ("master-en", 6),
    ],
)
def test_the_truth_is_within_the_bounds_among_farmers(key: str, seats: int) -> None:
    memories = remembering(key, seats)
    for match in played(find(key), seats, partial(make, "farmer", key), key):
        check(match, memories)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_all_that_lies_beside_a_rat_is_within_bounds(seats: int) -> None:
    memories = remembering("master", seats)
    for match in played(find("master"), seats, wild, seats):
        phase = match.table.phase
        cards = phase.cards if isinstance(phase, RatRound) else ()
        for memory in memories:
            memory.listen(match.heard(memory.seat))
            assert memory.pot.low <= sum(cards) <= memory.pot.high
            assert memory.pot.fewest == memory.pot.most == len(cards)
