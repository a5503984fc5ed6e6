"""Tells the address that the host of a table has given, once for each moment that it waits."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.push.courier import Courier, ForbiddenAddressError, UndeliveredError
from kuhstall.server.store import Store
from kuhstall.server.store.hooks import Call

_log = logging.getLogger(__name__)

LEASE: Final = 15.0
"""Longer than a courier takes: whoever has not said by then that it is done has died."""
AT_ONCE: Final = 50
_FIRST_WAIT: Final = 30.0
_ATTEMPTS: Final = 7
_HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "Kuhstall"}


class Waiting(Struct, frozen=True):
    """What an address is told: the invite code of its table, and which seats it asks.

    All of it is known to everybody at the table. In a sealed phase all seats that are asked are
    named, whoever has answered. A `moment` that comes twice is the same one.
    """

    code: str
    moment: int
    seats: tuple[Seat, ...]
    waits: bool = True


class Calling:
    def __init__(self, store: Store, courier: Courier, metrics: Metrics) -> None:
        self._store = store
        self._courier = courier
        self._metrics = metrics

    async def run(self) -> None:
        """Tell all addresses that are to be told."""
        claimed = AT_ONCE
        while claimed == AT_ONCE:
            calls = await self._store.claim_calls(LEASE, AT_ONCE)
            claimed = len(calls)
            await asyncio.gather(*map(self._call, calls))

    async def _call(self, call: Call) -> None:
        seats = msgspec.json.decode(call.body, type=tuple[Seat, ...])
        body = msgspec.json.encode(Waiting(call.code, call.moment, seats))
        try:
            status = await self._courier.post(call.address, _HEADERS, body)
        except ForbiddenAddressError:
            status = HTTPStatus.GONE
        except UndeliveredError as error:
            _log.warning("the address of %s cannot be reached: %s", call.table, error)
            status = HTTPStatus.BAD_GATEWAY
        self._metrics.hooks.labels(f"{status // 100}xx").inc()
        again = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
        if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            await self._store.drop_hook(call.table, call.address)
        elif again and call.attempts + 1 < _ATTEMPTS:
            wait = _FIRST_WAIT * 2**call.attempts
            await self._store.put_off_call(call.table, wait, call.attempts + 1)
        else:
            await self._store.note_called(call.table, call.moment)
