"""What each viewer is shown of a table. All of it comes from `view`, `redact` and `narrate`."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from operator import is_, itemgetter
from typing import Final

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from kuhstall.engine.kernel import options
from kuhstall.engine.values import Event, Line, Seat, Viewer
from kuhstall.server.table.live_table import Change, LiveTable
from kuhstall.server.table.party.events import PartyEvent
from kuhstall.server.table.party.hours import USUAL_DECISION
from kuhstall.server.table.party.more_time import givers, narrate_party
from kuhstall.server.table.party.pace import GRACE
from kuhstall.server.table.party.party import Place
from kuhstall.server.table.party.requests import rights
from kuhstall.server.table.party.revealing import are_hidden
from kuhstall.server.table.party.timers import tempo_of
from kuhstall.server.table.view_pieces import ViewPieces
from kuhstall.server.wire.frames import (
    NOTHING,
    ChatLine,
    Missed,
    OwnAnswer,
    PartyView,
    PlaceView,
    Snapshot,
    TimerView,
    pad,
)

_encoder: Final = msgspec.json.Encoder()
_NONE: Final = Raw(b"[]")


class StepFrames:
    """The frames of one step of one table: each is made once for all who see the same."""

    def __init__(self, live: LiveTable, change: Change) -> None:
        self._live = live
        self.change = change
        self._frames: dict[tuple[Viewer, tuple[str, ...]], bytes] = {}
        party = party_view(live) if change.party_events else NOTHING
        self._pieces = StepPieces(change.seq, party, timer_views(live))
        # If a spectator sees the events unredacted, all viewers do: encode them once.
        events = change.game_events
        is_open = all(map(is_, _redact(live, events, None), events))
        self._open = self._encode_story(events) if is_open else None

    def step(self, viewer: Viewer, may: tuple[str, ...]) -> bytes:
        frame = self._frames.get((viewer, may))
        if frame is None:
            events, lines = self._open or self._story(viewer)
            view, options = game_view(self._live, viewer), game_options(self._live, viewer)
            answer = own_answer(self._live, viewer) if self._live.sealed else UNSET
            frame = self._pieces.frame(viewer, may, events, lines, view, options, answer)
            self._frames[viewer, may] = frame
        return frame

    def _story(self, viewer: Viewer) -> tuple[Raw, Raw]:
        """Encode the events as the viewer may know them, and the lines for them."""
        return self._encode_story(_redact(self._live, self.change.game_events, viewer))

    def _encode_story(self, redacted: Sequence[Event]) -> tuple[Raw, Raw]:
        """Encode redacted events, and the lines for them."""
        lines = _narrate(self._live, self.change.party_events, redacted)
        return Raw(_encoder.encode(redacted)), Raw(_encoder.encode(lines))


def snapshot(
    live: LiveTable,
    person: str | None,
    chat: Sequence[ChatLine],
    last_seq: int | None = None,
    lost: int = 0,
) -> Snapshot:
    """Return all that a person may know, and the steps since the last one they have seen.

    If the client has seen more steps than there are, the snapshot says how many are lost.
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
        own_answer(live, viewer),
    )


def _missed_steps(
    live: LiveTable, viewer: Viewer, last_seq: int | None
) -> tuple[Missed, ...] | None:
    """List the steps after the last one seen, if all of them are still in memory."""
    if last_seq is None or not 0 < last_seq <= live.seq or last_seq in live.replaced:
        return None  # the client may have seen another step under that number
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
    """Return the events of a step as the viewer may know them, and as lines for people."""
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
    """Return the viewer's options in the game; none while it is not running."""
    if viewer is None or live.party.stage != "playing" or viewer in live.held:
        return _NONE
    found = options(live.state, viewer)
    return Raw(_encoder.encode(found)) if found else _NONE


def own_answer(live: LiveTable, viewer: Viewer) -> OwnAnswer | UnsetType:
    """Return the viewer's own sealed answer, if it can be changed."""
    own = None if viewer is None else live.sealed.get(viewer)
    if viewer is None or own is None or own.action is None:
        return UNSET
    if not live.state.phase.revisable(live.state):
        return UNSET
    salt = UNSET if own.receipt is None else own.receipt.salt
    action = Raw(_encoder.encode(own.action))
    return OwnAnswer(own.revision, action, Raw(_encoder.encode(options(live.state, viewer))), salt)


