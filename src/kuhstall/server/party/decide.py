"""What comes of a command, of a silent seat, and of time: pure decisions on a table.

Nothing here writes or waits. Whoever loses the race for a step decides again on the newer table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, check, options, timely, unseal
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Illegal, Seat, TableOpened
from kuhstall.games import registry as games
from kuhstall.server.party import fair
from kuhstall.server.party.decide_request import (
    abort_start,
    check_room,
    is_waiting,
    request_events,
    unrevealed_seats,
)
from kuhstall.server.party.events import (
    BotTookOver,
    Closed,
    CloseReason,
    Connected,
    Disconnected,
    Ended,
    Extended,
    HostChanged,
    PartyEvent,
    Paused,
    PersonReturned,
    RematchOpened,
    Resumed,
    SlowedDown,
    StartCalled,
    Started,
    WentOn,
)
from kuhstall.server.party.hurry import hurry_on, slow_down, waived
from kuhstall.server.party.lateness import lateness
from kuhstall.server.party.more_time import give_time
from kuhstall.server.party.pace import OUTAGE, PACES
from kuhstall.server.party.party import Party, fold
from kuhstall.server.party.reflex import without_hurry
from kuhstall.server.party.requests import Hurry, Leave, MoreTime, Rematch, Request
from kuhstall.server.party.starting import Deed, fill_seats
from kuhstall.server.party.timers import STOPPED, Standing, Timers, first_ring, is_counting


class Situation(Struct, frozen=True):
    """A table as it stands: all that a decision may depend on."""

    id: str
    seq: int
    party: Party
    state: Table[Any, Any]
    secret: bytes
    timers: Timers = STOPPED
    held: dict[Seat, Action] = {}
    since: float = 0.0  # when the newest step was decided, if it says so

    def is_untimely(self, at: float) -> bool:
        """Whether the newest step is of a time that has not come: the clock was set back.

        Then all deadlines are too far away, by as much as nobody knows.
        """
        return self.since - at > OUTAGE

    def chance(self) -> Chance:
        """Return the chance of this game, from what everybody has committed to and revealed.

        It begins anew with every decision, because a decision that lost its race must not have
        used anything up. So a game draws from each label in one decision only, and numbers the
        labels of what happens more than once. A tutorial leaves nothing to chance.
        """
        if self.party.script is not None:
            return games.tutorial(self.party.script).chance()
        return fair.LazyChance(self._seed)

    def _seed(self) -> bytes:
        reveals = {
            seat: bytes.fromhex(place.reveal)
            for seat, place in enumerate(self.party.places)
            if place.reveal is not None
        }
        return fair.seed(self.secret, self.id, self.state.edition.version, reveals)


class Hold(Struct, frozen=True):
    """An action that is to be held until its phase is unsealed."""

    seat: Seat
    action: Action


class Outcome(Struct, frozen=True):
    """The events of a decision, and the table that they lead to."""

    party_events: list[PartyEvent]
    game_events: list[Event]
    party: Party
    state: Table[Any, Any]
    actor: Actor | None = None
    opens: int | None = None
    anew: bool = False


def decide_request(now: Situation, person: str | None, request: Request) -> Outcome | None:
    """Decide a request; deal when the last value for the shuffle is there. None: it is so."""
    check_room(now.party, now.seq, person, request)
    events = request_events(now.party, person, request, now.id)
    seat = now.party.seat(person)
    if isinstance(request, MoreTime) and seat is not None:
        events = [give_time(now.party, now.state, seat, request.seat)]
    if isinstance(request, Hurry) and seat is not None:
        events = hurry_on(now.party, now.state, seat)
    if seat is not None and not now.party.places[seat].here and not isinstance(request, Leave):
        events = [Connected(seat), *events]  # whoever asks is there, over whatever wire
    if not events:
        return None
    party = fold(now.party, events)
    if party.stage == "open" and party.setup != now.party.setup:
        return _outcome(now, events, game=undealt_table(party))
    if party.stage == "revealing" and not unrevealed_seats(party):
        return _deal(now, [*events, Started()])
    return _outcome(now, events)


def _go_on_by_itself(now: Situation, deed: Deed) -> Outcome:
    """Give the free seats to bots, or start a full table as its host would."""
    if deed == "fill":
        return _outcome(now, list(fill_seats(now.party)))
    if unrevealed_seats(now.party):
        return _outcome(now, [StartCalled()])
    return _deal(now, [StartCalled(), Started()])


def undealt_table(party: Party) -> Table[Any, Any]:
    """Return the table before anything has happened on it."""
    return games.opened(_opening_event(party))


def _opening_event(party: Party) -> TableOpened:
    """Describe what is played as the first event of a log does."""
    version = games.find(party.edition).version
    return TableOpened(party.edition, version, len(party.places), party.rules, party.data)


def _deal(now: Situation, events: list[PartyEvent]) -> Outcome:
    party = fold(now.party, events)
    edition = undealt_table(party).edition
    chance = Situation(now.id, now.seq, party, now.state, now.secret).chance()
    game: Table[Any, Any]
    game, dealt = begin(edition, len(party.places), chance)
    return _outcome(now, events, dealt, game)


def decide_action(
    now: Situation, person: str | None, moment: int, action: Action, at: float
) -> Outcome:
    """Decide an action of a person. Whoever acts is there again.

    What is legal may still come too soon: nobody may call before the others could speak.
    """
    seat = seat_at_play(now, person)
    timely(now.state, moment)
    place = now.party.places[seat]
    returned: list[PartyEvent] = []
    if not place.here:
        returned.append(Connected(seat))  # whoever acts is there, over whatever wire
    elif place.away or place.late:
        returned.append(PersonReturned(seat))
    if place.halting:
        returned.append(WentOn(seat))  # whoever acts has read enough
    if now.party.hurrying is not None:
        returned.append(SlowedDown(seat))  # and wants to see what comes of it
    game, events = act(now.state, seat, action, now.chance())
    hush = now.timers.hush
    if hush is not None and at < hush and seat == now.state.phase.caller(now.state):
        raise Illegal("too_soon")
    return _outcome(now, returned, events, game, seat)


def seat_at_play(now: Situation, person: str | None) -> Seat:
    """Return the seat of somebody who may act in the game now."""
    seat = now.party.seat(person)
    if seat is None:
        raise Illegal("not_seated" if person is not None else "no_session")
    if now.party.stage != "playing":
        raise Illegal("wrong_stage")
    return seat


def check_sealed(now: Situation, seat: Seat, moment: int, action: Action) -> Action:
    """Check an action that is to be held, and return it as its option has it."""
    timely(now.state, moment)
    if seat in now.held:
        raise Illegal("not_your_turn")
    return check(now.state, seat, action)


def is_complete(now: Situation, at: float) -> bool:
    """Whether a sealed phase waits for nobody any more, nor for the clock."""
    return is_answered(now) and at >= (now.timers.opens or 0.0)


def is_answered(now: Situation) -> bool:
    """Whether all that a sealed phase waits for are there."""
    phase = now.state.phase
    if not phase.sealed or now.party.stage != "playing":
        return False
    waits = set(phase.actors(now.state))
    if not PACES[now.party.pace].hurries:
        waits.discard(CLOCK)  # it is for those who stay silent, not to keep the others waiting
    return waits <= set(now.held)


def unseal_phase(now: Situation) -> Outcome:
    """Close a sealed phase: the held actions, and the default of every silent seat."""
    game, events = unseal(now.state, now.held, now.chance())
    return _outcome(now, _forgive_lateness(now), events, game, CLOCK, now.state.moment)


def _forgive_lateness(now: Situation) -> list[PartyEvent]:
    """Forgive whoever was late before and has answered now. A countdown must not tell who has."""
    if is_counting(now.state):
        return []
    return [
        PersonReturned(seat)
        for seat in now.held
        if now.party.places[seat].late and not now.party.places[seat].away
    ]


def note_arrival(now: Situation, seat: Seat) -> Outcome | None:
    """Note that a person looks at the table; None if that is known."""
    place = now.party.places[seat]
    if place.person is None or (place.here and not place.away) or is_waiting(now.party, now.seq):
        return None
    events: list[PartyEvent] = [Connected(seat)]
    if now.party.stage == "paused" and now.party.pause == "nobody":
        events.append(Resumed())
    return _outcome(now, events)


def note_departure(now: Situation, seat: Seat) -> Outcome | None:
    place = now.party.places[seat]
    known = place.person is None or not place.here
    if known or now.party.stage == "closed" or is_waiting(now.party, now.seq):
        return None
    return _outcome(now, [Disconnected(seat)])


def decide_due(now: Situation, at: float, think: Callable[[Seat], Action]) -> Outcome | Hold | None:
    """Do what is due, if anything is: a call, a bot's action, the default of whoever is late."""
    ring = first_ring(now.timers, now.held)
    if now.is_untimely(at) and (ring is not None or is_answered(now)):
        return _outcome(now, [Extended()], anew=True)
    if ring is None or ring.due > at:
        return None
    stage = now.party.stage
    bot = not ring.gone and ring.seat is not None and _is_played_by_bot(now, ring.seat)
    if at - ring.due > OUTAGE and not bot:
        return _outcome(now, [Extended()], anew=True)
    if ring.deed is not None:
        return _go_on_by_itself(now, ring.deed)
    if stage in {"open", "paused"}:
        return _outcome(now, [Closed("deserted" if stage == "open" else "idle")])
    if stage == "revealing":
        return _outcome(now, list(abort_start(now.party)))
    if now.party.halting is not None:
        return _outcome(now, [WentOn(now.party.halting)])
    if ring.seat is None:
        return _act_for_clock(now)
    if ring.gone:
        return _outcome(now, [BotTookOver(ring.seat)])
    if bot:
        return _act_for_bot(now, ring.seat, think(ring.seat))
    return _act_for_late(now, ring.seat, ring.due)


