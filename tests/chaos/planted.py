"""Bugs, planted on purpose: each one breaks a promise, and a run has to notice.

They are here and nowhere else. A node that shall have one is started by `tests.chaos.launch`,
which puts it in and then runs the same server.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.engine.values import CLOCK, Actor
from kuhstall.server.features.notifications.delivery_queries import Delivery
from kuhstall.server.features.notifications.push import PushSender
from kuhstall.server.features.notifications.push_queries import PushQueries
from kuhstall.server.features.notifications.webhook_queries import WebhookQueries
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.store import postgres_pool
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.table.cache import TableCache
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Rejected,
    SealedAction,
    Step,
    UnavailableError,
)

_running: set[asyncio.Task[Any]] = set()

_INSERT: Final = (
    "INSERT INTO steps (table_id, seq, actor, command, events, due)"
    " VALUES ($1, $2, $3, $4, $5, to_timestamp($6))"
)


def ack_before_commit() -> None:
    """Answer at once, and write when there is time."""
    append = PostgresStore.append

    async def hasty(self: PostgresStore, step: Step, **more: Any) -> Answer | Behind:
        writing = asyncio.ensure_future(append(self, step, **more))
        _running.add(writing)
        writing.add_done_callback(_forgotten)
        return Accepted(step.seq)

    PostgresStore.append = hasty  # type: ignore[method-assign]


def _forgotten(writing: asyncio.Task[Any]) -> None:
    _running.discard(writing)
    writing.exception()


def no_idempotency() -> None:
    """Write a command as often as it comes."""
    _without_key("command")

    async def append(self: PostgresStore, step: Step, **more: Any) -> Answer | Behind:
        async with self._pool.transaction() as connection:
            moved = await connection.fetchval(
                "UPDATE tables SET head = $2, due = to_timestamp($3), claimed = NULL"
                " WHERE id = $1 AND head = $2 - 1 RETURNING id",
                step.table,
                step.seq,
                step.due,
            )
            if moved is not None:
                await connection.execute(_INSERT, *_values(step))
        return Behind(await self.head(step.table)) if moved is None else Accepted(step.seq)

    async def refuse(
        self: PostgresStore, table: str, actor: Actor, command: str, code: str
    ) -> Answer:
        return Rejected(code)

    PostgresStore.append = append  # type: ignore[method-assign]
    PostgresStore.refuse = refuse  # type: ignore[method-assign]


def no_fence() -> None:
    """Write a step whether or not it is the next one."""
    _without_key("seq")

    async def append(self: PostgresStore, step: Step, **more: Any) -> Answer | Behind:
        known = await self.answer(step.table, step.actor, step.command)
        if known is not None:
            return known
        async with self._pool.transaction() as connection:
            await connection.execute(
                "UPDATE tables SET head = $2, due = to_timestamp($3), claimed = NULL WHERE id = $1",
                step.table,
                step.seq,
                step.due,
            )
            await connection.execute(_INSERT, *_values(step))
        return Accepted(step.seq)

    PostgresStore.append = append  # type: ignore[method-assign]


def timers_of_each_node() -> None:
    """Let every node fire for itself, and write what it has decided, whatever has happened."""
    append = PostgresStore.append

    async def stubborn(self: PostgresStore, step: Step, **more: Any) -> Answer | Behind:
        if step.actor != CLOCK or not step.command.isdigit():
            return await append(self, step, **more)
        own = replace(step, command=f"{step.command}{os.getpid():07}")
        while True:
            answer = await append(self, own, **more)
            if not isinstance(answer, Behind):
                return answer
            own = replace(own, seq=answer.head + 1, follows=None)

    PostgresStore.append = stubborn  # type: ignore[method-assign]


def forgetful_sessions() -> None:
    """Do not wait for the disk: set for each session, after the server has looked."""
    postgres_pool._SETTINGS["synchronous_commit"] = "off"


def unreplicated_sessions() -> None:
    """Do not wait for a synchronous standby: only the drill of a failover has one."""
    postgres_pool._SETTINGS["synchronous_commit"] = "local"


def unnoticed_set_backs() -> None:
    """Hold on to what was told: only the drill of a failover sets the store back."""

    async def stay(self: TableCache, live: LiveTable) -> None:
        pass

    TableCache._go_back = stay  # type: ignore[method-assign]


def no_means_unknown() -> None:
    """Refuse a command for good when nobody knows whether it is written."""
    append = PostgresStore.append

    async def hopeless(self: PostgresStore, step: Step, **more: Any) -> Answer | Behind:
        try:
            return await append(self, step, **more)
        except UnavailableError:
            return Rejected("not_written")

    PostgresStore.append = hopeless  # type: ignore[method-assign]


def own_decisions() -> None:
    """Take a step that another node wrote for one's own, because the command is the same."""
    answer = PostgresStore.answer

    async def believed(
        self: PostgresStore, table: str, actor: Actor, command: str
    ) -> Answer | None:
        known = await answer(self, table, actor, command)
        return Accepted(known.seq) if isinstance(known, Accepted) else known

    PostgresStore.answer = believed  # type: ignore[method-assign]


