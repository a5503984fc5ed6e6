"""What can happen only in Kuhhandel Master. For events in general, see `kuhhandel.events`."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import Animal, Card
from kuhstall.games.kuhhandel.events import Bid, Reason
from kuhstall.games.kuhhandel.money import Cards


class SlapPlan(Struct, frozen=True, gc=False):
    """What a seat did or plans in a countdown; `after` is set where the quickest hand wins."""

    seat: Seat
    count: int
    after: int | None = None


class PedigreeRevealed(Event, frozen=True, tag="pedigree_revealed", gc=False):
    """The top card is a pedigree, which is counted down from `count` money cards to one."""

    auctioneer: Seat
    animal: Animal
    count: int


class CountedDown(Event, frozen=True, tag="counted_down", gc=False):
    """Nobody slapped at the last count. Each seat knows only its own plan."""

    count: int
    plans: tuple[SlapPlan, ...] | None


class Slapped(Event, frozen=True, tag="slapped", gc=False):
    """A seat gets the pedigree for `count` cards, if the auctioneer lets it.

    `rivals` slapped in the same step, None where that stays sealed; `plans` are all handed in.
    """

    seat: Seat
    count: int
    rivals: tuple[Seat, ...] | None
    plans: tuple[SlapPlan, ...] | None


class SlapsOpened(Event, frozen=True, tag="slaps_opened", gc=False):
    """Everybody had named a count once, and so had the auctioneer: nobody sees which (C-37).

    `called` are those who slapped first, each at a count: usually one, nobody if all let it go, and
    the next one where somebody could not pay and the others' envelopes stand. `kept`: the
    auctioneer buys out the last of them.
    """

    called: tuple[Bid, ...]
    kept: bool


class PedigreeSold(Event, frozen=True, tag="pedigree_sold", gc=False):
    """The auctioneer sells to the slapper, who now has to pay `price` cards."""

    auctioneer: Seat
    seat: Seat
    price: int


class PedigreeBoughtOut(Event, frozen=True, tag="pedigree_bought_out", gc=False):
    """The auctioneer keeps it, and now has to give the slapper `price` cards."""

    auctioneer: Seat
    seat: Seat
    price: int


class SlapExposed(Event, frozen=True, tag="slap_exposed", gc=False):
    """A slapper has too few cards: everybody sees the whole purse."""

    seat: Seat
    count: int
    cards: Cards


class CountdownReopened(Event, frozen=True, tag="countdown_reopened", gc=False):
    """The same pedigree is counted down again: somebody could not pay. Limits are in cards."""

    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    count: int


class PedigreeTaken(Event, frozen=True, tag="pedigree_taken", gc=False):
    """The pedigree went to a seat; the price is 0 if nobody slapped."""

    seat: Seat
    animal: Animal
    price: int
    plans: tuple[SlapPlan, ...] | None = None


class RatRevealed(Event, frozen=True, tag="rat_revealed", gc=False):
    """The top card is a rat; `polled` is the first to lay a card or to take it."""

    auctioneer: Seat
    polled: Seat


class RatSettled(Event, frozen=True, tag="rat_settled", gc=False):
    """Everybody had said once how often to pass the rat on: now it goes round by itself (C-39).

    `passed` is how often each seat comes to do so. How often it would have, nobody learns.
    """

    passed: tuple[int, ...]


class CardLaid(Event, frozen=True, tag="card_laid", gc=False):
    """A seat has bought itself off the rat for now. Only that seat knows which card it laid."""

    seat: Seat
    card: int | None
    pot: int
    polled: Seat


class RatTaken(Event, frozen=True, tag="rat_taken", gc=False):
    """A seat took the rat and the money beside it. `again`: another card is turned up at once."""

    seat: Seat
    cards: Cards | None
    count: int
    again: bool


class DivisionBegan(Event, frozen=True, tag="division_began", gc=False):
    """A seat looks at the top card."""

    seat: Seat
    card: Card | None


class Divided(Event, frozen=True, tag="divided", gc=False):
    """A seat has looked at the top card, and kept it or given it away."""

    seat: Seat
    kept: bool


class CardTaken(Event, frozen=True, tag="card_taken", gc=False):
    """A seat got the top card. If it is money, only that seat and whoever looked at it know it."""

    seat: Seat
    seen_by: Seat | None
    card: Card | None
    money: bool
    payout: int
    donkeys: int
    last: bool


class ExtraOffered(Event, frozen=True, tag="extra_offered", gc=False):
    """After a trade, the same seat may also draw a card."""

    seat: Seat


class TurnEnded(Event, frozen=True, tag="turn_ended", gc=False):
    """A seat has ended its turn after a trade."""

    seat: Seat


class CoverAsked(Event, frozen=True, tag="cover_asked", gc=False):
    """The owner of all rats chooses which quartet they cover; then the game is over."""

    seat: Seat
    reason: Reason


class QuartetCovered(Event, frozen=True, tag="quartet_covered", gc=False):
    """The rats cover a quartet of the seat that has all of them."""

    seat: Seat
    animal: Animal


PedigreeEvent: TypeAlias = (
    PedigreeRevealed
    | CountedDown
    | Slapped
    | SlapsOpened
    | PedigreeSold
    | PedigreeBoughtOut
    | SlapExposed
    | CountdownReopened
    | PedigreeTaken
)
RatEvent: TypeAlias = RatRevealed | RatSettled | CardLaid | RatTaken
DivisionEvent: TypeAlias = DivisionBegan | Divided | CardTaken

MasterEvent: TypeAlias = (
    PedigreeEvent
    | RatEvent
    | DivisionEvent
    | ExtraOffered
    | TurnEnded
    | CoverAsked
    | QuartetCovered
)
