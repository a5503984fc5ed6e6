"""Setting up a table: what somebody wishes for, and the first step that it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from kuhstall.bots import registry as bots
from kuhstall.engine.values import Refused
from kuhstall.games.registry import EDITIONS
from kuhstall.server.party import fair
from kuhstall.server.party.decide_request import check_arrangement
from kuhstall.server.party.events import (
    Arranged,
    BotSeated,
    Gathered,
    HostChanged,
    PaceName,
    PartyEvent,
    SeatTaken,
)
from kuhstall.server.party.pace import UNSTARTED
from kuhstall.server.party.party import Party, fold, new_party
from kuhstall.server.party.requests import CardFile, Digest

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody mistakes for each other."""

ID_LENGTH: Final = 26
CODE_LENGTH: Final = 7

FIRST_EDITION: Final = next(iter(EDITIONS))
"""What is played if nobody says what."""

TableId = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{{ID_LENGTH}}}$", max_length=ID_LENGTH)]
Code = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{{CODE_LENGTH}}}$")]


class Wish(Struct, frozen=True, forbid_unknown_fields=True):
    """What to play. Every field has a sensible default.

    Whoever wants to add to the shuffle chooses the id of the table as well: a commitment names the
    table and the seat it is for, and whoever opens a table sits on seat 0. `cards` is the text
    of a card file, for an edition that is played with one.
    """

    edition: str = FIRST_EDITION
    rules: dict[str, Any] = {}
    seats: Annotated[int, Meta(ge=1, le=8)] = 4
    pace: PaceName = "live"
    public: bool = False
    bots: Annotated[list[str], Meta(max_length=7)] = []
    table: TableId | None = None
    commitment: Digest | None = None
    cards: CardFile = ""


class Drawn(Struct, frozen=True):
    """What a new table needs of chance. Whoever hosts it draws: nothing here does."""

    table: str
    secret: bytes


class FirstStep(Struct, frozen=True):
    """A table as it begins: its id, its secret, the first events, and when time is up for it."""

    table: str
    secret: bytes
    events: list[PartyEvent]
    party: Party
    due: float


def first_step(wish: Wish, person: str, drawn: Drawn, now: float, tempo: float) -> FirstStep:
    """Make the first step of a table; refuse what cannot be played."""
    arrangement = check_arrangement(
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
    first_bot = wish.seats - len(wish.bots)
    seated: list[PartyEvent] = [
        SeatTaken(0, person, wish.commitment),
        HostChanged(person),
        *(BotSeated(first_bot + at, bot) for at, bot in enumerate(wish.bots)),
    ]
    chosen = drawn if wish.table is None else Drawn(wish.table, drawn.secret)
    return _gather(chosen, seated, arrangement, now + UNSTARTED * tempo)


def first_step_of_rematch(
    party: Party, person: str, drawn: Drawn, now: float, tempo: float
) -> FirstStep:
    """Make the first step of another game with the same people and bots, seat by seat."""
    seated: list[PartyEvent] = []
    for seat, place in enumerate(party.places):
        if place.person is not None:
            seated.append(SeatTaken(seat, place.person, here=place.person == person))
        elif place.bot is not None:
            seated.append(BotSeated(seat, place.bot))
    arrangement = check_arrangement(
        party.edition,
        party.rules,
        len(party.places),
        party.pace,
        public=party.public,
        data=party.data,
    )
    return _gather(drawn, [*seated, HostChanged(person)], arrangement, now + UNSTARTED * tempo)


def _gather(
    drawn: Drawn, seated: Sequence[PartyEvent], arrangement: Arranged, due: float
) -> FirstStep:
    first = Gathered(
        arrangement.edition,
        arrangement.rules,
        arrangement.seats,
        arrangement.pace,
        arrangement.public,
        fair.server_commitment(drawn.table, drawn.secret).hex(),
        arrangement.data,
    )
    party = fold(new_party(first), seated)
    return FirstStep(drawn.table, drawn.secret, [first, *seated], party, due)
