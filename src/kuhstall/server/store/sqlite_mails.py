"""Mails in the file of the SQLite store."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from kuhstall.server.store.mails import DAY, PATIENCE, UNCONFIRMED, Letter, MailBox, digest_of
from kuhstall.server.store.sqlite_file import SqliteFile
from kuhstall.server.store.taps import LONGEST, Quiet

_BOX = "address, language, token, quiet_from, quiet_to, confirmed"

_WANT = """
INSERT INTO mails (person, address, digest, language, token, quiet_from, quiet_to, added)
SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM people WHERE id = ?1
ON CONFLICT (person) DO UPDATE SET language = excluded.language,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    token = CASE WHEN mails.address = excluded.address THEN mails.token ELSE excluded.token END,
    confirmed = mails.confirmed AND mails.address = excluded.address,
    asked = mails.asked AND mails.address = excluded.address,
    added = CASE WHEN mails.address = excluded.address THEN mails.added ELSE excluded.added END,
    claimed = NULL, attempts = 0, address = excluded.address, digest = excluded.digest
"""

_CLAIM = f"""
UPDATE mails SET claimed = ?1 + ?2
WHERE person IN (
    SELECT person FROM mails
    WHERE (claimed IS NULL OR claimed < ?1 OR claimed > ?1 + ?4)
        AND CASE WHEN confirmed THEN EXISTS (
                SELECT 1 FROM waits WHERE waits.person = mails.person AND NOT answered
                    AND since < ?1 - ?5)
            ELSE NOT asked END
        AND NOT EXISTS (
            SELECT 1 FROM mailed WHERE mailed.digest = mails.digest AND at BETWEEN ?1 - ?6 AND ?1)
    LIMIT ?3)
RETURNING person, attempts, {_BOX}
"""  # noqa: S608 -- all of it is from here

_TAKE_DAY = """
INSERT INTO mailed (digest, at) VALUES (?1, ?2)
ON CONFLICT (digest) DO UPDATE SET at = excluded.at WHERE mailed.at NOT BETWEEN ?2 - ?3 AND ?2
RETURNING digest
"""


class SqliteMails:
    _file: SqliteFile

    async def want_mail(self, person: str, box: MailBox) -> None:
        quiet = box.quiet
        values = (box.address, digest_of(box.address), box.language, box.token)
        await self._file.run(_WANT, person, *values, quiet.begins, quiet.ends, time.time())

    async def mail_box(self, person: str) -> MailBox | None:
        return await self._box(f"SELECT {_BOX} FROM mails WHERE person = ?", person)  # noqa: S608

    async def find_mail(self, token: str) -> MailBox | None:
        return await self._box(f"SELECT {_BOX} FROM mails WHERE token = ?", token)  # noqa: S608

    async def confirm_mail(self, token: str) -> MailBox | None:
        await self._file.run("UPDATE mails SET confirmed = 1 WHERE token = ?", token)
        return await self.find_mail(token)

    async def end_mail(self, token: str) -> MailBox | None:
        found = await self.find_mail(token)
        await self._file.run("DELETE FROM mails WHERE token = ?", token)
        return found

    async def unwant_mail(self, person: str) -> None:
        await self._file.run("DELETE FROM mails WHERE person = ?", person)

    async def drop_address(self, address: str) -> None:
        await self._file.run("DELETE FROM mails WHERE digest = ?", digest_of(address))

    async def claim_letters(self, lease: float, limit: int) -> Sequence[Letter]:
        if not await self._file.rows("SELECT 1 FROM mails LIMIT 1"):
            return ()
        now = time.time()
        async with self._file.writing() as connection:
            await connection.execute(
                "DELETE FROM mails WHERE NOT confirmed AND added < ?", (now - UNCONFIRMED,)
            )
            cursor = await connection.execute(_CLAIM, (now, lease, limit, LONGEST, PATIENCE, DAY))
            rows = list(await cursor.fetchall())
        return [Letter(person, attempts, _box(box)) for person, attempts, *box in rows]

    async def take_day(self, address: str) -> bool:
        now = time.time()
        async with self._file.writing() as connection:
            await connection.execute("DELETE FROM mailed WHERE at < ?", (now - DAY,))
            taken = await connection.execute(_TAKE_DAY, (digest_of(address), now, DAY))
            return await taken.fetchone() is not None

    async def give_day_back(self, address: str) -> None:
        await self._file.run("DELETE FROM mailed WHERE digest = ?", digest_of(address))

    async def note_mailed(self, person: str) -> None:
        await self._file.run(
            "UPDATE mails SET asked = 1, claimed = NULL, attempts = 0 WHERE person = ?", person
        )

    async def put_off_letter(self, person: str, seconds: float, attempts: int) -> None:
        until = time.time() + seconds
        sql = "UPDATE mails SET claimed = ?, attempts = ? WHERE person = ?"
        await self._file.run(sql, until, attempts, person)

    async def _box(self, sql: str, value: str) -> MailBox | None:
        rows = await self._file.rows(sql, value)
        return _box(rows[0]) if rows else None


def _box(row: Any) -> MailBox:
    address, language, token, begins, ends, confirmed = row
    return MailBox(address, language, token, Quiet(begins, ends), bool(confirmed))
