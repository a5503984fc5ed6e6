"""Standing orders in Kuhhandel Master: for animals as in the classic game, pedigrees and rats."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.kernel import check
from kuhstall.engine.values import Illegal
from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap
from kuhstall.games.kuhhandel.master.edition import MASTER
from kuhstall.games.kuhhandel.master.events import SlapExposed
from kuhstall.games.kuhhandel.master.orders import ORDERS, envelope, prospects
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.orders import LotOrder, StandingOrders, placed
from tests.games.kuhhandel.scenes import Stage, scene
from tests.games.master.scenes import MasterStage
from tests.games.master.scenes import scene as master_scene

PURSE = (0, 0, 10, 10, 10, 20, 50)


def turn(*deck: str, seats: int = 3) -> Stage:
    purses = (PURSE,) * seats
    stage = scene(MASTER, purses=purses, auction_mode="sealed", envelope_tie="seat_order")
    stage.table = replace(stage.table, world=replace(stage.world, deck=deck))
    return stage


def test_c_34_where_nobody_names_a_number_only_animals_are_ordered_for() -> None:
    stage = turn("pig", "rat", "pedigree:cow", "pig")
    assert [(one.lot, one.left) for one in prospects(stage.table)] == [("pig", 2)]
    orders = placed(prospects(stage.table), {"pig": 40}, others=True, ahead=True)
    stage.auction()
    assert envelope(stage.table, 2, orders) == NameMaximum(40)
    assert prospects(turn("pig", "cow", seats=2).table) == ()  # two divide the deck


def test_c_35_c_36_an_order_is_an_envelope_like_any_other() -> None:
    one, other = turn("pig", "cow").auction(), turn("pig", "cow").auction()
    action = envelope(one.table, 1, StandingOrders({"pig": LotOrder(9000, 1)}))
    assert action == NameMaximum(sum(PURSE), ahead=False)
    told = one.envelopes({1: action, 2: NameMaximum(30)})
    assert told == other.envelopes({1: NameMaximum(100), 2: NameMaximum(30)})


# --- pedigrees and rats ---

MODES = {"pedigree_mode": "envelopes", "rat_mode": "envelopes"}


def pile(*deck: Any, purse: tuple[int, ...] = PURSE, **rules: Any) -> MasterStage:
    chosen: dict[str, Any] = {**MODES, "slap_tie": "seat_order"} | rules
    stage = master_scene(purses=(purse,) * 3, deck=deck, **chosen)
    stage.table = replace(stage.table, world=replace(stage.world, deck=deck))
    return stage


def ordered(stage: MasterStage, lots: dict[str, int], *, others: bool = False) -> StandingOrders:
    return placed(prospects(stage.table), lots, others=others, ahead=False)


def test_c_41_pedigrees_and_rats_in_the_pile_are_ordered_for() -> None:
    stage = pile("rat", "pig", "pedigree:cow", "rat")
    listed = [(one.lot, one.left, one.most, one.step) for one in prospects(stage.table)]
    assert listed == [("pedigree:cow", 1, 10, 1), ("rat", 2, 30, 1)]
    assert prospects(pile("rat", "pedigree:cow", rat_mode="round").table) == prospects(
        pile("pedigree:cow").table
    )
    stepwise = pile("rat", "pedigree:cow", pedigree_mode="stepwise", rat_mode="round")
    assert prospects(stepwise.table) == ()
    for wrong in ({"pedigree:cow": 11}, {"rat": -1}, {"pedigree:pig": 2}):
        with pytest.raises(Illegal):
            ordered(stage, wrong)


@pytest.mark.parametrize(("ordered_count", "named"), [(0, 0), (4, 4), (10, 7)])
def test_c_41_a_pedigree_is_slapped_for_as_ordered_and_never_for_more_cards(
    ordered_count: int, named: int
) -> None:
    stage = pile("pedigree:cow", "pig")
    orders = ordered(stage, {"pedigree:cow": ordered_count})
    stage.turned_up()
    assert stage.phase.ordered(stage.table)
    for seat in range(3):  # the auctioneer, too: up to how many cards to buy it out
        assert envelope(stage.table, seat, orders) == Slap(named)
        assert check(stage.table, seat, Slap(named)) == Slap(named)
    assert envelope(stage.table, 1, StandingOrders()) is None
    assert envelope(stage.table, 1, StandingOrders(others=True)) == Slap(0)


def test_c_41_no_order_exposes_its_owner_and_none_counts_when_all_hand_in_anew() -> None:
    stage = pile("pedigree:cow", "pig", overbid="restart_excluded", hand_counts="hidden")
    orders = ordered(stage, {"pedigree:cow": 10})
    stage.turned_up()
    stage.step({1: Slap(9), 2: Slap(0), 0: Slap(0)})  # seat 1 bluffs by hand, and is exposed
    assert stage.last(SlapExposed).seat == 1
    assert isinstance(stage.phase, Countdown)
    assert envelope(stage.table, 2, orders) is None
    poor = pile("pedigree:cow", "pig", purse=(500,), hand_counts="hidden")
    order = ordered(poor, {"pedigree:cow": 10})
    poor.turned_up()
    assert {envelope(poor.table, seat, order) for seat in poor.actors} == {Slap(1)}


@pytest.mark.parametrize(("times", "passes"), [(0, 0), (3, 3), (30, 7)])
def test_c_41_a_rat_is_passed_on_as_often_as_ordered(times: int, passes: int) -> None:
    stage = pile("rat", "rat", "pig")
    orders = ordered(stage, {"rat": times})
    assert envelope(stage.table, 1, orders) is None  # nothing is asked yet
    stage.turned_up()
    assert stage.phase.ordered(stage.table)
    action = envelope(stage.table, 1, orders)
    assert action == PassRat(passes)
    assert check(stage.table, 1, PassRat(passes)) == PassRat(passes)
    assert envelope(stage.table, 1, StandingOrders(others=True)) is None
    assert envelope(stage.table, 1, ordered(pile("rat"), {"rat": times})) is None  # a later one


def test_c_41_other_modes_take_no_orders() -> None:
    stage = pile("pedigree:cow", "pig", pedigree_mode="stepwise")
    orders = StandingOrders({"pedigree:cow": LotOrder(3, 1)}, others=True)
    stage.turned_up()
    assert not stage.phase.ordered(stage.table)
    assert envelope(stage.table, 1, orders) is None


@pytest.mark.parametrize("lot", ["pedigree:cow", "rat", "pig"])
def test_c_41_what_would_be_asked_can_be_supposed(lot: str) -> None:
    stage = pile("pig", "rat", "pedigree:cow", auction_mode="sealed")
    table = ORDERS.supposed(stage.table, 1, lot)
    assert lot not in table.world.deck
    assert 1 in table.phase.actors(table)
    assert table.phase.ordered(table)
