"""What a seat is asked: only what it can do, and nothing ahead of time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kuhstall.cli.edition import random_source
from kuhstall.cli.terminal.kuhhandel.help_parts import help_parts
from kuhstall.cli.terminal.kuhhandel.wording import Wording
from kuhstall.engine.match import Match
from kuhstall.engine.option import Choice, sample
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    ChallengeTrade,
    Offer,
    Pass,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.master.view import DividingView
from kuhstall.games.kuhhandel.view import RespondingView, TurnView
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue
from tests.games.master.scenes import COW, MasterStage, scene

NAMES = ("Anna", "Ben", "Cleo")
TEXTS = {language: Catalogue.load(language, strict=True) for language in LANGUAGES}


def auction(**rules: object) -> Match:
    """Begin a game: Anna has turned up a card, Ben is asked first, and whoever leads is asked."""
    usual = {"auction_mode": "turns", "self_raise": True, "start_player": "seat:0"}
    edition = find("kuhhandel/2").with_rules(usual | rules)
    match = Match(edition, 3, random_source("wording"))
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
    chance = random_source("turns")
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


def master(seats: int, **rules: object) -> Iterator[Match]:
    """Play a game at random, and stop whenever somebody has to act."""
    edition = find("master").with_rules(
        {"auction_mode": "turns", "pedigree_mode": "stepwise", "no_progress_limit": 5} | rules
    )
    match = Match(edition, seats, random_source("master"))
    chance = random_source("acts")
    while match.actors:
        yield match
        match.play(match.actors[0], sample(match.options(match.actors[0]), chance))


@pytest.mark.parametrize(
    ("seats", "rules"),
    [
        (2, {"super_kuhhandel": True, "rat_cover": "player"}),
        (4, {"super_kuhhandel": True, "rat_cover": "player"}),
        (3, {"pedigree_mode": "sealed", "offer_count": "offerer_choice"}),
        (3, {"pedigree_mode": "envelopes", "rat_mode": "envelopes"}),
        (3, {"offer_count": "hidden", "overbid": "restart_excluded"}),
    ],
)
def test_every_moment_of_master_has_its_words_in_every_language(
    seats: int, rules: dict[str, object]
) -> None:
    names, told = ("Anna", "Ben", "Cleo", "Dora"), set[str]()
    for match in master(seats, **rules):
        for viewer in range(seats):
            for language, texts in TEXTS.items():
                words = Wording(texts, names, match.view(viewer))
                said = words.question(viewer, match.options(viewer))
                assert said
                assert words.situation() is not None
                for option in match.options(viewer):
                    shown = option.actions if isinstance(option, Choice) else ()
                    assert all(words.action(action) for action in shown)
                if language == "en":
                    told.add(match.view(viewer).phase.__struct_config__.tag)

    assert told >= {"turn", "offering", "responding"}
    assert ("dividing" in told) == (seats == 2)
    rats = "rat_envelopes" if rules.get("rat_mode") == "envelopes" else "rat_round"
    assert (rats in told) == (seats > 2)
    paid = seats > 2 and rules.get("pedigree_mode") != "envelopes"
    assert ("pedigree_payment" in told) == paid


def rat_trade() -> Match:
    """Stop where one player wants to get rid of a rat."""
    for match in master(2):
        if isinstance(phase := match.view(None).phase, RespondingView) and phase.animal == "rat":
            return match
    raise AssertionError("no rat was traded")


@pytest.mark.parametrize(
    ("language", "who", "accept"),
    [
        ("en", "Whoever lays more gets rid of", "Take the money and the rat"),
        ("de", "Wer mehr legt, wird sie los", "samt Ratte"),
        ("ru", "Кто положит больше, избавится", "вместе с крысой"),
    ],
)
def test_in_a_rat_trade_who_lays_more_is_rid_of_it(language: str, who: str, accept: str) -> None:
    match = rat_trade()
    (seat,) = match.actors
    words = Wording(TEXTS[language], NAMES, match.view(seat))

    assert who in words.situation()[0]
    assert accept in words.action(Accept())


def test_only_who_has_lifted_the_card_is_told_what_it_is() -> None:
    for match in master(2, peek_next_back=True):
        view = match.view(None)
        if isinstance(view.phase, DividingView):
            seat = view.phase.seat
            own = wording(match, seat).situation()
            other = wording(match, 1 - seat).situation()
            assert own[0].startswith("The card in your hand: ")
            assert own[1:] == other
            assert all(line.startswith("The next card ") for line in other)


@pytest.mark.parametrize(("seats", "rule", "told"), [
    (2, "on_laying", True), (2, "off", False), (3, "off", True),
])  # fmt: skip
def test_c_09_the_help_promises_no_money_that_a_donkey_does_not_pay(
    seats: int, rule: str, told: bool
) -> None:
    match = Match(
        find("master").with_rules({"division_donkey": rule}), seats, random_source("help")
    )
    assert ("donkey" in help_parts(match.view(0))) == told


def asked_in(stage: MasterStage, seat: int, language: str = "en") -> str:
    words = Wording(TEXTS[language], NAMES, stage.view(seat))
    return words.question(seat, stage.options(seat))


@pytest.mark.parametrize(("kind", "told"), [("cow", "accept Anna"), ("rat", "take Anna")])
def test_d_04_who_has_no_card_is_not_asked_to_counter(kind: Any, told: str) -> None:
    for purse, counters in (((), False), ((0,), True)):
        stage = scene(purses=((10,), purse, ()), herds=({kind: 1}, {kind: 1}))
        stage.do(0, ChallengeTrade(kind, 1))
        stage.do(0, Offer(()))

        assert ("or counter" in asked_in(stage, 1)) == counters
        assert (told in asked_in(stage, 1)) != counters
        assert asked_in(stage, 2).startswith("Ben decides: ")  # what he holds is his secret
        assert len({asked_in(stage, 1, language) for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize(("purse", "buys"), [((10,), False), ((10, 10), True)])
def test_c_02_who_cannot_buy_out_is_not_asked_to(purse: tuple[int, ...], buys: bool) -> None:
    lot = scene(deck=("cow",), purses=(purse, (50,), ())).turned_up()
    lot.bid((1, 20))
    lot.gavel()
    assert ("or buy it yourself?" in asked_in(lot, 0)) == buys
    assert asked_in(lot, 2) == "Anna decides: sell to Ben for 20, or buy it."

    pedigree = scene(deck=(COW,), purses=(purse, (0, 50), ())).turned_up().slapped(1, 2)
    assert ("or keep it yourself?" in asked_in(pedigree, 0)) == buys
    assert asked_in(pedigree, 2) == "Anna decides: sell to Ben for 2 cards, or keep it."
    for language in LANGUAGES:
        assert asked_in(lot, 0, language)
        assert asked_in(pedigree, 0, language)
