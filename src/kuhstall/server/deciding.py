"""What comes of a command, of a silent seat, and of the time: pure decisions on a table.

Nothing here writes or waits. Whoever loses the race for a step decides again on the newer table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.kernel import act, begin, check, options, timely, unseal
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Illegal, Seat, TableOpened
from kuhstall.games import registry as games
from kuhstall.server import fair
from kuhstall.server.asking import aborted, decided, unrevealed
from kuhstall.server.credit import unhurried
from kuhstall.server.pace import LATE, OUTAGE, PACES
from kuhstall.server.party import (
    BotTookOver,
    Closed,
    CloseReason,
    Connected,
    Disconnected,
    Ended,
    Extended,
    HostChanged,
    Party,
    PartyEvent,
    Paused,
    PersonReturned,
    RematchOpened,
    Resumed,
    Started,
    WasLate,
    fold,
)
from kuhstall.server.requests import Leave, Rematch, Request
from kuhstall.server.timers import GONE, Standing, Timers, counting, ringing


class Situation(Struct, frozen=True):
    """A table as it stands: all that a decision may depend on."""

    id: str
    seq: int
    party: Party
    game: Table[Any, Any]
    secret: bytes
    timers: Timers = {}
    held: dict[Seat, Action] = {}

    def chance(self) -> Chance:
        """Return the chance of this game, from what everybody has committed to and revealed.

        It begins anew with every decision, because a decision that lost its race must not have
        used anything up. So a game draws from each label in one decision only, and numbers the
        labels of what happens more than once.
        """
        return _LazyChance(self)


class _LazyChance(Chance):
    """Most decisions draw nothing: the seed is made with the first draw."""

    def __init__(self, now: Situation) -> None:
        self._now = now
        self._seeded: Chance | None = None

    def below(self, label: str, bound: int) -> int:
        if self._seeded is None:
            self._seeded = SeededChance(self._seed())
        return self._seeded.below(label, bound)

    def _seed(self) -> bytes:
        now = self._now
        reveals = {
            seat: bytes.fromhex(place.reveal)
            for seat, place in enumerate(now.party.places)
            if place.reveal is not None
        }
        return fair.seed(now.secret, now.id, now.game.edition.version, reveals)


class Hold(Struct, frozen=True):
    """An action that is to be held until its phase is unsealed."""

    seat: Seat
    action: Action


class Outcome(Struct, frozen=True):
    """The events of a decision, and the table that they lead to."""

    party_events: list[PartyEvent]
    game_events: list[Event]
    party: Party
    game: Table[Any, Any]
    actor: Actor | None = None
    opens: int | None = None
    anew: bool = False


def asked(now: Situation, person: str | None, request: Request) -> Outcome:
    """Decide a request; deal when the last value for the shuffle is there."""
    events = decided(now.party, person, request, now.id)
    seat = now.party.seat(person)
    if seat is not None and not now.party.places[seat].here and not isinstance(request, Leave):
        events = [Connected(seat), *events]  # whoever asks is there, over whatever wire
    party = fold(now.party, events)
    if party.stage == "open" and party.played != now.party.played:
        return _outcome(now, events, game=undealt(party))
    if party.stage == "revealing" and not unrevealed(party):
        return _dealt(now, [*events, Started()])
    return _outcome(now, events)


def undealt(party: Party) -> Table[Any, Any]:
    """Return the table before anything has happened on it."""
    return games.opened(_described(party))


def _described(party: Party) -> TableOpened:
    """Describe what is played as the first event of a log does."""
    version = games.find(party.edition).version
    return TableOpened(party.edition, version, len(party.places), party.rules, party.data)


def _dealt(now: Situation, events: list[PartyEvent]) -> Outcome:
    party = fold(now.party, events)
    edition = undealt(party).edition
    chance = Situation(now.id, now.seq, party, now.game, now.secret).chance()
    game: Table[Any, Any]
    game, dealt = begin(edition, len(party.places), chance)
    return _outcome(now, events, dealt, game)


def played(now: Situation, person: str | None, moment: int, action: Action) -> Outcome:
    """Decide an action of a person. Whoever acts is there again."""
    seat = seat_at_play(now, person)
    timely(now.game, moment)
    place = now.party.places[seat]
    returned: list[PartyEvent] = []
    if not place.here:
        returned.append(Connected(seat))  # whoever acts is there, over whatever wire
    elif place.away or place.late:
        returned.append(PersonReturned(seat))
    game, events = act(now.game, seat, action, now.chance())
    return _outcome(now, returned, events, game, seat)


def seat_at_play(now: Situation, person: str | None) -> Seat:
    """Return the seat of somebody who may act in the game now."""
    seat = now.party.seat(person)
    if seat is None:
        raise Illegal("not_seated" if person is not None else "no_session")
    if now.party.stage != "playing":
        raise Illegal("wrong_stage")
    return seat


def sealable(now: Situation, seat: Seat, moment: int, action: Action) -> Action:
    """Check an action that is to be held, and return it as its option has it."""
    timely(now.game, moment)
    if seat in now.held:
        raise Illegal("not_your_turn")
    return check(now.game, seat, action)


def complete(now: Situation) -> bool:
    """Whether a sealed phase waits for nobody any more, nor for the clock."""
    phase = now.game.phase
    if not phase.sealed or now.party.stage != "playing":
        return False
    waits = set(phase.actors(now.game))
    if not PACES[now.party.pace].hurries:
        waits.discard(CLOCK)  # it is there for who stays silent, not to keep the others waiting
    return waits <= set(now.held)


def opened(now: Situation) -> Outcome:
    """Close a sealed phase: the held actions, and the default of every silent seat."""
    game, events = unseal(now.game, now.held, now.chance())
    return _outcome(now, _punctual(now), events, game, CLOCK, now.game.moment)


def _punctual(now: Situation) -> list[PartyEvent]:
    """Forgive who was late before and has answered now. Of a countdown nobody may hear who has."""
    if counting(now.game):
        return []
    return [
        PersonReturned(seat)
        for seat in now.held
        if now.party.places[seat].late and not now.party.places[seat].away
    ]


def connected(now: Situation, seat: Seat) -> Outcome | None:
    """Note that a person looks at the table; None if that is known."""
    place = now.party.places[seat]
    if place.person is None or (place.here and not place.away):
        return None
    events: list[PartyEvent] = [Connected(seat)]
    if now.party.stage == "paused" and now.party.pause == "nobody":
        events.append(Resumed())
    return _outcome(now, events)


def disconnected(now: Situation, seat: Seat) -> Outcome | None:
    place = now.party.places[seat]
    if place.person is None or not place.here or now.party.stage == "closed":
        return None
    return _outcome(now, [Disconnected(seat)])


def fired(now: Situation, at: float, think: Callable[[Seat], Action]) -> Outcome | Hold | None:
    """Do what is due: a call, a bot's action, the default of who is late; None if nothing is."""
    due, actor = _next(now, at)
    if due > at:
        return None
    stage = now.party.stage
    bot = actor >= 0 and now.party.places[actor].player is not None
    if at - due > OUTAGE and not bot:
        return _outcome(now, [Extended()], anew=True)
    if stage in {"open", "paused"}:
        return _outcome(now, [Closed("deserted" if stage == "open" else "idle")])
    if stage == "revealing":
        return _outcome(now, list(aborted(now.party)))
    if actor in GONE:
        return _outcome(now, [BotTookOver(GONE.index(actor))])
    if actor == CLOCK:
        if now.game.phase.sealed:
            return opened(now)
        return _acted(now, [], CLOCK, _call(now.game))
    if bot:
        action = think(actor)
        if now.game.phase.sealed:
            return Hold(actor, unhurried(check(now.game, actor, action)))
        return _acted(now, [], actor, action)
    return _overdue(now, actor)


