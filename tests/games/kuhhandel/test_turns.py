"""Whose turn it is, what may be done in it, and when the game ends."""

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine import Choice, Seat
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    ChallengeTrade,
    Counter,
    Offer,
)
from kuhstall.games.kuhhandel.cards import ANIMALS, Animal, quartets
from kuhstall.games.kuhhandel.editions import CLASSIC, SECOND
from kuhstall.games.kuhhandel.events import GameEnded, LotTaken, TradeSettled, TurnBegan
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.view import EndedView
from tests.games.kuhhandel.scenes import Stage, scene

NOBODY = ((), (), ())


def accepted_trade(stage: Stage, animal: Animal, seat: Seat) -> None:
    """The active seat offers nothing, and gets the animals for it."""
    active = stage.actors[0]
    stage.trade(animal, seat)
    stage.do(active, Offer(()))
    stage.do(seat, Accept())


def test_a_turn_is_an_auction_or_a_trade() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 1, "dog": 2}, {"cow": 1}, {"cow": 2, "dog": 1}))

    assert stage.actors == (0,)
    assert stage.options(0) == (
        Choice(
            (
                AuctionOff(),
                ChallengeTrade("dog", 2),
                ChallengeTrade("cow", 1),
                ChallengeTrade("cow", 2),
            )
        ),
    )
    for other in (1, 2):
        assert stage.options(other) == ()
        assert stage.refused(other, AuctionOff()) == "not_your_turn"


@pytest.mark.parametrize(
    "trade",
    [
        ChallengeTrade("dog", 1),  # seat 1 has none
        ChallengeTrade("cat", 1),  # seat 0 has none
        ChallengeTrade("cow", 0),  # with oneself
        ChallengeTrade("pig", 1),  # complete
        ChallengeTrade("cow", 3),  # nobody there
    ],
)
def test_a_trade_needs_an_animal_on_both_sides(trade: ChallengeTrade) -> None:
    stage = scene(
        purses=NOBODY, herds=({"cow": 1, "dog": 2, "pig": 4}, {"cow": 1, "cat": 1}, {"dog": 1})
    )
    assert stage.refused(0, trade) == "not_offered"


def test_a_22_a_trade_is_allowed_while_cards_of_the_kind_are_in_the_pile() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 1}, {"cow": 1}), deck=("cow", "cow"))

    assert ChallengeTrade("cow", 1) in stage.legal(0)
    accepted_trade(stage, "cow", 1)
    assert stage.herd(0, "cow") == 2


def test_play_goes_clockwise_after_auctions_and_trades() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 1}, {}, {"cow": 1}), deck=("dog", "cat"), turn=2)
    accepted_trade(stage, "cow", 0)
    assert stage.log[-1] == TurnBegan(0)
    stage.auction()
    stage.gavel()
    assert stage.log[-1] == TurnBegan(1)


# --- the pile is empty -------------------------------------------------------------------------


def test_d_24_with_an_empty_pile_trading_is_compulsory() -> None:
    stage = scene(
        purses=NOBODY, herds=({"cow": 2, "dog": 3}, {"cow": 1}, {"cow": 1, "dog": 1}), rest=1
    )

    assert stage.legal(0) == [
        ChallengeTrade("dog", 2),
        ChallengeTrade("cow", 1),
        ChallengeTrade("cow", 2),
    ]
    assert stage.refused(0, AuctionOff()) == "not_offered"


def test_a_23_one_trade_a_turn_then_the_next_seat() -> None:
    stage = scene(
        purses=NOBODY, herds=({"cow": 2, "dog": 2}, {"cow": 1, "dog": 1}, {"cow": 1, "dog": 1}),
        rest=0,
    )  # fmt: skip
    accepted_trade(stage, "cow", 1)

    assert stage.log[-1] == TurnBegan(1)
    assert stage.phase == Turn(1)
    assert stage.legal(1) == [ChallengeTrade("dog", 0), ChallengeTrade("dog", 2)]


