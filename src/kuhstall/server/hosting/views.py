"""What each viewer is shown of a table. Everything goes through `view`, `redact` and `narrate`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import is_, itemgetter
from typing import Final

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace

from kuhstall.engine.kernel import options
from kuhstall.engine.values import Event, Line, Seat, Viewer
from kuhstall.server.hosting.live_table import Change, LiveTable
from kuhstall.server.hosting.view_pieces import ViewPieces
from kuhstall.server.party.events import PartyEvent
from kuhstall.server.party.more_time import givers, narrate_party
from kuhstall.server.party.pace import GRACE
from kuhstall.server.party.party import Place
from kuhstall.server.party.requests import rights
from kuhstall.server.party.tempo import tempo_of
from kuhstall.server.protocol.frames import (
    NOTHING,
    ChatLine,
    Missed,
    PartyView,
    PlaceView,
    Snapshot,
    TimerView,
)
from kuhstall.server.protocol.step_pieces import StepPieces

_encoder: Final = msgspec.json.Encoder()
_NONE: Final = Raw(b"[]")


class StepFrames:
    """The frames of one step of one table: each is made once, however many look at it."""

    def __init__(self, live: LiveTable, change: Change) -> None:
        self._live = live
        self.change = change
        self._frames: dict[tuple[Viewer, tuple[str, ...]], bytes] = {}
        party = party_view(live) if change.party_events else NOTHING
        self._pieces = StepPieces(change.seq, party, timer_views(live))
        # What a spectator is told in full, everybody is: then it is encoded once.
        events = change.game_events
        is_open = all(map(is_, _redact(live, events, None), events))
        self._open = self._encode_story(events) if is_open else None

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes:
        frame = self._frames.get((viewer, may))
        if frame is None:
            events, lines = self._open or self._story(viewer)
            view, options = game_view(self._live, viewer), game_options(self._live, viewer)
            frame = self._pieces.frame(viewer, may, events, lines, view, options)
            self._frames[viewer, may] = frame
        return frame

    def _story(self, viewer: Viewer) -> tuple[Raw, Raw]:
        """Tell the events as a viewer may know them."""
        return self._encode_story(_redact(self._live, self.change.game_events, viewer))

    def _encode_story(self, redacted: Sequence[Event]) -> tuple[Raw, Raw]:
        """Encode events that a viewer may know, and the lines for them."""
        lines = _narrate(self._live, self.change.party_events, redacted)
        return Raw(_encoder.encode(redacted)), Raw(_encoder.encode(lines))


def snapshot(
    live: LiveTable,
    person: str | None,
    chat: Sequence[ChatLine],
    last_seq: int | None = None,
    lost: int = 0,
) -> Snapshot:
    """Show all that somebody may know, and what happened since they last looked.

    Whoever has seen more than there is learns by how much the table went back.
    """
    viewer = live.party.seat(person)
    lost = max(lost, (last_seq or 0) - live.seq)
    return Snapshot(
        live.seq,
        viewer,
        rights(live.party, person),
        party_view(live),
        game_view(live, viewer),
        game_options(live, viewer),
        timer_views(live),
        _missed_steps(live, viewer, last_seq),
        tuple(chat),
        lost if lost > 0 else UNSET,
    )


def _missed_steps(
    live: LiveTable, viewer: Viewer, last_seq: int | None
) -> tuple[Missed, ...] | None:
    """List the steps after the last one seen, if they are all still at hand."""
    if last_seq is None or not 0 < last_seq <= live.seq or last_seq in live.replaced:
        return None  # what was seen under that number may be another step
    if last_seq < live.seq and (not live.recent or live.recent[0].seq > last_seq + 1):
        return None
    return tuple(
        Missed(change.seq, *events_and_lines(live, change.game_events, viewer, change.party_events))
        for change in live.recent
        if change.seq > last_seq
    )


def events_and_lines(
    live: LiveTable,
    events: Sequence[Event],
    viewer: Viewer,
    party_events: Sequence[PartyEvent] = (),
) -> tuple[Raw, tuple[Line, ...]]:
    """Tell the events of a step as the viewer may know them, and as lines for people."""
    redacted = _redact(live, events, viewer)
    return Raw(_encoder.encode(redacted)), _narrate(live, party_events, redacted)


def _redact(live: LiveTable, events: Sequence[Event], viewer: Viewer) -> list[Event]:
    redact = live.state.edition.game.redact
    return [redact(event, viewer) for event in events]


def _narrate(
    live: LiveTable, party_events: Sequence[PartyEvent], redacted: Sequence[Event]
) -> tuple[Line, ...]:
    narrate = live.state.edition.game.narrate
    lines = [*map(narrate_party, party_events), *map(narrate, redacted)]
    return tuple([line for line in lines if line is not None])


def game_view(live: LiveTable, viewer: Viewer) -> Raw:
    pieces = live.pieces
    if pieces is None or pieces.table is not live.state:
        pieces = live.pieces = ViewPieces(live.state, pieces)
    return pieces.view(viewer)


def game_options(live: LiveTable, viewer: Viewer) -> Raw:
    """Show what the viewer may do in the game. While it stands still, that is nothing."""
    if viewer is None or live.party.stage != "playing" or viewer in live.held:
        return _NONE
    found = options(live.state, viewer)
    return Raw(_encoder.encode(found)) if found else _NONE


def timer_views(live: LiveTable) -> tuple[TimerView, ...]:
    """Show the clocks of people and the next call. What a bot is up to is nobody's business.

    Before the game: when it starts by itself, or when bots take the free seats.
    """
    shown: list[TimerView] = []
    if live.party.stage == "open":
        start = live.timers.start.due
        return () if start is None else (_timer(None, start, 0.0),)
    if live.party.stage != "playing" or live.party.halting is not None:
        return ()
    if live.timers.clock is not None:
        call = _timer(None, live.timers.clock - GRACE, live.clock_since or 0.0)
        if live.timers.hush is not None:
            hush = math.ceil(live.timers.hush * 1000)
            call = replace(call, hush=hush, caller=live.state.phase.caller(live.state))
        shown.append(call)
    for seat in () if live.party.is_unhurried else sorted(live.since):
        due = live.timers.seats[seat].due
        if due is not None and live.party.places[seat].player is None:
            more = givers(live.party, live.state, seat)
            shown.append(_timer(seat, due, live.since[seat], more))
    return tuple(shown)


def _timer(seat: Seat | None, due: float, since: float, more: tuple[Seat, ...] = ()) -> TimerView:
    lasts = int((due - since) * 1000) if since else None
    return TimerView(seat, int(due * 1000), lasts, more=more)


def party_view(live: LiveTable) -> Raw:
    party = live.party
    view = PartyView(
        party.stage,
        party.edition,
        party.pace,
        party.public,
        live.code,
        party.seat(party.host),
        tuple(_place(live, seat, place) for seat, place in enumerate(party.places)),
        party.promise,
        party.aborts,
        party.pause,
        party.secret,
        party.rematch,
        party.closed,
        bool(party.data),
        UNSET if party.script is None else party.script,
        UNSET if tempo_of(party) == "normal" else tempo_of(party),
        UNSET if party.hours is None else party.hours,
        UNSET if party.starts == "host" else party.starts,
        party.filler if party.starts == "bots" else UNSET,
    )
    return Raw(_encoder.encode(view))


def _place(live: LiveTable, seat: Seat, place: Place) -> PlaceView:
    if place.person is None:
        return PlaceView(
            "empty" if place.bot is None else "bot",
            place.called,
            place.bot,
            commitment=place.commitment,
            reveal=place.reveal,
        )
    return PlaceView(
        "person",
        live.names.get(place.person, ""),
        place.player,
        place.here,
        place.away,
        place.pausing,
        place.halting,
        place.commitment,
        place.reveal,
        live.party.hurrying == seat,
    )


def lines(live: LiveTable, viewer: Viewer) -> list[Line]:
    """Tell the whole game so far in lines for people, and what the party had to say in between."""
    narrate = live.state.edition.game.narrate
    told = [(place, narrate(event)) for place, event in enumerate(live.events_for(viewer))]
    both = sorted([*live.asides, *told], key=itemgetter(0))
    return [line for _, line in both if line is not None]
