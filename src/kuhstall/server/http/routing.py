"""The HTTP part as a list of routes, each with its types: calls and their description share it."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from kuhstall.server.hosting.shared_answer import SharedAnswer
from kuhstall.server.http.accounts import Accounts, Caller
from kuhstall.server.http.home import House
from kuhstall.server.http.problems import JSON, ProblemError, problem_response, too_busy
from kuhstall.server.limits.callers import household
from kuhstall.server.limits.load_level import Kind
from kuhstall.server.limits.rates import REQUESTS, Limit
from kuhstall.server.ws.node import Node

MAX_BODY: Final = 8192
LONG: Final = 65_536
"""The most that a call may bring where there can be a card file in it."""

_PACKING: Final = 5  # beyond it, time grows faster than anything shrinks
_WORD: Final = re.compile("[a-z0-9]{1,40}")
"""Ids and codes look like this. Nothing else is asked of a store, which might choke on it."""

Who: TypeAlias = Literal["anybody", "guest", "person"]
"""Who may call: anybody; anybody, who becomes a guest by calling; or only people with a session."""


class Call(Struct, frozen=True):
    """One call: who makes it, and what they bring along."""

    node: Node
    accounts: Accounts
    caller: Caller
    path: dict[str, str]
    body: Any
    lobby: SharedAnswer[bytes]
    house: House = House()


class Nothing(Struct, frozen=True):
    pass


class Entered(Struct, frozen=True):
    """An answer to somebody who has another session from now on."""

    caller: Caller
    answer: Any


Handler: TypeAlias = Callable[[Call], Awaitable[Any]]


class Endpoint(Struct, frozen=True):
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    answer: Any
    body: Any = None
    who: Who = "anybody"
    limit: Limit = REQUESTS
    status: int = 200
    ends: bool = False  # the session: the cookie is taken back
    program: bool = False  # whoever calls becomes another guest, who gets no cookie
    shed: Kind | None = None  # as what it is refused when the node has too much to do
    most: int = MAX_BODY
    kept: int = (
        0  # seconds for which the caller may keep the answer, if it is long and never changes
    )


def make_route(endpoint: Endpoint) -> StarletteRoute:
    """Make a Starlette route of an endpoint."""

    async def call(request: Request) -> Response:
        try:
            return await _serve(endpoint, request)
        except ClientDisconnect:  # in the middle of the body: there is nobody to answer
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        except Exception as error:  # noqa: BLE001 -- sorted out below, what is unknown raised again
            refused = problem_response(error)
            guest: Caller | None = getattr(request.state, "guest", None)
            if guest is not None:  # whoever has become a guest stays one, whatever they asked for
                request.app.state.accounts.keep(guest, refused, ended=False)
            return refused

    return StarletteRoute(endpoint.path, call, methods=[endpoint.method])


def count_call(request: Request, limit: Limit) -> str:
    """Count a call for the address that it comes from, which is returned."""
    node: Node = request.app.state.node
    address = household(request.client.host) if request.client else ""
    if not node.limiter.admits(limit, address, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    return address


async def _serve(endpoint: Endpoint, request: Request) -> Response:
    node: Node = request.app.state.node
    accounts: Accounts = request.app.state.accounts
    address = count_call(request, endpoint.limit)
    if endpoint.method != "GET":
        accounts.check_origin(request)
    if not all(map(_WORD.fullmatch, request.path_params.values())):
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_path")
    if endpoint.shed == "table" and node.admission.is_refused("table"):
        raise too_busy(node.admission.refuse("table"))
    body = await _body(endpoint, request)
    caller = Caller(address, program=True)
    if not endpoint.program:
        caller = await accounts.caller(request, address)
    if node.admission.is_refused("visitor"):
        await _turn_away(endpoint, node, caller, request.path_params.get("table", ""))
    if endpoint.who == "guest" and caller.person is None:
        name = getattr(body, "name", None)
        caller = await accounts.guest(caller, name, node.limiter, node.service.clock.steady())
        request.state.guest = caller
    if endpoint.who == "person" and caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    state = request.app.state
    path = dict(request.path_params)
    call = Call(node, accounts, caller, path, body, state.lobby, state.house)
    found = await endpoint.handler(call)
    if isinstance(found, Entered):
        caller, found = found.caller, found.answer
    data = found if isinstance(found, bytes) else msgspec.json.encode(found)
    headers = {}
    if endpoint.kept:
        headers = {"cache-control": f"private, max-age={endpoint.kept}", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = await asyncio.to_thread(gzip.compress, data, _PACKING, mtime=0)
            headers["content-encoding"] = "gzip"
    response = Response(data, status_code=endpoint.status, headers=headers, media_type=JSON)
    accounts.keep(caller, response, ended=endpoint.ends)
    return response


async def _turn_away(endpoint: Endpoint, node: Node, caller: Caller, table: str) -> None:
    """Refuse whoever is new, or looks at a table where they do not sit; let those who sit there in.

    Nobody has become a guest by then, and nothing has waited for the table.
    """
    if endpoint.who != "guest" and endpoint.shed != "visitor":
        return
    if caller.person is not None:
        if endpoint.shed != "visitor":
            return
        live = await node.service.cache.live_table(table)
        if live.party.seat(caller.person.id) is not None:
            return
    raise too_busy(node.admission.refuse("visitor"))


async def _body(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise ProblemError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "json_only")
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > endpoint.most:
            raise ProblemError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")
    try:
        return msgspec.json.decode(data or b"{}", type=endpoint.body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", str(error)) from error
