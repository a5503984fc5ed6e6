"""Whether everybody outside was told what there was to tell, and nobody twice.

What cannot be known is told again: whoever dies between telling and noting it, or hears no answer.
So something may come twice only where that can have happened: nobody said that it was taken, or a
fault was near. What is noted as told must have been taken, at whatever moment one looks; and once
everything is calm, nobody is left whom nobody has told.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
from msgspec import Struct

from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.summary import waits_of_players
from tests.chaos.outside import LEASE, Outside, Taken

if TYPE_CHECKING:
    from tests.chaos.judge import TableRow

NEAR: Final = 1.0
"""Seconds around a fault in which what was done may not have been noted."""
_EVERY: Final = 0.4

_WEBHOOKS: Final = "SELECT table_id, moment, delivered_moment, body = '' FROM webhooks"
_PUSH_ROWS: Final = """
SELECT name, extract(epoch FROM told)::float, looked,
    EXISTS (SELECT FROM waits WHERE waits.person = taps.person AND NOT answered),
    EXISTS (SELECT FROM waits WHERE waits.person = taps.person AND NOT answered AND fresh)
FROM taps JOIN people ON people.id = person
"""

Windows: TypeAlias = Sequence[tuple[float, float]]


class WebhookRow(Struct, frozen=True):
    """What the store has noted of the address of a table."""

    table: str
    moment: int
    told: int
    nobody: bool  # is asked at this moment

    @property
    def settled(self) -> bool:
        return self.told == self.moment


class PushRow(Struct, frozen=True):
    """What the store has noted of somebody who wants to be told."""

    name: str
    told: float | None
    looked: bool
    waits: bool
    fresh: bool

    @property
    def settled(self) -> bool:
        if self.waits:
            return not self.fresh or (self.told is not None and not self.looked)
        return self.told is None


class Noted(Struct, frozen=True):
    """All of it, and how much news nobody has passed on yet, as of a time."""

    at: float
    entries: int
    webhooks: Sequence[WebhookRow]
    pushes: Sequence[PushRow]

    @property
    def settled(self) -> bool:
        called = all(one.settled for one in self.webhooks)
        return not self.entries and called and all(one.settled for one in self.pushes)


class Witness:
    """Looks at what is noted again and again, and at the end until all is told."""

    def __init__(self, address: str, outside: Outside) -> None:
        self.found: dict[str, float] = {}
        """What is noted and was not so, and when that was noted if a fault may have done it."""
        self.last = Noted(0.0, 0, (), ())
        self._address = address
        self._outside = outside

    async def watch(self) -> None:
        """Look until ended, whenever there is somebody to ask."""
        while True:
            with contextlib.suppress(OSError, TimeoutError, asyncpg.PostgresError):
                await self._look_on()
            await asyncio.sleep(_EVERY)

    async def _look_on(self) -> None:
        connection = await asyncpg.connect(self._address, timeout=2)
        try:
            while True:
                await self._look(connection)
                await asyncio.sleep(_EVERY)
        finally:
            connection.terminate()

    async def settle(self, seconds: float) -> None:
        """Wait until everybody is told, for so long."""
        given_up = asyncio.get_running_loop().time() + seconds
        connection = await asyncpg.connect(self._address, timeout=5)
        try:
            await self._look(connection)
            while not self.last.settled and asyncio.get_running_loop().time() < given_up:
                await asyncio.sleep(_EVERY)
                await self._look(connection)
        finally:
            await connection.close()

    async def _look(self, connection: asyncpg.Connection[Any]) -> None:
        now, entries = time.time(), await connection.fetchval("SELECT count(*) FROM news")
        webhooks = [WebhookRow(*row) for row in await connection.fetch(_WEBHOOKS)]
        pushes = [PushRow(*row) for row in await connection.fetch(_PUSH_ROWS)]
        self.saw(Noted(now, entries, webhooks, pushes))

    def saw(self, noted: Noted) -> None:
        """Compare what is noted with what was taken."""
        self.last = noted
        for webhook in noted.webhooks:
            if webhook.settled and not webhook.nobody and not self._heard_of(webhook):
                self.found[f"{webhook.table}: {webhook.moment} is noted as told, and was not"] = 0.0
        for push in noted.pushes:
            if push.told is not None and not self._was_told(push):
                self.found[f"{push.name} is noted as told at {push.told}, and was not"] = push.told

    def _heard_of(self, webhook: WebhookRow) -> bool:
        return any(one.what == webhook.moment for one in self._outside.moments[webhook.table])

    def _was_told(self, push: PushRow) -> bool:
        """Whether the last message before it was noted said so."""
        told = push.told or 0.0
        before = [one for one in self._outside.messages[push.name] if one.at <= told]
        return bool(before) and before[-1].what is True


def untold(kept: TableRow, witness: Witness, outside: Outside, windows: Windows) -> Iterator[str]:
    """Name whoever was never told, though there was time; and what is noted and never was so.

    Who sleeps with something in their hands may tell it after others have told the opposite.
    """
    yield from (text for text, at in witness.found.items() if not _is_near(at, windows, LEASE))
    for push in witness.last.pushes:
        messages = outside.messages[push.name]
        if not push.settled:
            yield f"{push.name} was not told, or not that it is over: {push}"
        elif push.fresh and not messages[-1].what:
            yield f"{push.name} sees nothing, and has not looked: {push}"
    if witness.last.entries:
        yield f"nobody passes on the news of {witness.last.entries} tables"
    for webhook in witness.last.webhooks:
        if not webhook.settled:
            yield f"{webhook.table}: its address was not told of {webhook.moment}"
        live = LiveTable(webhook.table, kept.codes[webhook.table], kept.secrets[webhook.table])
        for row in kept.rows[webhook.table]:
            if row.at < witness.last.at - NEAR:  # envelopes are opened when nobody looks, too
                live.read(row.step)
        moment = live.state.moment
        if waits_of_players(live.party, live.state, live.timers) and webhook.told < moment:
            yield f"{webhook.table}: its address was told of {webhook.told}, and it is {moment}"


def told_twice(
    outside: Outside, windows: Windows, looks: Mapping[str, Sequence[float]]
) -> Iterator[str]:
    """Name what was told again though nobody could have doubted that it was told."""
    for table, taken in outside.moments.items():
        first: dict[int, Taken] = {}
        for one in taken:
            before = first.get(one.what)
            if before is not None and _known(before, windows):
                yield f"{table}: {one.what} was told {one.at - before.at:.1f} s later again"
            first[one.what] = one
    for name, taken in outside.messages.items():
        for before, one in pairwise(taken):
            looked = any(before.at - NEAR < at < one.at for at in looks.get(name, ()))
            if one.what == before.what and _known(before, windows) and not looked:
                yield f"{name} was told {one.what} {one.at - before.at:.1f} s later again"


def _known(one: Taken, windows: Windows) -> bool:
    """Whether whoever told something must have learnt that it was taken, and noted it."""
    return one.said and not _is_near(one.at, windows)


def _is_near(at: float, windows: Windows, before: float = 0.0) -> bool:
    """Whether there was a fault then, or in so many seconds before."""
    return any(start < at + NEAR and end > at - NEAR - before for start, end in windows)


def told_figures(outside: Outside) -> dict[str, int]:
    """Count what was told, and how often that was for nothing."""
    moments = [(table, one.what) for table, taken in outside.moments.items() for one in taken]
    return {
        "calls": len(moments),
        "calls_again": len(moments) - len(set(moments)),
        "messages": sum(map(len, outside.messages.values())),
    }