def test_c_20_with_cards_in_the_pile_nobody_is_skipped() -> None:
    stage = scene(purses=NOBODY, herds=({}, {"pig": 4}, {}), deck=("dog", "cat"))
    turns = []
    for _ in range(4):
        turns.append(stage.actors[0])
        stage.auction()
        stage.gavel()
    assert turns == [0, 1, 2, 0]


def test_c_20_with_an_empty_pile_seats_with_nothing_to_trade_are_skipped() -> None:
    purses = ((), (), (), (), ())
    stage = scene(
        purses=purses,
        herds=({"cow": 2}, {}, {"pig": 4}, {"cow": 1, "dog": 4}, {"cow": 1}),
        rest=2,
    )
    accepted_trade(stage, "cow", 3)  # seat 1 has nothing, 2 and 3 only quartets
    assert stage.log[-1] == TurnBegan(4)
    assert stage.legal(4) == [ChallengeTrade("cow", 0)]


def test_c_20_the_turn_may_come_back_to_the_same_seats_only() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 1}, {}, {"cow": 3}), rest=1)
    stage.trade("cow", 2)
    stage.do(0, Offer(()))
    stage.do(2, Accept())
    assert stage.log[-1] == TurnBegan(2)
    stage.trade("cow", 0)
    stage.do(2, Offer(()))
    stage.do(0, Accept())
    assert stage.last(GameEnded).reason == "complete"


def test_the_game_ends_when_all_quartets_are_complete() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 2}, {"cow": 2, "dog": 4}), rest=2)
    accepted_trade(stage, "cow", 1)

    ended = stage.log[-1]
    assert isinstance(ended, GameEnded)
    assert ended.reason == "complete"
    assert sum(len(quartets(herd)) for herd in stage.world.herds) == 10
    assert stage.phase == Ended(ended.reason, ended.scores, ended.winners)
    assert stage.view(None).phase == EndedView(ended.reason, ended.scores, ended.winners)
    assert stage.actors == ()
    assert [stage.options(seat) for seat in range(3)] == [()] * 3
    assert stage.refused(0, AuctionOff()) == "not_your_turn"


def test_the_game_can_end_with_an_auction() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 3},), deck=("cow",), rest=1).auction()
    stage.gavel()

    assert stage.log[-2:] == [LotTaken(0, "cow", 0), stage.last(GameEnded)]
    assert stage.last(GameEnded).winners == (1,)


def test_the_game_does_not_end_while_the_pile_has_cards() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 2},), deck=("cow", "cow"), rest=1).auction()
    stage.gavel()
    assert stage.log[-1] == TurnBegan(1)


# --- endless trading ---------------------------------------------------------------------------


def endless(limit: int, **scenery: Any) -> Stage:
    return scene(
        purses=NOBODY,
        herds=({"cow": 1}, {"cow": 2}, {"cow": 1}),
        no_progress_limit=limit,
        **scenery,
    )


def trade_on(stage: Stage) -> None:
    """Trade with the one who has two, so that no quartet is ever completed."""
    active = stage.actors[0]
    other = next(s for s in (0, 1, 2) if s != active and stage.herd(s, "cow") == 2)
    accepted_trade(stage, "cow", other)


def test_c_21_penniless_players_could_trade_for_ever() -> None:
    stage = endless(limit=0, rest=0)
    herds = set()
    for _ in range(100):
        for _ in range(3):
            trade_on(stage)
        herds.add(stage.world.herds)

    assert len(herds) == 1  # three trades, and all is as before
    assert stage.world.idle == 300
    assert stage.actors == (0,)


@pytest.mark.parametrize("limit", [1, 3, 60])
def test_c_21_m_07_no_progress_ends_the_game_when_the_pile_is_empty(limit: int) -> None:
    stage = endless(limit, rest=0)
    for _ in range(limit):
        assert stage.actors
        trade_on(stage)

    ended = stage.log[-1]
    assert isinstance(ended, GameEnded)
    assert ended.reason == "no_progress"
    assert "cow" not in ended.scores[0].quartets  # incomplete quartets score nothing
    assert len(ended.scores[0].quartets) == 9
    assert ended.scores[1].total == ended.scores[2].total == 0
    assert ended.winners == (0,)


