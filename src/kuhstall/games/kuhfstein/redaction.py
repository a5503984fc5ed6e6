"""What a viewer may know of an event. With `view`, the only way out for what a table holds."""

from __future__ import annotations

from typing import Final, TypeAlias, TypeVar, assert_never, get_args

from msgspec.structs import replace

from kuhstall.engine.values import TableOpened, TookBack, Viewer
from kuhstall.games.kuhfstein.events import (
    ActingContinued,
    ActionPassed,
    AnyEvent,
    BonusDeclined,
    BonusReached,
    CardPlayed,
    CardsExchanged,
    GoalsAsked,
    HerdTaken,
    KuhfsteinCardTaken,
    KuhfsteinDealt,
    KuhfsteinEnded,
    KuhfsteinTurnBegan,
    KuhfsteinTurnEnded,
    LastRoundBegan,
    Refilled,
    StartCardTaken,
    TilePlaced,
    TilesExchanged,
)

T = TypeVar("T")

PublicEvent: TypeAlias = (
    TableOpened
    | TookBack
    | StartCardTaken
    | KuhfsteinTurnBegan
    | TilePlaced
    | KuhfsteinCardTaken
    | CardPlayed
    | HerdTaken
    | ActionPassed
    | BonusReached
    | BonusDeclined
    | ActingContinued
    | KuhfsteinTurnEnded
    | LastRoundBegan
    | GoalsAsked
    | KuhfsteinEnded
)
"""What everybody sees in full."""

_PUBLIC: Final = frozenset(get_args(PublicEvent))
"""The same by type: to ask a struct which of many classes it is not takes far longer."""


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    if type(event) in _PUBLIC:
        return event
    match event:
        case KuhfsteinDealt():
            return replace(
                event,
                tiles=None,
                pile=None,
                hands=_own(event.hands, viewer),
                goals=_own(event.goals, viewer),
            )
        case TilesExchanged():
            return replace(event, tiles=None)
        case CardsExchanged():
            return replace(event, pile=None)
        case Refilled():
            return replace(event, tiles=None, pile=None)
        case _ if isinstance(event, PublicEvent):
            return event
        case _:  # a new event must be named above before it is shown
            assert_never(event)


def _own(parts: tuple[T | None, ...], viewer: Viewer) -> tuple[T | None, ...]:
    return tuple([part if seat == viewer else None for seat, part in enumerate(parts)])
