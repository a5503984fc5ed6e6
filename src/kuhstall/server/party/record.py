"""What a step is in the store: events of the party, events of the game, the timers after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from kuhstall.engine.values import Action, Event
from kuhstall.games import registry
from kuhstall.server.party.events import PartyEvent
from kuhstall.server.party.timer_codec import StoredTimers, store_timers
from kuhstall.server.party.timers import Timers

_NO_EVENTS: Final = Raw(b"[]")


class Record(Struct, frozen=True, omit_defaults=True):
    party: list[PartyEvent] = []
    game: Raw = _NO_EVENTS
    timers: StoredTimers = {}
    at: float = 0.0  # when it was decided; steps of older servers do not say


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Record)


def encode_step(
    party: Sequence[PartyEvent], game: Sequence[Event], timers: Timers, at: float = 0.0
) -> bytes:
    events = Raw(_encoder.encode(game)) if game else _NO_EVENTS
    return _encoder.encode(Record(list(party), events, store_timers(timers), at))


def decode_step(data: bytes) -> Record:
    return _decoder.decode(data)


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
