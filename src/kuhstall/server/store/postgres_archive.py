"""The archive on PostgreSQL: pack finished games, read packed ones and continue them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from msgspec.structs import astuple

from kuhstall.engine.values import Actor
from kuhstall.server.store.archive import (
    ROWS,
    DamagedArchiveError,
    KeptRefusal,
    KeptSeal,
    KeptStep,
    PackedGame,
    Packing,
    clear_log,
    pack,
    pack_refusals,
    unpack,
    unpack_refusals,
    without_answers,
)
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.table.log import Accepted, Answer, Rejected, Step, UnknownTableError

MIGRATION: Final = 6
"""The number of the migration that added the archive."""

# The lock waits for a step that is being written, and then sees its new head. It does not block
# foreign key checks: a refusal that waited for this lock could hold one that is waited for.
LOCK: Final = "SELECT packed FROM tables WHERE id = $1 FOR NO KEY UPDATE"

# A refusal locks the row of its table too (FOR KEY SHARE) and proceeds once it has it. This lock
# waits for refusals and blocks them: while a row is packed, its unique key is free for a moment.
_LOCK_ALL = "SELECT head FROM tables WHERE id = $1 FOR UPDATE"

_REFUSE = """
INSERT INTO steps (table_id, actor, command, refusal) SELECT $1, $2, $3, $4 FROM loose
WHERE NOT EXISTS (SELECT FROM sealed WHERE table_id = $1 AND seat = $2 AND command = $3)
ON CONFLICT (table_id, actor, command) DO NOTHING RETURNING refusal
"""
REFUSE: Final = f"""
WITH loose AS (SELECT id FROM tables WHERE id = $1 AND packed = 0 FOR KEY SHARE) {_REFUSE}
"""  # noqa: S608 -- only constants are interpolated
_REFUSE_PACKED = f"""
WITH loose AS (SELECT id FROM tables WHERE id = $1) {_REFUSE}
"""  # noqa: S608 -- only constants are interpolated

# A game that was continued must be idle for the same time again before it is packed again.
_PACKABLE = """
SELECT table_id FROM finishers
WHERE NOT packed AND table_id > $1 AND at < now() - make_interval(secs => $2)
    AND (SELECT steps.at FROM tables JOIN steps ON steps.table_id = id AND seq = head
        WHERE id = finishers.table_id) < now() - make_interval(secs => $2)
GROUP BY table_id ORDER BY table_id LIMIT $3
"""

_ROWS = """
SELECT seq, actor, command, events, due, refusal, at FROM steps
WHERE table_id = $1 AND (seq IS NULL OR seq < $2) ORDER BY seq
"""

_KEEP = """
INSERT INTO archive (table_id, log, refusals, refused, cleared)
VALUES ($1, $2, $3, to_timestamp($4), true)
ON CONFLICT (table_id) DO UPDATE SET log = excluded.log, refusals = excluded.refusals,
    refused = excluded.refused, at = clock_timestamp(), cleared = true
"""

CLEAR_ROWS: Final = """
UPDATE sealed SET action = '' WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM sealed WHERE opened IS NOT NULL AND action <> ''
    LIMIT $1 FOR UPDATE SKIP LOCKED))
