"""What a seat is asked: only what it can do, and nothing before it has happened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kuhstall.cli.edition import seeded
from kuhstall.cli.terminal.wording import Wording
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.games.kuhhandel.actions import AuctionOff, ChallengeTrade, Pass, PlaceBid, Sell
from kuhstall.games.kuhhandel.view import TurnView
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue

NAMES = ("Anna", "Ben", "Cleo")
TEXTS = {language: Catalogue.load(language, strict=True) for language in LANGUAGES}


def auction(**rules: object) -> Match:
    """Begin a game: Anna has turned up a card, and Ben is asked first."""
    edition = find("kuhhandel/2").with_rules(
        {"auction_mode": "turns", "start_player": "seat:0"} | rules
    )
    match = Match(edition, 3, seeded("wording"))
    match.play(0, AuctionOff())
    return match


def wording(match: Match, seat: int, language: str = "en") -> Wording:
    return Wording(TEXTS[language], NAMES, match.view(seat))


def question(match: Match, seat: int, language: str = "en") -> str:
    return wording(match, seat, language).question(seat, match.options(seat))


def test_whoever_holds_the_highest_bid_is_told_so() -> None:
    match = auction()
    assert question(match, 1) == "Bid or pass."
    match.play(1, PlaceBid(10))
    assert question(match, 2) == "Bid or pass."
    assert question(match, 1) == "Cleo may bid."
    match.play(2, Pass())

    assert question(match, 1) == "You hold the highest bid. Pass to keep it, or raise."
    assert question(match, 1, "de").startswith("Du hast das Höchstgebot.")
    assert question(match, 1, "ru").startswith("Наибольшая ставка ваша.")


def test_whoever_can_only_pass_is_not_told_to_bid() -> None:
    match = auction(bluff_bids="forbidden")
    match.play(1, PlaceBid(90))

    assert question(match, 2) == "You cannot bid higher."


def test_in_open_bidding_only_the_auctioneer_calls() -> None:
    match = auction(auction_mode="open", gavel="auctioneer")
    match.play(1, PlaceBid(10))

    assert question(match, 0) == "You hold the gavel: call, or wait for more."
    assert question(match, 1).startswith("You hold the highest bid.")
    assert question(match, 2) == "Bid or pass."


@pytest.mark.parametrize(
    ("language", "word"), [("en", "For: "), ("de", "Für: "), ("ru", "За что: ")]
)
def test_nobody_gets_an_animal_before_it_is_paid_for(language: str, word: str) -> None:
    match = auction()
    for seat, action in ((1, PlaceBid(10)), (2, Pass()), (1, Pass()), (0, Sell())):
        match.play(seat, action)
    (line,) = wording(match, 1, language).situation()

    assert line.startswith(word)
    assert not any(name in line for name in NAMES)


def turns() -> Iterator[Match]:
    """Play a game at random, and stop at each turn."""
    match = auction()
    chance = seeded("turns")
    while match.actors:
        if isinstance(match.view(None).phase, TurnView):
            yield match
        match.play(match.actors[0], sample(match.options(match.actors[0]), chance))


def test_a_turn_is_asked_for_what_is_possible() -> None:
    asked = set()
    for match in turns():
        (seat,) = match.actors
        actions = [action for option in match.options(seat) for action in option.expand()]
        auctions = any(isinstance(action, AuctionOff) for action in actions)
        trades = any(isinstance(action, ChallengeTrade) for action in actions)
        said = question(match, seat)
        assert ("auction" in said, "trade" in said) == (auctions, trades)
        asked.add((auctions, trades))

    assert asked == {(True, False), (True, True), (False, True)}
