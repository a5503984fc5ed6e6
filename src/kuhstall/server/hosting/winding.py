"""Sets the timers of a live table for a step that is about to be written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kuhstall.engine.table import Table
from kuhstall.engine.values import Event, Seat, TookBack
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.party.decide import Outcome, standing
from kuhstall.server.party.events import Hurried, PartyEvent, TimeGiven
from kuhstall.server.party.pace import opening_draw, thinking_time
from kuhstall.server.party.party import Party
from kuhstall.server.party.tempo import pace_of
from kuhstall.server.party.timers import SeatTimers, Timers, Watch, wind_timers


def timers_after(live: LiveTable, outcome: Outcome, now: float, tempo: float) -> Timers:
    """Give the timers of a table after a step that was decided now."""
    seq, party_events = live.seq + 1, outcome.party_events
    beat = _beat_after(outcome.party, outcome.state, outcome.game_events)
    hurried = Hurried in map(type, party_events)
    wound = wind_timers(
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
        # After the clock was set back this step is of the right time: nobody could tell any more
        # that deadlines it had taken over are not.
        anew=outcome.anew or hurried or live.situation.is_untimely(now),
        back=TookBack in map(type, outcome.game_events),
        more=_given_time(party_events) if party_events else None,
    )

    return _sooner(live.timers, wound) if hurried else wound


def _given_time(events: Sequence[PartyEvent]) -> Seat | None:
    return next((event.seat for event in events if isinstance(event, TimeGiven)), None)


def _sooner(running: Timers, wound: Timers) -> Timers:
    """Let what runs already ring no later than it would have, or who hurries would wait longer."""
    seats = {
        seat: SeatTimers(_first(running.seat(seat).due, own.due), own.gone, own.last, own.again)
        for seat, own in wound.seats.items()
    }
    clock, hush = _first(running.clock, wound.clock), _first(running.hush, wound.hush)
    return Timers(clock, seats, hush, wound.begins, wound.opens)


def _first(running: float | None, wound: float | None) -> float | None:
    return wound if running is None or wound is None else min(running, wound)


def _beat_after(party: Party, state: Table[Any, Any], events: Sequence[Event]) -> float:
    """Tell how long the table stands still, so that people see what came of the step.

    The game is told only what everybody is told, or a beat could give a secret away.
    """
    beat = pace_of(party).beat
    if not events or beat == 0 or not party.is_attended:
        return 0.0
    game = state.edition.game
    return beat if game.lingers([game.redact(event, None) for event in events], state) else 0.0
