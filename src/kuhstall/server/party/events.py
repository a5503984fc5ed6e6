"""What happened in a party, as it stands in the log."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from kuhstall.engine.values import Seat
from kuhstall.server.party.hours import Minute

PaceName: TypeAlias = Literal["live", "relaxed", "slow", "fast"]
TempoName: TypeAlias = Literal["calm", "normal", "fast"]
StartBy: TypeAlias = Literal["host", "full", "bots"]
PauseReason: TypeAlias = Literal["agreed", "nobody"]
CloseReason: TypeAlias = Literal["deserted", "idle", "operator"]


class _Event(Struct, frozen=True, gc=False):
    """What happened in a party. Logs are kept for years: new fields get defaults."""


class Gathered(_Event, frozen=True, tag="gathered", gc=False):
    """A table is set up. The first event of every log. `script`: it is that of a tutorial."""

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    promise: str
    data: dict[str, Any] = {}
    script: str | UnsetType = UNSET


class Arranged(_Event, frozen=True, tag="arranged", gc=False):
    """`kept`: the data stay as they are. They are long, and the rest may change often."""

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    data: dict[str, Any] = {}
    kept: bool = False


class SeatTaken(_Event, frozen=True, tag="seat_taken", gc=False):
    """`here` is False for somebody who is expected and has not come yet."""

    seat: Seat
    person: str
    commitment: str | None = None
    here: bool = True


class SeatFreed(_Event, frozen=True, tag="seat_freed", gc=False):
    seat: Seat


class SeatLeft(_Event, frozen=True, tag="seat_left", gc=False):
    """A person left for good in mid-game: a bot plays on."""

    seat: Seat


class Kicked(_Event, frozen=True, tag="kicked", gc=False):
    seat: Seat
    person: str


class BotSeated(_Event, frozen=True, tag="bot_seated", gc=False):
    seat: Seat
    bot: str


class SeatsSwapped(_Event, frozen=True, tag="seats_swapped", gc=False):
    one: Seat
    other: Seat


class HostChanged(_Event, frozen=True, tag="host_changed", gc=False):
    person: str | None


class Committed(_Event, frozen=True, tag="committed", gc=False):
    seat: Seat
    commitment: str


class StartCalled(_Event, frozen=True, tag="start_called", gc=False):
    """The list of commitments is closed, and whoever is on it has to reveal."""


class Revealed(_Event, frozen=True, tag="revealed", gc=False):
    seat: Seat
    value: str


class StartAborted(_Event, frozen=True, tag="start_aborted", gc=False):
    """Somebody did not reveal. Going on without them would let them choose between decks."""

    missing: tuple[Seat, ...]


class Started(_Event, frozen=True, tag="started", gc=False):
    pass


class Connected(_Event, frozen=True, tag="connected", gc=False):
    seat: Seat


class Disconnected(_Event, frozen=True, tag="disconnected", gc=False):
    seat: Seat


class WasLate(_Event, frozen=True, tag="was_late", gc=False):
    seat: Seat


class BotTookOver(_Event, frozen=True, tag="bot_took_over", gc=False):
    seat: Seat


class PersonReturned(_Event, frozen=True, tag="person_returned", gc=False):
    seat: Seat


class PauseAsked(_Event, frozen=True, tag="pause_asked", gc=False):
    seat: Seat


class Halted(_Event, frozen=True, tag="halted", gc=False):
    """Somebody who is alone with bots reads something, and the table waits."""

    seat: Seat


class WentOn(_Event, frozen=True, tag="went_on", gc=False):
    seat: Seat


class TempoChosen(_Event, frozen=True, tag="tempo_chosen", gc=False):
    """How quick bots and calls are. It counts where somebody is alone with bots."""

    tempo: TempoName


class HoursChosen(_Event, frozen=True, tag="hours_chosen", gc=False):
    """In which hours the table is played. They count where it is slow."""

    begins: Minute
    ends: Minute


class StartChosen(_Event, frozen=True, tag="start_chosen", gc=False):
    """Who starts the game: the host, or the table itself once all seats are taken.

    With `bots` the free seats are not kept for long: this one takes them.
    """

    by: StartBy
    bot: str


class Hurried(_Event, frozen=True, tag="hurried", gc=False):
    """Somebody who is alone with bots wants to get to the next decision, and none of this one.

    `moment` is that of the game: what was meant is this auction, not the one after it.
    """

    seat: Seat
    moment: int


class SlowedDown(_Event, frozen=True, tag="slowed_down", gc=False):
    """That person has something to decide again."""

    seat: Seat


class TimeGiven(_Event, frozen=True, tag="time_given", gc=False):
    """A seat got more time for its decision at a moment of the game, maybe from itself."""

    seat: Seat
    giver: Seat
    moment: int


class Paused(_Event, frozen=True, tag="paused", gc=False):
    reason: PauseReason


class Resumed(_Event, frozen=True, tag="resumed", gc=False):
    pass


class Extended(_Event, frozen=True, tag="extended", gc=False):
    """The server was away when somebody should have been called: the clocks start anew."""


class Ended(_Event, frozen=True, tag="ended", gc=False):
    """The game is over, and the server shows its secret."""

    secret: str


class RematchOpened(_Event, frozen=True, tag="rematch_opened", gc=False):
    table: str


class Closed(_Event, frozen=True, tag="closed", gc=False):
    reason: CloseReason


LaterEvent: TypeAlias = (
    Halted | WentOn | TimeGiven | TempoChosen | HoursChosen | Hurried | SlowedDown | StartChosen
)
"""What 0.1.0 does not know. A step has it in a field of its own: a node of that version would not
read the step otherwise, and would be of no use to anybody at the table while hosts upgrade."""

PartyEvent: TypeAlias = (
    Gathered
    | Arranged
    | SeatTaken
    | SeatFreed
    | SeatLeft
    | Kicked
    | BotSeated
    | SeatsSwapped
    | HostChanged
    | Committed
    | StartCalled
    | Revealed
    | StartAborted
    | Started
    | Connected
    | Disconnected
    | WasLate
    | BotTookOver
    | PersonReturned
    | PauseAsked
    | Paused
    | Resumed
    | Extended
    | Ended
    | RematchOpened
    | Closed
    | LaterEvent
)
