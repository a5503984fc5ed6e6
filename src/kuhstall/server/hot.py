"""A table as one node holds it: folded from its steps, and never more than a cache of them."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from kuhstall.bots import registry as bots
from kuhstall.bots.bot import Bot
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import check, options
from kuhstall.engine.kernel import fold as fold_game
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Event, Seat, TableOpened, Viewer
from kuhstall.games import registry as games
from kuhstall.server import party as parties
from kuhstall.server.deciding import Situation, chosen, undealt
from kuhstall.server.party import Gathered, Party, PartyEvent
from kuhstall.server.record import Record, decoded, game_events
from kuhstall.server.store import Step
from kuhstall.server.store.people import Said
from kuhstall.server.talkative import Talkative
from kuhstall.server.timers import Standing, Timers

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
        self.held: dict[Seat, Action] = {}
        self.log: list[Event] = []
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
    def due(self) -> float | None:
        return min(self.timers.values(), default=None)

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
        return self.apply(Change(step.seq, record.party, events), party, game, record.timers)

    def _folded(self, party: Party, events: list[Event]) -> Table[Any, Any]:
        if events and isinstance(events[0], TableOpened):
            return fold_game(games.opened(events[0]), events[1:])
        if events:
            return fold_game(self.game, events)
        same = (party.edition, party.rules, len(party.places)) == (
            self.party.edition,
            self.party.rules,
            len(self.party.places),
        )
        return self.game if same else undealt(party)

    def apply(self, change: Change, party: Party, game: Table[Any, Any], timers: Timers) -> Change:
        """Take over what a step has led to."""
        if change.seq != self.seq + 1:
            raise ValueError(f"{self.id} is at {self.seq}, and cannot go on with {change.seq}")
        if game.moment != getattr(self.game, "moment", None) or not game.phase.sealed:
            self.held = {}
        self.seq, self.party, self.game, self.timers = change.seq, party, game, timers
        self.log += change.game_events
        self.recent.append(change)
        return change

    def heard(self, viewer: Viewer) -> tuple[Event, ...]:
        """Return every event of the game so far, as the viewer may know it."""
        heard = self._heard.setdefault(viewer, [])
        redact = self.game.edition.game.redact
        heard += [redact(event, viewer) for event in self.log[len(heard) :]]
        return tuple(heard)

    def think(self, seat: Seat) -> Action:
        """Let the bot on a seat choose. Its chance has a key of its own, not that of the game."""
        name = self.party.places[seat].player or parties.STAND_IN
        known, bot = self._bots.get(seat, (None, None))
        if bot is None or known != name:
            label = f"bot/{self.id}/{seat}/{self.seq}".encode()
            bot = bots.make(name, seat, SeededChance(hmac.digest(self.secret, label, "sha512")))
            self._bots[seat] = name, bot
        try:
            return check(self.game, seat, chosen(bot, self.situation, seat, self.heard(seat)))
        except Exception:  # noqa: BLE001 -- a bot that stumbles must not hold up the table
            _log.exception("the bot %s failed at %s", name, self.id)
            self._bots.pop(seat, None)
            return self._plain(seat)

    def _plain(self, seat: Seat) -> Action:
        """Return the plainest thing that a seat can do."""
        default = self.game.phase.default(self.game, seat)
        if default is not None:
            return default
        return next(action for option in options(self.game, seat) for action in option.expand())

    def missing(self) -> set[str]:
        """List the people whose names are not known here."""
        return {person for person in self.party.people if person not in self.names}
