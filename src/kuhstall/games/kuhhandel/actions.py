"""What an actor can ask for. Tags are the words of the wire and never change."""

from __future__ import annotations

from typing import TypeAlias

from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.cards import Animal


class AuctionOff(Action, frozen=True, tag="auction", gc=False):
    """Turn up the top card and auction it off."""


class ChallengeTrade(Action, frozen=True, tag="trade", gc=False):
    """Open a cow trade for an animal that both own."""

    animal: Animal
    seat: Seat


class PlaceBid(Action, frozen=True, tag="bid", gc=False):
    amount: int


class Pass(Action, frozen=True, tag="pass", gc=False):
    """Not bid now. A later bid of somebody else voids it."""


class CallOut(Action, frozen=True, tag="call", gc=False):
    """Call "going once" and so on for just this bid; None when there is none."""

    seat: Seat | None
    amount: int


class Sell(Action, frozen=True, tag="sell", gc=False):
    """Let the highest bidder have the lot."""


class BuyOut(Action, frozen=True, tag="preempt", gc=False):
    """Pay the highest bidder the bid, and keep the lot."""


class Pay(Action, frozen=True, tag="pay", gc=False):
    cards: tuple[int, ...]


class Offer(Action, frozen=True, tag="offer", gc=False):
    """Lay money face down; show_count says whether its number is shown."""

    cards: tuple[int, ...]
    show_count: bool = True


class Accept(Action, frozen=True, tag="accept", gc=False):
    """Take the offer unseen, and give the animals."""


class Counter(Action, frozen=True, tag="counter", gc=False):
    """Answer with an offer of one's own."""

    cards: tuple[int, ...]
    show_count: bool = True


AnyAction: TypeAlias = (
    AuctionOff
    | ChallengeTrade
    | PlaceBid
    | Pass
    | CallOut
    | Sell
    | BuyOut
    | Pay
    | Offer
    | Accept
    | Counter
)
