"""A table as one node holds it: folded from its steps, and never more than a cache of them."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from kuhstall.bots import registry as bots
from kuhstall.bots.bot import Bot
from kuhstall.bots.scripted import ScriptedBot
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import check, options
from kuhstall.engine.kernel import fold as fold_game
from kuhstall.engine.match import Seen
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Event, Line, Seat, TableOpened, Viewer
from kuhstall.games import registry as games
from kuhstall.games.review import Review
from kuhstall.server.hosting.chat_limit import ChatLimit
from kuhstall.server.hosting.view_pieces import ViewPieces
from kuhstall.server.party import party as parties
from kuhstall.server.party.decide import Situation, is_answered, sight, undealt_table
from kuhstall.server.party.events import Gathered, PartyEvent
from kuhstall.server.party.more_time import narrate_party
from kuhstall.server.party.party import Party
from kuhstall.server.party.record import Record, decode_step, game_events
from kuhstall.server.party.timer_codec import read_timers
from kuhstall.server.party.timers import NO_TIMERS, STOPPED, Standing, Timers, next_due
from kuhstall.server.store import Position, Step, mark_of
from kuhstall.server.store.people import StoredLine

_log = logging.getLogger(__name__)

_RECENT: Final = 64


class Change(Struct, frozen=True):
    """A step as it was folded."""

    seq: int
    party_events: Sequence[PartyEvent]
    game_events: Sequence[Event]
    mark: bytes = b""


class Chat(Struct, frozen=True):
    """What was said last, and what those who said it are called."""

    lines: Sequence[StoredLine]
    names: dict[str, str]


class Watcher(Protocol):
    """Somebody who is told of every step, in order."""

    @property
    def person(self) -> str | None: ...

    def show_step(self, live: LiveTable, change: Change) -> None: ...

    def show_line(self, line: StoredLine, name: str) -> None: ...

    def show_set_back(self, live: LiveTable, chat: Chat, lost: int) -> None:
        """Show the table as it is now: so many steps that were told are not stored any more."""
        ...

    def let_go(self, code: str) -> None:
        """The table cannot be shown any more."""
        ...


class Frames(Protocol):
    """The frames of the latest step, made by whoever shows them first."""

    @property
    def change(self) -> Change: ...

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes: ...


class Turn:
    """Holds a door, then a lock. By hand, since every command does it."""

    def __init__(self, door: asyncio.Lock, lock: asyncio.Lock) -> None:
        self._door = door
        self._lock = lock

    async def __aenter__(self) -> None:
        await self._door.acquire()
        try:
            await self._lock.acquire()
        except BaseException:
            self._door.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self._door.release()


class LiveTable:
    """Everything about one table. Whoever changes it holds the lock."""

    def __init__(self, table: str, code: str, secret: bytes) -> None:
        self.id = table
        self.code = code
        self.secret = secret
        self.seq = 0
        self.mark = b""
        self.party: Party
        self.state: Table[Any, Any]
        self.timers = STOPPED
        # When the timers began, by the clock of the store, as far as it is known.
        self.clock_since: float | None = None
        self.decided_at = 0.0
        self.moved_at = 0.0  # when the game last went on; 0 if its log does not say
        self.since: dict[Seat, float] = {}
        self.held: dict[Seat, Action] = {}
        self.log: list[Event] = []
        self.asides: list[tuple[int, Line]] = []  # what the party told, after so much of the log
        self.ends: list[int] = []  # how long the log was after each step of the game
        self.review: Review | None = None
        self.coaching: asyncio.Future[bytes] | None = None  # of a game that is over
        self.recent: deque[Change] = deque(maxlen=_RECENT)
        self.names: dict[str, str] = {}
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self._doors: defaultdict[Viewer, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.set_backs = 0  # how often the store went back to another history than this one
        self.replaced = range(0)  # numbers under which other steps were told before
        self.astray: float | None = None  # since when it is known not to be as in the store
        self.doubtful = False  # a write ended without an answer: read on before anything else
        self.used_at = 0.0
        self.latest_line = 0
        self.talk = asyncio.Lock()
        self.talkers: dict[str, ChatLimit] = {}
        self.frames: Frames | None = None
        self.pieces: ViewPieces | None = None  # of the views of the state that was shown last
        self.alarm: asyncio.TimerHandle | None = None
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        # What bots elsewhere were told: who they are, and how much of the log they have heard.
        self.told: dict[Seat, tuple[str, int]] = {}
        self._heard: dict[Viewer, list[Event]] = {}

    @property
    def situation(self) -> Situation:
        return Situation(
            self.id,
            self.seq,
            self.party,
            self.state,
            self.secret,
            self.timers,
            self.held,
            self.decided_at,
        )

    def turn(self, person: str | None) -> Turn:
        """Hold the lock for somebody's sake.

        Of each seat only one command waits for it, and one of all who do not sit here. So whoever
        sends many makes nobody wait but themselves, and an army of strangers counts as one.
        """
        return Turn(self._doors[self.party.seat(person)], self.lock)

    @property
    def position(self) -> Position:
        return Position(self.seq, self.mark)

    @property
    def standing(self) -> Standing:
        return Standing(self.party, self.state, frozenset(self.held))

    @property
    def due(self) -> float | None:
        """Tell when the next timer is up, whoever has acted."""
        return next_due(self.timers)

    def rings(self, now: float) -> float | None:
        """Tell when this node has to act: not for a seat that has; if all have, on opening.

        And at once if the newest step is of a time that has not come: no deadline is right then.
        """
        due = next_due(self.timers, self.held)
        if self.state.phase.sealed and is_answered(self.situation):
            opens = self.timers.opens or 0.0
            due = opens if due is None else min(due, opens)
        return 0.0 if due is not None and self.situation.is_untimely(now) else due

    def read(self, step: Step) -> Change:
        """Fold a step that was read from the store."""
        record: Record = decode_step(step.events)
        if self.seq == 0:
            first = record.party[0]
            if not isinstance(first, Gathered):
                raise TypeError(f"the log of {self.id} does not begin with a gathering")
            self.party = parties.new_party(first)
            self.state = undealt_table(self.party)
        party = parties.fold(self.party, record.party)
        events = game_events(record, party.edition)
        game = self._fold_game(party, events)
        change = Change(step.seq, record.party, events, mark_of(step))
        timers = read_timers(record.timers, record.begins, record.opens, record.start)
        return self.apply(change, party, game, timers, record.at)

    def _fold_game(self, party: Party, events: list[Event]) -> Table[Any, Any]:
        if events and isinstance(events[0], TableOpened):
            return fold_game(games.opened(events[0]), events[1:])
        if events:
            return fold_game(self.state, events)
        return self.state if party.setup == self.party.setup else undealt_table(party)

    def apply(
        self,
        change: Change,
        party: Party,
        game: Table[Any, Any],
        timers: Timers,
        at: float = 0.0,
    ) -> Change:
        """Take over what a step has led to."""
        if change.seq != self.seq + 1:
            raise ValueError(f"{self.id} is at {self.seq}, and cannot go on with {change.seq}")
        if game.moment != getattr(self.state, "moment", None) or not game.phase.sealed:
            self.held = {}
        self._note_beginnings(timers, at)
        self.decided_at = at
        self.seq, self.mark = change.seq, change.mark
        self.party, self.state, self.timers = party, game, timers
        if change.party_events:
            told = map(narrate_party, change.party_events)
            self.asides += [(len(self.log), line) for line in told if line is not None]
        self.log += change.game_events
        if change.game_events:
            self.ends.append(len(self.log))
            self.moved_at = at
        self.recent.append(change)
        return change

    def meant(self, moment: int, set_backs: int) -> int:
        """Return the moment that a command is for, or none that a table ever has.

        On another history the moment with that number is not the one that somebody saw.
        """
        return moment if set_backs == self.set_backs else -1

    def last_in(self, steps: Sequence[Step]) -> int:
        """Tell up to which number all stored steps were told here, as far back as is known."""
        told = {change.seq: change.mark for change in self.recent}
        same = [step.seq for step in steps if told.get(step.seq) == mark_of(step)]
        return max(same, default=min([*told, len(steps) + 1]) - 1)

    def start_over(self, stored: LiveTable, last: int) -> None:
        """Become what the store has now, which is the same up to a number, and nothing of the old.

        Whoever watches or waits for the lock does so still.
        """
        self.set_backs += 1
        first = min(last + 1, self.replaced.start or last + 1)
        self.replaced = range(first, max(self.seq + 1, self.replaced.stop))
        stays = ("watchers", "lock", "_doors", "talk", "alarm", "used_at", "set_backs", "replaced")
        vars(self).update(vars(stored) | {name: getattr(self, name) for name in stays})

    def _note_beginnings(self, timers: Timers, at: float) -> None:
        """Note when timers began. One that was not touched is due as before, to the last digit."""
        at = max(at, timers.begins or 0.0)
        if timers.clock is None:
            self.clock_since = None
        elif timers.clock != self.timers.clock:
            self.clock_since = at
        before = self.timers.seats
        self.since = {
            seat: self.since[seat] if before.get(seat, NO_TIMERS).due == own.due else at
            for seat, own in timers.seats.items()
            if own.due is not None
        }

    def events_for(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return every event of the game so far, as the viewer may know it."""
        heard = self._heard.setdefault(viewer, [])
        redact = self.state.edition.game.redact
        heard += [redact(event, viewer) for event in self.log[len(heard) :]]
        return tuple(heard)

    def think(self, seat: Seat) -> Action:
        """Let the bot on a seat choose."""
        return self.prepare_choice(seat)()

    def prepare_choice(self, seat: Seat) -> Callable[[], Action]:
        """Give the bot on a seat all that it may know; what comes back chooses, in any thread."""
        return self.choice_by(seat, self.sight(seat))

    def choice_by(self, seat: Seat, seen: Seen) -> Callable[[], Action]:
        """Let the bot on a seat choose by what it sees.

        The chance of a bot has a key of its own, not that of the game.
        """
        name = self.bot_name(seat)
        game = self.state

        def choose() -> Action:
            try:
                return check(game, seat, self._bot(seat, name).choose(seen))
            except Exception:  # noqa: BLE001 -- a bot that stumbles must not hold up the table
                _log.exception("the bot %s failed at %s", name, self.id)
                self._bots.pop(seat, None)
                return plainest_action(game, seat)

        return choose

    def sight(self, seat: Seat) -> Seen:
        """Return all that a seat may know."""
        return sight(self.situation, seat, self.events_for(seat))

    def bot_name(self, seat: Seat) -> str:
        """Name the bot that plays on a seat."""
        name = self.party.places[seat].player or parties.STAND_IN
        # Somebody's own may be one that this server is not set up for any more.
        return name if bots.is_known(name) else parties.STAND_IN

    def bot_key(self, seat: Seat) -> bytes:
        """Return the key of a bot's chance, which tells nothing of the table's.

        It is the same whenever the bot is made again: a beginner keeps its tastes, and after the
        game anybody with the secret can tell why it did what it did.
        """
        return hmac.digest(self.secret, f"bot/{self.id}/{seat}".encode(), "sha512")

    def _bot(self, seat: Seat, name: str) -> Bot:
        """Return the bot on a seat; whoever cannot come is replaced for the rest of the game."""
        known, bot = self._bots.get(seat, (None, None))
        if bot is not None and known == name:
            return bot
        key = self.bot_key(seat)
        try:
            bot = bots.make(name, self.party.edition, seat, SeededChance(key))
        except Exception:  # noqa: BLE001 -- somebody's own constructor
            _log.exception("the bot %s cannot be made, another plays at %s", name, self.id)
            bot = bots.make(parties.STAND_IN, self.party.edition, seat, SeededChance(key))
        if self.party.script is not None and self.party.places[seat].bot is not None:
            bot = ScriptedBot(games.tutorial(self.party.script), bot)
        self._bots[seat] = name, bot
        return bot

    def unknown_people(self) -> set[str]:
        """List the people whose names are not known here."""
        return {person for person in self.party.people if person not in self.names}


def plainest_action(game: Table[Any, Any], seat: Seat) -> Action:
    """Return the plainest thing that a seat can do."""
    default = game.phase.default(game, seat)
    if default is not None:
        return default
    return next(action for option in options(game, seat) for action in option.expand())
