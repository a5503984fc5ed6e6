"""Super-Kuhhandel, the end of the deck, and the guard against endless trading."""

from typing import Any

import pytest

from kuhstall.engine import Choice
from kuhstall.games.kuhhandel.actions import Accept, AuctionOff, ChallengeTrade, Offer
from kuhstall.games.kuhhandel.events import AuctionBegan, GameEnded, TradeSettled, TurnBegan
from kuhstall.games.kuhhandel.master.actions import Divide, EndTurn, Keep, Slap, TakeRat
from kuhstall.games.kuhhandel.master.events import (
    DivisionBegan,
    ExtraOffered,
    PedigreeTaken,
    RatRevealed,
    TurnEnded,
)
from kuhstall.games.kuhhandel.master.phases.extra import Extra
from kuhstall.games.kuhhandel.master.view import ExtraView
from tests.games.master.scenes import COW, HORSE, THREE, MasterStage, scene

COWS = ({"cow": 1}, {"cow": 1})


def traded(stage: MasterStage, kind: Any = "cow", seat: int = 1) -> MasterStage:
    stage.do(stage.actors[0], ChallengeTrade(kind, seat))
    stage.do(stage.actors[0], Offer(()))
    stage.do(seat, Accept())
    return stage


# --- Super-Kuhhandel ---------------------------------------------------------------------------


def test_d_20_after_a_trade_one_may_auction_a_card() -> None:
    stage = traded(scene(herds=COWS, super_kuhhandel=True))
    assert stage.log[-1] == ExtraOffered(0)
    assert stage.options(0) == (Choice((AuctionOff(), EndTurn())),)
    assert stage.seen(2).phase == ExtraView(0)
    assert stage.default(0) == EndTurn()
    assert stage.do(0, AuctionOff())[0] == AuctionBegan(0)


def test_d_20_c_22_the_extra_card_may_be_declined() -> None:
    stage = traded(scene(herds=COWS, super_kuhhandel=True))
    assert stage.do(0, EndTurn()) == [TurnEnded(0), TurnBegan(1)]


def test_d_20_without_the_variant_a_trade_ends_the_turn() -> None:
    assert traded(scene(herds=COWS)).log[-1] == TurnBegan(1)


def test_d_20_not_two_trades_and_not_the_other_way_round() -> None:
    herds = ({"cow": 1, "pig": 1}, {"cow": 1, "pig": 1})
    stage = traded(scene(herds=herds, super_kuhhandel=True, deck=("dog",)))
    assert isinstance(stage.phase, Extra)
    assert stage.refused(0, ChallengeTrade("pig", 1)) == "not_offered"
    stage.do(0, AuctionOff())
    stage.gavel()
    assert stage.log[-1] == TurnBegan(1)  # after an auction nothing is offered


def test_d_20_two_players_divide_one_more() -> None:
    stage = traded(scene(purses=THREE[:2], herds=COWS, super_kuhhandel=True))
    assert stage.options(0) == (Choice((Divide(), EndTurn())),)
    assert isinstance(stage.do(0, Divide())[0], DivisionBegan)
    stage.do(0, Keep())
    assert stage.log[-1] == TurnBegan(1)


def test_d_20_a_rat_begins_a_chain_in_the_extra_auction() -> None:
    stage = traded(scene(herds=COWS, super_kuhhandel=True, deck=("rat", "rat", COW)))
    stage.do(0, AuctionOff())
    stage.do(1, TakeRat())
    stage.do(1, TakeRat())
    assert stage.count(RatRevealed) == 2
    stage.steps_to(1).step()
    assert stage.log[-2:] == [PedigreeTaken(0, "cow", 0, ()), TurnBegan(1)]


def test_c_22_with_an_empty_deck_there_is_no_extra_card() -> None:
    stage = scene(herds=({"cow": 2, "pig": 1}, {"cow": 2, "pig": 3}), rest=2, super_kuhhandel=True)
    traded(stage)
    assert stage.count(ExtraOffered) == 0
    assert stage.log[-1] == TurnBegan(1)


# --- the end of the deck -----------------------------------------------------------------------