"""

READABLE: Final = """
SELECT table_id, log FROM archive WHERE NOT cleared LIMIT 1 FOR UPDATE SKIP LOCKED
"""

_OLD_REFUSALS = """
SELECT table_id, refusals FROM archive
WHERE table_id = ANY($1) AND refused < clock_timestamp() - make_interval(secs => $2)
LIMIT $3 FOR UPDATE
"""


async def packed_answer(connection: Any, table: str, actor: Actor, command: str) -> Answer | None:
    """Return the answer to a command from the archive."""
    game = await _packed_game(connection, table)
    found = None if game is None else game.answer(actor, command)
    if found is None:
        return None
    return Rejected(found) if isinstance(found, str) else Accepted(found, known=True)


async def packed_steps(
    connection: Any, table: str, after: int, limit: int | None, rows: Sequence[Step]
) -> Sequence[Step] | None:
    """Prepend packed steps to rows that start too late; None if nothing is packed.

    More may have been packed since the rows were read: such steps are in both, and are returned
    once.
    """
    game = await _packed_game(connection, table)
    if game is None:
        return None
    packed = [
        Step(table, seq, step.actor, step.command, step.events, step.due)
        for seq, step in enumerate(game.steps[after:], after + 1)
    ]
    found = [*packed, *(step for step in rows if step.seq > len(game.steps))]
    return found if limit is None else found[:limit]


async def note_unpacked(connection: Any, table: str) -> None:
    """Mark a packed game as continued, so that it is packed again later."""
    await connection.execute("UPDATE finishers SET packed = false WHERE table_id = $1", table)


async def _packed_game(connection: Any, table: str) -> PackedGame | None:
    row = await connection.fetchrow("SELECT log, refusals FROM archive WHERE table_id = $1", table)
    return None if row is None else unpack(*row)


class PostgresArchive:
    _pool: PostgresPool

    async def archive_age(self) -> float:
        age: float = await self._pool.fetchval(
            "SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM migrations"
            " WHERE number = $1",
            MIGRATION,
        )
        return age

    async def packable(self, after: str, age: float, limit: int) -> Sequence[str]:
        rows = await self._pool.fetch(_PACKABLE, after, age, limit)
        return [row["table_id"] for row in rows]

    async def pack_game(self, table: str) -> Packing | None:
        async with self._pool.transaction() as connection:
            head = await connection.fetchval(_LOCK_ALL, table)
            if head is None or not await _is_finished(connection, table):
                return None
            rows = await connection.fetch(_ROWS, table, head)
            if not rows:
                await connection.execute(
                    "UPDATE finishers SET packed = true WHERE table_id = $1", table
                )
                return None
            game = await _whole(connection, table, rows)
            if len(game.steps) != head - 1:
                raise DamagedArchiveError(f"{table}: {len(game.steps)} steps before {head}")
            kept = await asyncio.to_thread(pack, game)
            await connection.execute(_KEEP, table, kept.log, kept.refusals, kept.refused)
            done: str = await connection.execute(
                "DELETE FROM steps WHERE table_id = $1 AND (seq IS NULL OR seq < $2)", table, head
            )
            if done != f"DELETE {len(rows)}":
                raise DamagedArchiveError(f"{table}: {done} of {len(rows)}")
            await connection.execute(
                "DELETE FROM sealed WHERE table_id = $1 AND opened IS NOT NULL", table
            )
            await connection.execute("DELETE FROM orders WHERE table_id = $1", table)
            await connection.execute("UPDATE tables SET packed = $2 WHERE id = $1", table, head - 1)
            await connection.execute(
                "UPDATE finishers SET packed = true WHERE table_id = $1", table
            )
        return Packing(len(game.steps), kept.size)

    async def packed_games(self, after: str, limit: int) -> Sequence[str]:
        rows = await self._pool.fetch(
            "SELECT table_id FROM archive WHERE table_id > $1 ORDER BY table_id LIMIT $2",
            after,
            limit,
        )
        return [row["table_id"] for row in rows]

    async def unpack_game(self, table: str) -> bool:
        async with self._pool.transaction() as connection:
            await connection.execute(_LOCK_ALL, table)
            game = await _packed_game(connection, table)
            if game is None:
                return False
            await connection.copy_records_to_table(
                "steps",
                columns=["table_id", "seq", "actor", "command", "events", "due", "refusal", "at"],
                records=_records(table, game),
            )
            await connection.copy_records_to_table(
                "sealed",
                columns=["table_id", "moment", "seat", "command", "action", "opened", "revision"],
                records=[(table, *_values(seal)) for seal in without_answers(game).seals],
            )
            await connection.execute("DELETE FROM archive WHERE table_id = $1", table)
            await connection.execute("UPDATE tables SET packed = 0 WHERE id = $1", table)
            await note_unpacked(connection, table)
        return True

    async def clear_seals(self) -> bool:
        async with self._pool.transaction() as connection:
            done: str = await connection.execute(CLEAR_ROWS, ROWS)
            if done != "UPDATE 0":
                return True
            found = await connection.fetchrow(READABLE)
            if found is None:
                return False
            table, log = found
            await connection.execute(
                "UPDATE archive SET log = $2, cleared = true WHERE table_id = $1",
                table,
                await asyncio.to_thread(clear_log, table, log),
            )
        return True

    async def purge_packed_refusals(self, tables: Collection[str], age: float, limit: int) -> int:
        """Remove old refusals from at most `limit` packed games."""
        removed = 0
        async with self._pool.transaction() as connection:
            oldest = (await connection.fetchval("SELECT clock_timestamp()")).timestamp() - age
            for row in await connection.fetch(_OLD_REFUSALS, list(tables), age, limit):
                refusals = unpack_refusals(row["refusals"])
                left = [one for one in refusals if one.at >= oldest]
                removed += len(refusals) - len(left)
                await connection.execute(
                    "UPDATE archive SET refusals = $2, refused = to_timestamp($3)"
                    " WHERE table_id = $1",
                    row["table_id"],
                    *pack_refusals(left),
                )
        return removed

    async def _refuse_packed(
        self, table: str, actor: Actor, command: str, code: str
    ) -> Answer | None:
        """Refuse a command of a packed game; None if its answer is in a row."""
        async with self._pool.transaction() as connection:
            packed = await connection.fetchval(LOCK, table)
            if packed is None:
                raise UnknownTableError(table)
            if not packed:
                return Rejected(code)
            known = await packed_answer(connection, table, actor, command)
            if known is not None:
                return known
            if await connection.fetchval(_REFUSE_PACKED, table, actor, command, code) is None:
                return None
            await note_unpacked(connection, table)
        return Rejected(code)


async def _is_finished(connection: Any, table: str) -> bool:
    found: bool = await connection.fetchval(
        "SELECT EXISTS (SELECT FROM finishers WHERE table_id = $1)", table
    )
    return found


async def _whole(connection: Any, table: str, rows: Sequence[Any]) -> PackedGame:
    """Merge the packed part of a game with its rows; sealed actions are blanked."""
    before = await _packed_game(connection, table) or PackedGame([])
    seals = await connection.fetch(
        "SELECT moment, seat, command, action, opened, revision FROM sealed"
        " WHERE table_id = $1 AND opened IS NOT NULL ORDER BY moment, seat, revision",
        table,
    )
    steps, refusals = list(before.steps), list(before.refusals)
    for row in rows:
        at = row["at"].timestamp()
        if row["seq"] is None:
            refusals.append(KeptRefusal(row["actor"], row["command"], row["refusal"], at))
            continue
        if row["seq"] != len(steps) + 1:
            raise DamagedArchiveError(f"{table}: {row['seq']} after {len(steps)}")
        due = None if row["due"] is None else row["due"].timestamp()
        steps.append(KeptStep(row["actor"], row["command"], row["events"], due, at))
    whole = PackedGame(steps, [*before.seals, *(KeptSeal(*seal) for seal in seals)], refusals)
    return without_answers(whole)


def _records(table: str, game: PackedGame) -> list[tuple[Any, ...]]:
    steps = [
        (table, seq, one.actor, one.command, one.events, _moment(one.due), None, _moment(one.at))
        for seq, one in enumerate(game.steps, 1)
    ]
    refusals = [
        (table, None, one.actor, one.command, None, None, one.code, _moment(one.at))
        for one in game.refusals
    ]
    return [*steps, *refusals]


def _values(seal: KeptSeal) -> tuple[Any, ...]:
    return astuple(seal)


def _moment(at: float | None) -> datetime | None:
    return None if at is None else datetime.fromtimestamp(at, UTC)
