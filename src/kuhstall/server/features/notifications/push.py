"""Sends push messages: one until the player has looked, and none during their quiet hours."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Final

from kuhstall.server.features.notifications.delivery_queries import Delivery, Kind
from kuhstall.server.features.notifications.outbound_http import (
    ForbiddenAddressError,
    UndeliveredError,
)
from kuhstall.server.features.notifications.push_messages import Message, PushMessages
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.table.clock import Clock

_log = logging.getLogger(__name__)

LEASE: Final = 15.0
AT_ONCE: Final = 50
_FIRST_WAIT: Final = 30.0
_ATTEMPTS: Final = 7
"""With twice the wait each time, more than half an hour."""
_DAY: Final = 24 * 60

_UNASKED: Final = ("web.push.apple.com",)
"""Push services that cancel a browser's subscription if a message shows nothing."""


def quiet_for(quiet: Quiet, now: float) -> float:
    """Return for how many more seconds the player's quiet hours last; 0 outside of them."""
    minute = now / 60 % _DAY
    length = (quiet.ends - quiet.begins) % _DAY
    since = (minute - quiet.begins) % _DAY
    return (length - since) * 60 if since < length else 0.0


class PushSender:
    kind: Kind = "push"

    def __init__(
        self, people: People, messages: PushMessages, clock: Clock, metrics: Metrics
    ) -> None:
        self._people = people
        self.messages = messages
        self._clock = clock
        self._metrics = metrics

    @property
    def lease(self) -> float:
        return LEASE

    @property
    def most(self) -> int:
        return AT_ONCE

    async def send(self, delivery: Delivery) -> None:
        """Send a push message to all devices of a person, if they are to be told now."""
        person = delivery.recipient
        push = await self._people.due_push(person)
        if push is None:
            await self._people.postpone_delivery(delivery, None)
            return
        asks = push.waits or push.night
        wait = quiet_for(push.quiet, self._clock.now()) if asks else 0.0
        if wait:
            await self._people.postpone_delivery(delivery, wait, delivery.attempts)
            return
        if not asks:
            await self._people.note_withdrawal(person)
        message: Message = "night" if push.night else "waits" if push.waits else "rests"
        told = await asyncio.gather(*(self._send(one, message) for one in push.devices))
        given_up = delivery.attempts + 1 >= _ATTEMPTS
        if any(told) or all(one is None for one in told) or given_up:
            if push.night:
                await self._people.note_reminded(delivery)
            else:
                await self._people.note_told(delivery, waits=push.waits)
        else:
            again = _FIRST_WAIT * 2**delivery.attempts
            await self._people.postpone_delivery(delivery, again, delivery.attempts + 1)

    async def _send(self, device: PushSubscription, message: Message) -> bool | None:
        """Send to a device. Return True if delivered, False to retry, None to give up on it."""
        if message == "rests" and _host(device).endswith(_UNASKED):
            return None
        try:
            status = await self.messages.send(device, message)
        except ForbiddenAddressError:
            status = HTTPStatus.GONE
        except UndeliveredError as error:
            _log.warning("%s cannot be reached: %s", _host(device), error)
            status = HTTPStatus.BAD_GATEWAY
        self._metrics.pushes.labels(f"{status // 100}xx").inc()
        if status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            await self._people.remove_device(device.endpoint)
            return None
        if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return False
        if status >= HTTPStatus.MULTIPLE_CHOICES:
            _log.warning("%s does not take messages: %d", _host(device), status)
            return None
        return True


def _host(device: PushSubscription) -> str:
    return device.endpoint.split("/")[2]