def _is_played_by_bot(now: Situation, seat: Seat) -> bool:
    return now.party.places[seat].player is not None


def bot_to_act(now: Situation, at: float) -> Seat | None:
    """Name the seat for which a bot has to choose now; None if it is not for a bot to act."""
    ring = first_ring(now.timers, now.held)
    if ring is None or ring.due > at or ring.gone or ring.seat is None or now.is_untimely(at):
        return None
    playing = now.party.stage == "playing"
    return ring.seat if playing and _is_played_by_bot(now, ring.seat) else None


def _act_for_clock(now: Situation) -> Outcome:
    if now.state.phase.sealed:
        return unseal_phase(now)
    caller = now.state.phase.caller(now.state)
    if caller is None:
        raise TypeError(f"nobody calls in {now.state.phase}")
    return _act(now, [], caller, _call_of(now.state, caller))


def _act_for_bot(now: Situation, seat: Seat, action: Action) -> Outcome | Hold:
    if now.state.phase.sealed:
        return Hold(seat, without_hurry(check(now.state, seat, action)))
    return _act(now, [], seat, action)


def _call_of(game: Table[Any, Any], caller: Actor) -> Action:
    """Return the one thing that the clock can do, for itself or in the stead of a seat."""
    (option,) = options(game, caller)
    if not isinstance(option, Choice):
        raise TypeError(f"{option} is no call")
    return option.actions[0]


