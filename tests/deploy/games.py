"""Many games in a store, quickly: a few are played by a real service, and their logs are copied.

A copy has an id, an invite code and a secret of its own, and the same steps. So it replays like
any other game. Only its shuffle does not prove itself, since a commitment names its table.
"""

from __future__ import annotations

import itertools
import random
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import asyncpg

from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Step
from kuhstall.server.table.party.events import Ended
from kuhstall.server.table.party.record import decode_step
from tests.server.houses import House

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 -- for a folder
PEOPLE: Final = ("anna", "ben", "cleo", "dora")
EDITIONS: Final = (
    ("kuhhandel/2", 3, "Ended"),
    ("kuhhandel/1", 4, "Ended"),
    ("kuhhandel/2-ru", 3, "Responding"),  # the games that are under way when the machine dies
    ("master", 3, "Countdown"),
    ("master", 4, "RatRound"),
    ("kuhfstein", 2, "Acting"),
)


async def played(count: int) -> list[Sequence[Step]]:
    """Play games, by chance and to different ends, and return their logs."""
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        return await _played(f"{folder}/played.db", count)


async def _played(path: str, count: int) -> list[Sequence[Step]]:
    store = await SqliteStore.connect(path)
    try:
        house = House(store)
        logs = []
        for number, (edition, seats, phase) in zip(
            range(count), itertools.cycle(EDITIONS), strict=False
        ):
            hot = await house.start(PEOPLE[:seats], edition=edition)
            await house.play_to(hot.id, phase, seed=number)
            logs.append(await store.steps(hot.id))
        return logs
    finally:
        await store.close()


async def filled(address: str, logs: Sequence[Sequence[Step]], games: int) -> int:
    """Write so many games to a new PostgreSQL store, and return the number of steps."""
    await (await PostgresStore.connect(address)).close()  # makes the schema
    connection = await asyncpg.connect(address)
    try:
        people = [(person, person.title()) for person in PEOPLE]
        await connection.copy_records_to_table("people", records=people, columns=["id", "name"])
        steps = 0
        for first in range(0, games, 500):
            tables = [(_id(number), logs[number % len(logs)])
                      for number in range(first, min(first + 500, games))]  # fmt: skip
            await _write(connection, tables)
            steps += sum(len(log) for _, log in tables)
        return steps
    finally:
        await connection.close()


async def _write(connection: Any, tables: Sequence[tuple[str, Sequence[Step]]]) -> None:
    async def copied(name: str, columns: list[str], records: list[tuple[Any, ...]]) -> None:
        await connection.copy_records_to_table(name, records=records, columns=columns)

    await copied(
        "tables",
        ["id", "code", "head", "due", "public", "listing"],
        [(table, table[-7:], log[-1].seq, _time(log[-1].due), False, b"{}")
         for table, log in tables],
    )  # fmt: skip
    await copied(
        "secrets",
        ["table_id", "secret"],
        [(table, random.Random(table).randbytes(32)) for table, _ in tables],
    )
    await copied("members", ["table_id", "person"], [(table, PEOPLE[0]) for table, _ in tables])
    await copied(
        "finishers",
        ["table_id", "person"],
        [(table, PEOPLE[0]) for table, log in tables if _is_over(log)],
    )
    await copied(
        "steps",
        ["table_id", "seq", "actor", "command", "events", "due"],
        [(table, step.seq, step.actor, step.command, step.events, _time(step.due))
         for table, log in tables for step in log],
    )  # fmt: skip


def _is_over(log: Sequence[Step]) -> bool:
    events = [event for step in log[-3:] for event in decode_step(step.events).party]
    return any(isinstance(event, Ended) for event in events)


def _id(number: int) -> str:
    chance = random.Random(number)
    return "".join(chance.choice(_LETTERS) for _ in range(26))


def _time(due: float | None) -> datetime | None:
    return None if due is None else datetime.fromtimestamp(due, UTC)
