"""Rats: round after round a card or the rat, then the next card at once."""

from typing import Any

import pytest

from kuhstall.engine import Choice
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.games.kuhhandel.events import AuctionBegan, GameEnded, LotRevealed, TurnBegan
from kuhstall.games.kuhhandel.master.actions import LayCard, TakeRat
from kuhstall.games.kuhhandel.master.events import CardLaid, PedigreeRevealed, RatRevealed, RatTaken
from kuhstall.games.kuhhandel.master.view import RatRoundView
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from tests.games.master.scenes import COW, THREE, MasterStage, scene

RATS = {"rat": 3}


def ratted(*deck: Any, **rules: Any) -> MasterStage:
    return scene(**({"deck": ("rat", *deck)} | rules)).turned_up()


def last_rat(*herds: Any, **rules: Any) -> MasterStage:
    """The rat is the last card; seat 2 has all animals that nobody else has."""
    return ratted(herds=herds or ({}, RATS), rest=2, **rules)


def test_the_left_of_the_auctioneer_begins_and_the_auctioneer_is_asked_too() -> None:
    stage = ratted(turn=1)
    assert stage.log[-1] == RatRevealed(1, 2)
    for seat in (2, 0, 1, 2, 0, 1):
        assert stage.actors == (seat,)
        stage.do(seat, LayCard(10))
    assert stage.phase.cards == (10,) * 6


def test_a_card_or_the_rat() -> None:
    stage = ratted(purses=(THREE[0], (0, 10, 10, 50), (10,)))
    assert stage.options(1) == (Choice((TakeRat(), LayCard(0), LayCard(10), LayCard(50))),)
    assert stage.options(0) == stage.options(2) == ()
    assert stage.refused(1, LayCard(20)) == "not_offered"
    assert stage.do(1, LayCard(50)) == [CardLaid(1, 50, 1, 2)]
    assert stage.world.purses[1] == (0, 10, 10)


def test_who_takes_the_rat_gets_the_money_beside_it() -> None:
    stage = ratted("cow")
    stage.do(1, LayCard(50))
    stage.do(2, LayCard(0))
    stage.do(0, LayCard(10))
    assert stage.do(1, TakeRat())[0] == RatTaken(1, (0, 10, 50), 3, again=True)

    assert stage.rats(1) == 1
    assert stage.world.purses[1] == (0, 0, 0, 10, 10, 10, 10, 20, 50)


def test_what_lies_beside_the_rat_is_known_to_those_who_laid_it() -> None:
    stage = ratted()
    stage.do(1, LayCard(50))
    stage.do(2, LayCard(0))

    views = {viewer: stage.seen(viewer).phase for viewer in (0, 1, 2, None)}
    assert views == {
        0: RatRoundView(0, 0, 2, ()),
        1: RatRoundView(0, 0, 2, (50,)),
        2: RatRoundView(0, 0, 2, (0,)),
        None: RatRoundView(0, 0, 2, ()),
    }
    assert stage.last(CardLaid, 2).card == 0
    assert stage.last(CardLaid, 1) == stage.last(CardLaid, None) == CardLaid(2, None, 2, 0)
    stage.do(0, TakeRat())
    assert stage.last(RatTaken, 0).cards == (0, 50)  # whose they were is not told
    for viewer in (1, 2, None):
        assert stage.last(RatTaken, viewer) == RatTaken(0, None, 2, again=True)


def test_c_10_without_a_card_one_must_take_it() -> None:
    stage = ratted(purses=((10,), (), (10,)))
    assert stage.options(1) == (Choice((TakeRat(),)),)
    assert stage.refused(1, LayCard(0)) == "not_offered"


def test_c_10_the_pot_may_be_empty() -> None:
    stage = ratted()
    assert stage.do(1, TakeRat())[0] == RatTaken(1, (), 0, again=True)
    assert stage.world.purses == THREE


def test_d_17_the_same_auctioneer_turns_up_another_card_at_once() -> None:
    stage = ratted("cow", turn=1)
    events = stage.do(2, TakeRat())

    assert events[1:] == [LotRevealed(1, "cow", 0, 0, 300, None)]
    assert isinstance(stage.phase, Bidding)
    assert stage.phase.auction.auctioneer == 1


def test_d_17_a_pedigree_may_come_after_a_rat() -> None:
    stage = ratted(COW)
    assert stage.do(1, TakeRat())[1:] == [PedigreeRevealed(0, "cow", 10)]


def test_d_17_after_rat_turn_ends() -> None:
    stage = ratted("cow", after_rat="turn_ends")
    assert stage.do(1, TakeRat()) == [RatTaken(1, (), 0, again=False), TurnBegan(1)]


def test_a_21_the_chain_is_one_turn_and_the_next_is_the_auctioneers_left() -> None:
    stage = ratted("rat", "rat", "cow", turn=1)
    stage.do(2, LayCard(10))
    stage.do(0, TakeRat())
    assert stage.actors == (2,)  # again from the left of the auctioneer, not of the taker
    stage.do(2, TakeRat())
    stage.do(2, TakeRat())
    assert isinstance(stage.phase, Bidding)
    stage.gavel()

    assert stage.count(AuctionBegan) == 1
    assert [event.auctioneer for event in stage.log if isinstance(event, RatRevealed)] == [1] * 3
    assert stage.log[-1] == TurnBegan(2)


def test_c_12_rat_was_the_last_card() -> None:
    stage = last_rat({"cow": 1, "rat": 1}, {"cow": 3, "rat": 2})
    events = stage.do(1, TakeRat())

    assert events == [RatTaken(1, (), 0, again=False), TurnBegan(1)]  # who must trade now
    assert AuctionOff() not in stage.legal(1)


def test_c_12_rat_was_the_last_card_and_ends_the_game() -> None:
    stage = last_rat()
    events = stage.do(1, TakeRat())
    assert [type(event) for event in events] == [RatTaken, GameEnded]
    assert events[1].reason == "complete"  # type: ignore[attr-defined]


@pytest.mark.parametrize("purse", [(), (0, 10, 10, 50)])
def test_default_is_the_lowest_card(purse: tuple[int, ...]) -> None:
    stage = ratted(purses=((10,), purse, (10,)))
    assert stage.default(1) == (LayCard(0) if purse else TakeRat())
    assert stage.default(0) is None


def test_the_money_beside_the_rat_is_no_secret_in_number() -> None:
    stage = ratted()
    stage.do(1, LayCard(0))
    assert [seat.cards for seat in stage.seen(None).seats] == [7, 6, 7]
    hidden = ratted(hand_counts="hidden")
    hidden.do(1, LayCard(0))
    assert [seat.cards for seat in hidden.seen(None).seats] == [None] * 3
    assert hidden.seen(None).phase.pot == 1  # type: ignore[union-attr]