@pytest.mark.parametrize("limit", [1, 3, 60])
def test_c_21_no_progress_forces_an_auction_while_the_pile_has_cards(limit: int) -> None:
    stage = endless(limit, deck=("dog",))
    for _ in range(limit):
        assert len(stage.legal(stage.actors[0])) > 1
        trade_on(stage)

    active = stage.actors[0]
    assert stage.legal(active) == [AuctionOff()]
    assert stage.refused(active, ChallengeTrade("cow", (active + 1) % 3)) == "not_offered"
    stage.do(active, AuctionOff())
    assert stage.world.idle == 0
    stage.gavel()
    assert len(stage.legal(stage.actors[0])) > 1


def test_c_21_a_completed_quartet_is_progress() -> None:
    stage = scene(
        purses=NOBODY, herds=({"cow": 2, "dog": 1}, {"cow": 2, "dog": 1}), deck=("cat",), idle=59
    )
    accepted_trade(stage, "cow", 1)

    assert stage.last(TradeSettled).idle == 0
    assert stage.world.idle == 0
    assert stage.legal(1) == [AuctionOff(), ChallengeTrade("dog", 0)]


def test_c_21_a_quartet_completed_by_the_challenged_seat_is_progress() -> None:
    stage = scene(
        purses=((), (10,), ()), herds=({"cow": 1}, {"cow": 3}), deck=("cat",), idle=59
    ).trade("cow", 1)
    stage.do(0, Offer(()))
    stage.do(1, Counter((10,)))
    assert stage.world.idle == 0


def test_c_21_the_last_trade_may_still_complete_the_game() -> None:
    stage = scene(purses=NOBODY, herds=({"cow": 2}, {"cow": 2}), rest=2, idle=59)
    accepted_trade(stage, "cow", 1)
    assert stage.last(GameEnded).reason == "complete"


def test_c_21_a_first_tie_is_no_finished_trade() -> None:
    stage = scene(
        purses=((), (0,), ()), herds=({"cow": 1}, {"cow": 2}, {"cow": 1}), deck=("cat",), idle=5
    ).trade("cow", 1)
    stage.do(0, Offer(()))
    stage.do(1, Counter((0,)))

    assert stage.last(TradeSettled).winner is None
    assert stage.world.idle == 5
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    assert stage.world.idle == 6


def test_c_21_m_07_the_presets_stop_after_60() -> None:
    assert {edition.rules.no_progress_limit for edition in CLASSIC} == {60}


def test_c_21_the_count_is_public() -> None:
    stage = endless(60, deck=("dog",))
    trade_on(stage)
    for viewer in (0, 2, None):
        assert stage.view(viewer).idle == 1


def test_the_order_of_trades_is_the_order_of_the_animals() -> None:
    one_of_each: dict[str, int] = dict.fromkeys(ANIMALS, 1)
    stage = scene(purses=NOBODY, herds=(one_of_each, one_of_each))
    assert stage.legal(0) == [AuctionOff(), *(ChallengeTrade(animal, 1) for animal in ANIMALS)]


def test_a_smaller_deck_ends_as_well_when_no_trade_is_possible() -> None:
    small = replace(SECOND, deck=("cow",) * 4 + ("dog",) * 4)
    stage = scene(small, purses=NOBODY, herds=({"cow": 2, "dog": 4}, {"cow": 2}), deck=("cat",))
    stage.table = replace(stage.table, world=replace(stage.world, deck=()))
    accepted_trade(stage, "cow", 1)

    ended = stage.last(GameEnded)
    assert (ended.reason, ended.scores[0].quartets) == ("complete", ("dog", "cow"))
