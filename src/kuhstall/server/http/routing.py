"""Routing: serves endpoints with Starlette."""

from __future__ import annotations

import asyncio
import gzip
import math
import re
import time
from http import HTTPStatus
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute

from kuhstall.server.features.accounts.sessions import Accounts, Caller
from kuhstall.server.http.endpoint import Call, Endpoint, Entered, decode_body
from kuhstall.server.http.problems import JSON, ProblemError, problem_of, too_busy
from kuhstall.server.http.request_ids import REQUEST
from kuhstall.server.limits.abuse_log import OF_CODE
from kuhstall.server.limits.callers import household
from kuhstall.server.limits.rates import Limit
from kuhstall.server.ops.node import Node

_PACKING: Final = 5  # above it, time grows faster than the size shrinks
_WORD: Final = re.compile("[a-z0-9]{1,40}")
"""The form of ids and codes. Nothing else is passed to a store, which might fail on it."""


def make_route(endpoint: Endpoint) -> StarletteRoute:
    """Return the Starlette route of an endpoint."""

    async def call(request: Request) -> Response:
        began = time.perf_counter()
        answered = await answer(request)
        metrics = request.app.state.node.metrics
        seen = metrics.http.labels(endpoint.method, endpoint.path, str(answered.status_code))
        seen.observe(time.perf_counter() - began)
        return answered

    async def answer(request: Request) -> Response:
        try:
            return await _serve(endpoint, request)
        except ClientDisconnect:  # in the middle of the body: there is no one to answer
            return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
        except Exception as error:  # noqa: BLE001 -- handled below, unknown ones are raised again
            refused = refuse(request, endpoint.path, error)
            guest: Caller | None = getattr(request.state, "guest", None)
            if guest is not None:  # a new guest keeps the session, even if the call is refused
                request.app.state.accounts.keep(guest, refused, ended=False)
            return refused

    return StarletteRoute(endpoint.path, call, methods=[endpoint.method])


def problem_response(error: Exception) -> Response:
    """Return the response to an error; raise an unknown one again, so that it becomes a 500."""
    status, problem, headers = problem_of(error)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        problem = replace(problem, request=REQUEST.get())
    data = msgspec.json.encode(problem)
    return Response(data, status_code=status, headers=headers, media_type=JSON)


def refuse(request: Request, route: str, error: Exception) -> Response:
    """Return the response to an error; log it, if it may be abuse."""
    kind = OF_CODE.get(error.problem.code) if isinstance(error, ProblemError) else None
    if kind is not None and request.client is not None:
        request.app.state.node.abuse.note(kind, household(request.client.host), route)
    return problem_response(error)


def refuse_banned(request: Request) -> None:
    """Refuse a caller whose range of addresses is banned, and say until when."""
    node: Node = request.app.state.node
    end = node.address_bans.end(request.client.host) if request.client else None
    if end is not None:
        raise ProblemError(
            HTTPStatus.FORBIDDEN, "banned_address", detail={"until": math.ceil(end * 1000)}
        )


def count_call(request: Request, limit: Limit) -> str:
    """Count a call against the rate limit of its address; return the address."""
    node: Node = request.app.state.node
    address = household(request.client.host) if request.client else ""
    if not node.limiter.admits(limit, address, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    return address


async def _serve(endpoint: Endpoint, request: Request) -> Response:
    node: Node = request.app.state.node
    accounts: Accounts = request.app.state.accounts
    refuse_banned(request)
    address = count_call(request, endpoint.limit)
    if endpoint.limit.shared:
        await request.app.state.attempts.count(endpoint.limit, address)
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
    response = await _response(endpoint, request, data)
    accounts.keep(caller, response, ended=endpoint.ends)
    return response


async def _response(endpoint: Endpoint, request: Request, data: bytes) -> Response:
    """Return the response of an endpoint; compress it if the client may cache it."""
    headers = {}
    if endpoint.kept:
        headers = {"cache-control": f"private, max-age={endpoint.kept}", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = await asyncio.to_thread(gzip.compress, data, _PACKING, mtime=0)
            headers["content-encoding"] = "gzip"
    return Response(data, status_code=endpoint.status, headers=headers, media_type=endpoint.kind)


async def _turn_away(endpoint: Endpoint, node: Node, caller: Caller, table: str) -> None:
    """Refuse new callers, and visitors of a table; let those who sit there pass.

    At this point no guest has been created, and no call has waited for the table.
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
    return decode_body(endpoint, data)
