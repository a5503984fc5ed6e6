"""A table in the memory of one node: folded from its steps, and only a cache of them."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
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
from kuhstall.server.table.chat_limit import ChatLimit
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.log import Position, SealedAction, Step, mark_of
from kuhstall.server.table.party import party as parties
from kuhstall.server.table.party.decide import Situation, is_answered, sight, undealt_table
from kuhstall.server.table.party.events import Gathered, PartyEvent
from kuhstall.server.table.party.fair import Opened
from kuhstall.server.table.party.more_time import narrate_party
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.receipts import Receipt, receipt
from kuhstall.server.table.party.record import Record, decode_step, game_action, game_events
from kuhstall.server.table.party.timers import (
    NO_TIMERS,
    STOPPED,
    Standing,
    Timers,
    next_due,
    read_timers,
)
from kuhstall.server.table.view_pieces import ViewPieces

_log = logging.getLogger(__name__)

_RECENT: Final = 64


class Change(Struct, frozen=True):
    """A step after folding. `opened`: what the sealed answers that it opened were committed to."""

    seq: int
    party_events: Sequence[PartyEvent]
    game_events: Sequence[Event]
    mark: bytes = b""
    opened: dict[Seat, str] = {}


class SealedAnswer(Struct, frozen=True):
    """The newest revision of a seat's sealed answer; no action if the seat withdrew it."""

    revision: int
    action: Action | None
    receipt: Receipt | None = None


class Chat(Struct, frozen=True):
    """The latest lines of chat, and the names of their authors."""

    lines: Sequence[StoredLine]
    names: dict[str, str]


class Watcher(Protocol):
    """A session that is shown every step of a table, in order."""

    @property
    def person(self) -> str | None: ...

    @property
    def screen(self) -> str | None: ...

    def show_step(self, live: LiveTable, change: Change) -> None: ...

    def show_line(self, line: StoredLine, name: str) -> None: ...

    def show_names(self, live: LiveTable, chat: Chat) -> None:
        """Send the whole table again, as a name has changed that no step will show."""
        ...

    def show_set_back(self, live: LiveTable, chat: Chat, lost: int) -> None:
        """Send the whole table: as many steps as `lost` were shown and are no longer stored."""
        ...

    def let_go(self, code: str) -> None:
        """End the session: the table cannot be shown any more."""
        ...


class Frames(Protocol):
    """The frames of the latest step. The first session that shows the step creates them."""

    @property
    def change(self) -> Change: ...

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes: ...


