"""A log can be played again from the actions it tells of; a changed one cannot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.events import (
    BidPlaced,
    GavelFell,
    LotRevealed,
    LotTaken,
    OfferMade,
    Paid,
    TradeBegan,
    TradeSettled,
    TurnBegan,
)
from kuhstall.games.registry import find, played_again


def _log(edition: str, mode: str, seed: int, **rules: object) -> list[Event]:
    chosen = find(edition).with_rules({"auction_mode": mode} | rules)
    match = Match(chosen, 3, SeededChance(b"deal"))
    player = SeededChance(str(seed).encode())
    while actors := match.actors:
        actor = actors[player.below("actor", len(actors))]
        match.play(actor, sample(match.options(actor), player))
    return match.log


@pytest.mark.parametrize("edition", ["kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1"])
@pytest.mark.parametrize("mode", ["open", "turns"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_played_again(edition: str, mode: str, seed: int) -> None:
    assert played_again(_log(edition, mode, seed), SeededChance(b"deal"))


def test_the_auctioneer_calls_again() -> None:
    log = _log("kuhhandel/2", "open", 1, gavel="auctioneer")
    assert played_again(log, SeededChance(b"deal"))


def test_with_other_chance_it_is_another_game() -> None:
    assert not played_again(_log("kuhhandel/2", "turns", 1), SeededChance(b"other"))


def test_a_log_with_a_hole_is_found() -> None:
    log = _log("kuhhandel/2", "turns", 1)
    # Without a bid that was raised at once, a game may still be one; without these it is none.
    needed = LotRevealed, GavelFell, Paid, LotTaken, TurnBegan, TradeBegan, OfferMade, TradeSettled
    for place, event in enumerate(log[:-1]):
        if isinstance(event, needed):
            holed = [*log[:place], *log[place + 1 :]]
            assert not played_again(holed, SeededChance(b"deal"))


def test_a_changed_bid_and_a_changed_payment_are_found() -> None:
    log = _log("kuhhandel/2", "turns", 1)
    for place, event in enumerate(log):
        changed: Event | None = None
        if isinstance(event, BidPlaced):
            changed = replace(event, amount=event.amount + 5)
        elif isinstance(event, Paid) and event.cards:
            changed = replace(event, cards=event.cards[1:], count=event.count - 1)
        if changed is not None:
            forged = [*log[:place], changed, *log[place + 1 :]]
            assert not played_again(forged, SeededChance(b"deal"))
