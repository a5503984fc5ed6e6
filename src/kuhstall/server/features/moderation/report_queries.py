"""The queries of problem reports from players to the host.

A report contains what the reporter's page says about itself, and nothing about the reporter: no
person, no address, no view. It may be about another person, by the id that logs use. The server
then adds the chat line itself, so only a line that was really written can be reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.store.db import Database

MOST: Final = 1000
"""Reports that are kept: a new one then replaces the oldest."""

_ADD = """
INSERT INTO reports (version, table_id, step, language, body, at, kind, about, line, quote)
VALUES (:version, :table, :step, :language, :text, now(), :kind, :about, :line, :quote)
"""

# Two concurrent calls may both find the same surplus rows: each deletes those that it can lock.
_SURPLUS = """
DELETE FROM reports WHERE id IN (
    WITH surplus AS MATERIALIZED (
        SELECT id FROM reports
        WHERE id <= (SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET :most)
        FOR UPDATE SKIP LOCKED)
    SELECT id FROM surplus)
"""

_PURGE = """
DELETE FROM reports WHERE id IN (
    WITH old AS MATERIALIZED (
        SELECT id FROM reports WHERE at < now() - seconds(:age) ORDER BY id LIMIT :most
        FOR UPDATE SKIP LOCKED)
    SELECT id FROM old)
"""

_ALL = """
SELECT version, table_id, step, language, body, epoch(at), kind, about, line, quote
FROM reports ORDER BY id DESC
"""


class StoredReport(Struct, frozen=True):
    """A report. The version is that of the page; the store sets the time."""

    version: str
    table: str | None
    step: int | None
    language: str
    text: str
    at: float = 0
    kind: str | None = None
    about: str | None = None
    line: int | None = None
    quote: str | None = None


class ReportQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def add_report(self, report: StoredReport, most: int = MOST) -> None:
        """Store a report, and keep only the latest `most`."""
        async with self.db.transaction() as transaction:
            await transaction.execute(
                _ADD,
                version=report.version,
                table=report.table,
                step=report.step,
                language=report.language,
                text=report.text,
                kind=report.kind,
                about=report.about,
                line=report.line,
                quote=report.quote,
            )
            await transaction.execute(_SURPLUS, most=most)

    async def reports(self) -> Sequence[StoredReport]:
        """List all reports, latest first."""
        return [StoredReport(*row) for row in await self.db.fetch(_ALL)]

    async def purge_reports(self, age: float, limit: int) -> int:
        """Delete reports older than `age` seconds."""
        return await self.db.execute(_PURGE, age=age, most=limit)
