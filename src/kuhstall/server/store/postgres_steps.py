"""Writing steps to PostgreSQL: concurrent steps share a statement and its commit."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Sequence
from typing import Any, Final

import asyncpg
from msgspec import Struct

from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.table.log import Step

MOST: Final = 32  # steps in one statement

# The same as `mark_of`. It is computed from columns that every row has, so rows written by older
# nodes have a mark too.
MARK: Final = "sha256(convert_to(concat(actor, ' ', command, ' '), 'UTF8') || events)"

# The update locks the row of the table, so a second writer waits, finds the head moved, and writes
# nothing. A command that already has an answer violates a unique key, which undoes everything.
_WRITE_ONE = f"""
WITH moved AS (
    UPDATE tables SET head = $2, due = to_timestamp($6), claimed = NULL
    WHERE id = $1 AND head = $2 - 1 AND (packed = 0 OR $8) AND ($7::bytea IS NULL OR $7 = (
        SELECT {MARK} FROM steps WHERE table_id = $1 AND seq = $2 - 1))
    RETURNING id
)
INSERT INTO steps (table_id, seq, actor, command, events, due)
SELECT $1, $2, $3, $4, $5, to_timestamp($6) FROM moved RETURNING seq
"""  # noqa: S608 -- only constants are interpolated

# The same for many tables. It waits for no table lock, so one slow competitor does not delay the
# rest, and it cannot deadlock: a locked table is left out of the result. The lock does not block
# foreign key checks, since a refusal that waited here could hold a lock that is waited for. A
# command that has an answer violates a unique key here too; then each step is written alone.
# Looking for such commands first was tried: if planned on an empty table, it scans all steps from
# then on. The ids are named three times so that the plan uses the index however small the tables
# are.
_WRITE_MANY = f"""
WITH new AS (
    SELECT * FROM unnest($1::text[], $2::integer[], $3::smallint[], $4::text[], $5::bytea[],
        $6::float8[], $7::bytea[]) AS new (table_id, seq, actor, command, events, due, follows)
), locked AS (
    SELECT id FROM tables WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED
), moved AS (
    UPDATE tables SET head = new.seq, due = to_timestamp(new.due), claimed = NULL
    FROM new JOIN locked ON locked.id = new.table_id
    WHERE tables.id = ANY($1) AND tables.id = new.table_id AND tables.head = new.seq - 1
        AND tables.packed = 0
        AND (new.follows IS NULL OR new.follows = (
            SELECT {MARK} FROM steps WHERE table_id = new.table_id AND seq = new.seq - 1))
    RETURNING tables.id
), written AS (
    INSERT INTO steps (table_id, seq, actor, command, events, due)
    SELECT table_id, seq, actor, command, events, to_timestamp(due)
    FROM new JOIN moved ON moved.id = new.table_id
    RETURNING table_id
)
SELECT id, table_id IS NOT NULL AS next FROM locked LEFT JOIN written ON table_id = id
"""  # noqa: S608 -- only constants are interpolated

# Errors caused by one step of a batch: nothing was written, and the other steps must not fail.
_ITS_OWN_FAULT = (
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.TransactionRollbackError,
    asyncpg.DataError,
)


async def write_one(connection: Any, step: Step, *, packed: bool = False) -> bool:
    """Write a step if it is the next one of its table and its command has no answer.

    If some of the table is `packed`, the caller has looked for the answer there, holding the lock.
    """
    written = await connection.fetchval(
        _WRITE_ONE,
        step.table,
        step.seq,
        step.actor,
        step.command,
        step.events,
        step.due,
        step.follows,
        packed,
    )
    return written is not None


async def write_many(connection: Any, steps: Sequence[Step]) -> dict[str, bool]:
    """Write steps of different tables like `write_one`; retry those missing from the result."""
    rows = await connection.fetch(
        _WRITE_MANY,
        [step.table for step in steps],
        [step.seq for step in steps],
        [step.actor for step in steps],
        [step.command for step in steps],
        [step.events for step in steps],
        [step.due for step in steps],
        [step.follows for step in steps],
    )
    return dict(rows)


class _Waiting(Struct, frozen=True, eq=False):
    step: Step
    written: asyncio.Future[bool]


class GroupCommit:
    """Batches steps: while a statement runs, the steps of other tables gather for the next one.

    A step that finds no statement running is sent at once.
    """

    def __init__(self, pool: PostgresPool, writers: int) -> None:
        self._pool = pool
        self._idle = writers
        self._waiting: deque[_Waiting] = deque()
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def write(self, step: Step) -> bool:
        """Write a step if it is the next one. If the connection is lost, send it again.

        After a lost connection it is unknown whether the step was written. Cancelling the caller
        does not take back a step that was sent.
        """
        waiting = _Waiting(step, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake()
        return await waiting.written

    async def close(self) -> None:
        """Finish the pending steps."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _wake(self) -> None:
        if self._idle and self._waiting:
            self._idle -= 1
            self._start(self._write())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self) -> None:
        try:
            while batch := self._take():
                await self._write_together(batch)
        finally:
            self._idle += 1

    def _take(self) -> Sequence[_Waiting]:
        """Take at most one step per table. Of competing steps, the first goes first."""
        batch: list[_Waiting] = []
        later: list[_Waiting] = []
        while self._waiting and len(batch) < MOST:
            waiting = self._waiting.popleft()
            if waiting.step.table in self._busy:
                later.append(waiting)
            elif not waiting.written.done():
                self._busy.add(waiting.step.table)
                batch.append(waiting)
        self._waiting.extendleft(reversed(later))
        return batch

    async def _write_together(self, batch: Sequence[_Waiting]) -> None:
        alone: Sequence[_Waiting] = ()
        try:
            next_ones = await write_many(self._pool, [waiting.step for waiting in batch])
        except _ITS_OWN_FAULT:
            alone = batch
        except BaseException as error:
            for waiting in batch:
                self._fail(waiting, error)
            if not isinstance(error, Exception):
                raise
        else:
            alone = [waiting for waiting in batch if waiting.step.table not in next_ones]
            for waiting in batch:
                if waiting.step.table in next_ones:
                    self._finish(waiting, written=next_ones[waiting.step.table])
        for waiting in alone:
            self._start(self._write_alone(waiting))

    async def _write_alone(self, waiting: _Waiting) -> None:
        """Write one step, waiting for the lock of its table without delaying other tables."""
        try:
            self._finish(waiting, written=await write_one(self._pool, waiting.step))
        except asyncpg.UniqueViolationError:
            self._finish(waiting, written=False)  # the command already has an answer
        except BaseException as error:
            self._fail(waiting, error)
            if not isinstance(error, Exception):
                raise
        finally:
            self._wake()

    def _finish(self, waiting: _Waiting, *, written: bool) -> None:
        self._busy.discard(waiting.step.table)
        if not waiting.written.done():
            waiting.written.set_result(written)

    def _fail(self, waiting: _Waiting, error: BaseException) -> None:
        self._busy.discard(waiting.step.table)
        if not waiting.written.done():
            waiting.written.set_exception(error)
