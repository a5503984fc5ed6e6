"""Mails on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.server.store.mails import DAY, PATIENCE, UNCONFIRMED, Letter, MailBox, digest_of
from kuhstall.server.store.postgres_pool import PostgresPool
from kuhstall.server.store.taps import LONGEST, Quiet

_BOX = "address, language, token, quiet_from, quiet_to, confirmed"

_WANT = """
INSERT INTO mails (person, address, digest, language, token, quiet_from, quiet_to)
SELECT id, $2, $3, $4, $5, $6, $7 FROM people WHERE id = $1
ON CONFLICT (person) DO UPDATE SET language = excluded.language,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    token = CASE WHEN mails.address = excluded.address THEN mails.token ELSE excluded.token END,
    confirmed = mails.confirmed AND mails.address = excluded.address,
    asked = mails.asked AND mails.address = excluded.address,
    added = CASE WHEN mails.address = excluded.address THEN mails.added ELSE excluded.added END,
    claimed = NULL, attempts = 0, address = excluded.address, digest = excluded.digest
"""

_SWEEP = """
DELETE FROM mails WHERE NOT confirmed AND added < now() - make_interval(secs => $1)
"""

_CLAIM = f"""
UPDATE mails SET claimed = now() + make_interval(secs => $1)
WHERE person IN (
    SELECT person FROM mails
    WHERE (claimed IS NULL OR claimed < now() OR claimed > now() + make_interval(secs => $3))
        AND CASE WHEN confirmed THEN EXISTS (
                SELECT FROM waits WHERE waits.person = mails.person AND NOT answered
                    AND since < now() - make_interval(secs => $4))
            ELSE NOT asked END
        AND NOT EXISTS (
            SELECT FROM mailed WHERE mailed.digest = mails.digest
                AND at BETWEEN now() - make_interval(secs => $5) AND now())
    LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING person, attempts, {_BOX}
"""  # noqa: S608 -- all of it is from here

_TAKE_DAY = """
WITH old AS (DELETE FROM mailed WHERE at < now() - make_interval(secs => $2) AND digest <> $1)
INSERT INTO mailed (digest, at) VALUES ($1, now())
ON CONFLICT (digest) DO UPDATE SET at = excluded.at
    WHERE mailed.at NOT BETWEEN now() - make_interval(secs => $2) AND now()
RETURNING digest
"""

_NOTE = "UPDATE mails SET asked = true, claimed = NULL, attempts = 0 WHERE person = $1"

_PUT_OFF = """
UPDATE mails SET claimed = now() + make_interval(secs => $2), attempts = $3 WHERE person = $1
"""


class PostgresMails:
    _pool: PostgresPool

    async def want_mail(self, person: str, box: MailBox) -> None:
        quiet = box.quiet
        values = (box.address, digest_of(box.address), box.language, box.token)
        await self._pool.execute(_WANT, person, *values, quiet.begins, quiet.ends)

    async def mail_box(self, person: str) -> MailBox | None:
        return await self._box(f"SELECT {_BOX} FROM mails WHERE person = $1", person)  # noqa: S608

    async def find_mail(self, token: str) -> MailBox | None:
        return await self._box(f"SELECT {_BOX} FROM mails WHERE token = $1", token)  # noqa: S608

    async def confirm_mail(self, token: str) -> MailBox | None:
        sql = f"UPDATE mails SET confirmed = true WHERE token = $1 RETURNING {_BOX}"  # noqa: S608
        return await self._box(sql, token)

    async def end_mail(self, token: str) -> MailBox | None:
        return await self._box(f"DELETE FROM mails WHERE token = $1 RETURNING {_BOX}", token)  # noqa: S608

    async def unwant_mail(self, person: str) -> None:
        await self._pool.execute("DELETE FROM mails WHERE person = $1", person)

    async def drop_address(self, address: str) -> None:
        await self._pool.execute("DELETE FROM mails WHERE digest = $1", digest_of(address))

    async def claim_letters(self, lease: float, limit: int) -> Sequence[Letter]:
        await self._pool.execute(_SWEEP, UNCONFIRMED)
        rows = await self._pool.fetch(_CLAIM, lease, limit, LONGEST, PATIENCE, DAY)
        return [Letter(person, attempts, _box(box)) for person, attempts, *box in rows]

    async def take_day(self, address: str) -> bool:
        return await self._pool.fetchval(_TAKE_DAY, digest_of(address), DAY) is not None

    async def give_day_back(self, address: str) -> None:
        await self._pool.execute("DELETE FROM mailed WHERE digest = $1", digest_of(address))

    async def note_mailed(self, person: str) -> None:
        await self._pool.execute(_NOTE, person)

    async def put_off_letter(self, person: str, seconds: float, attempts: int) -> None:
        await self._pool.execute(_PUT_OFF, person, seconds, attempts)

    async def _box(self, sql: str, value: str) -> MailBox | None:
        row = await self._pool.fetchrow(sql, value)
        return None if row is None else _box(row)


def _box(row: Any) -> MailBox:
    address, language, token, begins, ends, confirmed = row
    return MailBox(address, language, token, Quiet(begins, ends), confirmed)
