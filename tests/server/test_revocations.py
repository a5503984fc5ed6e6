"""Sockets of those who are gone are found without asking for everybody."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, cast

import pytest

from kuhstall.server.features.accounts.session_queries import REMEMBERED
from kuhstall.server.ops.revocations import EVERYBODY, OVERLAP, SLICE, Revocations
from kuhstall.server.table.log import UnavailableError

pytestmark = pytest.mark.anyio

TOKENS = {number.to_bytes(2, "big") for number in range(SLICE * 2 + 1)}
SOME = {b"\x00\x01", b"\x00\x02"}


class Asked:
    """People of whom some are gone, which counts what it is asked."""

    def __init__(self) -> None:
        self.time = 0.0
        self.gone: set[bytes] = set()
        self.within: list[float] = []
        self.looked: list[int] = []
        self.fails = False
        self.mark: str | None = None
        self.db = self
        self.revocations = Revocations(cast("Any", self), lambda: self.time)

    async def write_mark(self) -> str | None:
        return self.mark

    async def revoked_sessions(self, within: float) -> set[bytes]:
        if self.fails:
            raise UnavailableError
        self.within.append(within)
        return self.gone | {b"somebody elsewhere"}

    async def alive(self, tokens: Collection[bytes]) -> set[bytes]:
        self.looked.append(len(tokens))
        return set(tokens) - self.gone

    async def ended(self) -> set[bytes]:
        return await self.revocations.ended_sessions(lambda: TOKENS)


async def begun() -> Asked:
    asked = Asked()
    assert await asked.revocations.ended_sessions(set) == set()
    return asked


async def test_only_what_has_ended_of_late_is_asked_for() -> None:
    asked = await begun()
    asked.gone = SOME
    for _ in range(3):
        asked.time += 4
        assert await asked.ended() == SOME
    assert asked.within == [4 + OVERLAP] * 3
    assert not asked.looked


async def test_nothing_is_asked_for_while_nothing_is_written() -> None:
    asked = await begun()
    asked.mark = "one"
    for _ in range(3):
        asked.time += 4
        await asked.ended()
    asked.mark, asked.gone = "two", SOME
    assert await asked.ended() == SOME
    assert asked.within == [4 + OVERLAP, 8 + OVERLAP]


async def test_what_was_not_answered_is_asked_for_again() -> None:
    asked = await begun()
    asked.fails, asked.time = True, 100.0
    with pytest.raises(UnavailableError):
        await asked.ended()
    asked.fails, asked.time = False, 104.0
    await asked.ended()
    assert asked.within == [104 + OVERLAP]


@pytest.mark.parametrize("wait", [EVERYBODY, REMEMBERED])
async def test_now_and_then_all_are_looked_at_in_slices(wait: float) -> None:
    asked = await begun()
    asked.gone = SOME
    asked.time += wait
    assert await asked.ended() == SOME
    assert asked.looked == [SLICE, SLICE, 1]
    assert not asked.within