def _next(now: Situation, at: float) -> tuple[float, Actor]:
    """Tell whose time is up first, and when."""
    running = ringing(now.timers, now.held)
    return min(((due, actor) for actor, due in running.items()), default=(at + 1, CLOCK))


def whose_turn(now: Situation, at: float) -> Seat | None:
    """Name the seat for which a bot has to choose now; None if it is not for a bot to act."""
    due, actor = _next(now, at)
    if due > at or actor < 0 or now.party.stage != "playing":
        return None
    return None if now.party.places[actor].player is None else actor


def _call(game: Table[Any, Any]) -> Action:
    """Return the one thing that the clock can do."""
    (option,) = options(game, CLOCK)
    if not isinstance(option, Choice):
        raise TypeError(f"{option} is no call")
    return option.actions[0]


def _overdue(now: Situation, seat: Seat) -> Outcome:
    """Act for a person: the default for who is there, a bot for who is gone or often late."""
    default = now.game.phase.default(now.game, seat)
    if default is None:
        return _outcome(now, [BotTookOver(seat)])
    if now.game.phase.sealed:
        late = [
            event
            for one, due in now.timers.items()
            if one >= 0 and one not in now.held and due <= now.timers[seat]
            for event in _lateness(now.party, one)
        ]
        game, events = unseal(now.game, now.held, now.chance())
        return _outcome(now, [*_punctual(now), *late], events, game, seat, now.game.moment)
    late = [] if now.game.phase.settled(now.game, seat) else _lateness(now.party, seat)
    return _acted(now, late, seat, default)


