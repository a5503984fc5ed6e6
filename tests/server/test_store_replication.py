"""A synchronous standby that is away: nothing is confirmed that only the primary has."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.store import postgres_pool
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.log import (
    Accepted,
    Opening,
    Rejected,
    SealedAction,
    Step,
    TakenError,
    UnavailableError,
)
from tests.chaos.processes import roomy_folder
from tests.failover.replicas import Replicas
from tests.machine import count, patience
from tests.server.accounts import people_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

OPENING = Opening("t1", "code", b"secret")
FIRST = Step("t1", 1, CLOCK, "open", b"[]")
FIRST_OF_T2 = replace(FIRST, table="t2")
NEXT = Step("t1", 2, 0, "c", b"[]")
SEALED = SealedAction(0, "s", b"x")
LINE = StoredLine("t1", "l", "p", None, b"moo")

_CANCEL = """
SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity
WHERE wait_event = 'SyncRep' AND datname = 'store'
"""


@asynccontextmanager
async def replicated() -> AsyncIterator[tuple[Replicas, str]]:
    """Give a primary with a synchronous standby, and the address of a database for a club."""
    count("databases")
    folder = roomy_folder()
    replicas = Replicas(folder)
    try:
        await replicas.start(synchronous=True)
        # As people do who follow the documentation: a role that is no superuser.
        await replicas.primary.ask("CREATE ROLE club LOGIN")
        await replicas.primary.ask("CREATE DATABASE store OWNER club")
        yield replicas, replicas.primary.address("store").replace("postgres@", "club@")
    finally:
        await replicas.close()
        shutil.rmtree(folder)


async def refused(attempt: Callable[[], Awaitable[Any]]) -> None:
    with pytest.raises(UnavailableError):
        await attempt()


async def test_what_only_the_primary_has_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_pool, "_PATIENCE", 1)
    async with replicated() as (replicas, address):
        store = await PostgresStore.connect(address)
        await store.open_table(OPENING, FIRST)
        await people_of(store).add_person(Person("p", "Berta"))
        attempts = (
            lambda: store.append(NEXT),
            lambda: store.refuse("t1", 1, "r", "stale"),
            lambda: store.seal("t1", 2, 7, SEALED),
            store.confirm,
            lambda: store.say(LINE),
            lambda: people_of(store).mute("p", "p"),
            lambda: store.open_table(replace(OPENING, table="t2", code="2"), FIRST_OF_T2),
        )
        replicas.wire.hold()
        for attempt in attempts[:4]:
            await refused(attempt)  # nobody has waited to the end, and the row is there
        await asyncio.gather(*map(refused, attempts[4:]))
        await asyncio.gather(*map(refused, attempts))  # it is known, and on one machine only
        assert await store.head("t1") == 2
        replicas.wire.let_go()
        assert await store.append(NEXT) == Accepted(2)
        assert await store.refuse("t1", 1, "r", "stale") == Rejected("stale")
        assert await store.seal("t1", 2, 7, SEALED) == SEALED
        assert (await store.say(LINE)).body == b"moo"
        await people_of(store).mute("p", "p")
        with pytest.raises(TakenError):
            await attempts[-1]()
        await store.close()


async def test_a_commit_whose_wait_is_cancelled_is_not_confirmed() -> None:
    async with replicated() as (replicas, address):
        store = await PostgresStore.connect(address)
        await store.open_table(OPENING, FIRST)
        replicas.wire.hold()
        writing = asyncio.create_task(store.append(NEXT))
        operator = await asyncpg.connect(replicas.primary.address("postgres"))
        async with asyncio.timeout(patience(9)):
            while not await operator.fetchval(_CANCEL):  # noqa: ASYNC110 -- another process waits
                await asyncio.sleep(0.01)
        with pytest.raises(UnavailableError, match="no standby"):
            await writing
        replicas.wire.let_go()
        assert await store.append(NEXT) == Accepted(2)
        await operator.close()
        await store.close()
