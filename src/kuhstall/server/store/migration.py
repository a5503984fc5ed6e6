"""The numbered changes of the schema, one SQL file each. A file that was released never changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources


def migrations(dialect: str) -> Sequence[tuple[int, str]]:
    """Return the changes for a database, in order."""
    folder = resources.files("kuhstall.server.store").joinpath("schema")
    return sorted(
        (int(match.group(1)), file.read_text(encoding="utf-8"))
        for file in folder.iterdir()
        if (match := re.fullmatch(rf"{dialect}_(\d{{4}})\.sql", file.name))
    )
