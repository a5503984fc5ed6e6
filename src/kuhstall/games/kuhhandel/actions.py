"""What an actor can ask for. Tags go over the wire and never change."""

from __future__ import annotations

from typing import TypeAlias

from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.cards import Kind


class AuctionOff(Action, frozen=True, tag="auction", gc=False):
    """Turn up the top card and auction it off."""


class ChallengeTrade(Action, frozen=True, tag="trade", gc=False):
    """Open a cow trade for a kind that both own."""

    animal: Kind
    seat: Seat


class PlaceBid(Action, frozen=True, tag="bid", gc=False):
    """Bid for the lot."""

    amount: int


class Pass(Action, frozen=True, tag="pass", gc=False):
    """Do not bid now. The pass is void as soon as somebody else bids."""


class NameMaximum(Action, frozen=True, tag="maximum", gc=False):
    """Write down the most that the lot may cost, unseen; the auctioneer: to buy out for.

    `ahead` is for whose turn is next: to auction off a card then, at once. With it, 0 passes.
    """

    amount: int
    ahead: bool = False


class CallOut(Action, frozen=True, tag="call", gc=False):
    """Call "going once" and so on for exactly this bid; the seat is None if nobody has bid."""

    seat: Seat | None
    amount: int


class Sell(Action, frozen=True, tag="sell", gc=False):
    """Let the highest bidder have the lot."""


class BuyOut(Action, frozen=True, tag="preempt", gc=False):
    """Keep the lot, and pay the highest bidder what was bid."""


class Pay(Action, frozen=True, tag="pay", gc=False):
    """Pay what is due with these cards. No change is given."""

    cards: tuple[int, ...]


class Offer(Action, frozen=True, tag="offer", gc=False):
    """Lay money face down; `show_count` says whether to show how many cards."""

    cards: tuple[int, ...]
    show_count: bool = True


class Accept(Action, frozen=True, tag="accept", gc=False):
    """Take the offer unseen, and give up the animals."""


class Counter(Action, frozen=True, tag="counter", gc=False):
    """Make a counter-offer."""

    cards: tuple[int, ...]
    show_count: bool = True


ClassicAction: TypeAlias = (
    AuctionOff
    | ChallengeTrade
    | PlaceBid
    | Pass
    | NameMaximum
    | CallOut
    | Sell
    | BuyOut
    | Pay
    | Offer
    | Accept
    | Counter
)
