"""Strict turns: seats are polled clockwise, and the bidding ends when all pass in a row."""

from typing import Any

from kuhstall.engine import CLOCK, Choice, Match, Range, SeededChance
from kuhstall.games.kuhhandel.actions import AuctionOff, CallOut, Pass, PlaceBid, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.games.kuhhandel.events import (
    Bid,
    BidPlaced,
    GavelFell,
    LotRevealed,
    LotTaken,
    Passed,
    TurnBegan,
)
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.registry import played_again, read_log, write_log
from tests.games.kuhhandel.scenes import Stage, scene

START = SECOND.purse
COW: tuple[Animal, ...] = ("cow",)


def cow_on_offer(seats: int = 4, turn: int = 1, **rules: Any) -> Stage:
    return scene(
        purses=(START,) * seats, deck=COW, turn=turn, auction_mode="turns", **rules
    ).auction()


def polled(stage: Stage) -> int:
    (seat,) = stage.actors
    assert stage.phase.polled == seat
    return seat


def test_seats_are_polled_clockwise_from_the_left_of_the_auctioneer() -> None:
    stage = scene(purses=(START,) * 4, deck=COW, turn=1, auction_mode="turns")
    events = stage.do(1, AuctionOff())

    assert events[-1] == LotRevealed(1, "cow", 0, 0, 360, 2)
    order = []
    while stage.phase.__class__.__name__ == "Bidding":
        order.append(polled(stage))
        stage.do(order[-1], Pass())
    assert order == [2, 3, 0]


def test_only_the_polled_seat_may_act() -> None:
    stage = cow_on_offer()

    assert polled(stage) == 2
    for actor in (0, 1, 3, CLOCK):
        assert stage.options(actor) == ()
        assert stage.refused(actor, Pass()) == "not_your_turn"
        assert stage.refused(actor, PlaceBid(10)) == "not_your_turn"
    assert stage.options(2) == (Choice((Pass(),)), Range(PlaceBid(0), "amount", 10, 360, 10))


def test_nobody_calls() -> None:
    stage = cow_on_offer()
    for actor in (CLOCK, 0, 1):
        assert stage.refused(actor, CallOut(None, 0)) == "not_your_turn"
    assert stage.refused(2, CallOut(None, 0)) == "not_offered"


def test_after_a_bid_polling_goes_on_at_the_bidders_left() -> None:
    stage = cow_on_offer()
    assert stage.do(2, Pass()) == [Passed(2, 3)]
    assert stage.do(3, PlaceBid(20)) == [BidPlaced(3, 20, 0)]
    assert stage.do(0, Pass()) == [Passed(0, 2)]  # over the auctioneer
    assert stage.do(2, PlaceBid(30)) == [BidPlaced(2, 30, 3)]


def test_passing_is_not_final() -> None:
    stage = cow_on_offer()
    stage.do(2, Pass())
    stage.do(3, PlaceBid(20))
    stage.do(0, Pass())

    assert polled(stage) == 2
    stage.do(2, PlaceBid(30))
    assert stage.phase.high == Bid(2, 30)


def test_a_10_nobody_is_asked_to_outbid_himself() -> None:
    stage = cow_on_offer()
    stage.do(2, PlaceBid(10))
    stage.do(3, Pass())

    assert stage.do(0, Pass()) == [Passed(0, None), GavelFell(1, 2, 10)]


def test_a_10_who_leads_after_a_bluff_was_found_out_is_not_asked_either() -> None:
    purses = ((0,), (0,), (50, 50), (50, 50))
    stage = scene(
        purses=purses, deck=COW, auction_mode="turns", overbid="continue_excluded"
    ).auction((1, 10), (2, 20), (3, 30), (1, 40))
    stage.do(2, Pass())
    stage.do(3, Pass())
    stage.do(0, Sell())

    assert stage.phase.high == Bid(3, 30)
    assert polled(stage) == 2
    assert stage.do(2, Pass()) == [Passed(2, None), GavelFell(0, 3, 30)]


def test_a_10_a_stored_game_is_checked_by_the_rule_it_was_played_by() -> None:
    """Before this ruling whoever led was polled, and so the logs of that time say."""
    match = Match(
        SECOND.with_rules({"auction_mode": "turns", "self_raise": True}), 3, SeededChance(b"turns")
    )
    (turn,) = match.actors
    match.play(turn, AuctionOff())
    match.play(match.actors[0], PlaceBid(10))
    match.play(match.actors[0], Pass())
    (leader,) = match.actors
    match.play(leader, Pass())

    assert isinstance(match.log[-1], GavelFell)
    assert match.log[-2] == Passed(leader, None)
    assert played_again(read_log(write_log(match.log)), SeededChance(b"turns"))


def test_a_10_the_high_bidder_is_polled_too_where_the_table_says_so() -> None:
    stage = cow_on_offer(self_raise=True)
    stage.do(2, PlaceBid(10))
    stage.do(3, Pass())

    assert stage.do(0, Pass()) == [Passed(0, 2)]
    assert stage.do(2, PlaceBid(50)) == [BidPlaced(2, 50, 3)]
    stage.do(3, Pass())
    stage.do(0, Pass())
    assert stage.do(2, Pass()) == [Passed(2, None), GavelFell(1, 2, 50)]


def test_a_10_the_high_bidder_is_not_polled_where_he_may_not_raise_himself() -> None:
    stage = cow_on_offer(self_raise=False)
    stage.do(2, PlaceBid(10))
    stage.do(3, Pass())

    assert stage.do(0, Pass()) == [Passed(0, None), GavelFell(1, 2, 10)]


def test_d_18_the_card_is_free_when_all_have_passed() -> None:
    stage = cow_on_offer()
    stage.do(2, Pass())
    stage.do(3, Pass())

    assert stage.do(0, Pass()) == [Passed(0, None), LotTaken(1, "cow", 0), TurnBegan(2)]
    assert stage.herd(1, "cow") == 1


def test_c_04_a_bid_at_the_cap_goes_to_the_hammer_at_once() -> None:
    stage = cow_on_offer()

    assert stage.do(2, PlaceBid(360)) == [BidPlaced(2, 360, None), GavelFell(1, 2, 360)]
    assert isinstance(stage.phase, Preemption)


def test_a_seat_is_polled_even_if_it_can_only_pass() -> None:
    stage = scene(
        purses=(START, START, (10,), START),
        deck=COW,
        turn=0,
        auction_mode="turns",
        bluff_bids="forbidden",
    ).auction((1, 50))

    assert polled(stage) == 2
    assert stage.options(2) == (Choice((Pass(),)),)
    assert stage.refused(2, PlaceBid(60)) == "not_offered"


def test_open_bidding_and_strict_turns_lead_to_the_same_hammer() -> None:
    in_turns = scene(purses=(START,) * 3, deck=COW, auction_mode="turns").auction((1, 30), (2, 40))
    in_turns.do(1, Pass())
    openly = scene(purses=(START,) * 3, deck=COW).auction((1, 30), (2, 40))
    openly.gavel()

    assert in_turns.phase == openly.phase
    assert in_turns.world == openly.world
