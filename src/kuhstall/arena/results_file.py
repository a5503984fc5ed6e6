"""The results of a tournament in a file: a line for what is played, then a line for each game.

A tournament that was cut off goes on where its file ends. The finished file has its games in
order, so that two of the same tournament are equal byte for byte, wherever they were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from kuhstall.arena.tournament import GameResult, Tournament
from kuhstall.engine.values import Refused


class Heading(Struct, frozen=True):
    """Which tournament a file is of. The number of games may grow: the rest is played then."""

    edition: str
    rules: msgspec.Raw
    bots: tuple[str, ...]
    seed: str


def heading(cup: Tournament) -> bytes:
    """Write the first line."""
    rules = msgspec.Raw(msgspec.json.encode(cup.edition.rules))
    return msgspec.json.encode(Heading(cup.edition.key, rules, cup.line_up, cup.seed))


def read(path: Path, cup: Tournament) -> dict[int, GameResult]:
    """Read the games that are in a file; refuse one of another tournament."""
    if not path.exists():
        return {}
    first, *lines = path.read_bytes().split(b"\n")
    if first != heading(cup):
        reason = f"{path} has the results of another tournament; name another file"
        raise Refused("other_tournament", reason)
    games: dict[int, GameResult] = {}
    for line in lines[:-1]:  # what stands after the last newline was cut off while it was written
        game = msgspec.json.decode(line, type=GameResult)
        games[game.number] = game
    return games


@contextmanager
def appending(path: Path, cup: Tournament, games: Iterable[GameResult]) -> Iterator[BinaryIO]:
    """Open a file for more games. It is written anew first: a line that was cut off goes."""
    write(path, cup, games)
    with path.open("ab") as file:
        yield file


def append(file: BinaryIO, games: Iterable[GameResult]) -> None:
    """Add games, and see to it that they survive the process."""
    file.write(b"".join([msgspec.json.encode(game) + b"\n" for game in games]))
    file.flush()


def write(path: Path, cup: Tournament, games: Iterable[GameResult]) -> None:
    """Write a file as a whole, its games in order."""
    ordered = sorted(games, key=lambda game: game.number)
    lines = [heading(cup), *[msgspec.json.encode(game) for game in ordered]]
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(b"\n".join(lines) + b"\n")
    beside.replace(path)
