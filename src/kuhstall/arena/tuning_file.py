"""The rounds of a search in a file: a line for what is looked for, then a line for each round.

A search that was cut off goes on where its file ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.arena.tuning import Effort, Round
from kuhstall.engine.values import Refused
from kuhstall.games.edition import Edition


class Heading(Struct, frozen=True):
    """Which search a file is of."""

    edition: str
    rules: msgspec.Raw
    against: tuple[str, ...]
    effort: Effort


def heading(edition: Edition, against: Sequence[str], effort: Effort) -> bytes:
    """Write the first line. Rounds may be added later, and the last games change nothing."""
    rules = msgspec.Raw(msgspec.json.encode(edition.rules))
    same = replace(effort, rounds=0, final=0, after=None)
    return msgspec.json.encode(Heading(edition.key, rules, tuple(against), same))


def read(path: Path, first: bytes) -> Round | None:
    """Read the last round of a file, which is begun if there is none; refuse another search's."""
    if not path.exists():
        path.write_bytes(first + b"\n")
        return None
    heading, *lines = path.read_bytes().split(b"\n")
    if heading != first:
        reason = f"{path} has the rounds of another search; name another file"
        raise Refused("other_search", reason)
    whole = lines[:-1]  # what stands after the last newline was cut off while it was written
    path.write_bytes(b"\n".join([heading, *whole]) + b"\n")
    return msgspec.json.decode(whole[-1], type=Round) if whole else None


def append(path: Path, done: Round) -> None:
    """Add a round, so that it survives the process."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(done) + b"\n")
