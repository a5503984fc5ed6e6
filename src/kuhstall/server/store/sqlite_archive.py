"""The archive on SQLite: pack finished games and read packed ones."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Collection, Sequence

import aiosqlite
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
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.table.log import Accepted, Answer, Rejected, Step

_PACKABLE = """
SELECT id FROM tables
WHERE packed < head - 1 AND id > ?1
    AND EXISTS (SELECT 1 FROM finishers WHERE table_id = id)
    AND (SELECT at FROM steps WHERE table_id = id AND seq = head) < ?2
ORDER BY id LIMIT ?3
"""

_ROWS = """
SELECT seq, actor, command, events, due, refusal, at FROM steps
WHERE table_id = ? AND (seq IS NULL OR seq < ?) ORDER BY seq
"""

_KEEP = """
INSERT INTO archive (table_id, log, refusals, refused, at, cleared) VALUES (?, ?, ?, ?, ?, 1)
ON CONFLICT (table_id) DO UPDATE SET log = excluded.log, refusals = excluded.refusals,
    refused = excluded.refused, at = excluded.at, cleared = 1
"""

_CLEAR_ROWS = """
UPDATE sealed SET action = x'' WHERE rowid IN (
    SELECT rowid FROM sealed WHERE opened IS NOT NULL AND action <> x'' LIMIT ?)
