"""Fair deals: all players can add to the shuffle, and anyone can verify it afterwards.

The protocol `kh-fair-1`: the server commits to a secret before it knows the players' values. Each
player may commit to a value of their own before any is revealed. The seed of the game is derived
from all of these, so one honest player is enough for an honest deck. After the game the server
reveals its secret, and the whole game can be dealt again.

`kh-fair-2` adds a list of values that players committed to and did not reveal. A slow table is
dealt without them, and the list tells a verifier what choice that left to the server.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.values import Seat, TableOpened
from kuhstall.games.registry import opened, played_again, read_log, replayed, tutorial

PROTOCOL: Final = "kh-fair-1"
"""Both protocols use its formulas."""
WITH_MISSING: Final = "kh-fair-2"
VALUE_BYTES: Final = 32
_OFFLINE: Final = re.compile(r"offline[a-z0-9]{26}")

Verdict: TypeAlias = Literal["fair", "incomplete", "server", "scripted"]
"""How a game was dealt: from all values that players had committed to; without some of them; by the
server alone, because there were none; or by the script of a tutorial."""


class Opened(Struct, frozen=True, forbid_unknown_fields=True):
    """The commitments to the sealed answers that one step opened, of all seats that were asked.

    `at` is the index in the log of the first event of that step.
    """

    moment: int
    at: int
    commitments: dict[Seat, str]


class Transcript(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is needed to verify a finished game. Bytes are written as hexadecimal digits.

    `missing`, only in `kh-fair-2`: seats that committed to a value and did not reveal it.
    `opened`: what sealed answers with receipts are checked against, in the order of the game.
    """

    protocol: str
    game: str
    server_commitment: str
    commitments: dict[Seat, str]
    reveals: dict[Seat, str]
    secret: str
    log: msgspec.Raw
    missing: tuple[Seat, ...] | UnsetType = UNSET
    opened: tuple[Opened, ...] | UnsetType = UNSET


class Forged(Exception):
    """The game was not dealt as committed. The code is stable, the text says what differs."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def is_offline(game: str) -> bool:
    """Whether a game was played in one browser, which was its own server. The id says so."""
    return _OFFLINE.fullmatch(game) is not None


def server_commitment(game: str, secret: bytes) -> bytes:
    return digest(f"{PROTOCOL}/commit", "server", game, "-", secret)


def seat_commitment(game: str, seat: Seat, value: bytes) -> bytes:
    return digest(f"{PROTOCOL}/commit", "player", game, str(seat), value)


def seed(secret: bytes, game: str, version: int, reveals: Mapping[Seat, bytes]) -> bytes:
    """Derive the 512-bit seed of all random draws of a game."""
    added = [part for seat in sorted(reveals) for part in (str(seat), reveals[seat])]
    return hmac.digest(secret, digest(f"{PROTOCOL}/seed", game, str(version), *added), "sha512")


class LazyChance(Chance):
    """Derives the seed with the first draw only, because most decisions draw nothing."""

    def __init__(self, seed: Callable[[], bytes]) -> None:
        self._seed = seed
        self._seeded: Chance | None = None

    def below(self, label: str, bound: int) -> int:
        if self._seeded is None:
            self._seeded = SeededChance(self._seed())
        return self._seeded.below(label, bound)


def verify(transcript: Transcript) -> Verdict:
    """Raise Forged unless the game was dealt from the values that were committed to.

    If the log names a tutorial, the deal must be that of its script instead.
    """
    if transcript.protocol not in {PROTOCOL, WITH_MISSING}:
        known = f"{PROTOCOL} or {WITH_MISSING}"
        raise Forged("protocol", f"this is {transcript.protocol}, not {known}")
    log = read_log(bytes(transcript.log))
    opening = log[0]
    if not isinstance(opening, TableOpened):
        raise Forged("opening", "the log does not begin with the opening of its table")
    secret = _value("the secret of the server", transcript.secret)
    if server_commitment(transcript.game, secret).hex() != transcript.server_commitment:
        raise Forged("server", "the server revealed another secret than it had committed to")
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
        raise Forged("log", "the events do not follow the rules")
    ended = replayed(log)
    if ended.phase.actors(ended):
        raise Forged("unfinished", "the log ends before the game does")
    if script is not UNSET:
        return "scripted"
    if not reveals:
        return "server"
    return "incomplete" if transcript.missing else "fair"


def seed_of(transcript: Transcript) -> bytes:
    """Return the seed of a game that has been verified."""
    reveals = {seat: bytes.fromhex(value) for seat, value in transcript.reveals.items()}
    edition = replayed(read_log(bytes(transcript.log))[:1]).edition
    return seed(bytes.fromhex(transcript.secret), transcript.game, edition.version, reveals)


def _reveals(transcript: Transcript, seats: int) -> dict[Seat, bytes]:
    """Return the players' values: of all who had committed, except those listed as missing."""
    missing = () if transcript.missing is UNSET else transcript.missing
    listed = [*transcript.reveals, *missing]
    if missing and transcript.protocol == PROTOCOL:
        raise Forged("reveals", f"no value can be missing in {PROTOCOL}")
    if len(set(listed)) != len(listed) or set(listed) != set(transcript.commitments):
        raise Forged("reveals", "the seats that committed are not the seats that revealed")
    for seat in missing:
        if not 0 <= seat < seats:
            raise Forged("seat", f"there is no seat {seat + 1} at this table")
    reveals: dict[Seat, bytes] = {}
    for seat, text in transcript.reveals.items():
        if not 0 <= seat < seats:
            raise Forged("seat", f"there is no seat {seat + 1} at this table")
        reveals[seat] = _value(f"the value of seat {seat + 1}", text)
        commitment = seat_commitment(transcript.game, seat, reveals[seat]).hex()
        if commitment != transcript.commitments[seat]:
            raise Forged(
                "player", f"seat {seat + 1} revealed another value than it had committed to"
            )
    return reveals


def _value(what: str, text: str) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise Forged("value", f"{what} is not written in hexadecimal digits") from None
    if len(value) != VALUE_BYTES or value.hex() != text:
        raise Forged("value", f"{what} must be {VALUE_BYTES} bytes in lower-case hexadecimal")
    return value


def digest(*parts: str | bytes) -> bytes:
    """Hash parts with their lengths, so that different lists of parts never look the same."""
    hashed = hashlib.sha256()
    for part in parts:
        encoded = part.encode() if isinstance(part, str) else part
        hashed.update(len(encoded).to_bytes(4, "big") + encoded)
    return hashed.digest()