class SeatLock:
    """Takes the seat's lock, then the table's. Written by hand because every command uses it."""

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
    """Everything about one table. Code that changes it holds the lock."""

    def __init__(self, table: str, code: str, secret: bytes) -> None:
        self.id = table
        self.code = code
        self.secret = secret
        self.seq = 0
        self.mark = b""
        self.party: Party
        self.state: Table[Any, Any]
        self.timers = STOPPED
        # When the call or count began, by the store's clock; None if that is unknown.
        self.clock_since: float | None = None
        self.decided_at = 0.0
        self.moved_at = 0.0  # time of the latest step with a game event; 0 if the log lacks it
        self.since: dict[Seat, float] = {}
        self.sealed: Mapping[Seat, SealedAnswer] = {}
        self.held: dict[Seat, Action] = {}
        """The sealed answers that would count if they were opened now."""
        self.log: list[Event] = []
        self.opened: list[Opened] = []
        # Lines about party events, each with the length of the log when it happened.
        self.asides: list[tuple[int, Line]] = []
        self.asides_at: list[float] = []  # when, for each of them
        self.ends: list[int] = []  # the length of the log after each step of the game
        self.ended_at: list[float] = []  # when, for each of them; 0 if the log lacks it
        self.review: Review | None = None
        self.coaching: asyncio.Future[bytes] | None = None  # the coach's work on a finished game
        self.recent: deque[Change] = deque(maxlen=_RECENT)
        self.names: dict[str, str] = {}
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self._doors: defaultdict[Viewer, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.set_backs = 0  # how often the store turned out to have another history than this one
        self.replaced = range(0)  # step numbers under which other steps were shown before
        self.astray: float | None = None  # since when it is known to differ from the store
        self.doubtful = False  # a write ended without an answer: read the store first
        self.used_at = 0.0
        self.latest_line = 0
        self.talk = asyncio.Lock()
        self.talkers: dict[str, ChatLimit] = {}
        self.frames: Frames | None = None
        self.pieces: ViewPieces | None = None  # encoded pieces of the views shown last
        self.alarm: asyncio.TimerHandle | None = None
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        # For bots in other processes: the bot's name, and how much of the log it was sent.
        self.sent_to_bots: dict[Seat, tuple[str, int]] = {}
        self._heard: dict[Viewer, list[Event]] = {}

    @property
    def revisions(self) -> int:
        """How many revisions are sealed: a seat's are numbered from 1."""
        return sum(one.revision for one in self.sealed.values())

    def revision(self, seat: Seat) -> int:
        """The number of a seat's newest revision; 0 if it has sealed nothing."""
        return self.sealed[seat].revision if seat in self.sealed else 0

    def note_sealed(self, rows: Iterable[SealedAction]) -> None:
        """Merge what is stored; queries may be answered in any order, so ignore older revisions.

        Under the number of a revision that the store has lost there may be another one now.
        """
        found = self.read_sealed(rows)
        newer = {seat: one for seat, one in found.items() if one.revision >= self.revision(seat)}
        self.set_sealed({**self.sealed, **newer})

    def set_sealed(self, sealed: Mapping[Seat, SealedAnswer]) -> None:
        self.sealed = sealed
        self.held = {seat: one.action for seat, one in sealed.items() if one.action is not None}

    def read_sealed(self, rows: Iterable[SealedAction]) -> dict[Seat, SealedAnswer]:
        """Return the newest revision of each seat among the stored ones, which are in order."""
        moment, edition = self.state.moment, self.state.edition.key
        newest = {one.seat: one for one in rows}
        return {
            seat: SealedAnswer(
                one.revision,
                game_action(one.action, edition) if one.action else None,
                receipt(seat, moment, one.revision, one.action, one.salt),
            )
            for seat, one in newest.items()
        }

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

    def lock_for(self, person: str | None) -> SeatLock:
        """Take the lock for a command of this person.

        At most one command per seat waits for the lock, and one for all visitors together. So a
        player who sends many commands delays only themselves, and a crowd of visitors counts as
        one player.
        """
        return SeatLock(self._doors[self.party.seat(person)], self.lock)

    @property
    def position(self) -> Position:
        return Position(self.seq, self.mark)

    @property
    def standing(self) -> Standing:
        return Standing(self.party, self.state, frozenset(self.held))

    @property
    def due(self) -> float | None:
        """Return when the next timer runs out, even if its seat has acted already."""
        return next_due(self.timers)

    def rings(self, now: float) -> float | None:
        """Return when this node has to act.

        Deadlines of seats that have acted do not count; once all have, the opening does. If the
        newest step lies in the future, the clock was set back and no deadline is right: act now.
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
                raise TypeError(f"the log of table {self.id} does not begin with a gathered event")
            self.party = parties.new_party(first)
            self.state = undealt_table(self.party)
        party = parties.fold(self.party, record.party)
        events = game_events(record, party.edition)
        game = self._fold_game(party, events)
        change = Change(step.seq, record.party, events, mark_of(step), record.opened)
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
        """Take over the table that a step has led to."""
        if change.seq != self.seq + 1:
            raise ValueError(f"table {self.id} is at step {self.seq}: cannot apply {change.seq}")
        before = self.state.moment
        if game.moment != before or not game.phase.sealed:
            self.set_sealed({})
        self._note_beginnings(timers, at)
        self.decided_at = at
        self.seq, self.mark = change.seq, change.mark
        self.party, self.state, self.timers = party, game, timers
        if change.party_events:
            told = [line for line in map(narrate_party, change.party_events) if line is not None]
            self.asides += [(len(self.log), line) for line in told]
            self.asides_at += [at] * len(told)
        if change.opened:
            self.opened.append(Opened(before, len(self.log), change.opened))
        self.log += change.game_events
        if change.game_events:
            self.ends.append(len(self.log))
            self.ended_at.append(at)
            self.moved_at = at
        self.recent.append(change)
        return change

    def meant(self, moment: int, set_backs: int) -> int:
        """Return the moment that a command is for, or -1, which no table ever has.

        If the table was set back since, the moment with that number is not the one that the player
        saw.
        """
        return moment if set_backs == self.set_backs else -1

    def last_in(self, steps: Sequence[Step]) -> int:
        """Return the last step number at which the stored steps are known to match these."""
        told = {change.seq: change.mark for change in self.recent}
        same = [step.seq for step in steps if told.get(step.seq) == mark_of(step)]
        return max(same, default=min([*told, len(steps) + 1]) - 1)

    def start_over(self, stored: LiveTable, last: int) -> None:
        """Replace everything by what is stored, which is the same up to step `last`.

        Watchers and commands that wait for the lock stay.
        """
        self.set_backs += 1
        first = min(last + 1, self.replaced.start or last + 1)
        self.replaced = range(first, max(self.seq + 1, self.replaced.stop))
        stays = ("watchers", "lock", "_doors", "talk", "alarm", "used_at", "set_backs", "replaced")
        vars(self).update(vars(stored) | {name: getattr(self, name) for name in stays})

    def _note_beginnings(self, timers: Timers, at: float) -> None:
        """Note when timers began. A timer with exactly the same due time has not been touched."""
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
        """Collect what a bot may know; return a function that chooses, to be called anywhere."""
        return self.choice_by(seat, self.sight(seat))

    def choice_by(self, seat: Seat, seen: Seen) -> Callable[[], Action]:
        """Return a function that lets the bot on a seat choose by what it sees.

        A bot has a random source of its own, not that of the game.
        """
        name = self.bot_name(seat)
        game = self.state

        def choose() -> Action:
            try:
                return check(game, seat, self._bot(seat, name).choose(seen))
            except Exception:  # noqa: BLE001 -- a bot that fails must not stop the table
                _log.exception("bot %s failed at table %s", name, self.id)
                self._bots.pop(seat, None)
                return plainest_action(game, seat)

        return choose

    def sight(self, seat: Seat) -> Seen:
        """Return all that a seat may know."""
        return sight(self.situation, seat, self.events_for(seat))

    def bot_name(self, seat: Seat) -> str:
        """Name the bot that plays on a seat."""
        name = self.party.places[seat].player or parties.STAND_IN
        # A bot of the host's own may have been removed from this server's settings.
        return name if bots.is_known(name) else parties.STAND_IN

    def bot_key(self, seat: Seat) -> bytes:
        """Return the key of a bot's random source, which tells nothing of the table's secret.

        It stays the same when the bot is created again: so a beginner keeps its preferences, and
        after the game anyone with the secret can find out why the bot did what it did.
        """
        return hmac.digest(self.secret, f"bot/{self.id}/{seat}".encode(), "sha512")

    def _bot(self, seat: Seat, name: str) -> Bot:
        """Return the bot on a seat; one that cannot be created is replaced for the whole game."""
        known, bot = self._bots.get(seat, (None, None))
        if bot is not None and known == name:
            return bot
        key = self.bot_key(seat)
        try:
            bot = bots.make(name, self.party.edition, seat, SeededChance(key))
        except Exception:  # noqa: BLE001 -- the constructor of a bot that is not ours
            _log.exception("cannot create bot %s, another plays at table %s", name, self.id)
            bot = bots.make(parties.STAND_IN, self.party.edition, seat, SeededChance(key))
        if self.party.script is not None and self.party.places[seat].bot is not None:
            bot = ScriptedBot(games.tutorial(self.party.script), bot)
        self._bots[seat] = name, bot
        return bot

    def unknown_people(self) -> set[str]:
        """List the people whose names are not known here."""
        return {person for person in self.party.people if person not in self.names}


def plainest_action(game: Table[Any, Any], seat: Seat) -> Action:
    """Return the default action of a seat, or else its first one."""
    default = game.phase.default(game, seat)
    if default is not None:
        return default
    return next(action for option in options(game, seat) for action in option.expand())