"""

_OLD_REFUSALS = """
SELECT table_id, refusals FROM archive
WHERE table_id IN (SELECT value FROM json_each(?1)) AND refused < ?2 LIMIT ?3
"""


async def packed_answer(
    connection: aiosqlite.Connection, table: str, actor: Actor, command: str
) -> Answer | None:
    """Return the answer to a command from the archive."""
    game = await _packed_game(connection, table)
    found = None if game is None else game.answer(actor, command)
    if found is None:
        return None
    return Rejected(found) if isinstance(found, str) else Accepted(found, known=True)


async def with_packed_steps(
    connection: aiosqlite.Connection,
    table: str,
    after: int,
    limit: int | None,
    rows: Sequence[Step],
) -> Sequence[Step]:
    """Prepend packed steps to rows that start too late."""
    game = await _packed_game(connection, table)
    if game is None:
        return rows
    packed = [
        Step(table, seq, step.actor, step.command, step.events, step.due)
        for seq, step in enumerate(game.steps[after:], after + 1)
    ]
    return [*packed, *rows][:limit]


async def _packed_game(connection: aiosqlite.Connection, table: str) -> PackedGame | None:
    cursor = await connection.execute(
        "SELECT log, refusals FROM archive WHERE table_id = ?", (table,)
    )
    row = await cursor.fetchone()
    return None if row is None else unpack(*row)


class SqliteArchive:
    _file: SqliteFile

    async def archive_age(self) -> float:
        """Return infinity: one process owns the file, and can read all that is in it."""
        return math.inf

    async def packable(self, after: str, age: float, limit: int) -> Sequence[str]:
        rows = await self._file.rows(_PACKABLE, after, time.time() - age, limit)
        return [table for (table,) in rows]

    async def pack_game(self, table: str) -> Packing | None:
        async with self._file.writing() as connection:
            cursor = await connection.execute(
                "SELECT head FROM tables WHERE id = ?1"
                " AND EXISTS (SELECT 1 FROM finishers WHERE table_id = ?1)",
                (table,),
            )
            found = await cursor.fetchone()
            if found is None:
                return None
            head = found[0]
            rows = list(await connection.execute_fetchall(_ROWS, (table, head)))
            if not rows:
                return None
            game = await _whole(connection, table, rows)
            if len(game.steps) != head - 1:
                raise DamagedArchiveError(f"{table}: {len(game.steps)} steps before {head}")
            kept = await asyncio.to_thread(pack, game)
            values = (table, kept.log, kept.refusals, kept.refused, time.time())
            await connection.execute(_KEEP, values)
            await connection.execute(
                "DELETE FROM steps WHERE table_id = ? AND (seq IS NULL OR seq < ?)", (table, head)
            )
            await connection.execute(
                "DELETE FROM sealed WHERE table_id = ? AND opened IS NOT NULL", (table,)
            )
            await connection.execute("DELETE FROM orders WHERE table_id = ?", (table,))
            await connection.execute("UPDATE tables SET packed = ? WHERE id = ?", (head - 1, table))
        return Packing(len(game.steps), kept.size)

    async def packed_games(self, after: str, limit: int) -> Sequence[str]:
        rows = await self._file.rows(
            "SELECT table_id FROM archive WHERE table_id > ? ORDER BY table_id LIMIT ?",
            after,
            limit,
        )
        return [table for (table,) in rows]

    async def unpack_game(self, table: str) -> bool:
        async with self._file.writing() as connection:
            game = await _packed_game(connection, table)
            if game is None:
                return False
            await connection.executemany(
                "INSERT INTO steps (table_id, seq, actor, command, events, due, refusal, at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    *(
                        (table, seq, one.actor, one.command, one.events, one.due, None, one.at)
                        for seq, one in enumerate(game.steps, 1)
                    ),
                    *(
                        (table, None, one.actor, one.command, None, None, one.code, one.at)
                        for one in game.refusals
                    ),
                ],
            )
            await connection.executemany(
                "INSERT INTO sealed (table_id, moment, seat, command, action, opened, revision)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(table, *astuple(one)) for one in without_answers(game).seals],
            )
            await connection.execute("DELETE FROM archive WHERE table_id = ?", (table,))
            await connection.execute("UPDATE tables SET packed = 0 WHERE id = ?", (table,))
        return True

    async def clear_seals(self) -> bool:
        async with self._file.writing() as connection:
            cursor = await connection.execute(_CLEAR_ROWS, (ROWS,))
            if cursor.rowcount:
                return True
            found = await connection.execute_fetchall(
                "SELECT table_id, log FROM archive WHERE NOT cleared LIMIT 1"
            )
            for table, log in found:
                await connection.execute(
                    "UPDATE archive SET log = ?, cleared = 1 WHERE table_id = ?",
                    (await asyncio.to_thread(clear_log, table, log), table),
                )
            left = await connection.execute_fetchall(
                "SELECT 1 FROM archive WHERE NOT cleared LIMIT 1"
            )
        if found and not left:
            await self._file.wipe()
        return bool(found)

    async def purge_packed_refusals(
        self, tables: Collection[str], oldest: float, limit: int
    ) -> int:
        """Remove old refusals from at most `limit` packed games."""
        removed = 0
        async with self._file.writing() as connection:
            asked = (json.dumps(list(tables)), oldest, limit)
            rows = list(await connection.execute_fetchall(_OLD_REFUSALS, asked))
            for table, data in rows:
                refusals = unpack_refusals(data)
                left = [one for one in refusals if one.at >= oldest]
                removed += len(refusals) - len(left)
                await connection.execute(
                    "UPDATE archive SET refusals = ?, refused = ? WHERE table_id = ?",
                    (*pack_refusals(left), table),
                )
        return removed


async def _whole(
    connection: aiosqlite.Connection, table: str, rows: Sequence[aiosqlite.Row]
) -> PackedGame:
    """Merge the packed part of a game with its rows; sealed actions are blanked."""
    before = await _packed_game(connection, table) or PackedGame([])
    seals = await connection.execute_fetchall(
        "SELECT moment, seat, command, action, opened, revision FROM sealed"
        " WHERE table_id = ? AND opened IS NOT NULL ORDER BY moment, seat, revision",
        (table,),
    )
    steps, refusals = list(before.steps), list(before.refusals)
    for seq, actor, command, events, due, code, at in rows:
        if seq is None:
            refusals.append(KeptRefusal(actor, command, code, at))
            continue
        if seq != len(steps) + 1:
            raise DamagedArchiveError(f"{table}: {seq} after {len(steps)}")
        steps.append(KeptStep(actor, command, events, due, at))
    whole = PackedGame(steps, [*before.seals, *(KeptSeal(*seal) for seal in seals)], refusals)
    return without_answers(whole)
