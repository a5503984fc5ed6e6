"""What a viewer may know of an event. With `view`, the only way out for what a table holds.

Every viewer gets every event: in full, or with what is not the viewer's business left None.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from kuhstall.engine.values import TableOpened, Viewer
from kuhstall.games.kuhhandel.events import (
    AnyEvent,
    AuctionBegan,
    BiddingReopened,
    BidPlaced,
    BoughtOut,
    CalledOut,
    CounterMade,
    Dealt,
    DoveTaken,
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


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:
    match event:
        case Dealt():
            return replace(event, deck=None)
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
        case (
            TableOpened()
            | TurnBegan()
            | AuctionBegan()
            | LotRevealed()
            | BidPlaced()
            | Passed()
            | CalledOut()
            | GavelFell()
            | LotSold()
            | BoughtOut()
            | Exposed()
            | BiddingReopened()
            | LotTaken()
            | TradeBegan()
            | DoveTaken()
            | GameEnded()
        ):
            return event
        case _:  # a new event must be named above before anybody sees it
            assert_never(event)
