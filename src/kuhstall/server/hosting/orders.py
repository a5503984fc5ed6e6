"""Standing orders at slow tables: placed and read by their owner alone, handed in with a step.

Nothing of them is in a step, a frame or news. What a step hands in by order is written in its
transaction, so no crash comes between the two, and nobody can tell it from an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.engine.kernel import check
from kuhstall.engine.values import Illegal
from kuhstall.games.orders import OrderBook, Prospect, StandingOrders, placed, to_come
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.party.decide import Outcome
from kuhstall.server.party.party import Party
from kuhstall.server.store import SealedAction, Store, UnavailableError
from kuhstall.server.store.orders import OrderedAction

_ATTEMPTS: Final = 20
_NOTHING: Final = b"{}"


class LotLine(Struct, frozen=True):
    """Something that is still to come, and up to which price its owner would go; null: no order.

    `left` is how many of it are in the pile. An amount is a multiple of `step` up to `most`; 0
    passes.
    """

    lot: str
    left: int
    most: int
    step: int
    amount: int | None = None


class PlacedOrders(Struct, frozen=True):
    """Somebody's own orders. `others`: pass on all else. `ahead`: auction when it is one's turn."""

    lots: tuple[LotLine, ...]
    others: bool = False
    ahead: bool = False


class OrderDesk:
    """Takes and shows orders. The caller has seen to it that it is their owner who asks."""

    def __init__(self, store: Store, cache: TableCache) -> None:
        self._store = store
        self._cache = cache

    async def read(self, table: str, person: str) -> PlacedOrders:
        live = await self._cache.current_table(table, person)
        prospects = _prospects(live, person)
        kept = (await self._store.placed_orders(table)).get(person, _NOTHING)
        return _shown(prospects, msgspec.json.decode(kept, type=StandingOrders))

    async def place(
        self, table: str, person: str, amounts: Mapping[str, int], *, others: bool, ahead: bool
    ) -> PlacedOrders:
        """Keep orders instead of those before. They are for what comes after the newest step."""
        for _ in range(_ATTEMPTS):
            live = await self._cache.current_table(table, person)
            seq, prospects = live.seq, _prospects(live, person)
            orders = placed(prospects, amounts, others=others, ahead=ahead)
            if await self._store.place_orders(table, seq, person, msgspec.json.encode(orders)):
                return _shown(prospects, orders)
        raise UnavailableError(f"{table}: too many races lost")


def _prospects(live: LiveTable, person: str) -> tuple[Prospect, ...]:
    """List what may be ordered for; refuse where nothing may, or by somebody who does not play."""
    if live.party.seat(person) is None:
        raise Illegal("not_seated")
    book: OrderBook[Any] | None = live.state.edition.game.orders
    if book is None or not _takes_orders(live.party):
        raise Illegal("no_orders")
    return tuple(book.prospects(live.state))


def _takes_orders(party: Party) -> bool:
    return party.is_slow and party.stage == "playing"


def _shown(prospects: tuple[Prospect, ...], orders: StandingOrders) -> PlacedOrders:
    amounts = to_come(orders, prospects)
    lots = [LotLine(o.lot, o.left, o.most, o.step, amounts.get(o.lot)) for o in prospects]
    return PlacedOrders(tuple(lots), orders.others, orders.ahead)


async def ordered_actions(store: Store, live: LiveTable, outcome: Outcome) -> list[OrderedAction]:
    """List what a step hands in by order, if it asks for something that may have been ordered.

    The store is asked whenever it could have orders: how long a step takes tells nothing.
    """
    party, state = outcome.party, outcome.state
    book: OrderBook[Any] | None = state.edition.game.orders
    asks = state.phase.ordered and state.moment != live.state.moment
    if book is None or not asks or not _takes_orders(party):
        return []
    found = []
    for person, body in (await store.placed_orders(live.id)).items():
        seat = party.seat(person)
        if seat is None or party.places[seat].player is not None:
            continue  # a bot that plays for somebody goes by its own lights
        action = book.envelope(state, seat, msgspec.json.decode(body, type=StandingOrders))
        if action is not None:
            written = msgspec.json.encode(check(state, seat, action))
            sealed = SealedAction(seat, f"order/{state.moment}", written)
            found.append(OrderedAction(state.moment, sealed, person, body))
    return found
