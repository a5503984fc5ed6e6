"""The rows of a store, read directly instead of through the server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import asyncpg

_CHANGES: Final = "SELECT number FROM migrations ORDER BY number"


class Rows(Protocol):
    async def value(self, table: str, column: str) -> Any:
        """Return one column of a game table's row."""
        ...

    async def changes(self) -> list[int]:
        """Return the numbers of the changes of the schema that were made."""
        ...

    async def listed(self) -> list[str]:
        """List every row of every database table."""
        ...


@asynccontextmanager
async def opened(store: Path | str) -> AsyncIterator[Rows]:
    if isinstance(store, str):
        connection = await asyncpg.connect(store)
        try:
            yield _Postgres(connection)
        finally:
            await connection.close()
        return
    database = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
    try:
        yield _Sqlite(database)
    finally:
        database.close()


class _Postgres:
    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def value(self, table: str, column: str) -> Any:
        query = f"SELECT {column} FROM tables WHERE id = $1"  # noqa: S608
        return await self._connection.fetchval(query, table)

    async def changes(self) -> list[int]:
        return [row["number"] for row in await self._connection.fetch(_CHANGES)]

    async def listed(self) -> list[str]:
        raise NotImplementedError  # no story on PostgreSQL lists rows


class _Sqlite:
    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    async def value(self, table: str, column: str) -> Any:
        query = f"SELECT {column} FROM tables WHERE id = ?"  # noqa: S608
        (value,) = self._database.execute(query, (table,)).fetchone()
        return value

    async def changes(self) -> list[int]:
        return [number for (number,) in self._database.execute(_CHANGES)]

    async def listed(self) -> list[str]:
        names = [name for (name,) in self._database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]  # fmt: skip
        found = []
        for name in names:
            # Members are written from a set, so their rowids are in no fixed order.
            order = "person, table_id" if name == "members" else "rowid"
            cursor = self._database.execute(f"SELECT * FROM {name} ORDER BY {order}")  # noqa: S608
            columns = [column for column, *_ in cursor.description]
            for row in cursor:
                values = {key: _shown(value) for key, value in zip(columns, row, strict=True)}
                found.append(f"{name} {json.dumps(values, ensure_ascii=False)}")
        return found


def _shown(value: Any) -> Any:
    """Show bytes as text or, if they are not UTF-8, as hex."""
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()
