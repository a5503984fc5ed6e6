"""Atomic file writes: a reader finds the old contents or the new, never half of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

_NAMES: Final = "names"
"""The field in the opening event of a saved game; readers that do not know it ignore it."""


def save(path: Path, data: bytes) -> None:
    """Write a file next to the old one, and replace the old one with it."""
    try:
        _replace(path.resolve(), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, data: bytes) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a pipe or a device cannot be replaced
        return
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_bytes(data)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def with_names(log: bytes, names: Sequence[str]) -> bytes:
    """Add the names of the seats to the opening event of a stored log."""
    bracket, opening, rest = log.split(b"\n", 2)
    known: dict[str, Any] = msgspec.json.decode(opening.rstrip(b","))
    comma = b"," if opening.endswith(b",") else b""
    told = msgspec.json.encode({**known, _NAMES: names}) + comma
    return b"\n".join([bracket, told, rest])


def names_in(data: bytes, seats: int) -> list[str]:
    """Return the names of the seats in a saved game; files from before 0.2.0 have none."""
    first = msgspec.json.decode(data, type=list[dict[str, Any]])[0]
    try:
        names = msgspec.convert(first.get(_NAMES, []), list[str])
    except msgspec.ValidationError:
        return []
    return names if len(set(names)) == seats == len(names) else []
