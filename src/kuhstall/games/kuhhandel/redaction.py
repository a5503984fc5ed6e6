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
    CardLaid,
    CardTaken,
    CountdownReopened,
    CountedDown,
    CounterMade,
    CoverAsked,
    Dealt,
    Divided,
    DivisionBegan,
    DoveTaken,
    Exposed,
    ExtraOffered,
    GameEnded,
    GavelFell,
    LotRevealed,
    LotSold,
    LotTaken,
    OfferMade,
    Paid,
    Passed,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    QuartetCovered,
    RatRevealed,
    RatTaken,
    SlapExposed,
    Slapped,
    SlapPlan,
    TradeBegan,
    TradeSettled,
    TurnBegan,
    TurnEnded,
)


def redact(event: AnyEvent, viewer: Viewer) -> AnyEvent:  # noqa: C901 -- one case an event
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
        case CountedDown(_, plans) | Slapped(_, _, _, plans) | PedigreeTaken(_, _, _, plans):
            own = _own(plans, viewer)
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
            | PedigreeRevealed()
            | PedigreeSold()
            | PedigreeBoughtOut()
            | SlapExposed()
            | CountdownReopened()
            | RatRevealed()
            | Divided()
            | ExtraOffered()
            | TurnEnded()
            | CoverAsked()
            | QuartetCovered()
        ):
            return event
        case _:  # a new event must be named above before anybody sees it
            assert_never(event)


def _own(plans: tuple[SlapPlan, ...] | None, viewer: Viewer) -> tuple[SlapPlan, ...] | None:
    """Keep a viewer's own plan for the countdown; that somebody else has one is a secret, too."""
    if plans is None:
        return None
    return tuple([plan for plan in plans if plan.seat == viewer]) or None
