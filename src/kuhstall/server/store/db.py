"""One API for both databases, so that each query is written once.

A statement is standard SQL that PostgreSQL and SQLite share, and these words:

    :name                        a parameter
    now()                        the time of the statement
    seconds(:x)                  a duration in seconds, to be added to a time
    epoch(column)                a time as seconds since 1970; `timestamp(:x)` is the reverse
    = ANY(:list), <> ALL(:list)  one of some values; none of them
    IS NOT DISTINCT FROM         equal, or both are null
    COLLATE "C"                  the order of bytes, which SQLite has anyway
    FOR UPDATE, FOR SHARE, ...   a row lock: SQLite has one writer at a time, and needs none

Give each time explicitly: SQLite has no default for it. There, a boolean is an integer, so wrap the
booleans of a result in `bool`. The log in this folder does not use this module: what happens with
each step is written by hand for each database.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any, Final, TypeAlias

Row: TypeAlias = tuple[Any, ...]

_PARAMETER: Final = re.compile(r"(?<!:):([a-z_]+)")
_LIST: Final = re.compile(r"(= ANY|<> ALL)\(:([a-z_]+)\)")
_LOCK: Final = re.compile(r"\bFOR (?:(?:NO KEY )?UPDATE|(?:KEY )?SHARE)(?: SKIP LOCKED)?\b")
_POSTGRES: Final = {
    "now": "statement_timestamp(",
    "seconds": "make_interval(secs => ",
    "epoch": "date_part('epoch', ",
    "timestamp": "to_timestamp(",
}


class ConflictError(Exception):
    """There is a row with this key already."""


class NoParentError(Exception):
    """There is no row that this one could refer to."""


class Queries(ABC):
    """Runs statements: each in a transaction of its own, or all in one."""

    @abstractmethod
    async def fetch(self, sql: str, **values: Any) -> list[Row]:
        """Return the rows of a query, or of a statement with RETURNING."""

    @abstractmethod
    async def execute(self, sql: str, **values: Any) -> int:
        """Run a statement; return the number of changed rows."""

    @abstractmethod
    async def execute_many(self, sql: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement once for each set of values."""

    async def serialize(self, key: str) -> None:  # noqa: B027 -- needed on PostgreSQL only
        """Wait until no other transaction with this key is open."""

    async def row(self, sql: str, **values: Any) -> Row | None:
        rows = await self.fetch(sql, **values)
        return rows[0] if rows else None

    async def value(self, sql: str, **values: Any) -> Any:
        """Return the first value of the first row; None if there is no row."""
        rows = await self.fetch(sql, **values)
        return rows[0][0] if rows else None

    async def column(self, sql: str, **values: Any) -> list[Any]:
        """Return the first value of each row."""
        return [row[0] for row in await self.fetch(sql, **values)]


class Database(Queries):
    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[Queries]:
        """Run the block in a transaction."""

    async def confirm(self) -> None:
        """Wait until all that can be read here is replicated."""

    async def write_mark(self) -> str | None:
        """Return a text that is the same as before if nothing was written since; None if unknown.

        Asking for it reads no row.
        """
        return None

    async def wipe(self) -> None:
        """Overwrite copies of deleted rows, if the database keeps any that it can reach."""


@cache
def to_postgres(sql: str) -> tuple[str, tuple[str, ...]]:
    """Translate a statement for PostgreSQL; return it with its parameters, in order."""
    for word, meaning in _POSTGRES.items():
        sql = re.sub(rf"\b{word}\(", meaning, sql)
    names = tuple(dict.fromkeys(_PARAMETER.findall(sql)))
    return _PARAMETER.sub(lambda found: f"${names.index(found[1]) + 1}", sql), names


def bind_postgres(sql: str, values: Mapping[str, Any]) -> tuple[str, list[Any]]:
    text, names = to_postgres(sql)
    found = (values[name] for name in names)
    return text, [list(one) if _is_list(one) else one for one in found]


@cache
def to_sqlite(sql: str) -> str:
    """Translate a statement for SQLite, but not its lists: their length differs."""
    sql = re.sub(r"\b(?:seconds|epoch|timestamp)\(", "(", sql)
    sql = _LOCK.sub("", sql.replace("now()", ":now").replace('COLLATE "C"', ""))
    return sql.replace("IS NOT DISTINCT FROM", "IS").replace("IS DISTINCT FROM", "IS NOT")


def bind_sqlite(
    sql: str, values: Mapping[str, Any], clock: Callable[[], float]
) -> tuple[str, dict[str, Any]]:
    bound = {"now": clock()}
    bound.update((name, one) for name, one in values.items() if not _is_list(one))

    def spread(found: re.Match[str]) -> str:
        items = {f"{found[2]}_{number}": one for number, one in enumerate(values[found[2]])}
        bound.update(items)
        these = ", ".join(f":{name}" for name in items)
        return f"{'IN' if found[1] == '= ANY' else 'NOT IN'} ({these})"

    return _LIST.sub(spread, to_sqlite(sql)), bound


def _is_list(value: object) -> bool:
    return isinstance(value, Collection) and not isinstance(value, str | bytes)
