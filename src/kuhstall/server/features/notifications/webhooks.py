"""Calls the webhook of a table when the table waits, and retries a failed call.

`WebhookSender.send` decides whether to retry, and when: after 30 seconds, then twice as long each
time, six times at most. The delivery queue (`delivery_job.py`) calls it again when the row is due.
"""

from __future__ import annotations

import logging
import secrets
import socket
import ssl
from http import HTTPStatus
from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Seat
from kuhstall.server.features.notifications.breaker import BusyError
from kuhstall.server.features.notifications.delivery_queries import Delivery, Kind
from kuhstall.server.features.notifications.outbound_http import (
    ForbiddenAddressError,
    OutboundHttp,
    UndeliveredError,
)
from kuhstall.server.features.notifications.webhook_queries import DueWebhook
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics

_log = logging.getLogger(__name__)

LEASE: Final = 15.0
AT_ONCE: Final = 50
_ANSWER: Final = 8192
_FIRST_WAIT: Final = 30.0
_ATTEMPTS: Final = 7
_HEADERS: Final = {"Content-Type": "application/json", "User-Agent": "Kuhstall"}


class Waiting(Struct, frozen=True):
    """The body of a webhook call: the invite code of the table, and the seats it waits for.

    Everyone at the table knows all of it. In a sealed phase it names all seats that have to act,
    whether or not they have answered. A `moment` that is sent twice is the same one.
    """

    code: str
    moment: int
    seats: tuple[Seat, ...]
    waits: bool = True


class WebhookSender:
    kind: Kind = "webhook"

    def __init__(self, people: People, http: OutboundHttp, metrics: Metrics) -> None:
        self._people = people
        self._http = http
        self._metrics = metrics

    @property
    def lease(self) -> float:
        return LEASE

    @property
    def most(self) -> int:
        return AT_ONCE

    async def proves(self, address: str, owner: str) -> bool:
        """Send a challenge to an address, and check that it answers with it on a line by itself.

        This way no table sends requests to a server that does not expect them.
        """
        challenge = secrets.token_urlsafe(24)
        body = msgspec.json.encode({"challenge": challenge})
        try:
            status, answer = await self._http.ask(address, _HEADERS, body, owner, _ANSWER)
        except (ForbiddenAddressError, UndeliveredError):
            return False
        _, _, said = (b"\r\n" + answer).partition(b"\r\n\r\n")
        lines = [line.strip() for line in said.split(b"\n")]
        return status // 100 == HTTPStatus.OK // 100 and challenge.encode() in lines

    async def send(self, delivery: Delivery) -> None:
        """Call the webhook of a table if the table waits; schedule a retry if the call fails."""
        call = await self._people.due_webhook(delivery.recipient)
        if call is None:
            await self._people.postpone_delivery(delivery, None)
            return
        status, error = await self._call(call)
        self._metrics.webhooks.labels(f"{status // 100}xx").inc()
        if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            await self._people.drop_webhook(call.table, call.address)
            return
        if status // 100 == HTTPStatus.OK // 100:
            await self._people.note_called(delivery, call)
            return
        again = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
        again = again and delivery.attempts + 1 < _ATTEMPTS
        wait = _FIRST_WAIT * 2**delivery.attempts if again else None
        await self._people.note_failed(delivery, call, error, wait)

    async def _call(self, call: DueWebhook) -> tuple[int, str]:
        """Return the status of the answer, and what to say of it if it is an error."""
        seats = msgspec.json.decode(call.body, type=tuple[Seat, ...])
        body = msgspec.json.encode(Waiting(call.code, call.moment, seats))
        try:
            status = await self._http.post(call.address, _HEADERS, body, call.person)
        except ForbiddenAddressError:
            return HTTPStatus.GONE, "not allowed"
        except UndeliveredError as error:
            _log.warning("the webhook of %s cannot be reached: %s", call.table, error)
            return HTTPStatus.BAD_GATEWAY, _reason(error)
        return status, f"HTTP {status}"


def _reason(error: UndeliveredError) -> str:
    """Say why there was no answer, without details of this network."""
    match error.__cause__:
        case BusyError():
            return "too many requests at the same time, or too many that have failed"
        case TimeoutError():
            return "no answer in time"
        case socket.gaierror():
            return "the host was not found"
        case ssl.SSLError():
            return "no secure connection"
    return "no answer"
