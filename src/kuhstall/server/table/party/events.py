"""The events of a party, as they are stored in the log."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from kuhstall.engine.values import Seat
from kuhstall.server.table.party.hours import DecisionHours, Minute

PaceName: TypeAlias = Literal["live", "relaxed", "slow", "fast"]
TempoName: TypeAlias = Literal["calm", "normal", "fast"]
StartBy: TypeAlias = Literal["host", "full", "bots"]
PauseReason: TypeAlias = Literal["agreed", "nobody"]
CloseReason: TypeAlias = Literal["deserted", "idle", "operator"]


class _Event(Struct, frozen=True, gc=False):
    """An event of a party. Logs are kept for years, so new fields need defaults."""


class Gathered(_Event, frozen=True, tag="gathered", gc=False):
    """A table was opened. The first event of every log. `script`: the tutorial that is played."""

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    promise: str
    data: dict[str, Any] = {}
    script: str | UnsetType = UNSET


class Arranged(_Event, frozen=True, tag="arranged", gc=False):
    """The settings were changed.

    `kept`: the data stay as they are. They are not repeated because they are long.
    """

    edition: str
    rules: dict[str, Any]
    seats: int
    pace: PaceName
    public: bool
    data: dict[str, Any] = {}
    kept: bool = False


class SeatTaken(_Event, frozen=True, tag="seat_taken", gc=False):
    """A person took a seat. `here` is False if the person is expected and has not come yet."""

    seat: Seat
    person: str
    commitment: str | None = None
    here: bool = True


class SeatFreed(_Event, frozen=True, tag="seat_freed", gc=False):
    seat: Seat


class SeatLeft(_Event, frozen=True, tag="seat_left", gc=False):
    """A person left for good during a game: a bot plays on."""

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
    """The list of commitments was closed: the players on it have to reveal their values."""


class Revealed(_Event, frozen=True, tag="revealed", gc=False):
    seat: Seat
    value: str


class StartAborted(_Event, frozen=True, tag="start_aborted", gc=False):
    """Players did not reveal. Going on without them would let them choose between two decks."""

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
    """A player alone with bots has halted the table to read something."""

    seat: Seat


class WentOn(_Event, frozen=True, tag="went_on", gc=False):
    seat: Seat


class TempoChosen(_Event, frozen=True, tag="tempo_chosen", gc=False):
    """The tempo of bots and calls was chosen. It only counts for a player alone with bots."""

    tempo: TempoName


class HoursChosen(_Event, frozen=True, tag="hours_chosen", gc=False):
    """The playing hours were chosen. They only count at a slow table."""

    begins: Minute
    ends: Minute


class DecisionTimeChosen(_Event, frozen=True, tag="decision_time_chosen", gc=False):
    """The time for a decision was chosen, in hours. It only counts at a slow table."""

    hours: DecisionHours


class StartChosen(_Event, frozen=True, tag="start_chosen", gc=False):
    """It was chosen who starts the game: the host, or the table itself once all seats are taken.

    With `bots`, the bot named here takes the free seats after a minute.
    """

    by: StartBy
    bot: str


class SkipStarted(_Event, frozen=True, tag="hurried", gc=False):
    """A player alone with bots wants to skip to their next decision, and waives the current one.

    `moment` is that of the game: the player waives this auction only, not the next one.
    """

    seat: Seat
    moment: int


class SkipEnded(_Event, frozen=True, tag="slowed_down", gc=False):
    """The player who skipped ahead has something to decide again."""

    seat: Seat


class TimeGiven(_Event, frozen=True, tag="time_given", gc=False):
    """A seat was given more time for its decision at a moment of the game, or took it itself."""

    seat: Seat
    giver: Seat
    moment: int


class ValueLeftOut(_Event, frozen=True, tag="value_left_out", gc=False):
    """A seat did not reveal the value it had committed to: a slow table was dealt without it."""

    seat: Seat


class Paused(_Event, frozen=True, tag="paused", gc=False):
    reason: PauseReason


class Resumed(_Event, frozen=True, tag="resumed", gc=False):
    pass


class Extended(_Event, frozen=True, tag="extended", gc=False):
    """The server was down when a deadline passed: the clocks restart."""


class Ended(_Event, frozen=True, tag="ended", gc=False):
    """The game is over, and the server reveals its secret."""

    secret: str


class RematchOpened(_Event, frozen=True, tag="rematch_opened", gc=False):
    table: str


class Closed(_Event, frozen=True, tag="closed", gc=False):
    reason: CloseReason


class ScreenConnected(_Event, frozen=True, tag="screen_connected", gc=False):
    """A screen that was paired with the table shows it. It is a spectator with a name."""

    screen: str


class ScreenDisconnected(_Event, frozen=True, tag="screen_disconnected", gc=False):
    screen: str


class ScreenRemoved(_Event, frozen=True, tag="screen_removed", gc=False):
    """The host removed a screen: it may not come back."""

    screen: str


LaterEvent: TypeAlias = (
    Halted
    | WentOn
    | TimeGiven
    | TempoChosen
    | HoursChosen
    | DecisionTimeChosen
    | SkipStarted
    | SkipEnded
    | StartChosen
    | ValueLeftOut
    | ScreenConnected
    | ScreenDisconnected
    | ScreenRemoved
)
"""Events that 0.1.0 does not know. A step stores them in a field of their own: otherwise a node of
0.1.0 could not read the step, and could not serve the table during an upgrade."""

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
