"""What people may ask of a party, and who may ask for it.

Legality is stated once, in `RIGHTS`: who may ask for what at which stage. The check reads it, and
`rights` tells every client what to offer. What comes of a request: `decide_request`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from kuhstall.server.party.events import PaceName, StartBy, TempoName
from kuhstall.server.party.hours import Minute
from kuhstall.server.party.party import Party, Stage

AnySeat: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
LONGEST_FILE: Final = 16_384
CardFile: TypeAlias = Annotated[str, Meta(max_length=LONGEST_FILE)]
Role: TypeAlias = Literal["visitor", "seated", "alone", "host"]


class Request(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a person asks for. Subclasses are imperatives with an explicit tag."""


class Join(Request, frozen=True, tag="join", gc=False):
    """Take a seat, the first free one unless one is named. A commitment needs a named seat."""

    seat: AnySeat | None = None
    commitment: Digest | None = None


class Leave(Request, frozen=True, tag="leave", gc=False):
    """Leave for good. In mid-game a bot plays on."""


class Kick(Request, frozen=True, tag="kick", gc=False):
    """Remove a person: before the start, or once a bot plays for them."""

    seat: AnySeat


class SeatBot(Request, frozen=True, tag="seat_bot", gc=False):
    """Let a bot sit on an empty seat, or another one on that of a bot."""

    seat: AnySeat
    bot: str = "farmer"


class FreeSeat(Request, frozen=True, tag="free_seat", gc=False):
    """Remove a bot."""

    seat: AnySeat


class Swap(Request, frozen=True, tag="swap", gc=False):
    """Let two seats change places."""

    one: AnySeat
    other: AnySeat


class Arrange(Request, frozen=True, tag="arrange", gc=False):
    """Change what is played, and how. What is not named stays; rules change the edition's.

    `cards` is the text of a card file, or empty for the cards of the box.
    """

    edition: str | None = None
    rules: dict[str, Any] | None = None
    seats: AnySeat | None = None
    pace: PaceName | None = None
    public: bool | None = None
    cards: CardFile | None = None


class HandOver(Request, frozen=True, tag="hand_over", gc=False):
    """Make another person host."""

    seat: AnySeat


class Commit(Request, frozen=True, tag="commit", gc=False):
    """Promise a value of one's own for the shuffle."""

    commitment: Digest


class Start(Request, frozen=True, tag="start", gc=False):
    """Close the list of commitments, and play as soon as they are revealed."""


class Reveal(Request, frozen=True, tag="reveal", gc=False):
    """Show the value that one has promised."""

    value: Digest


class AskPause(Request, frozen=True, tag="ask_pause", gc=False):
    """Ask for a pause. It begins when all people at the table have asked."""


class Halt(Request, frozen=True, tag="halt", gc=False):
    """Let the table wait while one reads something, with nobody there but bots."""


class GoOn(Request, frozen=True, tag="go_on", gc=False):
    """End that."""


class ChooseTempo(Request, frozen=True, tag="choose_tempo", gc=False):
    """Say how quick bots and calls are, with nobody there but bots."""

    tempo: TempoName


class ChooseHours(Request, frozen=True, tag="choose_hours", gc=False):
    """Say between which minutes of the day (UTC) a slow table is played; the same twice: always."""

    begins: Minute
    ends: Minute


class ChooseStart(Request, frozen=True, tag="choose_start", gc=False):
    """Say who starts the game: the host, or the table itself once it is full.

    With `bots` it is made full: after a minute such bots take the free seats.
    """

    by: StartBy
    bot: str = "farmer"


class Hurry(Request, frozen=True, tag="hurry", gc=False):
    """Get to one's next decision: bots are quick, results do not stay, and one bids no more."""


class MoreTime(Request, frozen=True, tag="more_time", gc=False):
    """Give a seat more time for its decision, or take some for one's own."""

    seat: AnySeat


class Resume(Request, frozen=True, tag="resume", gc=False):
    """End a pause. Anybody at the table can, so that nobody holds it up."""


class ComeBack(Request, frozen=True, tag="come_back", gc=False):
    """Take one's seat back from the bot."""


class Rematch(Request, frozen=True, tag="rematch", gc=False):
    """Open a new table with the same people."""


AnyRequest: TypeAlias = (
    Join
    | Leave
    | Kick
    | SeatBot
    | FreeSeat
    | Swap
    | Arrange
    | HandOver
    | Commit
    | Start
    | Reveal
    | AskPause
    | Halt
    | GoOn
    | ChooseTempo
    | ChooseHours
    | ChooseStart
    | Hurry
    | MoreTime
    | Resume
    | ComeBack
    | Rematch
)

RIGHTS: Final[Mapping[type[Request], tuple[Role, frozenset[Stage]]]] = {
    Join: ("visitor", frozenset({"open", "playing", "paused"})),
    Leave: ("seated", frozenset({"open", "playing", "paused"})),
    Kick: ("host", frozenset({"open", "playing", "paused"})),
    SeatBot: ("host", frozenset({"open"})),
    FreeSeat: ("host", frozenset({"open"})),
    Swap: ("host", frozenset({"open"})),
    Arrange: ("host", frozenset({"open"})),
    HandOver: ("host", frozenset({"open", "playing", "paused", "ended"})),
    Commit: ("seated", frozenset({"open"})),
    Start: ("host", frozenset({"open"})),
    Reveal: ("seated", frozenset({"revealing"})),
    AskPause: ("seated", frozenset({"playing"})),
    Halt: ("alone", frozenset({"playing"})),
    GoOn: ("alone", frozenset({"playing", "paused"})),
    ChooseTempo: ("alone", frozenset({"playing", "paused"})),
    ChooseHours: ("host", frozenset({"open"})),
    ChooseStart: ("host", frozenset({"open"})),
    Hurry: ("alone", frozenset({"playing"})),
    MoreTime: ("seated", frozenset({"playing"})),
    Resume: ("seated", frozenset({"paused"})),
    ComeBack: ("seated", frozenset({"playing", "paused"})),
    Rematch: ("seated", frozenset({"ended"})),
}


def roles(party: Party, person: str | None) -> frozenset[Role]:
    """Tell what somebody is at a table.

    A visitor is a known person who does not sit there. Whoever is alone sits there with bots, not
    at a slow table, and no other person has played this game.
    """
    if person is None:
        return frozenset()
    if party.seat(person) is None:
        return frozenset() if person in party.kicked else frozenset({"visitor"})
    own: set[Role] = {"seated"}
    if party.host == person:
        own.add("host")
    if party.is_unhurried:
        own.add("alone")
    return frozenset(own)


def rights(party: Party, person: str | None) -> tuple[str, ...]:
    """Name the requests that somebody may make now."""
    own = roles(party, person)
    return tuple(
        str(kind.__struct_config__.tag)
        for kind, (role, stages) in RIGHTS.items()
        if role in own and party.stage in stages
    )
