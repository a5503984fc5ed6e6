"""Sets the deadlines of a live table for a step that is about to be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat, TookBack
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.decide import Outcome, standing
from kuhstall.server.table.party.events import PartyEvent, SkipStarted, TimeGiven
from kuhstall.server.table.party.pace import opening_draw, thinking_time
from kuhstall.server.table.party.party import Party
from kuhstall.server.table.party.timers import SeatTimers, Timers, Watch, pace_of, set_deadlines


def timers_after(live: LiveTable, outcome: Outcome, now: float, tempo: float) -> Timers:
    """Return the timers of a table after a step that was decided now."""
    seq, party_events = live.seq + 1, outcome.party_events
    beat = _beat_after(outcome.party, outcome.state, outcome.game_events)
    skips = SkipStarted in map(type, party_events)
    fresh = set_deadlines(
        live.standing,
        standing(outcome),
        live.timers,
        outcome.actor,
        Watch(
            now,
            tempo,
            lambda seat: thinking_time(live.secret, seq, seat),
            beat,
            opening_draw(live.secret, seq),
        ),
        # If the clock was set back, this step has the right time. Later steps could not tell that
        # the deadlines it keeps are wrong, so set all of them again.
        restart=outcome.restart or skips or live.situation.is_untimely(now),
        back=TookBack in map(type, outcome.game_events),
        more=_given_time(party_events) if party_events else None,
    )

    return _sooner(live.timers, fresh) if skips else fresh


def _given_time(events: Sequence[PartyEvent]) -> Seat | None:
    return next((event.seat for event in events if isinstance(event, TimeGiven)), None)


def _sooner(running: Timers, fresh: Timers) -> Timers:
    """Keep each running timer that is earlier: a player who skips ahead must not wait longer."""
    seats = {
        seat: SeatTimers(_first(running.seat(seat).due, own.due), own.gone, own.last, own.again)
        for seat, own in fresh.seats.items()
    }
    clock, hush = _first(running.clock, fresh.clock), _first(running.hush, fresh.hush)
    return Timers(clock, seats, hush, fresh.begins, fresh.opens)


def _first(running: float | None, fresh: float | None) -> float | None:
    return fresh if running is None or fresh is None else min(running, fresh)


def _beat_after(party: Party, state: Table[Any, Any], events: Sequence[Event]) -> float:
    """Return how long the table stands still, so that players see the result of the step.

    The game decides by public events only, or the pause could reveal a secret.
    """
    beat = pace_of(party).beat
    if not events or beat == 0 or not party.is_attended:
        return 0.0
    game = state.edition.game
    return beat if game.lingers([game.redact(event, None) for event in events], state) else 0.0