def seal_before_write() -> None:
    """Answer a sealed action at once, and write it when there is time."""
    seal = PostgresStore.seal

    async def later(self: PostgresStore, *words: Any, **more: Any) -> None:
        await asyncio.sleep(0.02)
        await seal(self, *words, **more)

    async def hasty(self: PostgresStore, *words: Any, **more: Any) -> SealedAction | Behind:
        writing = asyncio.ensure_future(later(self, *words, **more))
        _running.add(writing)
        writing.add_done_callback(_forgotten)
        sealed: SealedAction = words[3]
        return sealed

    PostgresStore.seal = hasty  # type: ignore[assignment, method-assign]


def deaf_to_the_disk() -> None:
    """Take what the disk has not taken for written: only a run with a file fills one."""
    writing = SqliteFile.writing

    @asynccontextmanager
    async def deaf(self: SqliteFile) -> AsyncIterator[Any]:
        with suppress(UnavailableError):
            async with writing(self) as connection:
                yield connection

    SqliteFile.writing = deaf  # type: ignore[method-assign]


def outbox_forgotten() -> None:
    """Write steps without their news, but the first of a table."""
    write = PostgresStore._write_with

    async def forgetful(  # noqa: PLR0917 -- as the one it stands for
        self: PostgresStore,
        step: Step,
        opens: int | None,
        opened: int,
        listing: Any,
        outbox: Any,
        ordered: Any,
    ) -> bool:
        return await write(self, step, opens, opened, listing, None, ordered)

    PostgresStore._write_with = forgetful  # type: ignore[method-assign]


def told_before_sent() -> None:
    """Note that somebody is told, and tell them then: who is busy never hears of it."""
    call, push = WebhookSender.send, PushSender.send

    async def called(self: WebhookSender, delivery: Delivery) -> None:
        found = await self._people.due_webhook(delivery.recipient)
        if found is None:
            await call(self, delivery)
            return
        await self._people.note_called(delivery, found)
        await self._call(found)

    async def pushed(self: PushSender, delivery: Delivery) -> None:
        found = await self._people.due_push(delivery.recipient)
        if found is None:
            await push(self, delivery)
            return
        await self._people.note_told(delivery, waits=found.waits)
        await asyncio.gather(
            *(self._send(one, "waits" if found.waits else "rests") for one in found.devices)
        )

    WebhookSender.send = called  # type: ignore[method-assign]
    PushSender.send = pushed  # type: ignore[method-assign]


def told_and_not_noted() -> None:
    """Tell, and forget that it was told."""

    async def forget(*_: Any, **__: Any) -> None: ...

    WebhookQueries.note_called = forget  # type: ignore[method-assign]
    PushQueries.note_told = forget  # type: ignore[method-assign]


BUGS: Final[Mapping[str, Callable[[], None]]] = {
    bug.__name__: bug
    for bug in (
        ack_before_commit,
        outbox_forgotten,
        no_idempotency,
        no_fence,
        timers_of_each_node,
        forgetful_sessions,
        unreplicated_sessions,
        unnoticed_set_backs,
        no_means_unknown,
        own_decisions,
        seal_before_write,
        deaf_to_the_disk,
        told_before_sent,
        told_and_not_noted,
    )
}


def _without_key(column: str) -> None:
    """Drop the unique key of the steps that ends in a column, as soon as the schema is there."""
    connect = PostgresStore.connect

    async def connected(*words: Any, **more: Any) -> PostgresStore:
        store = await connect(*words, **more)
        async with store._pool.transaction() as connection:
            await connection.execute("LOCK TABLE steps")
            for key in await connection.fetch(
                "SELECT conname FROM pg_constraint WHERE conrelid = 'steps'::regclass"
                " AND contype = 'u' AND pg_get_constraintdef(oid) LIKE $1",
                f"%{column})",
            ):
                await connection.execute(f"ALTER TABLE steps DROP CONSTRAINT {key['conname']}")
        return store

    PostgresStore.connect = connected  # type: ignore[method-assign]


def _values(step: Step) -> tuple[Any, ...]:
    return step.table, step.seq, step.actor, step.command, step.events, step.due
