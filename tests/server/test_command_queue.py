"""A command queue does one thing at a time, in order, and sends back what is too much."""

from __future__ import annotations

import asyncio

import pytest

from kuhstall.server.wire.command_queue import WAITING, CommandQueue

pytestmark = pytest.mark.anyio


class Road:
    """A queue of numbers that are done when a test says so."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.free = asyncio.Semaphore(0)
        self.queue = CommandQueue(
            lambda work: self.tasks.append(asyncio.create_task(work)), self._work
        )

    async def _work(self, number: int) -> None:
        self.begun.append(number)
        await self.free.acquire()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


async def test_the_next_begins_when_the_last_is_done() -> None:
    road = Road()
    assert [road.queue.put(number) for number in range(3)] == [None] * 3
    for done in range(3):
        await road.settle()
        assert road.begun == list(range(done + 1))
        road.free.release()
    await road.settle()
    assert [task.done() for task in road.tasks] == [True]
    road.queue.put(3)
    await road.settle()
    assert road.begun == [0, 1, 2, 3]
    assert len(road.tasks) == 2


async def test_of_too_much_the_oldest_comes_back() -> None:
    road = Road()
    road.queue.put(0)
    await road.settle()  # it has begun, and does not wait
    assert [road.queue.put(1 + number) for number in range(WAITING)] == [None] * WAITING
    assert [road.queue.put(100), road.queue.put(101)] == [1, 2]
    assert len(road.tasks) == 1


async def test_what_is_not_wanted_any_more_is_not_done() -> None:
    road = Road()
    for number in range(5):
        road.queue.put(number)
    await road.settle()
    road.queue.drop(lambda number: number % 2 == 1)
    for _ in range(5):
        road.free.release()
    await road.settle()
    assert road.begun == [0, 2, 4]