def test_c_19_only_pedigrees_are_left_and_play_goes_on() -> None:
    stage = scene(deck=(COW, HORSE), rest=2)
    for seat in (0, 1):
        assert stage.actors == (seat,)
        assert stage.legal(seat) == [AuctionOff()]
        stage.turned_up().steps_to(1).step()
    assert stage.last(GameEnded).reason == "complete"
    assert [len(held) for held in stage.world.pedigrees] == [1, 1, 8]


def test_c_19_only_money_is_left_for_two() -> None:
    stage = scene(purses=THREE[:2], deck=(50, 100), rest=1)
    assert stage.legal(0) == [Divide()]
    stage.divide(Keep())
    assert stage.last(GameEnded).reason == "complete"


def test_c_20_with_cards_in_the_deck_nobody_is_skipped() -> None:
    stage = scene(deck=(COW,), rest=2, turn=0, herds=({"pig": 1}, {}, {"pig": 3}))
    stage.turned_up().steps_to(1)
    assert stage.step().seat == 0
    # The deck is empty now: seat 1 has nothing to trade.
    assert stage.log[-1] == TurnBegan(2)
    stage = scene(deck=(COW, HORSE), rest=2, turn=0)
    stage.turned_up().steps_to(1).step()
    assert stage.log[-1] == TurnBegan(1)  # who has nothing at all


def test_a_regular_end_has_eleven_quartets() -> None:
    stage = traded(scene(herds=({"rat": 2}, {"rat": 2}), rest=2), "rat")
    assert stage.last(GameEnded).reason == "complete"
    assert sum(count == 4 for herd in stage.world.herds for count in herd) == 11


# --- endless trading ---------------------------------------------------------------------------


def test_m_07_c_21_at_the_limit_only_the_deck_is_left() -> None:
    stage = scene(herds=COWS, idle=3, no_progress_limit=3)
    assert stage.legal(0) == [AuctionOff()]
    two = scene(purses=THREE[:2], herds=COWS, idle=3, no_progress_limit=3)
    assert two.legal(0) == [Divide()]
    assert len(scene(herds=COWS, idle=2, no_progress_limit=3).legal(0)) == 2


@pytest.mark.parametrize("deck", [(COW,), ("rat",), ("pig",)])
def test_c_21_any_card_that_leaves_the_deck_is_progress(deck: Any) -> None:
    stage = scene(herds=COWS, deck=deck, idle=3, no_progress_limit=3).turned_up()
    assert stage.world.idle == 0


def test_c_21_a_division_is_progress() -> None:
    stage = scene(purses=THREE[:2], herds=COWS, deck=(50, 100), idle=3)
    stage.divide(Keep())
    assert stage.world.idle == 0


@pytest.mark.parametrize(("rats", "idle"), [((2, 2), 0), ((1, 3), 0), ((3, 1), 3), ((1, 2), 3)])
def test_c_21_four_rats_are_progress(rats: tuple[int, int], idle: int) -> None:
    mine, theirs = rats
    herds = ({"rat": mine}, {"rat": theirs}, {"rat": 4 - mine - theirs})
    stage = traded(scene(herds=herds, idle=2), "rat")
    assert stage.last(TradeSettled).idle == stage.world.idle == idle


def test_m_07_c_21_with_an_empty_deck_the_game_ends() -> None:
    herds = ({"cow": 1, "rat": 4, "pig": 4}, {"cow": 1}, {"cow": 2})
    stage = traded(scene(herds=herds, rest=2, idle=2, no_progress_limit=3))
    ended = stage.last(GameEnded)

    assert ended.reason == "no_progress"
    assert ended.scores[0].quartets == ("pig",)
    assert ended.scores[0].covered == "pig"


def test_c_21_super_kuhhandel_offers_the_deck_at_the_limit_too() -> None:
    stage = traded(scene(herds=COWS, idle=2, no_progress_limit=3, super_kuhhandel=True))
    assert stage.log[-1] == ExtraOffered(0)
    stage.do(0, EndTurn())
    assert stage.legal(1) == [AuctionOff()]


def test_slaps_do_not_need_a_turn() -> None:
    stage = scene(deck=(COW,), turn=2).turned_up()
    assert stage.refusal(0, Slap(1)) is None
