"""A coach for finished games: it reviews each game once, one at a time, outside the event loop.

It reads whole logs, hidden cards included, so a server runs it in its own process, where no playing
bot runs.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from concurrent.futures import Executor
from typing import Final, Protocol

import msgspec
from msgspec.structs import replace

from kuhstall.bots.coaching import Coaching, Played, Seated
from kuhstall.server.table.live_table import LiveTable

WAITING: Final = 8
"""The most games in the queue at once. Further callers should try again later."""


class QueueError(Exception):
    """Too many games are queued for the coach."""


class Reviewer(Protocol):
    """Reviews finished games, in a thread of its own if it has one."""

    @property
    def thread(self) -> Executor | None: ...

    def ask(self, game: Played) -> Coaching: ...

    def close(self) -> None: ...


class Coach:
    """Keeps the review of a game for as long as this node holds the table."""

    def __init__(self, reviewer: Reviewer) -> None:
        self._reviewer = reviewer
        self._waiting = 0

    async def coaching(self, live: LiveTable) -> bytes:
        """Return the review of a finished game as JSON; concurrent callers share it."""
        asked = live.coaching
        if asked is None:
            if self._waiting >= WAITING:
                raise QueueError
            asked = live.coaching = asyncio.ensure_future(self._ask(live))
            asked.add_done_callback(lambda done: _forget_failure(live, done))
        return await asyncio.shield(asked)

    async def _ask(self, live: LiveTable) -> bytes:
        game, ends = collect_game(live), tuple(live.ends)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._reviewer.thread, self._reviewer.ask, game)
        finally:
            self._waiting -= 1
        return msgspec.json.encode(_by_steps(found, ends))

    def close(self) -> None:
        self._reviewer.close()


def collect_game(live: LiveTable) -> Played:
    """Collect a finished game: its whole log, which seats were people's, and the bots."""
    bots = {
        seat: Seated(live.bot_name(seat), live.bot_key(seat))
        for seat, place in enumerate(live.party.places)
        if place.bot is not None
    }
    people = [seat for seat in range(len(live.party.places)) if seat not in bots]
    return Played(tuple(live.log), tuple(people), bots)


def _by_steps(found: Coaching, ends: tuple[int, ...]) -> Coaching:
    """Convert event numbers to the step numbers of a replay, where one step has several events."""

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
