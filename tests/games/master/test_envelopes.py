"""Sealed auctions in Kuhhandel Master: animals go by envelopes, pedigrees and rats as ever."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.engine import Match, SeededChance
from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.cards import Card
from kuhstall.games.kuhhandel.events import (
    Bid,
    BoughtOut,
    EnvelopesOpened,
    Exposed,
    LotRevealed,
    LotTaken,
    Paid,
)
from kuhstall.games.kuhhandel.master.edition import MASTER
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.registry import played_again
from tests.games.master.scenes import MasterStage, scene

PLAIN = (0, 0, 10, 10, 10, 20, 50)


def sealed(card: Card = "cow", **rules: Any) -> MasterStage:
    chosen = {"auction_mode": "sealed", "envelope_tie": "seat_order"} | rules
    return scene(purses=(PLAIN,) * 4, deck=(card,), **chosen).turned_up()


def test_c_26_only_animals_go_by_envelopes() -> None:
    assert isinstance(sealed().phase, Envelopes)
    assert isinstance(sealed("pedigree:cow").phase, Countdown)
    assert isinstance(sealed("rat").phase, RatRound)
    stage = sealed()
    assert stage.step({1: NameMaximum(80), 2: NameMaximum(50)}) == EnvelopesOpened(
        0, (Bid(1, 60),), kept=False
    )


def test_c_27_the_first_to_the_left_goes_before() -> None:
    stage = sealed(turn=2)
    called = stage.step({0: NameMaximum(50), 3: NameMaximum(50)}).called
    assert called == (Bid(3, 50),)


def test_c_28_everybody_hands_in_anew_and_the_exposed_seat_up_to_what_was_seen() -> None:
    stage = sealed()
    stage.step({1: NameMaximum(300), 2: NameMaximum(200)})

    assert stage.last(Exposed) == Exposed(1, 210, PLAIN)
    assert set(stage.actors) == {0, 1, 2, 3}
    assert stage.refusal(1, NameMaximum(110)) == "too_high"
    assert stage.refusal(1, NameMaximum(100)) is None


def test_c_29_c_30_the_auctioneer_buys_out_and_pays_at_once() -> None:
    stage = sealed()
    stage.step({0: NameMaximum(70), 1: NameMaximum(100), 3: NameMaximum(60)})

    assert stage.last(BoughtOut) == BoughtOut(0, 1, 70)
    assert stage.last(Paid) == Paid(0, 1, (20, 50), 2, open=False)


def test_c_31_a_donkey_pays_before() -> None:
    stage = sealed("donkey")
    assert stage.last(LotRevealed).payout == 50
    assert stage.refusal(0, NameMaximum(150)) is None


def test_c_33_a_plan_turns_up_whatever_comes() -> None:
    stage = scene(
        purses=(PLAIN,) * 4, deck=("cow", "rat"), auction_mode="sealed", envelope_tie="seat_order"
    ).turned_up()
    stage.step({1: NameMaximum(0, ahead=True)})
    assert isinstance(stage.phase, RatRound)
    assert stage.phase.auctioneer == 1


@pytest.mark.parametrize("seats", [3, 6])
def test_c_32_a_log_without_maxima_can_be_checked(seats: int) -> None:
    edition = MASTER.with_rules({"auction_mode": "sealed", "pedigree_mode": "sealed"})
    match, draws = Match(edition, seats, SeededChance(b"master")), SeededChance(b"draws")
    while match.actors:
        seat = match.actors[draws.below("seat", len(match.actors))]
        options = match.options(seat)
        match.play(seat, options[draws.below("option", len(options))].sample(draws))

    assert any(isinstance(event, EnvelopesOpened) for event in match.log)
    assert any(isinstance(event, LotTaken) and event.price for event in match.log)
    assert played_again(match.log, SeededChance(b"master"))
