"""What happened. Every event carries its outcome, so that a log replays without asking a rule.

A field that some viewers may not see is None for them; `redaction` decides. Tags are the words
of stored logs and never change; new fields get defaults.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Event, Seat, TableOpened
from kuhstall.games.kuhhandel.cards import Animal, Card, Kind
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.scoring import SeatScore


class Bid(Struct, frozen=True, gc=False):
    seat: Seat
    amount: int


class Dealt(Event, frozen=True, tag="dealt", gc=False):
    """The deck was shuffled, and every seat got the same purse."""

    deck: tuple[Card, ...] | None
    purse: Cards
    bank: Cards


class TurnBegan(Event, frozen=True, tag="turn_began", gc=False):
    """It is this seat's turn."""

    seat: Seat


class AuctionBegan(Event, frozen=True, tag="auction_began", gc=False):
    """A seat has chosen to auction; the card is turned up next."""

    auctioneer: Seat


class LotRevealed(Event, frozen=True, tag="lot_revealed", gc=False):
    """The top card was turned up. A donkey paid every seat a card of `payout` first."""

    auctioneer: Seat
    lot: Animal
    payout: int
    donkeys: int
    cap: int
    polled: Seat | None


class BidPlaced(Event, frozen=True, tag="bid_placed", gc=False):
    """A seat has bid. `polled` is asked next, where bids go round in turns."""

    seat: Seat
    amount: int
    polled: Seat | None


class Passed(Event, frozen=True, tag="passed", gc=False):
    """A seat does not bid now. `polled` is asked next, where bids go round in turns."""

    seat: Seat
    polled: Seat | None


class CalledOut(Event, frozen=True, tag="called_out", gc=False):
    """ "Going once", "going twice"."""

    calls: int
    seat: Seat | None
    amount: int


class GavelFell(Event, frozen=True, tag="gavel_fell", gc=False):
    """The bidding is over, and this is the highest bid."""

    auctioneer: Seat
    seat: Seat
    amount: int


class LotSold(Event, frozen=True, tag="lot_sold", gc=False):
    """The auctioneer lets the highest bidder have the lot, who now has to pay."""

    auctioneer: Seat
    seat: Seat
    price: int


class BoughtOut(Event, frozen=True, tag="bought_out", gc=False):
    """The auctioneer keeps the lot, and now has to pay the highest bidder."""

    auctioneer: Seat
    seat: Seat
    price: int


class Exposed(Event, frozen=True, tag="exposed", gc=False):
    """A bidder could not pay: everybody sees the whole purse."""

    seat: Seat
    amount: int
    cards: Cards


class BiddingReopened(Event, frozen=True, tag="bidding_reopened", gc=False):
    """The same lot again, after a bidder could not pay."""

    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    bids: tuple[int, ...]
    high: Bid | None
    polled: Seat | None


class Paid(Event, frozen=True, tag="paid", gc=False):
    """Cards have changed hands for a lot; `open` if everybody has seen which."""

    payer: Seat
    payee: Seat
    cards: Cards | None
    count: int
    open: bool


class LotTaken(Event, frozen=True, tag="lot_taken", gc=False):
    """The lot went to a seat; the price is 0 if nobody bid."""

    seat: Seat
    lot: Animal
    price: int


class TradeBegan(Event, frozen=True, tag="trade_began", gc=False):
    """A cow trade for so many animals of a kind: `stake`."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int


class OfferMade(Event, frozen=True, tag="offer_made", gc=False):
    """The challenger has laid money face down; `shown` if its number is for all to see."""

    seat: Seat
    cards: Cards | None
    count: int | None
    shown: bool


class CounterMade(Event, frozen=True, tag="counter_made", gc=False):
    """The challenged has laid money, too, instead of accepting."""

    seat: Seat
    cards: Cards | None
    count: int | None
    shown: bool


class TradeSettled(Event, frozen=True, tag="trade_settled", gc=False):
    """A round of a trade ended. The money is the two traders' own business.

    winner is who bid more, None after a first tie. Animals go to the winner, rats away from the
    winner. `counts` is how many cards each got, if hand counts are public: `counted`.
    """

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int
    bout: int
    accepted: bool
    tied: bool
    winner: Seat | None
    offer: Cards | None
    counter: Cards | None
    to_challenger: Cards | None
    to_challenged: Cards | None
    counts: tuple[int, int] | None
    counted: bool
    idle: int


class SlapPlan(Struct, frozen=True, gc=False):
    """What a seat did, or means to do, in a countdown; `after` where the quickest hand wins."""

    seat: Seat
    count: int
    after: int | None = None


class PedigreeRevealed(Event, frozen=True, tag="pedigree_revealed", gc=False):
    """The top card is a pedigree: it is counted down, from so many money cards to one."""

    auctioneer: Seat
    animal: Animal
    count: int


class CountedDown(Event, frozen=True, tag="counted_down", gc=False):
    """Nobody slapped at the last count. What somebody plans is that seat's own business."""

    count: int
    plans: tuple[SlapPlan, ...] | None


