"""What every bus promises: who listens hears where a table is. Hints may be lost, never wrong."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import nats
import pytest
from nats.aio.msg import Msg

from kuhstall.server.ops.nats_bus import NatsBus
from kuhstall.server.table.bus import Bus, Hint, LocalBus
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
    one, other = await connected(subject), await connected(subject)
    yield one, other
    await one.close()
    await other.close()


async def connected(subject: str) -> NatsBus:
    """Return a bus that is connected: on a busy machine `connect` returns before."""
    bus = await NatsBus.connect(ADDRESS, subject)
    assert bus._connecting is not None
    await bus._connecting
    return bus


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


async def settled(*buses: Bus) -> None:
    """Wait until NATS has heard all that was said to it."""
    for bus in buses:
        if isinstance(bus, NatsBus) and bus._client is not None:
            await bus._client.flush()


async def test_another_node_hears_a_hint(buses: tuple[Bus, Bus]) -> None:
    one, other = buses
    ear = Ear()
    await other.subscribe(ear)
    await other.follow("t1")
    await settled(other)
    await one.publish(Hint("t1", 7))
    assert await ear.wait_for(1) == [Hint("t1", 7)]


async def test_all_who_follow_a_table_hear_its_hints_in_order(buses: tuple[Bus, Bus]) -> None:
    one, other = buses
    ear = Ear()
    await other.subscribe(ear)
    await other.follow("t1")
    await settled(other)
    hints = [Hint("t1", number) for number in range(50)]
    for hint in hints:
        await one.publish(hint)
    assert await ear.wait_for(len(hints)) == hints


@asynccontextmanager
async def two_buses() -> AsyncIterator[tuple[NatsBus, NatsBus, Ear, Ear]]:
    subject = f"kuhstall.test.{secrets.token_hex(6)}"
    one, other = await connected(subject), await connected(subject)
    ears = Ear(), Ear()
    await one.subscribe(ears[0])
    await other.subscribe(ears[1])
    yield one, other, *ears
    await one.close()
    await other.close()


async def test_a_node_hears_of_no_table_that_it_does_not_hold_and_nothing_of_itself() -> None:
    async with two_buses() as (one, other, own, theirs):
        for bus, table in ((one, "t1"), (other, "t1"), (other, "t2"), (other, "t2")):
            await bus.follow(table)
        await other.leave("t1")
        await settled(one, other)
        for table in ("t1", "t2", "t3"):
            await one.publish(Hint(table, 7))
        await one.publish(Hint("t2", 8))
        assert await theirs.wait_for(2) == [Hint("t2", 7), Hint("t2", 8)]
        await settled(one, other)
        assert own.heard == []
        assert len(theirs.heard) == 2


async def test_a_table_that_is_left_can_be_followed_again() -> None:
    async with two_buses() as (one, other, _, ear):
        await asyncio.gather(*(move("t1") for move in (other.follow, other.leave, other.follow)))
        await settled(other)
        await one.publish(Hint("t1", 1))
        assert await ear.wait_for(1) == [Hint("t1", 1)]


async def test_nodes_of_the_version_before_hear_and_are_heard() -> None:
    """They know one subject, for all tables, and hear what is said there."""
    async with two_buses() as (one, _, own, _):
        older, heard = await nats.connect(ADDRESS), asyncio.Queue[bytes]()

        async def hear(message: Msg) -> None:
            heard.put_nowait(message.data)

        await older.subscribe(one._subject, cb=hear)
        await older.flush()
        await one.publish(Hint("t1", 1))  # nobody knows yet that there is an older one
        await older.publish(one._subject, msgspec.json.encode(Hint("t1", 2)))
        assert await own.wait_for(1) == [Hint("t1", 2)]
        await one.publish(Hint("t1", 3))
        async with asyncio.timeout(patience(5)):
            while msgspec.json.decode(await heard.get(), type=Hint) != Hint("t1", 3):
                pass
        await older.close()


async def test_nobody_needs_to_listen(buses: tuple[Bus, Bus]) -> None:
    await buses[0].publish(Hint("t1", 1))


async def test_a_closed_bus_says_nothing() -> None:
    subject = f"kuhstall.test.{secrets.token_hex(6)}"
    bus = await NatsBus.connect(ADDRESS, subject)
    await bus.close()
    await bus.publish(Hint("t1", 1))
