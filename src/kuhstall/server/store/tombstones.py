"""Who has left for good, in a file outside the store: a backup that is older must not undo it.

A line is the id of a person, which is drawn by lot and says nothing, and when it was. The file is
only ever added to; what is added is on the disk before anything is removed from the store.
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
    """Add people to the file. Several processes may do so at once: each writes in one piece."""
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    text = "".join(f"{person} {at}\n" for person in people)
    descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        # Whoever died in the middle of a line must not spoil the next one.
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
    """List the people in a file, each once. A line that was cut off names nobody."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return list(dict.fromkeys(found[1] for line in lines if (found := _LINE.fullmatch(line))))


def _keep_name(file: Path) -> None:
    """Have a new file found again after the power has failed."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