class Slapped(Event, frozen=True, tag="slapped", gc=False):
    """A seat gets the pedigree for so many cards, if the auctioneer lets it.

    `rivals` slapped at the same step, None where that stays sealed; `plans` is all handed in.
    """

    seat: Seat
    count: int
    rivals: tuple[Seat, ...] | None
    plans: tuple[SlapPlan, ...] | None


class PedigreeSold(Event, frozen=True, tag="pedigree_sold", gc=False):
    """The auctioneer lets the slapper have it, who now has to pay so many cards."""

    auctioneer: Seat
    seat: Seat
    price: int


class PedigreeBoughtOut(Event, frozen=True, tag="pedigree_bought_out", gc=False):
    """The auctioneer keeps it, and now has to give the slapper so many cards."""

    auctioneer: Seat
    seat: Seat
    price: int


class SlapExposed(Event, frozen=True, tag="slap_exposed", gc=False):
    """A slapper has too few cards: everybody sees the whole purse."""

    seat: Seat
    count: int
    cards: Cards


class CountdownReopened(Event, frozen=True, tag="countdown_reopened", gc=False):
    """The same pedigree again, after somebody could not pay; the limits are counts of cards."""

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


class CardLaid(Event, frozen=True, tag="card_laid", gc=False):
    """A seat bought itself off the rat, for now. Which card it was, it alone knows."""

    seat: Seat
    card: int | None
    pot: int
    polled: Seat


class RatTaken(Event, frozen=True, tag="rat_taken", gc=False):
    """A seat took the rat and the money beside it; `again`: another card is turned up at once."""

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
    """A seat got the top card. Money stays between it and who has looked at it before."""

    seat: Seat
    seen_by: Seat | None
    card: Card | None
    money: bool
    payout: int
    donkeys: int
    last: bool


class ExtraOffered(Event, frozen=True, tag="extra_offered", gc=False):
    """After a trade the same seat may go on with a card of the deck."""

    seat: Seat


class TurnEnded(Event, frozen=True, tag="turn_ended", gc=False):
    """A seat has left it at the trade."""

    seat: Seat


class CoverAsked(Event, frozen=True, tag="cover_asked", gc=False):
    """The owner of all rats chooses the quartet to be covered; then the game is over."""

    seat: Seat
    reason: Literal["complete", "no_progress"]


class QuartetCovered(Event, frozen=True, tag="quartet_covered", gc=False):
    """The rats cover a quartet of whoever has them all."""

    seat: Seat
    animal: Animal


class DoveTaken(Event, frozen=True, tag="dove_taken", gc=False):
    """A seat was the first with both quartets of a pair, and has the dove."""

    seat: Seat


class GameEnded(Event, frozen=True, tag="game_ended", gc=False):
    """The game is over, with the points of every seat."""

    reason: Literal["complete", "no_progress"]
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


ClassicEvent: TypeAlias = (
    TableOpened
    | Dealt
    | TurnBegan
    | AuctionBegan
    | LotRevealed
    | BidPlaced
    | Passed
    | CalledOut
    | GavelFell
    | LotSold
    | BoughtOut
    | Exposed
    | BiddingReopened
    | Paid
    | LotTaken
    | TradeBegan
    | OfferMade
    | CounterMade
    | TradeSettled
    | DoveTaken
    | GameEnded
)

MasterEvent: TypeAlias = (  # what only Kuhhandel Master has
    PedigreeRevealed
    | CountedDown
    | Slapped
    | PedigreeSold
    | PedigreeBoughtOut
    | SlapExposed
    | CountdownReopened
    | PedigreeTaken
    | RatRevealed
    | CardLaid
    | RatTaken
    | DivisionBegan
    | Divided
    | CardTaken
    | ExtraOffered
    | TurnEnded
    | CoverAsked
    | QuartetCovered
)
AnyEvent: TypeAlias = ClassicEvent | MasterEvent