def _act_for_late(now: Situation, seat: Seat, due: float) -> Outcome:
    """Act for a person: by default, or by a bot if they are gone or were late too often."""
    declined = waived(now.party, now.state, seat)
    if declined is not None:
        return _act(now, [], seat, declined)
    default = now.state.phase.default(now.state, seat)
    if default is None:
        return _outcome(now, [BotTookOver(seat)])
    if now.state.phase.sealed:
        late = [
            event
            for one, own in now.timers.seats.items()
            if own.due is not None and own.due <= due and one not in now.held
            for event in lateness(now.party, one)
        ]
        game, events = unseal(now.state, now.held, now.chance())
        return _outcome(now, [*_forgive_lateness(now), *late], events, game, seat, now.state.moment)
    late = [] if now.state.phase.settled(now.state, seat) else lateness(now.party, seat)
    return _act(now, late, seat, default)


def _act(now: Situation, events: list[PartyEvent], actor: Actor, action: Action) -> Outcome:
    game, found = act(now.state, actor, action, now.chance())
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
    after = now.state if game is None else game
    following: list[PartyEvent] = slow_down(party, after)
    if party.is_hostless:
        following.append(HostChanged(party.heir()))
    if not party.people and party.stage in {"open", "playing", "paused"}:
        following.append(Closed("deserted"))
    elif party.stage == "playing":
        if not after.phase.actors(after):
            following.append(Ended(now.secret.hex()))
        elif not party.is_attended and PACES[party.pace].pauses:
            following.append(Paused("nobody"))
    if following:
        party_events = [*party_events, *following]
        party = fold(party, following)
    return Outcome(party_events, list(game_events), party, after, actor, opens, anew)


def announce_rematch(now: Situation, person: str | None, table: str) -> Outcome:
    """Say where the next game is."""
    request_events(now.party, person, Rematch(), now.id)
    return _outcome(now, [RematchOpened(table)])


def close_table(now: Situation, reason: CloseReason) -> Outcome | None:
    """Close a table from outside."""
    return None if now.party.stage == "closed" else _outcome(now, [Closed(reason)])


def standing(outcome: Outcome) -> Standing:
    """Return the table after an outcome, as the timers see it. What was held is open or moot."""
    return Standing(outcome.party, outcome.state)


def sight(now: Situation, seat: Seat, heard: tuple[Event, ...]) -> Seen:
    """Show a bot what its seat may know, and nothing else."""
    view = now.state.edition.game.view(now.state, seat)
    return Seen(seat, view, options(now.state, seat), heard)
