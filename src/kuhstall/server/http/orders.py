"""Standing orders over HTTP: one's own, and nobody else's."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.hosting.orders import PlacedOrders
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Endpoint


class NewOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """Orders instead of all before: amounts by lot, and what to do with all else."""

    lots: dict[str, int] = {}
    others: bool = False
    ahead: bool = False


async def orders(call: Call) -> PlacedOrders:
    """Tell up to which prices you would go for what is still to come at a slow table."""
    table, person = await _asked(call)
    try:
        return await call.node.service.orders.read(table, person)
    except Illegal as illegal:
        raise ProblemError(HTTPStatus.NOT_FOUND, illegal.code) from illegal


async def place_orders(call: Call) -> PlacedOrders:
    """Say up to which prices you would go; the server hands it in when it is asked for."""
    table, person = await _asked(call)
    new: NewOrders = call.body
    if not call.node.admits_command(table, person, call.caller.address):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    try:
        return await call.node.service.orders.place(
            table, person, new.lots, others=new.others, ahead=new.ahead
        )
    except Illegal as illegal:
        raise ProblemError(HTTPStatus.CONFLICT, illegal.code) from illegal


async def _asked(call: Call) -> tuple[str, str]:
    """Name the table and the person; refuse whoever does not sit there."""
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    table = call.path["table"]
    live = await call.node.service.cache.live_table(table)
    if live.party.seat(person.id) is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_seated")
    return table, person.id


_ORDERS: Final = "/api/tables/{table}/orders"

ENDPOINTS: Final = (
    Endpoint("GET", _ORDERS, orders, PlacedOrders, who="person", shed="visitor"),
    Endpoint("POST", _ORDERS, place_orders, PlacedOrders, NewOrders, "person", shed="visitor"),
)