def _lateness(party: Party, seat: Seat) -> list[PartyEvent]:
    place = party.places[seat]
    if place.player is not None:
        return []
    late: list[PartyEvent] = [WasLate(seat)]
    if place.late + 1 >= LATE:
        late.append(BotTookOver(seat))
    return late


def _acted(now: Situation, events: list[PartyEvent], actor: Actor, action: Action) -> Outcome:
    game, found = act(now.game, actor, action, now.chance())
    return _outcome(now, events, found, game, actor)


def _outcome(  # noqa: PLR0913, PLR0917 -- the parts of an outcome, most of them seldom needed
    now: Situation,
    party_events: list[PartyEvent],
    game_events: Sequence[Event] = (),
    game: Table[Any, Any] | None = None,
    actor: Actor | None = None,
    opens: int | None = None,
    *,
    anew: bool = False,
) -> Outcome:
    """Complete a decision with what follows by itself: the end of the game, or a pause."""
    party = fold(now.party, party_events) if party_events else now.party
    after = now.game if game is None else game
    following: list[PartyEvent] = []
    if _hostless(party):
        following.append(HostChanged(party.heir()))
    if not party.people and party.stage in {"open", "playing", "paused"}:
        following.append(Closed("deserted"))
    elif party.stage == "playing":
        if not after.phase.actors(after):
            following.append(Ended(now.secret.hex()))
        elif not party.attended and PACES[party.pace].pauses:
            following.append(Paused("nobody"))
    if following:
        party_events = [*party_events, *following]
        party = fold(party, following)
    return Outcome(party_events, list(game_events), party, after, actor, opens, anew)


def _hostless(party: Party) -> bool:
    """Whether the host is gone while somebody else is there: nobody shall wait for them."""
    seat = party.seat(party.host)
    heir = party.seat(party.heir())
    if seat is None or heir is None or not party.places[heir].attended:
        return False
    place = party.places[seat]
    gone = not place.here and (place.away or party.stage == "open")
    return seat != heir and gone


def rematched(now: Situation, person: str | None, table: str) -> Outcome:
    """Say where the next game is."""
    decided(now.party, person, Rematch(), now.id)
    return _outcome(now, [RematchOpened(table)])


def shut(now: Situation, reason: CloseReason) -> Outcome | None:
    """Close a table from outside."""
    return None if now.party.stage == "closed" else _outcome(now, [Closed(reason)])


def standing(outcome: Outcome) -> Standing:
    """Return the table after an outcome, as the timers see it. What was held is open or moot."""
    return Standing(outcome.party, outcome.game)


def shown(now: Situation, seat: Seat, heard: tuple[Event, ...]) -> Seen:
    """Show a bot what its seat may know, and nothing else."""
    view = now.game.edition.game.view(now.game, seat)
    return Seen(seat, view, options(now.game, seat), heard)
