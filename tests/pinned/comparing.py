"""Holds what a server says to what 0.1.0 said, byte by byte, and shows where they differ."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fnmatch import fnmatchcase
from itertools import zip_longest
from typing import Any, Final

from tests.pinned.added import (
    ADDED,
    ADDED_RIGHTS,
    BLANKED,
    LEFT_BEHIND,
    NEW_COLUMNS,
    NEW_ROWS,
    UNWRITTEN,
)

_TABLE: Final = re.compile(r"/[a-z2-9]{26,27}\b")
_CONTEXT: Final = 3
PARTY: Final = "-2"
"""The actor of requests, as 0.1.0 wrote it."""


class _Number(str):
    """A number as it was written: 1 is not 1.0."""

    __slots__ = ()


def difference(
    source: str, expected: Sequence[str], actual: Sequence[str], added: Mapping[str, str] = ADDED
) -> str:
    """Name the first difference in the outcome of an input, except for what may be added."""
    if source == "ROWS":
        gone = _gone(actual)
        kept = [row for row in expected if not _is_unwritten(row) and not _left(row, gone)]
        expected = [_blanked(row) for row in kept]
        actual = [_narrow(row) for row in actual if not _matches(row.strip(), NEW_ROWS)]
    for old, new in zip_longest(expected, actual):
        if old == new or (old and new and _unadorned(old, new, source, added) == _plain(old)):
            continue
        shown = difflib.unified_diff(
            _laid_out(old), _laid_out(new), "0.1.0", "now", n=_CONTEXT, lineterm=""
        )
        return "\n".join((f"after {source[:300]}", *shown))
    return ""


def _narrow(row: str) -> str:
    """Return a row without the columns that came later, where they have the value of then."""
    for column in NEW_COLUMNS:
        table, _, pair = column.partition(" ")
        if row.strip().startswith(f"{table} "):
            row = row.replace(f", {pair}}}", "}")
    return row


def _blanked(row: str) -> str:
    """Return a row of 0.1.0 as it is kept now: an action that was opened is blank."""
    for column in BLANKED:
        table, _, name = column.partition(" ")
        if row.strip().startswith(f"{table} ") and '"opened": null' not in row:
            row = re.sub(rf'"{name}": "(?:[^"\\]|\\.)*"', f'"{name}": ""', row)
    return row


def _gone(rows: Sequence[str]) -> set[str]:
    """List the people who have left for good: they have no name any more."""
    found = [split[1] for row in rows if (split := _split(row)) and split[0].strip() == "people"]
    return {person["id"] for person in found if person["name"] == ""}


def _left(line: str, gone: AbstractSet[str]) -> bool:
    """Whether a row is of those that 0.1.0 kept of people who have left."""
    found = _split(line)
    if found is None or found[0].strip() not in LEFT_BEHIND:
        return False
    return not gone.isdisjoint(found[1].values())


def _is_unwritten(line: str) -> bool:
    """Whether a row is one that only 0.1.0 wrote."""
    found = _split(line)
    if found is None or found[0].strip() != "steps":
        return False
    row = found[1]
    return row.get("actor") == PARTY and row.get("refusal") in UNWRITTEN


def _unadorned(old: str, new: str, source: str, added: Mapping[str, str]) -> str:
    """Return a line without what may be added to it."""
    before, after = _split(old), _split(new)
    if before is None or after is None or source == "ROWS":
        return new
    head, value = after
    place = _place(head, value, source)
    return f"{head}{_dumped(_without(before[1], value, place, added))}"


def _plain(line: str) -> str:
    found = _split(line)
    return line if found is None else f"{found[0]}{_dumped(found[1])}"


def _split(line: str) -> tuple[str, Any] | None:
    """Divide a line into who got it and what it says."""
    at = min((line.find(mark) for mark in "{[" if mark in line), default=-1)
    if at < 0:
        return None
    try:
        value = json.loads(line[at:], parse_int=_Number, parse_float=_Number)
    except ValueError:
        return None
    return line[:at], value


def _place(head: str, value: Any, source: str) -> str:
    if head.strip() and isinstance(value, dict):
        return str(value.get("type", head.strip()))
    _, _, method, path, *_ = [*source.split(" "), "", "", ""]
    return f"{method} {_TABLE.sub('/*', path)}"


def _without(old: Any, new: Any, place: str, added: Mapping[str, str]) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        if place.endswith("lines"):
            place = f"{place}.{new.get('key')}"
        return {
            name: _without(old.get(name), value, f"{place}.{name}", added)
            for name, value in new.items()
            if name in old or not _matches(f"{place}.{name}", added)
        }
    if isinstance(old, list) and isinstance(new, list):
        if place == "GET /api/editions":  # there may be more of them
            keys = [one["key"] for one in old]
            new = [one for one in new if one["key"] in keys]
        if place.endswith(".may"):
            new = [right for right in new if right in old or right not in ADDED_RIGHTS]
        return [_without(*pair, place, added) for pair in zip_longest(old, new)][: len(new)]
    return new


def _matches(place: str, patterns: Mapping[str, str]) -> bool:
    return any(fnmatchcase(place, pattern) for pattern in patterns)


def _dumped(value: Any) -> str:
    """Write a value as it was read: the same names in the same order, the same digits."""
    match value:
        case _Number():
            return str(value)
        case dict():
            inner = ",".join(f"{json.dumps(name)}:{_dumped(one)}" for name, one in value.items())
            return f"{{{inner}}}"
        case list():
            return f"[{','.join(map(_dumped, value))}]"
        case _:
            return json.dumps(value)


def _laid_out(line: str | None) -> list[str]:
    """Show a line with a field on each, so that a difference can be read."""
    if line is None:
        return []
    found = _split(line)
    if found is None:
        return [line]
    return [found[0], *json.dumps(found[1], indent=1, ensure_ascii=False).splitlines()]
