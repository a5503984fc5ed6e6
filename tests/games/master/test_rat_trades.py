"""Cow trades of Master: rats go the other way, pedigrees never."""

from typing import Any

import pytest

from kuhstall.engine import Pick
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    ChallengeTrade,
    Counter,
    Offer,
)
from kuhstall.games.kuhhandel.editions import MASTER_ENGLISH
from kuhstall.games.kuhhandel.events import GameEnded, TradeBegan, TradeSettled, TurnBegan
from tests.games.master.scenes import THREE, MasterStage, scene


def trading(mine: int = 1, theirs: int = 1, kind: str = "rat", **rules: Any) -> MasterStage:
    """Seat 0 has challenged seat 1 for a kind."""
    stage = scene(**({"herds": ({kind: mine}, {kind: theirs})} | rules))
    stage.do(0, ChallengeTrade(kind, 1))  # type: ignore[arg-type]
    return stage


def bout(stage: MasterStage, offer: tuple[int, ...], counter: tuple[int, ...]) -> TradeSettled:
    stage.do(0, Offer(offer))
    stage.do(1, Counter(counter))
    return stage.last(TradeSettled)


def test_rats_are_a_kind_to_trade_and_pedigrees_are_none() -> None:
    stage = scene(herds=({"rat": 1}, {"rat": 1}), pedigrees=(("cow",), ("dog",)))
    assert stage.legal(0) == [AuctionOff(), ChallengeTrade("rat", 1)]


def test_the_higher_bidder_is_rid_of_a_rat() -> None:
    stage = trading(2, 1)
    settled = bout(stage, (50,), (20,))
    assert (settled.winner, stage.rats(0), stage.rats(1)) == (0, 1, 2)

    stage = trading(2, 1)
    settled = bout(stage, (20,), (50,))
    assert (settled.winner, stage.rats(0), stage.rats(1)) == (1, 3, 0)
    assert (stage.cash(0), stage.cash(1)) == (130, 70)  # money as in every trade


@pytest.mark.parametrize(
    ("mine", "theirs", "stake"), [(1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 3, 1), (3, 1, 1), (2, 2, 2)]
)
def test_c_03_two_rats_only_for_two(mine: int, theirs: int, stake: int) -> None:
    stage = trading(mine, theirs)
    assert stage.last(TradeBegan) == TradeBegan(0, 1, "rat", stake)
    bout(stage, (50,), (20,))
    assert (stage.rats(0), stage.rats(1)) == (mine - stake, theirs + stake)


@pytest.mark.parametrize(("mine", "stake"), [(1, 1), (2, 2)])
def test_a_07_who_accepts_takes_the_money_and_the_rats(mine: int, stake: int) -> None:
    stage = trading(mine, mine)
    stage.do(0, Offer((10, 50)))
    stage.do(1, Accept())

    assert (stage.rats(0), stage.rats(1)) == (0, 2 * stake)
    assert (stage.cash(0), stage.cash(1)) == (40, 160)
    assert stage.last(TradeSettled).winner == 0


@pytest.mark.parametrize("mine", [1, 2])
def test_d_09_after_a_second_tie_the_challenger_gives_the_rats_away(mine: int) -> None:
    stage = trading(mine, mine)
    assert bout(stage, (20,), (10, 10)).winner is None
    assert (stage.rats(0), stage.rats(1)) == (mine, mine)
    settled = bout(stage, (50,), (50,))

    assert (settled.bout, settled.tied, settled.winner) == (2, True, 0)
    assert (stage.rats(0), stage.rats(1)) == (0, 2 * mine)


def test_d_26_the_challenger_counts_as_the_higher_bidder_after_two_ties() -> None:
    for kind, gained in (("cow", 1), ("rat", -1)):
        stage = trading(2, 1, kind)
        bout(stage, (), (0,))
        assert bout(stage, (), (0,)).winner == 0
        assert stage.herd(0, kind) == 2 + gained  # type: ignore[arg-type]


# --- money, by the rules of Master -------------------------------------------------------------


def test_d_02_an_empty_offer_by_the_two_presets() -> None:
    stage = trading()
    assert stage.options(0) == (Pick(Offer(()), "cards", THREE[0], 0),)
    english = trading(edition=MASTER_ENGLISH)
    assert english.refused(0, Offer(())) == "too_few"
    english.do(0, Offer((0,)))
    penniless = trading(edition=MASTER_ENGLISH, purses=((), (10,), ()))
    penniless.do(0, Offer(()))


def test_d_04_a_counter_needs_a_card() -> None:
    stage = trading()
    stage.do(0, Offer(()))
    assert stage.refused(1, Counter(())) == "too_few"
    stage.do(1, Counter((0,)))
    penniless = trading(purses=((10,), (), ()))
    penniless.do(0, Offer(()))
    assert penniless.legal(1) == [Accept()]


