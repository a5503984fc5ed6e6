"""What a step is in the store: events of the party, events of the game, the timers after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from kuhstall.engine.values import Action, Event
from kuhstall.games import registry
from kuhstall.server.party.events import LaterEvent, PartyEvent
from kuhstall.server.party.starting import NO_START, StartTimers
from kuhstall.server.party.timer_codec import StoredTimers, store_timers
from kuhstall.server.party.timers import Timers

_NO_EVENTS: Final = Raw(b"[]")


class Record(Struct, frozen=True, omit_defaults=True):
    party: list[PartyEvent] = []
    game: Raw = _NO_EVENTS
    timers: StoredTimers = {}
    at: float = 0.0  # when it was decided; steps of older servers do not say
    begins: float | None = None  # when the timers begin, if not at once
    later: list[LaterEvent] = []  # of the party, too, where a node that knows none of them skips it
    opens: float | None = None  # when envelopes are opened at the earliest, if not at once
    start: StartTimers = NO_START  # when a table that waits for people goes on by itself


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Record)


def encode_step(
    party: Sequence[PartyEvent], game: Sequence[Event], timers: Timers, at: float = 0.0
) -> bytes:
    events = Raw(_encoder.encode(game)) if game else _NO_EVENTS
    stored = store_timers(timers)
    known: list[PartyEvent] = []
    later: list[LaterEvent] = []
    if party:
        known = [event for event in party if not isinstance(event, LaterEvent)]
        later = [event for event in party if isinstance(event, LaterEvent)]
    return _encoder.encode(
        Record(known, events, stored, at, timers.begins, later, timers.opens, timers.start)
    )


def decode_step(data: bytes) -> Record:
    """Read a step, with all events of its party together; what came later is last."""
    record = _decoder.decode(data)
    return replace(record, party=record.party + record.later) if record.later else record


def game_events(record: Record, edition: str) -> list[Event]:
    """Decode the events of the game, which only its edition can read."""
    found: list[Event] = _event_decoder(edition).decode(record.game)
    return found


def game_action(data: bytes, edition: str) -> Action:
    """Decode an action of the game; raise what msgspec raises if it is not one."""
    found: Action = _action_decoder(edition).decode(data)
    return found


# A decoder of a union takes far longer to make than to use.


@cache
def _event_decoder(edition: str) -> Any:
    events: Any = registry.find(edition).game.events
    return msgspec.json.Decoder(list[events])


@cache
def _action_decoder(edition: str) -> Any:
    return msgspec.json.Decoder(registry.find(edition).game.actions)
