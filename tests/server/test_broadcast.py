"""Whoever plays elsewhere does not wait until a thousand who look on have been told."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from kuhstall.server.store import Store
from kuhstall.server.table.broadcast import SLICE
from kuhstall.server.table.live_table import Change, LiveTable
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
        self.told.append(self.person or self.screen or "onlooker")


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
    broadcast = asyncio.create_task(house.service.cache.tell(hot, hot.recent[-1]))
    while not told:  # noqa: ASYNC110 -- turn by turn
        await asyncio.sleep(0)
    return broadcast


async def test_others_have_their_turn_while_a_thousand_are_told(store: Store) -> None:
    house, hot, told = await crowded(store)
    change = hot.recent[-1]
    broadcast = asyncio.create_task(house.service.cache.tell(hot, change))
    counts = [0]
    while not broadcast.done():
        await asyncio.sleep(0)
        counts.append(len(told))
    assert len(told) == MANY + len(PEOPLE)
    assert max(after - before for before, after in pairwise(counts)) <= SLICE


async def test_those_who_sit_there_and_their_screen_are_told_first(store: Store) -> None:
    """In one turn of the loop, so that the screen is not behind the phones beside it."""
    house, hot, told = await crowded(store)
    screen = Counting(None, told)
    screen.screen = "screen"
    hot.watchers.add(screen)
    broadcast = await begun(house, hot, told)
    assert sorted(told[: len(PEOPLE) + 1]) == [*PEOPLE, "screen"]
    await broadcast


async def test_everybody_is_told_although_whoever_told_them_was_stopped(store: Store) -> None:
    house, hot, told = await crowded(store)
    broadcast = await begun(house, hot, told)
    broadcast.cancel()
    await asyncio.gather(broadcast, return_exceptions=True)
    assert len(told) == MANY + len(PEOPLE)


async def test_whoever_has_gone_meanwhile_is_not_told(store: Store) -> None:
    house, hot, told = await crowded(store)
    broadcast = await begun(house, hot, told)
    hot.watchers.clear()
    await broadcast
    assert len(told) == SLICE
