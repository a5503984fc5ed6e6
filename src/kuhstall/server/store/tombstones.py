"""The ids of erased people, in a file outside the store, so that an old backup cannot undo that.

A line is the id of a person, which is random and reveals nothing, and the time. The file is
append-only; a new line is on disk before anything is deleted from the store.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_LINE: Final = re.compile(r"([a-z0-9]{1,40}) \S+")


def add_tombstones(file: Path, people: Collection[str]) -> None:
    """Append people to the file. Several processes may do so at once: each uses a single write."""
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    text = "".join(f"{person} {at}\n" for person in people)
    descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        # A process that died in the middle of a line must not corrupt the next one.
        cut = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        data = (f"\n{text}" if cut else text).encode()
        if os.write(descriptor, data) != len(data):
            raise OSError(f"{file} has no room")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if not size:
        _keep_name(file)


def read_tombstones(file: Path) -> list[str]:
    """List the people in the file, each once. Truncated lines are ignored."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return list(dict.fromkeys(found[1] for line in lines if (found := _LINE.fullmatch(line))))


def _keep_name(file: Path) -> None:
    """Sync the folder, so that a new file survives a power failure."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
