"""Standing orders over HTTP. Players can only read and change their own."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Illegal
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.table.orders import PlacedOrders


class NewOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """Orders that replace all earlier ones: amounts by lot, and what to do with everything else."""

    lots: dict[str, int] = {}
    others: bool = False
    ahead: bool = False


async def orders(call: Call) -> PlacedOrders:
    """Return the highest prices that you would pay for what is still to come at a slow table."""
    table, person = await _require_seat(call)
    try:
        return await call.node.service.orders.read(table, person)
    except Illegal as illegal:
        raise ProblemError(HTTPStatus.NOT_FOUND, illegal.code) from illegal


async def place_orders(call: Call) -> PlacedOrders:
    """Set the highest prices that you would pay; the server submits them when you are asked."""
    table, person = await _require_seat(call)
    new: NewOrders = call.body
    if not call.node.admits_command(table, person, call.caller.address):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    try:
        return await call.node.service.orders.place(
            table, person, new.lots, others=new.others, ahead=new.ahead
        )
    except Illegal as illegal:
        raise ProblemError(HTTPStatus.CONFLICT, illegal.code) from illegal


async def _require_seat(call: Call) -> tuple[str, str]:
    """Return the table and the person; refuse callers who do not sit there."""
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
