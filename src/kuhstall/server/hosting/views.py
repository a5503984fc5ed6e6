"""What each viewer is shown of a table. Everything goes through `view`, `redact` and `narrate`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Final

import msgspec
from msgspec import UNSET, Raw

from kuhstall.engine.kernel import options
from kuhstall.engine.values import Event, Line, Seat, Viewer
from kuhstall.server.hosting.live_table import Change, LiveTable
from kuhstall.server.party.pace import GRACE
from kuhstall.server.party.party import Place
from kuhstall.server.party.requests import rights
from kuhstall.server.protocol.frames import (
    NOTHING,
    ChatLine,
    Missed,
    PartyView,
    PlaceView,
    Snapshot,
    StepFrame,
    TimerView,
    encode_frame,
)

_encoder: Final = msgspec.json.Encoder()
_NONE: Final = Raw(b"[]")


class StepFrames:
    """The frames of one step of one table: each is made once, however many look at it."""

    def __init__(self, live: LiveTable, change: Change) -> None:
        self._live = live
        self.change = change
        self._frames: dict[tuple[Viewer, tuple[str, ...]], bytes] = {}
        self._timers = timer_views(live)
        self._party = party_view(live) if change.party_events else NOTHING
        self._open: tuple[Raw, Raw] | None = None

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes:
        live = self._live
        frame = self._frames.get((viewer, may))
        if frame is None:
            events, lines = self._story(viewer)
            frame = encode_frame(
                StepFrame(
                    self.change.seq,
                    viewer,
                    may,
                    self._party,
                    events,
                    lines,
                    game_view(live, viewer),
                    game_options(live, viewer),
                    self._timers,
                )
            )
            self._frames[viewer, may] = frame
        return frame

    def _story(self, viewer: Viewer) -> tuple[Raw, Raw]:
        """Tell the events. If nothing in them is secret, they are encoded once for everybody."""
        events = self.change.game_events
        redacted = _redact(self._live, events, viewer)
        if not all(map(is_, redacted, events)):
            return _encode_story(self._live, redacted)
        if self._open is None:
            self._open = _encode_story(self._live, events)
        return self._open


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
        Missed(change.seq, *events_and_lines(live, change.game_events, viewer))
        for change in live.recent
        if change.seq > last_seq
    )


def events_and_lines(
    live: LiveTable, events: Sequence[Event], viewer: Viewer
) -> tuple[Raw, tuple[Line, ...]]:
    """Tell events as the viewer may know them, and as lines for people."""
    redacted = _redact(live, events, viewer)
    return Raw(_encoder.encode(redacted)), _narrate(live, redacted)


def _redact(live: LiveTable, events: Sequence[Event], viewer: Viewer) -> list[Event]:
    redact = live.state.edition.game.redact
    return [redact(event, viewer) for event in events]


def _narrate(live: LiveTable, redacted: Sequence[Event]) -> tuple[Line, ...]:
    lines = map(live.state.edition.game.narrate, redacted)
    return tuple([line for line in lines if line is not None])


def _encode_story(live: LiveTable, redacted: Sequence[Event]) -> tuple[Raw, Raw]:
    """Encode events that a viewer may know, and the lines for them."""
    return Raw(_encoder.encode(redacted)), Raw(_encoder.encode(_narrate(live, redacted)))


def game_view(live: LiveTable, viewer: Viewer) -> Raw:
    return Raw(_encoder.encode(live.state.edition.game.view(live.state, viewer)))


def game_options(live: LiveTable, viewer: Viewer) -> Raw:
    """Show what the viewer may do in the game. While it stands still, that is nothing."""
    if viewer is None or live.party.stage != "playing" or viewer in live.held:
        return _NONE
    return Raw(_encoder.encode(options(live.state, viewer)))


def timer_views(live: LiveTable) -> tuple[TimerView, ...]:
    """Show the clocks of people and the next call. What a bot is up to is nobody's business."""
    shown: list[TimerView] = []
    if live.party.stage != "playing":
        return ()
    if live.timers.clock is not None:
        shown.append(_timer(None, live.timers.clock - GRACE, live.clock_since or 0.0))
    for seat in sorted(live.since):
        due = live.timers.seats[seat].due
        if due is not None and live.party.places[seat].player is None:
            shown.append(_timer(seat, due, live.since[seat]))
    return tuple(shown)


def _timer(seat: Seat | None, due: float, since: float) -> TimerView:
    return TimerView(seat, int(due * 1000), int((due - since) * 1000) if since else None)


def party_view(live: LiveTable) -> Raw:
    party = live.party
    view = PartyView(
        party.stage,
        party.edition,
        party.pace,
        party.public,
        live.code,
        party.seat(party.host),
        tuple(_place(live, place) for place in party.places),
        party.promise,
        party.aborts,
        party.pause,
        party.secret,
        party.rematch,
        party.closed,
        bool(party.data),
    )
    return Raw(_encoder.encode(view))


def _place(live: LiveTable, place: Place) -> PlaceView:
    if place.person is None:
        return PlaceView(
            "empty" if place.bot is None else "bot",
            bot=place.bot,
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
        place.commitment,
        place.reveal,
    )


def lines(live: LiveTable, viewer: Viewer) -> list[Line]:
    """Tell the whole game so far in lines for people."""
    narrate = live.state.edition.game.narrate
    told_lines = (narrate(event) for event in live.events_for(viewer))
    return [line for line in told_lines if line is not None]
