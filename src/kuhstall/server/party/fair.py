"""Fair deals: everybody at the table adds to the shuffle, and anybody can check it afterwards.

The protocol `kh-fair-1`. The server commits to a secret before it knows what the players add;
each player who wants to commits to a value of their own before anybody reveals one. The seed of
all chance is made of all of them, so one honest player is enough for an honest deck. At the end
the server shows its secret, and the whole game can be dealt again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.values import Seat, TableOpened
from kuhstall.games.registry import opened, played_again, read_log, replayed, tutorial

PROTOCOL: Final = "kh-fair-1"
VALUE_BYTES: Final = 32

Verdict: TypeAlias = Literal["fair", "scripted"]
"""How a game was dealt: from what everybody had committed to, or as a tutorial has it."""


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is needed to check a finished game: bytes as hexadecimal digits."""

    protocol: str
    game: str
    server_commitment: str
    commitments: dict[Seat, str]
    reveals: dict[Seat, str]
    secret: str
    log: msgspec.Raw


class Forged(Exception):
    """The game was not dealt as promised. The code is stable, the text says what differs."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def server_commitment(game: str, secret: bytes) -> bytes:
    return _digest(f"{PROTOCOL}/commit", "server", game, "-", secret)


def seat_commitment(game: str, seat: Seat, value: bytes) -> bytes:
    return _digest(f"{PROTOCOL}/commit", "player", game, str(seat), value)


def seed(secret: bytes, game: str, version: int, reveals: Mapping[Seat, bytes]) -> bytes:
    """Derive the 512 bits from which all chance of a game comes."""
    added = [part for seat in sorted(reveals) for part in (str(seat), reveals[seat])]
    return hmac.digest(secret, _digest(f"{PROTOCOL}/seed", game, str(version), *added), "sha512")


class LazyChance(Chance):
    """Most decisions draw nothing: the seed is made with the first draw."""

    def __init__(self, seed: Callable[[], bytes]) -> None:
        self._seed = seed
        self._seeded: Chance | None = None

    def below(self, label: str, bound: int) -> int:
        if self._seeded is None:
            self._seeded = SeededChance(self._seed())
        return self._seeded.below(label, bound)


def verify(transcript: Transcript) -> Verdict:
    """Raise Forged unless the game was dealt from what everybody had committed to.

    A tutorial was not, and its log says so: then it must have been laid out as its script has it.
    """
    if transcript.protocol != PROTOCOL:
        raise Forged("protocol", f"this is {transcript.protocol}, not {PROTOCOL}")
    log = read_log(bytes(transcript.log))
    opening = log[0]
    if not isinstance(opening, TableOpened):
        raise Forged("opening", "the log does not begin with the opening of its table")
    secret = _value("the secret of the server", transcript.secret)
    if server_commitment(transcript.game, secret).hex() != transcript.server_commitment:
        raise Forged("server", "the server shows another secret than it had committed to")
    reveals = _reveals(transcript, opening.seats)
    source = seed(secret, transcript.game, opening.version, reveals)
    script = opening.script
    log[0] = replace(opening, script=UNSET)

    def chance() -> Chance:
        return SeededChance(source) if script is UNSET else tutorial(script).chance()

    _, dealt = begin(opened(opening).edition, opening.seats, chance())
    if log[: len(dealt)] != dealt:
        raise Forged("deal", "the deck or the start player is not what the seed gives")
    if not played_again(log, chance()):
        raise Forged("log", "the events do not follow from each other by the rules")
    ended = replayed(log)
    if ended.phase.actors(ended):
        raise Forged("unfinished", "the game is cut off before its end")
    return "fair" if script is UNSET else "scripted"


def _reveals(transcript: Transcript, seats: int) -> dict[Seat, bytes]:
    """Return what the players added: all who had committed must have revealed, and nobody else."""
    if set(transcript.commitments) != set(transcript.reveals):
        raise Forged("reveals", "not everybody who had committed revealed, or somebody else did")
    reveals: dict[Seat, bytes] = {}
    for seat, text in transcript.reveals.items():
        if not 0 <= seat < seats:
            raise Forged("seat", f"there is no seat {seat} at this table")
        reveals[seat] = _value(f"the value of seat {seat}", text)
        commitment = seat_commitment(transcript.game, seat, reveals[seat]).hex()
        if commitment != transcript.commitments[seat]:
            raise Forged("player", f"seat {seat} revealed another value than it had committed to")
    return reveals


def _value(what: str, text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise Forged("value", f"{what} is not written in hexadecimal digits") from None
    if len(value) != VALUE_BYTES or value.hex() != text:
        raise Forged("value", f"{what} must be {VALUE_BYTES} bytes in small hexadecimal digits")
    return value


def _digest(*parts: str | bytes) -> bytes:
    """Hash parts with their lengths, so that no two lists of parts look the same."""
    hashed = hashlib.sha256()
    for part in parts:
        encoded = part.encode() if isinstance(part, str) else part
        hashed.update(len(encoded).to_bytes(4, "big") + encoded)
    return hashed.digest()
