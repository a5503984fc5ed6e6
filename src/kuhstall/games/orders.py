"""Standing orders: what a player will write into an envelope that is not asked for yet.

A game says what is still to come, and what an order comes to when its envelope is asked for.
Orders are no actions: nothing is decided by them, and no event knows of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Illegal, Seat

T = TypeVar("T", bound=Table[Any, Any])


class Prospect(Struct, frozen=True):
    """Something that is still to come, how often, and what may be ordered for the next of it."""

    lot: str
    left: int
    most: int
    step: int


class LotOrder(Struct, frozen=True):
    """Up to which price, 0 for none; and which of its kind: the one after which fewer are left.

    So an order is for one lot, and is over by itself when that one has come.
    """

    amount: int
    left: int


class StandingOrders(Struct, frozen=True, omit_defaults=True):
    """All orders of a seat. `others`: pass on what none is for. `ahead`: auction on one's turn."""

    lots: dict[str, LotOrder] = {}
    others: bool = False
    ahead: bool = False


class OrderBook(Struct, Generic[T], frozen=True):
    """What a game knows of orders.

    `prospects` is from facts that everybody knows. `envelope` is what a seat hands in now by its
    orders: one of its options, or None where none of them is for what is asked. `supposed` is the
    table as if a lot had come and the seat's turn were next: for those who think about an order.
    """

    prospects: Callable[[T], Sequence[Prospect]]
    envelope: Callable[[T, Seat, StandingOrders], Action | None]
    supposed: Callable[[T, Seat, str], T]


def placed(
    prospects: Sequence[Prospect], amounts: Mapping[str, int], *, others: bool, ahead: bool
) -> StandingOrders:
    """Place orders for the next of each kind; refuse what can never be handed in."""
    known = {one.lot: one for one in prospects}
    for lot, amount in amounts.items():
        if lot not in known:
            raise Illegal("no_such_lot")
        if not 0 <= amount <= known[lot].most or amount % known[lot].step:
            raise Illegal("no_such_amount")
    lots = {lot: LotOrder(amount, known[lot].left) for lot, amount in amounts.items()}
    return StandingOrders(lots, others, ahead)


def to_come(orders: StandingOrders, prospects: Sequence[Prospect]) -> dict[str, int]:
    """List the prices of orders that are still for something, by lot."""
    left = {one.lot: one.left for one in prospects}
    return {lot: one.amount for lot, one in orders.lots.items() if left.get(lot) == one.left}
