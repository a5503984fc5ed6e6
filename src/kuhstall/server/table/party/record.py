"""How a step is stored: events of the party, events of the game, and the timers after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from kuhstall.engine.values import Action, Event, Seat
from kuhstall.games import registry
from kuhstall.server.table.party.events import LaterEvent, PartyEvent
from kuhstall.server.table.party.starting import NO_START, StartTimers
from kuhstall.server.table.party.timers import StoredTimers, Timers, store_timers

_NO_EVENTS: Final = Raw(b"[]")


class Record(Struct, frozen=True, omit_defaults=True):
    party: list[PartyEvent] = []
    game: Raw = _NO_EVENTS
    timers: StoredTimers = {}
    at: float = 0.0  # when it was decided; missing in steps of older servers
    begins: float | None = None  # when the timers begin, if not at once
    later: list[LaterEvent] = []  # events of the party that nodes of 0.1.0 do not know and skip
    opens: float | None = None  # the earliest time to open sealed answers, if not at once
    start: StartTimers = NO_START  # when a waiting table goes on by itself
    opened: dict[Seat, str] = {}  # commitments to the sealed answers that the step opened


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Record)


def encode_step(
    party: Sequence[PartyEvent],
    game: Sequence[Event],
    timers: Timers,
    at: float = 0.0,
    opened: Mapping[Seat, str] = MappingProxyType({}),
) -> bytes:
    events = Raw(_encoder.encode(game)) if game else _NO_EVENTS
    stored = store_timers(timers)
    known: list[PartyEvent] = []
    later: list[LaterEvent] = []
    if party:
        known = [event for event in party if not isinstance(event, LaterEvent)]
        later = [event for event in party if isinstance(event, LaterEvent)]
    return _encoder.encode(
        Record(
            known,
            events,
            stored,
            at,
            timers.begins,
            later,
            timers.opens,
            timers.start,
            dict(opened),
        )
    )


def decode_step(data: bytes) -> Record:
    """Decode a step, with all events of the party in one list, the `later` ones last."""
    record = _decoder.decode(data)
    return replace(record, party=record.party + record.later) if record.later else record


def game_events(record: Record, edition: str) -> list[Event]:
    """Decode the events of the game by the types of its edition."""
    found: list[Event] = _event_decoder(edition).decode(record.game)
    return found


def game_action(data: bytes, edition: str) -> Action:
    """Decode an action of the game; raise msgspec's error if it is not one."""
    found: Action = _action_decoder(edition).decode(data)
    return found


# Creating a decoder for a union takes far longer than using it.


@cache
def _event_decoder(edition: str) -> Any:
    events: Any = registry.find(edition).game.events
    return msgspec.json.Decoder(list[events])


@cache
def _action_decoder(edition: str) -> Any:
    return msgspec.json.Decoder(registry.find(edition).game.actions)
