"""What each viewer is shown of a table. Everything goes through `view`, `redact` and `narrate`."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Final

import msgspec
from msgspec import Raw

from kuhstall.engine.kernel import options
from kuhstall.engine.values import CLOCK, Event, Line, Seat, Viewer
from kuhstall.server.frames import (
    NOTHING,
    ChatLine,
    Missed,
    PartyView,
    PlaceView,
    Snapshot,
    StepFrame,
    TimerView,
    written,
)
from kuhstall.server.hot import Change, HotTable
from kuhstall.server.pace import GRACE
from kuhstall.server.party import Place
from kuhstall.server.requests import rights

_encoder: Final = msgspec.json.Encoder()
_NONE: Final = Raw(b"[]")


class Showing:
    """The frames of one step of one table: each is made once, however many look at it."""

    def __init__(self, hot: HotTable, change: Change) -> None:
        self._hot = hot
        self.change = change
        self._frames: dict[tuple[Viewer, tuple[str, ...]], bytes] = {}
        self._timers = timers(hot)
        self._party = party_view(hot) if change.party_events else NOTHING
        self._open: tuple[Raw, Raw] | None = None

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes:
        hot = self._hot
        frame = self._frames.get((viewer, may))
        if frame is None:
            events, lines = self._told(viewer)
            frame = written(
                StepFrame(
                    self.change.seq,
                    viewer,
                    may,
                    self._party,
                    events,
                    lines,
                    game_view(hot, viewer),
                    game_options(hot, viewer),
                    self._timers,
                )
            )
            self._frames[viewer, may] = frame
        return frame

    def _told(self, viewer: Viewer) -> tuple[Raw, Raw]:
        """Tell the events. Those of which nothing was kept back are told alike to all."""
        events = self.change.game_events
        redacted = _redacted(self._hot, events, viewer)
        if not all(map(is_, redacted, events)):
            return _retold(self._hot, redacted)
        if self._open is None:
            self._open = _retold(self._hot, events)
        return self._open


def snapshot(
    hot: HotTable, person: str | None, chat: Sequence[ChatLine], last_seq: int | None = None
) -> Snapshot:
    """Show all that somebody may know, and what happened since they last looked."""
    viewer = hot.party.seat(person)
    return Snapshot(
        hot.seq,
        viewer,
        rights(hot.party, person),
        party_view(hot),
        game_view(hot, viewer),
        game_options(hot, viewer),
        timers(hot),
        _missed(hot, viewer, last_seq),
        tuple(chat),
    )


def _missed(hot: HotTable, viewer: Viewer, last_seq: int | None) -> tuple[Missed, ...] | None:
    """List the steps after the last one seen, if they are all still at hand."""
    if last_seq is None or not 0 < last_seq <= hot.seq:
        return None
    if last_seq < hot.seq and (not hot.recent or hot.recent[0].seq > last_seq + 1):
        return None
    return tuple(
        Missed(change.seq, *told(hot, change.game_events, viewer))
        for change in hot.recent
        if change.seq > last_seq
    )


def told(hot: HotTable, events: Sequence[Event], viewer: Viewer) -> tuple[Raw, tuple[Line, ...]]:
    """Tell events as the viewer may know them, and as lines for people."""
    redacted = _redacted(hot, events, viewer)
    return Raw(_encoder.encode(redacted)), _narrated(hot, redacted)


def _redacted(hot: HotTable, events: Sequence[Event], viewer: Viewer) -> list[Event]:
    redact = hot.game.edition.game.redact
    return [redact(event, viewer) for event in events]


def _narrated(hot: HotTable, redacted: Sequence[Event]) -> tuple[Line, ...]:
    lines = map(hot.game.edition.game.narrate, redacted)
    return tuple([line for line in lines if line is not None])


def _retold(hot: HotTable, redacted: Sequence[Event]) -> tuple[Raw, Raw]:
    """Encode events that a viewer may know, and the lines for them."""
    return Raw(_encoder.encode(redacted)), Raw(_encoder.encode(_narrated(hot, redacted)))


def game_view(hot: HotTable, viewer: Viewer) -> Raw:
    return Raw(_encoder.encode(hot.game.edition.game.view(hot.game, viewer)))


def game_options(hot: HotTable, viewer: Viewer) -> Raw:
    """Show what the viewer may do in the game. While it stands still, that is nothing."""
    if viewer is None or hot.party.stage != "playing" or viewer in hot.held:
        return _NONE
    return Raw(_encoder.encode(options(hot.game, viewer)))


def timers(hot: HotTable) -> tuple[TimerView, ...]:
    """Show the clocks of people and the next call. What a bot is up to is nobody's business."""
    shown: list[TimerView] = []
    if hot.party.stage != "playing":
        return ()
    for actor, due in sorted(hot.timers.items()):
        if actor == CLOCK:
            shown.append(_timer(None, due - GRACE, hot.since[actor]))
        elif actor >= 0 and hot.party.places[actor].player is None:
            shown.append(_timer(actor, due, hot.since[actor]))
    return tuple(shown)


def _timer(seat: Seat | None, due: float, since: float) -> TimerView:
    return TimerView(seat, int(due * 1000), int((due - since) * 1000) if since else None)


def party_view(hot: HotTable) -> Raw:
    party = hot.party
    view = PartyView(
        party.stage,
        party.edition,
        party.pace,
        party.public,
        hot.code,
        party.seat(party.host),
        tuple(_place(hot, place) for place in party.places),
        party.promise,
        party.aborts,
        party.pause,
        party.secret,
        party.rematch,
        party.closed,
        bool(party.data),
    )
    return Raw(_encoder.encode(view))


def _place(hot: HotTable, place: Place) -> PlaceView:
    if place.person is None:
        return PlaceView(
            "empty" if place.bot is None else "bot",
            bot=place.bot,
            commitment=place.commitment,
            reveal=place.reveal,
        )
    return PlaceView(
        "person",
        hot.names.get(place.person, ""),
        place.player,
        place.here,
        place.away,
        place.pausing,
        place.commitment,
        place.reveal,
    )


def lines(hot: HotTable, viewer: Viewer) -> list[Line]:
    """Tell the whole game so far in lines for people."""
    narrate = hot.game.edition.game.narrate
    told_lines = (narrate(event) for event in hot.heard(viewer))
    return [line for line in told_lines if line is not None]
