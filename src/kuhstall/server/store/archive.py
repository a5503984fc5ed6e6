"""Packing of a finished game into one row, and reading it back.

All steps but the newest are packed, each with the exact bytes of its row, together with the answer
to every command of the game. Packing is verified: if the result does not unpack to the same game,
nothing is packed.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Actor, Seat

_logger = logging.getLogger(__name__)

ROWS: Final = 500
"""Rows that are blanked in one go."""

_FORMAT: Final = b"\x01"
"""The first byte of packed data. A new format gets another byte; this one stays readable."""

_LEVEL: Final = 9
_SECOND: Final = 1_000_000
_BROKEN: Final = (zlib.error, msgspec.MsgspecError, ValueError, IndexError)


class DamagedArchiveError(Exception):
    """Packed data that cannot be read, or a log that cannot be packed because it has a gap."""


class KeptStep(Struct, frozen=True):
    """A step of a packed game. Its index gives its number."""

    actor: Actor
    command: str
    events: bytes
    due: float | None
    at: float


class KeptSeal(Struct, frozen=True, array_like=True):
    """The command of a sealed action, and the step that opened it: the answer to that command.

    The action itself is blank. Games packed by 0.2.0 or earlier may still contain it.
    """

    moment: int
    seat: Seat
    command: str
    action: bytes
    opened: int
    revision: int = 1


class KeptRefusal(Struct, frozen=True, array_like=True):
    actor: Actor
    command: str
    code: str
    at: float


class PackedGame(Struct, frozen=True):
    """The steps of a game from the first one, and the other answers to its commands."""

    steps: Sequence[KeptStep]
    seals: Sequence[KeptSeal] = ()
    refusals: Sequence[KeptRefusal] = ()

    def answer(self, actor: Actor, command: str) -> int | str | None:
        """Return the number of the step that a command became, or the code of its refusal."""
        for seq, step in enumerate(self.steps, 1):
            if (step.actor, step.command) == (actor, command):
                return seq
        for seal in self.seals:
            if (seal.seat, seal.command) == (actor, command):
                return seal.opened
        for refusal in self.refusals:
            if (refusal.actor, refusal.command) == (actor, command):
                return refusal.code
        return None


class Packing(Struct, frozen=True):
    """The result of packing: the number of steps, and the packed size in bytes."""

    steps: int
    size: int


class ArchiveRow(Struct, frozen=True):
    """The stored form of a packed game. `refused` is the time of its oldest refusal."""

    log: bytes
    refusals: bytes | None
    refused: float | None

    @property
    def size(self) -> int:
        return len(self.log) + len(self.refusals or b"")


class _Log(Struct, frozen=True, array_like=True):
    """The log in columns, which compress better. `written` holds differences in microseconds."""

    actors: list[Actor]
    commands: list[str]
    written: list[int]
    dues: list[float | None]
    events: list[bytes]
    seals: list[KeptSeal]


_log_decoder: Final = msgspec.msgpack.Decoder(_Log)
_refusal_decoder: Final = msgspec.msgpack.Decoder(list[KeptRefusal])


def pack(game: PackedGame) -> ArchiveRow:
    """Pack a game, and unpack it again to verify the result."""
    row = ArchiveRow(_pack_log(game), *pack_refusals(game.refusals))
    if unpack(row.log, row.refusals) != _round_times(game):
        raise DamagedArchiveError("what was packed does not come out the same")
    return row


def unpack(log: bytes, refusals: bytes | None = None) -> PackedGame:
    """Return the game as it was before it was packed."""
    try:
        found = _log_decoder.decode(_inflate(log))
        times = [moment / _SECOND for moment in accumulate(found.written)]
        steps = [
            KeptStep(actor, command, events, due, at)
            for actor, command, events, due, at in zip(
                found.actors, found.commands, found.events, found.dues, times, strict=True
            )
        ]
    except _BROKEN as error:
        raise DamagedArchiveError(f"a packed game cannot be read: {error}") from error
    return PackedGame(steps, found.seals, unpack_refusals(refusals))


def without_answers(game: PackedGame) -> PackedGame:
    """Return the game with all sealed actions blanked."""
    return replace(game, seals=[replace(seal, action=b"") for seal in game.seals])


def clear_log(table: str, log: bytes) -> bytes:
    """Repack the log of a game with every sealed action blank.

    A damaged log is returned unchanged: nothing in it can be read.
    """
    try:
        game = unpack(log)
    except DamagedArchiveError as error:
        _logger.warning("%s stays as it is: %s", table, error)
        return log
    return pack(without_answers(game)).log if any(seal.action for seal in game.seals) else log


def pack_refusals(refusals: Sequence[KeptRefusal]) -> tuple[bytes | None, float | None]:
    """Pack refusals apart from the log, as they are purged sooner; return the oldest time too."""
    if not refusals:
        return None, None
    return _deflate(msgspec.msgpack.encode(refusals)), min(one.at for one in refusals)


def unpack_refusals(data: bytes | None) -> Sequence[KeptRefusal]:
    if data is None:
        return []
    try:
        return _refusal_decoder.decode(_inflate(data))
    except _BROKEN as error:
        raise DamagedArchiveError(f"packed refusals cannot be read: {error}") from error


def _pack_log(game: PackedGame) -> bytes:
    steps = game.steps
    times = [_microseconds(step.at) for step in steps]
    log = _Log(
        [step.actor for step in steps],
        [step.command for step in steps],
        [later - earlier for earlier, later in pairwise([0, *times])],
        [step.due for step in steps],
        [step.events for step in steps],
        list(game.seals),
    )
    return _deflate(msgspec.msgpack.encode(log))


def _deflate(data: bytes) -> bytes:
    return _FORMAT + zlib.compress(data, _LEVEL)


def _inflate(data: bytes) -> bytes:
    if data[:1] != _FORMAT:
        raise DamagedArchiveError("a game is packed in a way that this version does not know")
    return zlib.decompress(data[1:])


def _microseconds(at: float) -> int:
    return round(at * _SECOND)


def _round_times(game: PackedGame) -> PackedGame:
    """Round write times to microseconds, the precision of PostgreSQL; SQLite's clock is finer."""
    steps = [replace(step, at=_microseconds(step.at) / _SECOND) for step in game.steps]
    return PackedGame(steps, list(game.seals), list(game.refusals))


class Archive(Protocol):
    async def archive_age(self) -> float:
        """Return the age of the archive in seconds; infinite if the store has a single node.

        Nodes of the previous version cannot read the archive.
        """
        ...

    async def packable(self, after: str, age: float, limit: int) -> Sequence[str]:
        """List finished games after `after` whose last step is at least `age` seconds old."""
        ...

    async def pack_game(self, table: str) -> Packing | None:
        """Pack a finished game, or the steps added since; None if there is nothing to pack.

        It is atomic: a concurrent reader finds every step once, either as a row or packed.
        """
        ...

    async def packed_games(self, after: str, limit: int) -> Sequence[str]:
        """List the ids of packed games in ascending order after `after`."""
        ...

    async def unpack_game(self, table: str) -> bool:
        """Turn a packed game back into its original rows; False if it is not packed."""
        ...

    async def clear_seals(self) -> bool:
        """Blank opened actions in one packed game, or in rows that older nodes have opened.

        Return False if there are none left. An index finds them, so a call that finds nothing is
        cheap.
        """
        ...
