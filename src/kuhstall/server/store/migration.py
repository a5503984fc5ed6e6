"""The numbered changes of the schema, one SQL file each. A file that was released never changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from importlib import resources


class NewerSchemaError(Exception):
    """A store that was changed by a newer version than this."""


def migrations(dialect: str) -> Sequence[tuple[int, str]]:
    """Return the changes for a database, in order."""
    folder = resources.files("kuhstall.server.store").joinpath("schema")
    return sorted(
        (int(match.group(1)), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if (match := re.fullmatch(rf"{dialect}_(\d{{4}})\.sql", file.name))
    )


def missing(dialect: str, done: Collection[int], *, newer: bool) -> Sequence[tuple[int, str]]:
    """Return the changes that are still to be made.

    What a newer version has changed this one cannot know: it could write what that one takes for
    broken. So it begins there only if somebody who knows better says so.
    """
    known = migrations(dialect)
    unknown = sorted(set(done) - {number for number, _ in known})
    if unknown and not newer:
        changes = ", ".join(map(str, unknown))
        raise NewerSchemaError(f"a newer version has changed its schema (change {changes})")
    return [(number, sql) for number, sql in known if number not in done]
