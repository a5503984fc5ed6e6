"""What a viewer may know of an event of Kuhhandel Master. See `kuhhandel.redaction`."""

from __future__ import annotations

from typing import Final, TypeAlias, cast, get_args

from msgspec.structs import replace

from kuhstall.engine.values import Viewer
from kuhstall.games.kuhhandel import redaction
from kuhstall.games.kuhhandel.events import ClassicEvent
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    CountdownReopened,
    CountedDown,
    CoverAsked,
    Divided,
    DivisionBegan,
    ExtraOffered,
    MasterEvent,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatRevealed,
    RatSettled,
    RatTaken,
    SlapExposed,
    Slapped,
    SlapPlan,
    SlapsOpened,
    TurnEnded,
)

PublicEvent: TypeAlias = (
    redaction.PublicEvent
    | PedigreeRevealed
    | SlapsOpened
    | PedigreeSold
    | PedigreeBoughtOut
    | SlapExposed
    | CountdownReopened
    | RatRevealed
    | RatSettled
    | Divided
    | ExtraOffered
    | TurnEnded
    | CoverAsked
    | QuartetCovered
)
"""What everybody sees in full."""

_PUBLIC: Final = frozenset(get_args(PublicEvent))
_CLASSIC: Final = frozenset(get_args(ClassicEvent))


def redact(event: ClassicEvent | MasterEvent, viewer: Viewer) -> ClassicEvent | MasterEvent:
    if type(event) in _PUBLIC:
        return event
    if type(event) in _CLASSIC:
        return redaction.redact(cast("ClassicEvent", event), viewer)
    match event:
        case CountedDown(_, plans) | Slapped(_, _, _, plans) | PedigreeTaken(_, _, _, plans):
            own = _own_plan(plans, viewer)
            return event if own == plans else replace(event, plans=own)
        case CardLaid(seat):
            return event if viewer == seat else replace(event, card=None)
        case RatTaken(seat):
            return event if viewer == seat else replace(event, cards=None)
        case DivisionBegan(seat):
            return event if viewer == seat else replace(event, card=None)
        case CardTaken(seat, seen_by, _, money):
            if not money or (viewer is not None and viewer in (seat, seen_by)):
                return event
            return replace(event, card=None)
        case _ if isinstance(event, PublicEvent):
            return event
        case _:
            return redaction.redact(event, viewer)


def _own_plan(plans: tuple[SlapPlan, ...] | None, viewer: Viewer) -> tuple[SlapPlan, ...] | None:
    """Keep the viewer's own plan for the countdown; even that others have one is secret."""
    if plans is None:
        return None
    return tuple([plan for plan in plans if plan.seat == viewer]) or None
