"""The requests that people may make of a party, and who may make them.

`RIGHTS` states once who may ask for what at which stage. The check reads it, and `rights` tells
clients what to offer. `decide_request` decides what follows from a request.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from kuhstall.server.table.party.events import PaceName, StartBy, TempoName
from kuhstall.server.table.party.hours import DecisionHours, Minute
from kuhstall.server.table.party.party import Party, Stage

AnySeat: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Digest: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
LONGEST_FILE: Final = 16_384
CardFile: TypeAlias = Annotated[str, Meta(max_length=LONGEST_FILE)]
Role: TypeAlias = Literal["visitor", "seated", "alone", "host"]


class Request(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a person asks for. Subclasses are imperatives with an explicit tag."""


class Join(Request, frozen=True, tag="join", gc=False):
    """Take a seat: the named one, or the first free one. A commitment needs a named seat."""

    seat: AnySeat | None = None
    commitment: Digest | None = None


class Leave(Request, frozen=True, tag="leave", gc=False):
    """Leave for good. During a game a bot plays on."""


class Kick(Request, frozen=True, tag="kick", gc=False):
    """Remove a person: before the start, or once a bot plays for them."""

    seat: AnySeat


class SeatBot(Request, frozen=True, tag="seat_bot", gc=False):
    """Put a bot on an empty seat, or replace a bot by another one."""

    seat: AnySeat
    bot: str = "farmer"


class FreeSeat(Request, frozen=True, tag="free_seat", gc=False):
    """Remove a bot."""

    seat: AnySeat


class Swap(Request, frozen=True, tag="swap", gc=False):
    """Swap two seats."""

    one: AnySeat
    other: AnySeat


class Arrange(Request, frozen=True, tag="arrange", gc=False):
    """Change what is played, and how. Missing fields do not change; rules override the edition's.

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
    """Commit to a value for the shuffle."""

    commitment: Digest


class Start(Request, frozen=True, tag="start", gc=False):
    """Close the list of commitments, and deal as soon as all values are revealed."""


class Reveal(Request, frozen=True, tag="reveal", gc=False):
    """Reveal the value that the player has committed to."""

    value: Digest


class AskPause(Request, frozen=True, tag="ask_pause", gc=False):
    """Ask for a pause. It begins when all players have asked for it."""


class Halt(Request, frozen=True, tag="halt", gc=False):
    """Halt the table while a player, alone with bots, reads something."""


class GoOn(Request, frozen=True, tag="go_on", gc=False):
    """End a halt."""


class ChooseTempo(Request, frozen=True, tag="choose_tempo", gc=False):
    """Choose how quick bots and calls are, for a player alone with bots."""

    tempo: TempoName


class ChooseHours(Request, frozen=True, tag="choose_hours", gc=False):
    """Choose the playing hours of a slow table, in minutes of the day (UTC); equal: always."""

    begins: Minute
    ends: Minute


class ChooseDecisionTime(Request, frozen=True, tag="choose_decision_time", gc=False):
    """Choose how long a player of a slow table has for a decision, in hours."""

    hours: DecisionHours


class ChooseStart(Request, frozen=True, tag="choose_start", gc=False):
    """Choose who starts the game: the host, or the table itself once it is full.

    With `bots`, bots take the free seats after a minute.
    """

    by: StartBy
    bot: str = "farmer"


class SkipToDecision(Request, frozen=True, tag="hurry", gc=False):
    """Skip to the player's next decision.

    Bots are quick, results are not held, and the player makes no more bids in this auction.
    """


class MoreTime(Request, frozen=True, tag="more_time", gc=False):
    """Give a seat more time for its decision: another one, or your own."""

    seat: AnySeat


class Resume(Request, frozen=True, tag="resume", gc=False):
    """End a pause. Every player can, so that no one can hold up the table."""


class ComeBack(Request, frozen=True, tag="come_back", gc=False):
    """Take the seat back from the bot that plays for the player."""


class Rematch(Request, frozen=True, tag="rematch", gc=False):
    """Open a new table with the same players."""


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
    | ChooseDecisionTime
    | ChooseStart
    | SkipToDecision
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
    ChooseDecisionTime: ("host", frozenset({"open"})),
    ChooseStart: ("host", frozenset({"open"})),
    SkipToDecision: ("alone", frozenset({"playing"})),
    MoreTime: ("seated", frozenset({"playing"})),
    Resume: ("seated", frozenset({"paused"})),
    ComeBack: ("seated", frozenset({"playing", "paused"})),
    Rematch: ("seated", frozenset({"ended"})),
}


def roles(party: Party, person: str | None) -> frozenset[Role]:
    """Return the roles of a person at a table.

    A visitor is a known person without a seat. A player is alone if all other seats are bots', the
    table is not slow, and no other person has played this game.
    """
    if person is None:
        return frozenset()
    if party.seat(person) is None:
        return frozenset() if person in party.kicked else frozenset({"visitor"})
    own: set[Role] = {"seated"}
    if party.host == person:
        own.add("host")
    if party.is_alone_with_bots:
        own.add("alone")
    return frozenset(own)


def stages_of(party: Party, kind: type[Request]) -> frozenset[Stage]:
    """Return the stages in which a request is allowed.

    A player may also leave during the start of a slow table, because that takes days.
    """
    _, stages = RIGHTS[kind]
    return stages | {"revealing"} if kind is Leave and party.is_slow else stages


def rights(party: Party, person: str | None) -> tuple[str, ...]:
    """Return the tags of the requests that a person may make now."""
    own = roles(party, person)
    return tuple(
        str(kind.__struct_config__.tag)
        for kind, (role, _) in RIGHTS.items()
        if role in own and party.stage in stages_of(party, kind)
    )
