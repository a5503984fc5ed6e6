"""Standing orders at slow tables: placed and read by their owner alone.

No step, frame or outbox entry contains them. When a step opens an auction, the answers that follow
from orders are written in the same transaction. So a crash cannot separate the two, and other
players cannot tell such an answer from one given by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.engine.kernel import check
from kuhstall.engine.values import Illegal
from kuhstall.games.orders import OrderBook, Prospect, StandingOrders, placed, to_come
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import OrderedAction, SealedAction, TableLog, UnavailableError
from kuhstall.server.table.party.decide import Outcome
from kuhstall.server.table.party.party import Party

_ATTEMPTS: Final = 20
_NOTHING: Final = b"{}"


class LotLine(Struct, frozen=True):
    """A lot that is still to come, and the highest bid that the player ordered; null: no order.

    `left` is how many such cards are in the pile. An amount is a multiple of `step` up to `most`;
    0 passes. For a pedigree it counts cards, for a rat how often to pass it on.
    """

    lot: str
    left: int
    most: int
    step: int
    amount: int | None = None


class PlacedOrders(Struct, frozen=True):
    """A player's own orders.

    `others`: pass on all other lots. `ahead`: start an auction when it is the player's turn.
    """

    lots: tuple[LotLine, ...]
    others: bool = False
    ahead: bool = False


class OrderService:
    """Stores and reads orders. The caller has checked that the person is their owner."""

    def __init__(self, store: TableLog, cache: TableCache) -> None:
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
        """Replace a player's orders. The new ones count from the next step on."""
        for _ in range(_ATTEMPTS):
            live = await self._cache.current_table(table, person)
            seq, prospects = live.seq, _prospects(live, person)
            orders = placed(prospects, amounts, others=others, ahead=ahead)
            if await self._store.place_orders(table, seq, person, msgspec.json.encode(orders)):
                return _shown(prospects, orders)
        raise UnavailableError(f"table {table}: lost too many races against other nodes")


def _prospects(live: LiveTable, person: str) -> tuple[Prospect, ...]:
    """List the lots that may be ordered for; refuse if there are none, or for a visitor."""
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


async def ordered_actions(
    store: TableLog, live: LiveTable, outcome: Outcome
) -> list[OrderedAction]:
    """List the answers that follow from orders, if the step asks for such answers.

    Query the store whenever orders are possible, even if there are none: so the duration of a step
    does not reveal whether a player has placed any.
    """
    party, state = outcome.party, outcome.state
    book: OrderBook[Any] | None = state.edition.game.orders
    asks = state.phase.ordered(state) and state.moment != live.state.moment
    if book is None or not asks or not _takes_orders(party):
        return []
    found = []
    for person, body in (await store.placed_orders(live.id)).items():
        seat = party.seat(person)
        if seat is None or party.places[seat].player is not None:
            continue  # a bot that plays for an absent player ignores their orders
        action = book.envelope(state, seat, msgspec.json.decode(body, type=StandingOrders))
        if action is not None:
            written = msgspec.json.encode(check(state, seat, action))
            sealed = SealedAction(seat, f"order/{state.moment}", written)
            found.append(OrderedAction(state.moment, sealed, person, body))
    return found
