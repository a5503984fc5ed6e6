"""What a viewer may know of an event. With `view`, the only way out for what a table holds.

Every viewer gets every event: in full, or with None for what the viewer must not know.
"""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never, get_args

from msgspec.structs import replace

from kuhstall.engine.values import TableOpened, Viewer
from kuhstall.games.kuhhandel.events import (
    AuctionBegan,
    BiddingReopened,
    BidPlaced,
    BoughtOut,
    CalledOut,
    ClassicEvent,
    CounterMade,
    Dealt,
    DoveTaken,
    EnvelopesAsked,
    EnvelopesOpened,
    Exposed,
    GameEnded,
    GavelFell,
    LotRevealed,
    LotSold,
    LotTaken,
    OfferMade,
    Paid,
    Passed,
    TradeBegan,
    TradeSettled,
    TurnBegan,
)

PublicEvent: TypeAlias = (
    TableOpened
    | TurnBegan
    | AuctionBegan
    | LotRevealed
    | BidPlaced
    | Passed
    | CalledOut
    | GavelFell
    | EnvelopesAsked
    | EnvelopesOpened
    | LotSold
    | BoughtOut
    | Exposed
    | BiddingReopened
    | LotTaken
    | TradeBegan
    | DoveTaken
    | GameEnded
)
"""What everybody sees in full."""

_PUBLIC: Final = frozenset(get_args(PublicEvent))
"""The same by type: most events are public, every viewer gets every event, and to ask a struct
which of many classes it is not takes far longer."""


def redact(event: ClassicEvent, viewer: Viewer) -> ClassicEvent:
    if type(event) in _PUBLIC:
        return event
    match event:  # the frequent ones first
        case Paid(payer, payee):
            if event.open or viewer in (payer, payee):
                return event
            return replace(event, cards=None)
        case OfferMade(seat) | CounterMade(seat):
            if viewer == seat:
                return event
            return replace(event, cards=None, count=event.count if event.shown else None)
        case TradeSettled(challenger, challenged):
            if viewer in (challenger, challenged):
                return event
            return replace(
                event,
                offer=None,
                counter=None,
                to_challenger=None,
                to_challenged=None,
                counts=event.counts if event.counted else None,
            )
        case Dealt():
            return replace(event, deck=None)
        case _ if isinstance(event, PublicEvent):
            return event
        case _:  # a new event must be named here or above before it is shown
            assert_never(event)
