"""A table as one node holds it: folded from its steps, and never more than a cache of them."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from kuhstall.bots import registry as bots
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import check, options
from kuhstall.engine.kernel import fold as fold_game
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Event, Seat, TableOpened, Viewer
from kuhstall.games import registry as games
from kuhstall.games.review import Review
from kuhstall.server import party as parties
from kuhstall.server.deciding import Situation, complete, shown, undealt
from kuhstall.server.party import Gathered, Party, PartyEvent
from kuhstall.server.record import Record, decoded, game_events
from kuhstall.server.store import Step
from kuhstall.server.store.people import Said
from kuhstall.server.talkative import Talkative
from kuhstall.server.timers import Standing, Timers, ringing

_log = logging.getLogger(__name__)

_RECENT: Final = 64


class Change(Struct, frozen=True):
    """A step as it was folded."""

    seq: int
    party_events: Sequence[PartyEvent]
    game_events: Sequence[Event]


class Watcher(Protocol):
    """Somebody who is told of every step, in order."""

    @property
    def person(self) -> str | None: ...

    def stepped(self, hot: HotTable, change: Change) -> None: ...

    def said(self, said: Said, name: str) -> None: ...


class Frames(Protocol):
    """The frames of the latest step, made by whoever shows them first."""

    @property
    def change(self) -> Change: ...

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes: ...


class HotTable:
    """Everything about one table. Whoever changes it holds the lock."""

    def __init__(self, table: str, code: str, secret: bytes) -> None:
        self.id = table
        self.code = code
        self.secret = secret
        self.seq = 0
        self.party: Party
        self.game: Table[Any, Any]
        self.timers: Timers = {}
        self.since: Timers = {}  # when they began, as far as it is known
        self.held: dict[Seat, Action] = {}
        self.log: list[Event] = []
        self.ends: list[int] = []  # how long the log was after each step of the game
        self.review: Review | None = None
        self.recent: deque[Change] = deque(maxlen=_RECENT)
        self.names: dict[str, str] = {}
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.doubtful = False  # a write ended without an answer: read on before anything else
        self.used = 0.0
        self.chatted = 0
        self.talk = asyncio.Lock()
        self.talkers: dict[str, Talkative] = {}
        self.showing: Frames | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        self._heard: dict[Viewer, list[Event]] = {}

    @property
    def situation(self) -> Situation:
        return Situation(
            self.id, self.seq, self.party, self.game, self.secret, self.timers, self.held
        )

    @property
    def standing(self) -> Standing:
        return Standing(self.party, self.game, frozenset(self.held))

    @property
    def began(self) -> float | None:
        """When the step of a countdown began, by the clock of the store."""
        return self.since.get(CLOCK)

    @property
    def due(self) -> float | None:
        """Tell when the next timer is up, whoever has acted."""
        return min(ringing(self.timers).values(), default=None)

    @property
    def rings(self) -> float | None:
        """Tell when this node has to act: not for a seat that has, and at once if all have."""
        if self.game.phase.sealed and complete(self.situation):
            return 0.0
        return min(ringing(self.timers, self.held).values(), default=None)

    def read(self, step: Step) -> Change:
        """Fold a step that was read from the store."""
        record: Record = decoded(step.events)
        if self.seq == 0:
            first = record.party[0]
            if not isinstance(first, Gathered):
                raise TypeError(f"the log of {self.id} does not begin with a gathering")
            self.party = parties.gathered(first)
            self.game = undealt(self.party)
        party = parties.fold(self.party, record.party)
        events = game_events(record, party.edition)
        game = self._folded(party, events)
        change = Change(step.seq, record.party, events)
        return self.apply(change, party, game, record.timers, record.at)

    def _folded(self, party: Party, events: list[Event]) -> Table[Any, Any]:
        if events and isinstance(events[0], TableOpened):
            return fold_game(games.opened(events[0]), events[1:])
        if events:
            return fold_game(self.game, events)
        return self.game if party.played == self.party.played else undealt(party)

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
        if game.moment != getattr(self.game, "moment", None) or not game.phase.sealed:
            self.held = {}
        # A timer that was not touched is due when it was before, to the last digit.
        kept = {actor for actor, due in timers.items() if self.timers.get(actor) == due}
        self.since = {actor: self.since[actor] if actor in kept else at for actor in timers}
        self.seq, self.party, self.game, self.timers = change.seq, party, game, timers
        self.log += change.game_events
        if change.game_events:
            self.ends.append(len(self.log))
        self.recent.append(change)
        return change

    def heard(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return every event of the game so far, as the viewer may know it."""
        heard = self._heard.setdefault(viewer, [])
        redact = self.game.edition.game.redact
        heard += [redact(event, viewer) for event in self.log[len(heard) :]]
        return tuple(heard)

    def think(self, seat: Seat) -> Action:
        """Let the bot on a seat choose."""
        return self.thought(seat)()

    def thought(self, seat: Seat) -> Callable[[], Action]:
        """Give the bot on a seat all that it may know; what comes back chooses, in any thread.

        The chance of a bot has a key of its own, not that of the game.
        """
        name = self.party.places[seat].player or parties.STAND_IN
        known, bot = self._bots.get(seat, (None, None))
        if bot is None or known != name:
            label = f"bot/{self.id}/{seat}/{self.seq}".encode()
            chance = SeededChance(hmac.digest(self.secret, label, "sha512"))
            bot = bots.make(name, self.party.edition, seat, chance)
            self._bots[seat] = name, bot
        game, player = self.game, bot
        seen = shown(self.situation, seat, self.heard(seat))

        def choose() -> Action:
            try:
                return check(game, seat, player.choose(seen))
            except Exception:  # noqa: BLE001 -- a bot that stumbles must not hold up the table
                _log.exception("the bot %s failed at %s", name, self.id)
                self._bots.pop(seat, None)
                return _plain(game, seat)

        return choose

    def missing(self) -> set[str]:
        """List the people whose names are not known here."""
        return {person for person in self.party.people if person not in self.names}


def _plain(game: Table[Any, Any], seat: Seat) -> Action:
    """Return the plainest thing that a seat can do."""
    default = game.phase.default(game, seat)
    if default is not None:
        return default
    return next(action for option in options(game, seat) for action in option.expand())