@pytest.mark.parametrize(
    ("tie_money", "purses"),
    [
        ("auto", ((0, 0, 10, 10, 10, 10, 10, 50), (0, 0, 10, 20, 20, 50))),
        ("exchanged", ((0, 0, 10, 10, 10, 10, 10, 50), (0, 0, 10, 20, 20, 50))),
        ("returned", (THREE[0], THREE[0])),
    ],
)
def test_d_07_money_after_a_first_tie(tie_money: str, purses: Any) -> None:
    stage = trading(tie_money=tie_money)
    bout(stage, (20,), (10, 10))
    assert stage.world.purses[:2] == purses


@pytest.mark.parametrize(("second", "exchanged"), [("as_tie", True), ("returned", False)])
def test_d_08_money_after_a_second_tie(second: str, exchanged: bool) -> None:
    stage = trading(second_tie_money=second)
    bout(stage, (), (0,))
    before = stage.world.purses
    bout(stage, (20,), (10, 10))
    assert (stage.world.purses != before) == exchanged
    assert stage.rats(0) == 0


@pytest.mark.parametrize(
    ("back", "mine", "theirs"),
    [(False, (10, 500), (0, 0, 50)), (True, (0, 0, 10, 500), (50,))],
)
def test_d_10_bluff_cards_change_hands(back: bool, mine: Any, theirs: Any) -> None:
    stage = trading(purses=((0, 0, 10, 50), (500,), ()), return_zero_cards=back)
    bout(stage, (0, 0, 50), (500,))
    assert stage.world.purses[:2] == (mine, theirs)


@pytest.mark.parametrize(
    ("money", "mine"), [("exchange", 120), ("winner_pays", 170), ("all_returned", 100)]
)
def test_d_11_the_money_of_a_rat_trade_follows_the_higher_bid(money: str, mine: int) -> None:
    stage = trading(trade_money=money)
    bout(stage, (50,), (10, 10, 50))
    assert stage.rats(0) == 2
    assert (stage.cash(0), stage.cash(1)) == (mine, 200 - mine)


def test_c_01_a_penniless_challenger_offers_nothing() -> None:
    stage = trading(kind="cow", purses=((), (10,), ()))
    stage.do(0, Offer(()))
    stage.do(1, Accept())
    assert stage.herd(0, "cow") == 2
    stage = trading(kind="cow", purses=((), (10,), ()))
    bout(stage, (), (10,))
    assert (stage.herd(0, "cow"), stage.herd(1, "cow"), stage.cash(0)) == (0, 2, 10)


def test_trade_sums_are_compared_in_secret() -> None:
    stage = trading()
    bout(stage, (50,), (20,))
    for viewer in (2, None):
        settled = stage.last(TradeSettled, viewer)
        assert settled.offer is settled.counter is settled.to_challenger is None
        assert settled.winner == 0
    assert stage.last(TradeSettled, 1).offer == (50,)


# --- the forced phase --------------------------------------------------------------------------


def test_c_17_who_has_only_rats_must_trade_for_them() -> None:
    stage = scene(herds=({"rat": 1}, {"rat": 3}), rest=2)
    assert stage.legal(0) == [ChallengeTrade("rat", 1)]


def test_c_17_who_has_all_rats_is_skipped() -> None:
    stage = scene(herds=({"cow": 1, "pig": 2}, {"rat": 4}, {"cow": 3, "pig": 2}), rest=2, turn=0)
    stage.do(0, ChallengeTrade("cow", 2))
    stage.do(0, Offer(()))
    stage.do(2, Accept())
    assert stage.log[-1] == TurnBegan(2)


def test_c_18_only_rats_are_incomplete() -> None:
    stage = scene(herds=({"rat": 2}, {"rat": 2}), rest=2)
    stage.do(0, ChallengeTrade("rat", 1))
    stage.do(0, Offer((10,)))
    assert stage.count(GameEnded) == 0
    stage.do(1, Accept())
    assert stage.last(GameEnded).reason == "complete"
    assert stage.rats(1) == 4


def test_a_23_d_24_one_trade_a_turn_and_then_the_next() -> None:
    stage = scene(herds=({"cow": 2, "rat": 1}, {"cow": 2, "rat": 3}), rest=2, super_kuhhandel=True)
    stage.do(0, ChallengeTrade("cow", 1))
    stage.do(0, Offer((10,)))
    stage.do(1, Accept())
    assert stage.log[-1] == TurnBegan(1)
    assert stage.legal(1) == [ChallengeTrade("rat", 0)]
