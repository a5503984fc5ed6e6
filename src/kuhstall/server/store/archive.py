"""A finished game in one row: what is packed into it, and how it is read again.

All steps but the newest are packed, each with the bytes that it had as a row of its own, and with
them every answer that a command of the game got. What goes in comes out the same, or nothing goes.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Actor, Seat

_FORMAT: Final = b"\x01"
"""The first byte of what is packed. Another way to pack gets another; this one stays readable."""

_LEVEL: Final = 9
_SECOND: Final = 1_000_000
_BROKEN: Final = (zlib.error, msgspec.MsgspecError, ValueError, IndexError)


class DamagedArchiveError(Exception):
    """Something packed that cannot be read, or a log that cannot be packed because it has a gap."""


class KeptStep(Struct, frozen=True):
    """A step of a packed game; its number is its place."""

    actor: Actor
    command: str
    events: bytes
    due: float | None
    at: float


class KeptSeal(Struct, frozen=True, array_like=True):
    """A sealed action, and the step that opened it: the answer to its command."""

    moment: int
    seat: Seat
    command: str
    action: bytes
    opened: int


class KeptRefusal(Struct, frozen=True, array_like=True):
    actor: Actor
    command: str
    code: str
    at: float


class PackedGame(Struct, frozen=True):
    """The steps of a game from the first on, and what else answers its commands."""

    steps: Sequence[KeptStep]
    seals: Sequence[KeptSeal] = ()
    refusals: Sequence[KeptRefusal] = ()

    def answer(self, actor: Actor, command: str) -> int | str | None:
        """Find the step that a command became, or the code of its refusal."""
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
    """What was packed: how many steps, and how many bytes it is now."""

    steps: int
    size: int


class ArchiveRow(Struct, frozen=True):
    """What is stored of a packed game. `refused`: when the oldest refusal in it was."""

    log: bytes
    refusals: bytes | None
    refused: float | None

    @property
    def size(self) -> int:
        return len(self.log) + len(self.refusals or b"")


class _Log(Struct, frozen=True, array_like=True):
    """Like beside like, which packs better. Times of writing are differences in microseconds."""

    actors: list[Actor]
    commands: list[str]
    written: list[int]
    dues: list[float | None]
    events: list[bytes]
    seals: list[KeptSeal]


_log_decoder: Final = msgspec.msgpack.Decoder(_Log)
_refusal_decoder: Final = msgspec.msgpack.Decoder(list[KeptRefusal])


def pack(game: PackedGame) -> ArchiveRow:
    """Pack a game, and read it again before anybody relies on it."""
    row = ArchiveRow(_pack_log(game), *pack_refusals(game.refusals))
    if unpack(row.log, row.refusals) != _rounded(game):
        raise DamagedArchiveError("what was packed does not come out the same")
    return row


def unpack(log: bytes, refusals: bytes | None = None) -> PackedGame:
    """Read a game as it was before it was packed."""
    try:
        found = _log_decoder.decode(_inflated(log))
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


def pack_refusals(refusals: Sequence[KeptRefusal]) -> tuple[bytes | None, float | None]:
    """Pack refusals apart from the log, since they go sooner; tell when the oldest was."""
    if not refusals:
        return None, None
    return _deflated(msgspec.msgpack.encode(refusals)), min(one.at for one in refusals)


def unpack_refusals(data: bytes | None) -> Sequence[KeptRefusal]:
    if data is None:
        return []
    try:
        return _refusal_decoder.decode(_inflated(data))
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
    return _deflated(msgspec.msgpack.encode(log))


def _deflated(data: bytes) -> bytes:
    return _FORMAT + zlib.compress(data, _LEVEL)


def _inflated(data: bytes) -> bytes:
    if data[:1] != _FORMAT:
        raise DamagedArchiveError("a game is packed in a way that this version does not know")
    return zlib.decompress(data[1:])


def _microseconds(at: float) -> int:
    return round(at * _SECOND)


def _rounded(game: PackedGame) -> PackedGame:
    """Tell when steps were written as exactly as PostgreSQL does; SQLite's clock says more."""
    steps = [
        msgspec.structs.replace(step, at=_microseconds(step.at) / _SECOND) for step in game.steps
    ]
    return PackedGame(steps, list(game.seals), list(game.refusals))


class Archive(Protocol):
    async def archive_age(self) -> float:
        """Tell for how many seconds the store has had an archive; without end if one node has it.

        Nodes of the version before cannot read what is in it.
        """
        ...

    async def packable(self, after: str, age: float, limit: int) -> Sequence[str]:
        """List finished games to pack, from one on: those without a step for so many seconds."""
        ...

    async def pack_game(self, table: str) -> Packing | None:
        """Pack a finished game, or what was added to it; None if there is nothing to pack.

        All of it or nothing: whoever reads meanwhile finds every step once, here or there.
        """
        ...

    async def packed(self, after: str, limit: int) -> Sequence[str]:
        """List the packed games, in their order and from one on."""
        ...

    async def unpack_game(self, table: str) -> bool:
        """Make rows of a packed game again, as they were; False if it is not packed."""
        ...
