"""Pure decisions on a table: what follows from a command, a silent seat, or time.

Nothing here writes or waits. If another node writes the step first, the decision is made again on
the newer table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import act, begin, check, options, timely, unseal
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Illegal, Seat, TableOpened
from kuhstall.games import registry as games
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.decide_request import check_room, is_waiting, request_events
from kuhstall.server.table.party.events import (
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
    ScreenConnected,
    ScreenDisconnected,
    ScreenRemoved,
    SkipEnded,
    StartCalled,
    Started,
    WasLate,
    WentOn,
)
from kuhstall.server.table.party.more_time import give_time
from kuhstall.server.table.party.pace import LATE, OUTAGE, PACES
from kuhstall.server.table.party.party import Party, fold
from kuhstall.server.table.party.reflex import limit_to_human_speed
from kuhstall.server.table.party.requests import Leave, MoreTime, Rematch, Request, SkipToDecision
from kuhstall.server.table.party.revealing import abort_start, awaited_seats, values_left_out
from kuhstall.server.table.party.starting import StartAction, fill_seats
from kuhstall.server.table.party.timers import (
    STOPPED,
    Standing,
    Timers,
    end_skip,
    first_ring,
    is_counting,
    skip_to_decision,
    waiving_action,
)


class Situation(Struct, frozen=True):
    """The current state of a table: all that a decision may depend on."""

    id: str
    seq: int
    party: Party
    state: Table[Any, Any]
    secret: bytes
    timers: Timers = STOPPED
    held: dict[Seat, Action] = {}
    since: float = 0.0  # when the newest step was decided; 0 if that is unknown

    def is_untimely(self, at: float) -> bool:
        """Return whether the newest step lies in the future: then the clock was set back.

        All deadlines are too late by an unknown time.
        """
        return self.since - at > OUTAGE

    def chance(self) -> Chance:
        """Return the random source of this game, seeded by the server and the players' values.

        It restarts with every decision, because a decision that lost its race must not have
        used anything up. So a game draws under each label in one decision only, and numbers the
        labels of repeated draws. In a tutorial the draws follow its script.
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
    """An action that is to be held until its sealed phase is opened."""

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
    restart: bool = False


def decide_request(now: Situation, person: str | None, request: Request) -> Outcome | None:
    """Decide a request; deal if the last value for the shuffle is there. None: nothing changes."""
    check_room(now.party, now.seq, person, request)
    events = request_events(now.party, person, request, now.id)
    seat = now.party.seat(person)
    if isinstance(request, MoreTime) and seat is not None:
        events = [give_time(now.party, now.state, seat, request.seat)]
    if isinstance(request, SkipToDecision) and seat is not None:
        events = skip_to_decision(now.party, now.state, seat)
    if seat is not None and not now.party.places[seat].here and not isinstance(request, Leave):
        events = [Connected(seat), *events]  # a request shows that the player is there
    if not events:
        return None
    party = fold(now.party, events)
    if party.stage == "open" and party.setup != now.party.setup:
        return _outcome(now, events, game=undealt_table(party))
    if party.stage == "revealing" and party.people and not awaited_seats(party):
        return _deal(now, events)
    return _outcome(now, events)


def _go_on_by_itself(now: Situation, action: StartAction) -> Outcome:
    """Give the free seats to bots, or start a full table by itself."""
    if action == "fill":
        return _outcome(now, list(fill_seats(now.party)))
    if awaited_seats(now.party):
        return _outcome(now, [StartCalled()])
    return _deal(now, [StartCalled()])


def undealt_table(party: Party) -> Table[Any, Any]:
    """Return the table before anything has happened on it."""
    return games.opened(_opening_event(party))


def _opening_event(party: Party) -> TableOpened:
    """Return the first event of the game's log, which describes what is played."""
    version = games.find(party.edition).version
    return TableOpened(party.edition, version, len(party.places), party.rules, party.data)


def _deal(now: Situation, events: list[PartyEvent]) -> Outcome:
    events = [*events, *values_left_out(fold(now.party, events)), Started()]
    party = fold(now.party, events)
    edition = undealt_table(party).edition
    chance = Situation(now.id, now.seq, party, now.state, now.secret).chance()
    game: Table[Any, Any]
    game, dealt = begin(edition, len(party.places), chance)
    return _outcome(now, events, dealt, game)


