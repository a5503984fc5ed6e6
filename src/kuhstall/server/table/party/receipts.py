"""Receipts for sealed answers: what lets their owners prove later what they handed in.

A receipt names the answer and a salt, which the server draws for it and forgets when the answer is
opened. The opening step notes a commitment for each seat that was asked, also for those that stayed
silent, so it does not show who answered. Commitments leave the server after the game only, in the
transcript. With a receipt a player can then check that the server opened the answer it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from msgspec import Raw, Struct

from kuhstall.engine.values import Seat
from kuhstall.server.table.party.fair import PROTOCOL, digest

SALT_BYTES: Final = 16
NOTHING: Final = Raw(b"null")


class Receipt(Struct, frozen=True, forbid_unknown_fields=True):
    """The revision of an answer that the server has acknowledged; `action` is null if withdrawn."""

    seat: Seat
    moment: int
    revision: int
    action: Raw
    salt: str

    def commitment(self, game: str) -> str:
        return answer_commitment(game, self, bytes.fromhex(self.salt))


def receipt(seat: Seat, moment: int, revision: int, action: bytes, salt: bytes) -> Receipt | None:
    """Return the receipt of a sealed answer; None if it has no salt, so none was promised."""
    return Receipt(seat, moment, revision, Raw(action or NOTHING), salt.hex()) if salt else None


def answer_commitment(game: str, answer: Receipt, salt: bytes) -> str:
    numbers = map(str, (answer.seat, answer.moment, answer.revision))
    action = msgspec.json.format(bytes(answer.action), indent=-1)
    return digest(f"{PROTOCOL}/envelope", game, *numbers, action, salt).hex()


def commit_answers(
    game: str,
    answers: Mapping[Seat, Receipt | None],
    draw: Callable[[int], bytes],
) -> dict[Seat, str]:
    """Commit to what is opened. Where there is no receipt, no one can tell what the value is of."""
    return {
        seat: draw(32).hex() if answer is None else answer.commitment(game)
        for seat, answer in answers.items()
    }
