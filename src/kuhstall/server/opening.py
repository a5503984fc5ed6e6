"""Setting up a table: what somebody wishes for, and the first step that it becomes."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from kuhstall.bots import registry as bots
from kuhstall.engine.values import CLOCK, Refused
from kuhstall.server import fair
from kuhstall.server.asking import arranged
from kuhstall.server.listing import listing
from kuhstall.server.pace import UNSTARTED
from kuhstall.server.party import (
    Arranged,
    BotSeated,
    Gathered,
    HostChanged,
    PaceName,
    Party,
    PartyEvent,
    SeatTaken,
    fold,
    gathered,
)
from kuhstall.server.record import encoded
from kuhstall.server.requests import CardFile, Digest
from kuhstall.server.store import Opening, Step

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 26
_CODE_LENGTH: Final = 7

TableId = Annotated[str, Meta(pattern=f"^[{_LETTERS}]{{{ID_LENGTH}}}$", max_length=ID_LENGTH)]
Code = Annotated[str, Meta(pattern=f"^[{_LETTERS}]{{{_CODE_LENGTH}}}$")]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What to play. Every field has a sensible default.

    Who wants to add to the shuffle chooses the id of the table as well: a commitment names the
    table and the seat it is for, and the one who opens a table sits on seat 0. `cards` is the text
    of a card file, for an edition that is played with one.
    """

    edition: str = "kuhhandel/2"
    rules: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=8)] = 4
    pace: PaceName = "live"
    public: bool = False
    bots: Annotated[list[str], Meta(max_length=7)] = []
    table: TableId | None = None
    commitment: Digest | None = None
    cards: CardFile = ""


class Opened(Struct, frozen=True):
    opening: Opening
    first: Step
    party: Party


def letters(count: int) -> str:
    """Draw letters that are not mistaken for each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def begun(wish: Wish, person: str, now: float, tempo: float) -> Opened:
    """Make the first step of a table; refuse what cannot be played."""
    arrangement = arranged(
        wish.edition,
        wish.rules,
        wish.seats,
        wish.pace,
        public=wish.public,
        cards=wish.cards,
    )
    if wish.commitment is not None and wish.table is None:
        raise Refused("commitment_needs_table", "a commitment needs the id of the table it is for")
    if len(wish.bots) >= wish.seats:
        raise Refused("full", f"{len(wish.bots)} bots leave no seat of {wish.seats} for a person")
    for bot in wish.bots:
        bots.check(bot)
    table = wish.table or letters(ID_LENGTH)
    first_bot = wish.seats - len(wish.bots)
    return _opened(
        table,
        [
            SeatTaken(0, person, wish.commitment),
            HostChanged(person),
            *(BotSeated(first_bot + at, bot) for at, bot in enumerate(wish.bots)),
        ],
        arrangement,
        now + UNSTARTED * tempo,
    )


def rematch(party: Party, person: str, table: str, now: float, tempo: float) -> Opened:
    """Make the first step of another game with the same people and bots, seat by seat."""
    seated: list[PartyEvent] = []
    for seat, place in enumerate(party.places):
        if place.person is not None:
            seated.append(SeatTaken(seat, place.person, here=place.person == person))
        elif place.bot is not None:
            seated.append(BotSeated(seat, place.bot))
    arrangement = arranged(
        party.edition,
        party.rules,
        len(party.places),
        party.pace,
        public=party.public,
        data=party.data,
    )
    return _opened(table, [*seated, HostChanged(person)], arrangement, now + UNSTARTED * tempo)


def _opened(table: str, events: list[PartyEvent], arrangement: Arranged, due: float) -> Opened:
    secret = secrets.token_bytes(fair.VALUE_BYTES)
    first = Gathered(
        arrangement.edition,
        arrangement.rules,
        arrangement.seats,
        arrangement.pace,
        arrangement.public,
        fair.server_commitment(table, secret).hex(),
        arrangement.data,
    )
    party = fold(gathered(first), events)
    shown = listing(party)
    opening = Opening(
        table,
        letters(_CODE_LENGTH),
        secret,
        public=shown.public,
        listing=shown.text,
        people=shown.people,
    )
    step = Step(table, 1, CLOCK, "open", encoded([first, *events], [], {CLOCK: due}), due)
    return Opened(opening, step, party)
