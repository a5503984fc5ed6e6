"""What an actor can ask for. Tags are the words of the wire and never change."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from kuhstall.engine.values import Action, Reflex, Seat
from kuhstall.games.kuhhandel.cards import Animal, Kind


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
    """Pay what is due with these cards. No change is given."""

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


class Wait(Action, frozen=True, tag="wait", gc=False):
    """Let the countdown go on."""


class Slap(Action, frozen=True, tag="slap", gc=False):
    """Take the pedigree for so many cards: now, or when the countdown gets there; 0 for never."""

    count: int


class SlapNow(Reflex, frozen=True, tag="slap_now", gc=False):
    """Take it now, where the quickest hand wins: `after` milliseconds of the step."""

    latest: ClassVar[int] = 10_000
    unhurried: ClassVar[int] = 250


class LayCard(Action, frozen=True, tag="lay_card", gc=False):
    """Lay a money card beside the rat, and be rid of it for this round."""

    card: int


class TakeRat(Action, frozen=True, tag="take_rat", gc=False):
    """Take the rat, and all the money beside it."""


class Divide(Action, frozen=True, tag="divide", gc=False):
    """Look at the top card, to keep it or to give it away."""


class Keep(Action, frozen=True, tag="keep", gc=False):
    """Keep the card; the other one gets the next."""


class Give(Action, frozen=True, tag="give", gc=False):
    """Give the card away, and get the next."""


class EndTurn(Action, frozen=True, tag="end_turn", gc=False):
    """Leave it at the trade."""


class Cover(Action, frozen=True, tag="cover", gc=False):
    """Give up a quartet to the rats."""

    animal: Animal


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
    | Wait
    | Slap
    | SlapNow
    | LayCard
    | TakeRat
    | Divide
    | Keep
    | Give
    | EndTurn
    | Cover
)
