"""Whoever plays elsewhere does not wait until a thousand who look on have been told."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from kuhstall.server.hosting.live_table import Change, LiveTable
from kuhstall.server.hosting.telling import SLICE
from kuhstall.server.store import Store
from tests.server.houses import House, Watching

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo")
MANY = 1000


class Counting(Watching):
    """Notes in a common list that it was told."""

    def __init__(self, person: str | None, told: list[str]) -> None:
        super().__init__(person)
        self.told = told

    def show_step(self, hot: LiveTable, change: Change) -> None:
        self.told.append(self.person or "onlooker")


async def crowded(store: Store) -> tuple[House, LiveTable, list[str]]:
    house, told = House(store), list[str]()
    hot = await house.start(PEOPLE)
    for number in range(MANY):
        hot.watchers.add(Counting(None, told))
        if number % 400 == 0:
            hot.watchers.add(Counting(PEOPLE[number // 400], told))
    return house, hot, told


async def begun(house: House, hot: LiveTable, told: list[str]) -> asyncio.Task[None]:
    """Begin to tell, until the first have been told."""
    telling = asyncio.create_task(house.service.cache.tell(hot, hot.recent[-1]))
    while not told:  # noqa: ASYNC110 -- turn by turn
        await asyncio.sleep(0)
    return telling


async def test_others_have_their_turn_while_a_thousand_are_told(store: Store) -> None:
    house, hot, told = await crowded(store)
    change = hot.recent[-1]
    telling = asyncio.create_task(house.service.cache.tell(hot, change))
    counts = [0]
    while not telling.done():
        await asyncio.sleep(0)
        counts.append(len(told))
    assert len(told) == MANY + len(PEOPLE)
    assert max(after - before for before, after in pairwise(counts)) <= SLICE


async def test_those_who_sit_there_are_told_first(store: Store) -> None:
    house, hot, told = await crowded(store)
    await house.service.cache.tell(hot, hot.recent[-1])
    assert sorted(told[: len(PEOPLE)]) == list(PEOPLE)


async def test_everybody_is_told_although_whoever_told_them_was_stopped(store: Store) -> None:
    house, hot, told = await crowded(store)
    telling = await begun(house, hot, told)
    telling.cancel()
    await asyncio.gather(telling, return_exceptions=True)
    assert len(told) == MANY + len(PEOPLE)


async def test_whoever_has_gone_meanwhile_is_not_told(store: Store) -> None:
    house, hot, told = await crowded(store)
    telling = await begun(house, hot, told)
    hot.watchers.clear()
    await telling
    assert len(told) == SLICE
