"""The numbered schema migrations, one SQL file each. A released file never changes.

There is one sequence of numbers for all. A file named `postgres_0001.sql` or `sqlite_0001.sql` is
for one database. A file named `0020.sql` is for both: `time`, `bytes` and `counter` stand for the
types of a time, of bytes, and of an id that counts up.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

_NAME: Final = re.compile(r"(?:(postgres|sqlite)_)?(\d{4})\.sql")
_TYPES: Final = {
    "postgres": {
        "time": "timestamptz",
        "bytes": "bytea",
        "counter": "bigint GENERATED ALWAYS AS IDENTITY",
    },
    "sqlite": {"time": "real", "bytes": "blob", "counter": "integer"},
}
_TYPE: Final = re.compile(r"(?m)(^ +\w+ +|ADD COLUMN \w+ +)(time|bytes|counter)\b")


class NewerSchemaError(Exception):
    """The store was migrated by a newer version than this one."""


def folders() -> Iterator[Traversable]:
    """Return the folders with migrations: that of the store, and those of the features."""
    server = resources.files("kuhstall.server")
    yield server.joinpath("store", "schema")
    for feature in server.joinpath("features").iterdir():
        folder = feature.joinpath("migrations")
        if feature.is_dir() and folder.is_dir():
            yield folder


def migrations(dialect: str) -> Sequence[tuple[int, str]]:
    """Return the migrations for a database, in order."""
    found = (
        (match, file)
        for folder in folders()
        for file in folder.iterdir()
        if (match := _NAME.fullmatch(file.name)) and match[1] in {None, dialect}
    )
    return sorted(
        (int(match[2]), _translate(file.read_text(encoding="utf-8"), match[1], dialect))
        for match, file in found
    )


def _translate(sql: str, written_for: str | None, dialect: str) -> str:
    if written_for is not None:
        return sql
    return _TYPE.sub(lambda found: found[1] + _TYPES[dialect][found[2]], sql)


def missing(dialect: str, done: Collection[int], *, newer: bool) -> Sequence[tuple[int, str]]:
    """Return the migrations that are not applied yet.

    This version cannot know what a newer one has changed: it could write rows that the newer one
    takes for corrupt. So it refuses such a store, unless the operator allows it with `newer`.
    """
    known = migrations(dialect)
    unknown = sorted(set(done) - {number for number, _ in known})
    if unknown and not newer:
        changes = ", ".join(map(str, unknown))
        raise NewerSchemaError(f"a newer version has changed its schema (change {changes})")
    return [(number, sql) for number, sql in known if number not in done]