def decide_action(
    now: Situation, person: str | None, moment: int, action: Action, at: float
) -> Outcome:
    """Decide an action of a person. It shows that the person is there again.

    A legal action may still be too early: a seat may not call before the others had time to bid.
    """
    seat = seat_at_play(now, person)
    timely(now.state, moment)
    place = now.party.places[seat]
    returned: list[PartyEvent] = []
    if not place.here:
        returned.append(Connected(seat))  # an action shows that the player is there
    elif place.away or place.late:
        returned.append(PersonReturned(seat))
    if place.halting:
        returned.append(WentOn(seat))  # the player has finished reading
    if now.party.skipping is not None:
        returned.append(SkipEnded(seat))  # and wants to see the result
    game, events = act(now.state, seat, action, now.chance())
    hush = now.timers.hush
    if hush is not None and at < hush and seat == now.state.phase.caller(now.state):
        raise Illegal("too_soon")
    return _outcome(now, returned, events, game, seat)


def seat_at_play(now: Situation, person: str | None) -> Seat:
    """Return the seat of a person who may act in the game now; raise Illegal for anyone else."""
    seat = now.party.seat(person)
    if seat is None:
        raise Illegal("not_seated" if person is not None else "no_session")
    if now.party.stage != "playing":
        raise Illegal("wrong_stage")
    return seat


def check_sealed(now: Situation, seat: Seat, moment: int, action: Action | None) -> Action | None:
    """Check an action that is to be held; return it in the form that its option gives it.

    None withdraws the action that is held.
    """
    if action is None:
        _check_withdrawal(now, seat, moment)
        return None
    timely(now.state, moment)
    if seat in now.held and not now.state.phase.revisable(now.state):
        raise Illegal("not_your_turn")
    return check(now.state, seat, action)


def _check_withdrawal(now: Situation, seat: Seat, moment: int) -> None:
    timely(now.state, moment)
    bot_plays = now.party.places[seat].player is not None
    if bot_plays or not now.state.phase.revisable(now.state):
        raise Illegal("cannot_withdraw")
    if seat not in now.held:
        raise Illegal("nothing_sealed")


def refuse_withdrawal(now: Situation, moment: int) -> NoReturn:
    """Refuse to withdraw what is not sealed: such a phase was over, or there never was one."""
    timely(now.state, moment)
    raise Illegal("cannot_withdraw")


def is_complete(now: Situation, at: float) -> bool:
    """Return whether a sealed phase can be opened: all answers are there, and it is late enough."""
    return is_answered(now) and at >= (now.timers.opens or 0.0)


def is_answered(now: Situation) -> bool:
    """Return whether all answers are there that a sealed phase waits for."""
    phase = now.state.phase
    if not phase.sealed or now.party.stage != "playing":
        return False
    waits = set(phase.actors(now.state))
    if not PACES[now.party.pace].full_counts:
        waits.discard(CLOCK)  # the clock is for silent seats; if all have answered, do not wait
    return waits <= set(now.held)


def unseal_phase(now: Situation) -> Outcome:
    """Open a sealed phase: apply the held actions, and the default of every silent seat."""
    game, events = unseal(now.state, now.held, now.chance())
    return _outcome(now, _forgive_lateness(now), events, game, CLOCK, now.state.moment)


def _forgive_lateness(now: Situation) -> list[PartyEvent]:
    """Reset the lateness of players who have answered; not in a countdown, to reveal no answer."""
    if is_counting(now.state):
        return []
    return [
        PersonReturned(seat)
        for seat in now.held
        if now.party.places[seat].late and not now.party.places[seat].away
    ]


def note_arrival(now: Situation, seat: Seat) -> Outcome | None:
    """Note that a person is connected; None if that is known."""
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


def note_screen(now: Situation, screen: str, *, on: bool) -> Outcome | None:
    """Note that a screen shows the table, or does not any more; None if that is known."""
    party = now.party
    known = (screen in party.screens) is on or screen in party.kicked
    if known or party.stage == "closed" or is_waiting(party, now.seq):
        return None
    return _outcome(now, [ScreenConnected(screen) if on else ScreenDisconnected(screen)])


def remove_screen(now: Situation, person: str, screen: str) -> Outcome | None:
    """Remove a screen for the host; None if it is removed already."""
    if now.party.host != person:
        raise Illegal("not_host")
    return None if screen in now.party.kicked else _outcome(now, [ScreenRemoved(screen)])


