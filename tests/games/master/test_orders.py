"""Standing orders in Kuhhandel Master: as in the classic game, and not for pedigrees and rats."""

from __future__ import annotations

from msgspec.structs import replace

from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.master.edition import MASTER
from kuhstall.games.kuhhandel.orders import envelope, prospects
from kuhstall.games.orders import LotOrder, StandingOrders, placed
from tests.games.kuhhandel.scenes import Stage, scene

PURSE = (0, 0, 10, 10, 10, 20, 50)


def turn(*deck: str, seats: int = 3) -> Stage:
    purses = (PURSE,) * seats
    stage = scene(MASTER, purses=purses, auction_mode="sealed", envelope_tie="seat_order")
    stage.table = replace(stage.table, world=replace(stage.world, deck=deck))
    return stage


def test_c_34_only_animals_are_ordered_for() -> None:
    stage = turn("pig", "rat", "pedigree:cow", "pig")
    assert [(one.lot, one.left) for one in prospects(stage.table)] == [("pig", 2)]
    orders = placed(prospects(stage.table), {"pig": 40}, others=True, ahead=True)
    stage.auction()
    assert envelope(stage.table, 2, orders) == NameMaximum(40)
    assert prospects(turn("pig", "cow", seats=2).table) == ()  # two divide the deck


def test_c_35_c_36_an_order_is_an_envelope_like_any_other() -> None:
    one, other = turn("pig", "cow").auction(), turn("pig", "cow").auction()
    action = envelope(one.table, 1, StandingOrders({"pig": LotOrder(9000, 1)}))
    assert action == NameMaximum(one.phase.auction.cap, ahead=False)
    told = one.envelopes({1: action, 2: NameMaximum(30)})
    assert told == other.envelopes({1: NameMaximum(100), 2: NameMaximum(30)})