def timer_views(live: LiveTable) -> tuple[TimerView, ...]:
    """Return the timers of people's decisions and of the next call, but none of bots.

    Before the game: when it starts by itself, or when bots take the free seats; at a slow table,
    until when values for the shuffle can be revealed.
    """
    if live.party.stage != "playing" or live.party.halting is not None:
        due = _due_before_game(live)
        return () if due is None else (_timer(None, due, 0.0),)
    shown: list[TimerView] = []
    if live.timers.clock is not None:
        call = _timer(None, live.timers.clock - GRACE, live.clock_since or 0.0)
        if live.timers.hush is not None:
            hush = math.ceil(live.timers.hush * 1000)
            call = replace(call, hush=hush, caller=live.state.phase.caller(live.state))
        shown.append(call)
    for seat in () if live.party.is_alone_with_bots else sorted(live.since):
        due = live.timers.seats[seat].due
        if due is not None and live.party.places[seat].player is None:
            more = givers(live.party, live.state, seat)
            shown.append(_timer(seat, due, live.since[seat], more))
    return tuple(shown)


def _due_before_game(live: LiveTable) -> float | None:
    if live.party.stage == "open":
        return live.timers.start.due
    return live.timers.clock if are_hidden(live.party) else None


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
        UNSET if party.decision_hours == USUAL_DECISION else party.decision_hours,
        UNSET if party.starts == "host" else party.starts,
        party.filler if party.starts == "bots" else UNSET,
        len(party.screens) or UNSET,
    )
    return Raw(_encoder.encode(view))


def _place(live: LiveTable, seat: Seat, place: Place) -> PlaceView:
    revealed = place.reveal is not None and are_hidden(live.party)
    reveal = None if revealed else place.reveal
    if place.person is None:
        return PlaceView(
            "empty" if place.bot is None else "bot",
            place.called,
            place.bot,
            commitment=place.commitment,
            reveal=reveal,
            revealed=revealed,
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
        reveal,
        live.party.skipping == seat,
        revealed,
    )


def lines(live: LiveTable, viewer: Viewer) -> list[Line]:
    """Return the lines for people of the whole game so far, including those of the party."""
    narrate = live.state.edition.game.narrate
    told = [(place, narrate(event)) for place, event in enumerate(live.events_for(viewer))]
    both = sorted([*live.asides, *told], key=itemgetter(0))
    return [line for _, line in both if line is not None]


def line_times(live: LiveTable, viewer: Viewer) -> list[int]:
    """Return when each of the viewer's lines was written; milliseconds, 0 if the log lacks it.

    All players see when a step is written, and a sealed answer is none. So times tell no secret.
    """
    narrate = live.state.edition.game.narrate
    asides = [(place, at) for (place, _), at in zip(live.asides, live.asides_at, strict=True)]
    told = [
        (place, live.ended_at[bisect_right(live.ends, place)])
        for place, event in enumerate(live.events_for(viewer))
        if narrate(event) is not None
    ]
    return [int(at * 1000) for _, at in sorted([*asides, *told], key=itemgetter(0))]


class StepPieces:
    """Joins the frames of a step from shared pieces and those that differ by viewer."""

    def __init__(self, seq: int, party: Raw, timers: tuple[TimerView, ...]) -> None:
        self._head = b'{"type":"step","seq":%d,"you":' % seq
        self._party = b',"party":%b,"events":' % party
        self._timers = b',"timers":' + _encoder.encode(timers)

    def frame(  # noqa: PLR0913, PLR0917 -- the parts in which frames of a step differ
        self,
        viewer: Viewer,
        may: tuple[str, ...],
        events: Raw,
        lines: Raw,
        view: Raw,
        options: Raw,
        answer: OwnAnswer | UnsetType = UNSET,
    ) -> bytes:
        return pad(
            b"".join(
                (
                    self._head,
                    _who(viewer, may),
                    self._party,
                    events,
                    b',"lines":',
                    lines,
                    b',"view":',
                    view,
                    b',"options":',
                    options,
                    self._timers,
                    b"" if answer is UNSET else b',"answer":' + _encoder.encode(answer),
                    b"}",
                )
            )
        )


@lru_cache(maxsize=1024)
def _who(viewer: Viewer, may: tuple[str, ...]) -> bytes:
    """Encode a viewer and the requests they may make. Cached, because there are few such pairs."""
    return _encoder.encode(viewer) + b',"may":' + _encoder.encode(may)
