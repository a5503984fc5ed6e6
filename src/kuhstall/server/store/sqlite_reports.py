"""The reports in the file of the SQLite store."""

from __future__ import annotations

import time
from collections.abc import Sequence

from kuhstall.server.store.reports import MOST, StoredReport
from kuhstall.server.store.sqlite_file import SqliteFile

_SURPLUS = """
DELETE FROM reports WHERE id <= (SELECT id FROM reports ORDER BY id DESC LIMIT 1 OFFSET ?)
"""

_PURGE = """
DELETE FROM reports WHERE id IN (SELECT id FROM reports WHERE at < ? ORDER BY id LIMIT ?)
"""


class SqliteReports:
    _file: SqliteFile

    async def add_report(self, report: StoredReport, most: int = MOST) -> None:
        async with self._file.writing() as connection:
            await connection.execute(
                "INSERT INTO reports"
                " (version, table_id, step, language, body, at, kind, about, line, quote)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    report.version,
                    report.table,
                    report.step,
                    report.language,
                    report.text,
                    time.time(),
                    report.kind,
                    report.about,
                    report.line,
                    report.quote,
                ),
            )
            await connection.execute(_SURPLUS, (most,))

    async def reports(self) -> Sequence[StoredReport]:
        rows = await self._file.rows(
            "SELECT version, table_id, step, language, body, at, kind, about, line, quote"
            " FROM reports ORDER BY id DESC"
        )
        return [StoredReport(*row) for row in rows]

    async def purge_reports(self, age: float, limit: int) -> int:
        async with self._file.writing() as connection:
            return (await connection.execute(_PURGE, (time.time() - age, limit))).rowcount
