"""A coach for finished games: each is gone through once, one after the other, beside the loop.

It gets whole logs, so it thinks in a process of its own, where no bot that plays is ever asked.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from typing import Final

import msgspec
from msgspec.structs import replace

from kuhstall.bots.coaching import Coaching, Played, Seated
from kuhstall.bots.worker import Coached
from kuhstall.server.hosting.bot_workers import ThinkingProcess, WorkerError
from kuhstall.server.hosting.live_table import LiveTable

_PATIENCE: Final = 10.0
"""Seconds after which a game is given up: several times what it may use of a processor."""

WAITING: Final = 8
"""How many games may wait at once. Whoever comes then had better come again."""


class QueueError(Exception):
    """Too many games wait for the coach."""


class CoachProcess(ThinkingProcess):
    """A process that goes through games."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        super().__init__("coach", patience)

    def ask(self, game: Played) -> Coaching:
        """Go through a game; once more, if the process has died over it."""
        answer: Coached | None = self._tried(game) or self._tried(game)
        if answer is None or answer.coaching is None:
            raise WorkerError("no answer" if answer is None else answer.fault)
        return answer.coaching


class Coach:
    """Keeps what was said of a game for as long as this node holds the table."""

    def __init__(self, process: CoachProcess | None = None) -> None:
        self._process = process or CoachProcess()
        self._waiting = 0

    async def coaching(self, live: LiveTable) -> bytes:
        """Say what there is to say of a finished game, as JSON; whoever else asks waits as well."""
        asked = live.coaching
        if asked is None:
            if self._waiting >= WAITING:
                raise QueueError
            asked = live.coaching = asyncio.ensure_future(self._asked(live))
            asked.add_done_callback(lambda done: _forget_failure(live, done))
        return await asyncio.shield(asked)

    async def _asked(self, live: LiveTable) -> bytes:
        game, ends = played(live), tuple(live.ends)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._process.thread, self._process.ask, game)
        finally:
            self._waiting -= 1
        return msgspec.json.encode(_by_steps(found, ends))

    def close(self) -> None:
        self._process.close()


def played(live: LiveTable) -> Played:
    """Gather a finished game: all of its log, whose seats were people's, and the bots."""
    bots = {
        seat: Seated(live.bot_name(seat), live.bot_key(seat))
        for seat, place in enumerate(live.party.places)
        if place.bot is not None
    }
    people = [seat for seat in range(len(live.party.places)) if seat not in bots]
    return Played(tuple(live.log), tuple(people), bots)


def _by_steps(found: Coaching, ends: tuple[int, ...]) -> Coaching:
    """Count by the steps of a replay, where an event comes with others."""

    def step_of(event: int) -> int:
        return bisect_right(ends, event) + 1

    return Coaching(
        tuple([replace(one, step=step_of(one.step)) for one in found.remarks]),
        tuple([replace(one, step=step_of(one.step)) for one in found.reasons]),
    )


def _forget_failure(live: LiveTable, done: asyncio.Future[bytes]) -> None:
    failed = done.cancelled() or done.exception() is not None
    if failed and live.coaching is done:
        live.coaching = None