def decide_due(now: Situation, at: float, think: Callable[[Seat], Action]) -> Outcome | Hold | None:
    """Do what is due, if anything is: a call, a bot's action, the default of a late player."""
    ring = first_ring(now.timers, now.held)
    if now.is_untimely(at) and (ring is not None or is_answered(now)):
        return _outcome(now, [Extended()], restart=True)
    if ring is None or ring.due > at:
        return None
    bot = not ring.gone and ring.seat is not None and _is_played_by_bot(now, ring.seat)
    if at - ring.due > OUTAGE and not bot:
        return _outcome(now, [Extended()], restart=True)
    if ring.action is not None:
        return _go_on_by_itself(now, ring.action)
    if now.party.stage != "playing":
        return _end_wait(now)
    if now.party.halting is not None:
        return _outcome(now, [WentOn(now.party.halting)])
    if ring.seat is None:
        return _act_for_clock(now)
    if ring.gone:
        return _outcome(now, [BotTookOver(ring.seat)])
    if bot:
        return _act_for_bot(now, ring.seat, think(ring.seat))
    return _act_for_late(now, ring.seat, ring.due)


def _end_wait(now: Situation) -> Outcome:
    """Close a table that has waited too long, or end the time in which values are revealed."""
    stage = now.party.stage
    if stage != "revealing":
        return _outcome(now, [Closed("deserted" if stage == "open" else "idle")])
    return _deal(now, []) if now.party.is_slow else _outcome(now, list(abort_start(now.party)))


def _is_played_by_bot(now: Situation, seat: Seat) -> bool:
    return now.party.places[seat].player is not None


def bot_to_act(now: Situation, at: float) -> Seat | None:
    """Return the seat for which a bot has to choose now; None if no bot has to act."""
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
        raise TypeError(f"no one can call in {now.state.phase}")
    return _act(now, [], caller, _call_of(now.state, caller))


def _act_for_bot(now: Situation, seat: Seat, action: Action) -> Outcome | Hold:
    if now.state.phase.sealed:
        return Hold(seat, limit_to_human_speed(check(now.state, seat, action)))
    return _act(now, [], seat, action)


def _call_of(game: Table[Any, Any], caller: Actor) -> Action:
    """Return the one action that the clock can take, for itself or instead of a seat."""
    (option,) = options(game, caller)
    if not isinstance(option, Choice):
        raise TypeError(f"{option} is not a call")
    return option.actions[0]


def _act_for_late(now: Situation, seat: Seat, due: float) -> Outcome:
    """Act for a late player: by default; a bot takes over if there is none, or if it is often."""
    declined = waiving_action(now.party, now.state, seat)
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


def _outcome(  # noqa: PLR0913, PLR0917 -- the parts of an outcome, most of them rarely needed
    now: Situation,
    party_events: list[PartyEvent],
    game_events: Sequence[Event] = (),
    game: Table[Any, Any] | None = None,
    actor: Actor | None = None,
    opens: int | None = None,
    *,
    restart: bool = False,
) -> Outcome:
    """Complete a decision with what follows from it: the end of the game, a pause, a new host."""
    party = fold(now.party, party_events) if party_events else now.party
    after = now.state if game is None else game
    following: list[PartyEvent] = end_skip(party, after)
    if party.is_hostless:
        following.append(HostChanged(party.heir()))
    waits = party.stage == "open" and party.screens  # for people, whom the screen invites
    if not (party.people or waits) and party.stage in {"open", "revealing", "playing", "paused"}:
        following.append(Closed("deserted"))
    elif party.stage == "playing":
        if not after.phase.actors(after):
            following.append(Ended(now.secret.hex()))
        elif not party.is_attended and PACES[party.pace].pauses:
            following.append(Paused("nobody"))
    if following:
        party_events = [*party_events, *following]
        party = fold(party, following)
    return Outcome(party_events, list(game_events), party, after, actor, opens, restart)


def announce_rematch(now: Situation, person: str | None, table: str) -> Outcome:
    """Announce the table of the rematch."""
    request_events(now.party, person, Rematch(), now.id)
    return _outcome(now, [RematchOpened(table)])


def close_table(now: Situation, reason: CloseReason) -> Outcome | None:
    """Close a table; None if it is closed."""
    return None if now.party.stage == "closed" else _outcome(now, [Closed(reason)])


def standing(outcome: Outcome) -> Standing:
    """Return the table after an outcome, as the timers need it. No sealed answers are left."""
    return Standing(outcome.party, outcome.state)


def sight(now: Situation, seat: Seat, heard: tuple[Event, ...]) -> Seen:
    """Return what a bot may know on its seat."""
    view = now.state.edition.game.view(now.state, seat)
    return Seen(seat, view, options(now.state, seat), heard)


def lateness(party: Party, seat: Seat) -> list[PartyEvent]:
    """Note that a player was late; after being late twice in a row, a bot takes over."""
    place = party.places[seat]
    if place.player is not None:
        return []
    late: list[PartyEvent] = [WasLate(seat)]
    if place.late + 1 >= LATE:
        late.append(BotTookOver(seat))
    return late
