"""What every bus promises: who listens hears where a table is. Hints may be lost, never wrong."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator

import pytest

from kuhstall.server.hosting.bus import Bus, Hint, LocalBus, NatsBus
from tests.machine import patience

pytestmark = pytest.mark.anyio

ADDRESS = os.environ.get("KUHSTALL_TEST_NATS", "nats://127.0.0.1:4222")


@pytest.fixture(params=["local", "nats"])
async def buses(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """The bus as two nodes have it."""
    if request.param == "local":
        local = LocalBus()
        yield local, local
        await local.close()
        return
    subject = f"kuhstall.test.{secrets.token_hex(6)}"
    one = await NatsBus.connect(ADDRESS, subject)
    other = await NatsBus.connect(ADDRESS, subject)
    yield one, other
    await one.close()
    await other.close()


class Ear:
    """Collects hints, and lets a test wait for so many."""

    def __init__(self) -> None:
        self.heard: list[Hint] = []
        self._more = asyncio.Event()

    def __call__(self, hint: Hint) -> None:
        self.heard.append(hint)
        self._more.set()

    async def wait_for(self, count: int) -> list[Hint]:
        async with asyncio.timeout(patience(5)):
            while len(self.heard) < count:
                self._more.clear()
                await self._more.wait()
        return self.heard


async def test_another_node_hears_a_hint(buses: tuple[Bus, Bus]) -> None:
    one, other = buses
    ear = Ear()
    await other.subscribe(ear)
    await one.publish(Hint("t1", 7))
    assert await ear.wait_for(1) == [Hint("t1", 7)]


async def test_a_node_hears_itself(buses: tuple[Bus, Bus]) -> None:
    one, _ = buses
    ear = Ear()
    await one.subscribe(ear)
    await one.publish(Hint("t1", 7))
    assert await ear.wait_for(1) == [Hint("t1", 7)]


async def test_all_who_listen_hear_all_hints_in_order(buses: tuple[Bus, Bus]) -> None:
    one, other = buses
    ears = Ear(), Ear()
    await one.subscribe(ears[0])
    await other.subscribe(ears[1])
    hints = [Hint(f"t{number % 3}", number) for number in range(50)]
    for hint in hints:
        await one.publish(hint)
    for ear in ears:
        assert await ear.wait_for(len(hints)) == hints


async def test_nobody_needs_to_listen(buses: tuple[Bus, Bus]) -> None:
    await buses[0].publish(Hint("t1", 1))


async def test_a_closed_bus_says_nothing() -> None:
    subject = f"kuhstall.test.{secrets.token_hex(6)}"
    bus = await NatsBus.connect(ADDRESS, subject)
    await bus.close()
    await bus.publish(Hint("t1", 1))
