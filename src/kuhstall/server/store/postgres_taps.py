"""Taps on the shoulder on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.taps import LONGEST, MOST_DEVICES, Device, Quiet, Tap

_WANT = """
INSERT INTO taps (person, quiet_from, quiet_to) SELECT id, $2, $3 FROM people WHERE id = $1
ON CONFLICT (person) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
"""

_ADD = """
INSERT INTO devices (endpoint, person, public, auth)
SELECT $2, person, $3, $4 FROM taps WHERE person = $1
ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, public = excluded.public,
    auth = excluded.auth, added = clock_timestamp()
"""

_SURPLUS = """
DELETE FROM devices WHERE endpoint IN (
    SELECT endpoint FROM devices WHERE person = $1 ORDER BY added DESC, endpoint OFFSET $2)
"""

_REMOVE = """
DELETE FROM devices WHERE endpoint = $1 AND ($2::text IS NULL OR person = $2)
"""

_LOOK = """
WITH seen AS (UPDATE waits SET fresh = false WHERE person = $1 AND fresh)
UPDATE taps SET looked = true WHERE person = $1 AND told IS NOT NULL AND NOT looked
"""

_CLAIM = """
UPDATE taps SET claimed = now() + make_interval(secs => $1), looked = looked OR NOT EXISTS (
    SELECT FROM waits WHERE waits.person = taps.person AND NOT answered)
WHERE person IN (
    SELECT person FROM taps
    WHERE person IN (
            SELECT person FROM waits WHERE fresh AND NOT answered
            UNION SELECT person FROM taps WHERE told IS NOT NULL)
        AND (claimed IS NULL OR claimed < now() OR claimed > now() + make_interval(secs => $3))
        AND EXISTS (SELECT FROM devices WHERE devices.person = taps.person)
        AND CASE WHEN EXISTS (
                SELECT FROM waits WHERE waits.person = taps.person AND NOT answered)
            THEN (told IS NULL OR looked) AND EXISTS (
                SELECT FROM waits WHERE waits.person = taps.person AND fresh AND NOT answered)
            ELSE told IS NOT NULL END
    LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING person, attempts, quiet_from, quiet_to,
    EXISTS (SELECT FROM waits WHERE waits.person = taps.person AND NOT answered) AS waits
"""

_DEVICES = """
SELECT person, endpoint, public, auth FROM devices WHERE person = ANY($1) ORDER BY added
"""

_TOLD = """
WITH seen AS (UPDATE waits SET fresh = false WHERE person = $1 AND fresh AND $2)
UPDATE taps SET told = CASE WHEN $2 THEN clock_timestamp() END, looked = false, claimed = NULL,
    attempts = 0
WHERE person = $1
"""

_PUT_OFF = """
UPDATE taps SET claimed = now() + make_interval(secs => $2), attempts = $3 WHERE person = $1
"""


class PostgresTaps:
    _pool: PostgresPool

    async def add_device(self, person: str, device: Device, quiet: Quiet) -> None:
        async with self._pool.transaction() as connection:
            await connection.execute(_WANT, person, quiet.begins, quiet.ends)
            await connection.execute(_ADD, person, device.endpoint, device.public, device.auth)
            await connection.execute(_SURPLUS, person, MOST_DEVICES)

    async def remove_device(self, endpoint: str, person: str | None = None) -> None:
        await self._pool.execute(_REMOVE, endpoint, person)

    async def devices(self, person: str) -> tuple[Quiet, Sequence[Device]] | None:
        row = await self._pool.fetchrow(
            "SELECT quiet_from, quiet_to FROM taps WHERE person = $1", person
        )
        if row is None:
            return None
        found = await self._pool.fetch(_DEVICES, [person])
        return Quiet(*row), tuple(Device(*device) for _, *device in found)

    async def note_look(self, person: str) -> None:
        await self._pool.execute(_LOOK, person)

    async def claim_taps(self, lease: float, limit: int) -> Sequence[Tap]:
        rows = await self._pool.fetch(_CLAIM, lease, limit, LONGEST)
        if not rows:
            return ()
        devices: dict[str, list[Device]] = {person: [] for person, *_ in rows}
        for person, *device in await self._pool.fetch(_DEVICES, list(devices)):
            devices[person].append(Device(*device))
        return [
            Tap(person, waits, attempts, Quiet(begins, ends), tuple(devices[person]))
            for person, attempts, begins, ends, waits in rows
        ]

    async def note_told(self, person: str, *, waits: bool) -> None:
        await self._pool.execute(_TOLD, person, waits)

    async def put_off(self, person: str, seconds: float, attempts: int) -> None:
        await self._pool.execute(_PUT_OFF, person, seconds, attempts)

    async def key(self, name: str, new: bytes) -> bytes:
        sql = "INSERT INTO keys VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._pool.execute(sql, name, new)
        secret: bytes = await self._pool.fetchval("SELECT secret FROM keys WHERE name = $1", name)
        return secret
