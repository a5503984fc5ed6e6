"""What bots write into envelopes: what the lot is worth to them, never more than they have."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.arena.simulation import simulate
from kuhstall.bots.coach import review
from kuhstall.bots.registry import judge, make
from kuhstall.engine import Match, SeededChance
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Pass, Sell
from kuhstall.games.kuhhandel.cards import ANIMALS, Animal
from kuhstall.games.registry import find

SEALED = {"auction_mode": "sealed", "start_player": "seat:0"}


def on_the_block(lot: Animal, owned: dict[Seat, dict[str, int]] | None = None) -> Match:
    """Seat 0 of four auctions a lot; herds are as they are said to be."""
    match = Match(find("kuhhandel/2").with_rules(SEALED), 4, SeededChance(b"envelopes"))
    world = match.table.world
    herds = [
        tuple((owned or {}).get(seat, {}).get(kind, 0) for kind in (*ANIMALS, "rat"))
        for seat in range(4)
    ]
    deck = [lot, *(card for card in world.deck if card != lot)]
    world = replace(world, herds=tuple(herds), deck=tuple(deck))
    match.table = replace(match.table, world=world)
    match.play(0, AuctionOff())
    return match


def written(match: Match, seat: Seat, name: str = "farmer") -> Action:
    bot = make(name, "kuhhandel/2", seat, SeededChance(b"bot"))
    return bot.choose(match.seen(seat))


def most(match: Match, seat: Seat) -> int:
    action = written(match, seat)
    return action.amount if isinstance(action, NameMaximum) else 0


def test_what_completes_a_quartet_is_worth_more() -> None:
    three = on_the_block("horse", {1: {"horse": 3}})
    none = on_the_block("horse", {2: {"horse": 3}})

    assert most(three, 1) == 90  # all that it has
    assert most(three, 1) > most(on_the_block("rooster"), 1)
    assert most(none, 2) > most(on_the_block("rooster", {1: {"rooster": 3}}), 2)


def test_the_auctioneer_keeps_what_completes_a_quartet() -> None:
    own, other = on_the_block("cow", {0: {"cow": 3}}), on_the_block("rooster", {1: {"rooster": 3}})

    assert most(own, 0) > 2 * most(other, 0)


@pytest.mark.parametrize("name", ["farmer", "farmer:bluffer", "farmer:bold", "easy", "medium"])
def test_nobody_names_more_than_they_could_pay(name: str) -> None:
    for lot in ANIMALS:
        match = on_the_block(lot, {2: {lot: 2}})
        for seat in range(4):
            action = written(match, seat, name)
            assert isinstance(action, Pass | Sell | NameMaximum)
            if isinstance(action, NameMaximum):
                assert 10 <= action.amount <= sum(match.table.world.purses[seat])
                assert action.amount % 10 == 0


@pytest.mark.parametrize("edition", ["kuhhandel/2", "master"])
def test_a_farmer_beats_three_beginners_at_envelopes(edition: str) -> None:
    chosen = find(edition).with_rules({"auction_mode": "sealed"})
    result = simulate(chosen, 4, 24, "envelopes", ("medium", "easy", "easy", "easy"), rotate=True)

    assert not result.violations
    assert result.wins_by_bot["medium"].share >= 0.5


def test_the_judge_has_no_opinion_on_what_no_log_knows() -> None:
    match = Match(find("kuhhandel/2").with_rules(SEALED), 3, SeededChance(b"judged"))
    bots: list[Any] = [make("easy", "kuhhandel/2", seat, SeededChance(b"b")) for seat in range(3)]
    while match.actors:
        seat = match.actors[0]
        match.play(seat, bots[seat].choose(match.seen(seat)))
    for seat in range(3):
        for judged in review(match.log, seat, judge("kuhhandel/2", seat), most=50):
            assert not isinstance(judged.played, NameMaximum | Pass)
