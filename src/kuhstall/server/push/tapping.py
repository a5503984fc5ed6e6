"""Taps people on the shoulder: once until they have looked, not while they want quiet."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Final

from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.push.courier import ForbiddenAddressError, UndeliveredError
from kuhstall.server.push.messages import Messages
from kuhstall.server.store.people import People
from kuhstall.server.store.taps import Device, Quiet, Tap

_log = logging.getLogger(__name__)

LEASE: Final = 15.0
"""Longer than a courier takes: whoever has not said by then that it is done has died."""
AT_ONCE: Final = 50
_FIRST_WAIT: Final = 30.0
_ATTEMPTS: Final = 7
"""With twice the wait each time, more than half an hour."""
_DAY: Final = 24 * 60

_UNASKED: Final = ("web.push.apple.com",)
"""Push services that take a browser's messages away if one of them shows nothing."""


def quiet_for(quiet: Quiet, now: float) -> float:
    """Tell for how many seconds somebody wants quiet; 0 if they do not."""
    minute = now / 60 % _DAY
    length = (quiet.ends - quiet.begins) % _DAY
    since = (minute - quiet.begins) % _DAY
    return (length - since) * 60 if since < length else 0.0


class Tapping:
    def __init__(self, people: People, messages: Messages, clock: Clock, metrics: Metrics) -> None:
        self._people = people
        self.messages = messages
        self._clock = clock
        self._metrics = metrics

    async def run(self) -> None:
        """Tell everybody who is to be told."""
        claimed = AT_ONCE
        while claimed == AT_ONCE:
            taps = await self._people.claim_taps(LEASE, AT_ONCE)
            claimed = len(taps)
            await asyncio.gather(*map(self._tap, taps))

    async def _tap(self, tap: Tap) -> None:
        wait = quiet_for(tap.quiet, self._clock.now()) if tap.waits else 0.0
        if wait:
            await self._people.put_off(tap.person, wait, tap.attempts)
            return
        told = await asyncio.gather(*(self._send(one, waits=tap.waits) for one in tap.devices))
        if any(told) or all(one is None for one in told) or tap.attempts + 1 >= _ATTEMPTS:
            await self._people.note_told(tap.person, waits=tap.waits)
        else:
            again = _FIRST_WAIT * 2**tap.attempts
            await self._people.put_off(tap.person, again, tap.attempts + 1)

    async def _send(self, device: Device, *, waits: bool) -> bool | None:
        """Tell whether a device got it; None if it never will."""
        if not waits and _host(device).endswith(_UNASKED):
            return None
        try:
            status = await self.messages.send(device, waits=waits)
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


def _host(device: Device) -> str:
    return device.endpoint.split("/")[2]
