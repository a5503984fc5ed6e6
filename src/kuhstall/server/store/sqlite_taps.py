"""Taps on the shoulder in the file of the SQLite store."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.taps import LONGEST, MOST_DEVICES, Device, Quiet, Tap

_WANT = """
INSERT INTO taps (person, quiet_from, quiet_to) SELECT id, ?2, ?3 FROM people WHERE id = ?1
ON CONFLICT (person) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
"""

_ADD = """
INSERT INTO devices (endpoint, person, public, auth, added)
SELECT ?2, person, ?3, ?4, ?5 FROM taps WHERE person = ?1
ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, public = excluded.public,
    auth = excluded.auth, added = excluded.added
"""

_SURPLUS = """
DELETE FROM devices WHERE endpoint IN (
    SELECT endpoint FROM devices WHERE person = ? ORDER BY added DESC, endpoint LIMIT -1 OFFSET ?)
"""

_CLAIM = """
UPDATE taps SET claimed = ?1 + ?2, looked = looked OR NOT EXISTS (
    SELECT 1 FROM waits WHERE waits.person = taps.person AND NOT answered)
WHERE person IN (
    SELECT person FROM taps
    WHERE (claimed IS NULL OR claimed < ?1 OR claimed > ?1 + ?4)
        AND EXISTS (SELECT 1 FROM devices WHERE devices.person = taps.person)
        AND CASE WHEN EXISTS (
                SELECT 1 FROM waits WHERE waits.person = taps.person AND NOT answered)
            THEN (told IS NULL OR looked) AND EXISTS (
                SELECT 1 FROM waits WHERE waits.person = taps.person AND fresh AND NOT answered)
            ELSE told IS NOT NULL END
    LIMIT ?3)
RETURNING person, attempts, quiet_from, quiet_to,
    EXISTS (SELECT 1 FROM waits WHERE waits.person = taps.person AND NOT answered)
"""


class SqliteTaps:
    _file: SqliteFile

    async def add_device(self, person: str, device: Device, quiet: Quiet) -> None:
        async with self._file.writing() as connection:
            await connection.execute(_WANT, (person, quiet.begins, quiet.ends))
            values = (person, device.endpoint, device.public, device.auth, time.time())
            await connection.execute(_ADD, values)
            await connection.execute(_SURPLUS, (person, MOST_DEVICES))

    async def remove_device(self, endpoint: str, person: str | None = None) -> None:
        await self._file.run(
            "DELETE FROM devices WHERE endpoint = ?1 AND (?2 IS NULL OR person = ?2)",
            endpoint,
            person,
        )

    async def devices(self, person: str) -> tuple[Quiet, Sequence[Device]] | None:
        rows = await self._file.rows(
            "SELECT quiet_from, quiet_to FROM taps WHERE person = ?", person
        )
        return (Quiet(*rows[0]), await self._devices(person)) if rows else None

    async def _devices(self, person: str) -> tuple[Device, ...]:
        rows = await self._file.rows(
            "SELECT endpoint, public, auth FROM devices WHERE person = ? ORDER BY added", person
        )
        return tuple(Device(*row) for row in rows)

    async def note_look(self, person: str) -> None:
        async with self._file.writing() as connection:
            await connection.execute(
                "UPDATE waits SET fresh = 0 WHERE person = ? AND fresh", (person,)
            )
            await connection.execute(
                "UPDATE taps SET looked = 1 WHERE person = ? AND told IS NOT NULL", (person,)
            )

    async def claim_taps(self, lease: float, limit: int) -> Sequence[Tap]:
        if not await self._file.rows("SELECT 1 FROM devices LIMIT 1"):
            return ()
        async with self._file.writing() as connection:
            cursor = await connection.execute(_CLAIM, (time.time(), lease, limit, LONGEST))
            rows = list(await cursor.fetchall())
        return [
            Tap(person, bool(waits), attempts, Quiet(begins, ends), await self._devices(person))
            for person, attempts, begins, ends, waits in rows
        ]

    async def note_told(self, person: str, *, waits: bool) -> None:
        async with self._file.writing() as connection:
            await connection.execute(
                "UPDATE waits SET fresh = 0 WHERE person = ? AND fresh AND ?", (person, waits)
            )
            await connection.execute(
                "UPDATE taps SET told = ?, looked = 0, claimed = NULL, attempts = 0"
                " WHERE person = ?",
                (time.time() if waits else None, person),
            )

    async def put_off(self, person: str, seconds: float, attempts: int) -> None:
        await self._file.run(
            "UPDATE taps SET claimed = ?, attempts = ? WHERE person = ?",
            time.time() + seconds,
            attempts,
            person,
        )

    async def key(self, name: str, new: bytes) -> bytes:
        await self._file.run("INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING", name, new)
        rows = await self._file.rows("SELECT secret FROM keys WHERE name = ?", name)
        secret: bytes = rows[0][0]
        return secret
