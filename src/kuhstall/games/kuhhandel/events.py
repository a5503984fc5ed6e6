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

Reason: TypeAlias = Literal["complete", "no_progress"]
"""Why a game is over."""


class Bid(Struct, frozen=True, gc=False):
    """Who bids, and how much."""

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
    """A seat has bid. Where seats bid in turn, `polled` is asked next."""

    seat: Seat
    amount: int
    polled: Seat | None


class Passed(Event, frozen=True, tag="passed", gc=False):
    """A seat does not bid for now. Where seats bid in turn, `polled` is asked next."""

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


class EnvelopesAsked(Event, frozen=True, tag="envelopes_asked", gc=False):
    """Nobody bids aloud for this lot: everybody hands in one envelope."""


class EnvelopesOpened(Event, frozen=True, tag="envelopes_opened", gc=False):
    """All envelopes were opened, unseen by anybody but the rules (C-32).

    `called` are those who gave most, each with the price: usually one, nobody if all passed, and
    the next one where somebody could not pay and the others' envelopes stand. `kept`: the
    auctioneer buys out the last of them. `ahead`: whose turn is next auctions off a card at once.
    """

    auctioneer: Seat
    called: tuple[Bid, ...]
    kept: bool
    ahead: bool = False


class LotSold(Event, frozen=True, tag="lot_sold", gc=False):
    """The auctioneer sells to the highest bidder, who now has to pay."""

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
    """The same lot is bid for again, because a bidder could not pay."""

    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    bids: tuple[int, ...]
    high: Bid | None
    polled: Seat | None


class Paid(Event, frozen=True, tag="paid", gc=False):
    """Money has changed hands for a lot; `open` if everybody has seen the cards."""

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
    """A cow trade has begun; `stake` is how many animals of the kind it is for."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int


class OfferMade(Event, frozen=True, tag="offer_made", gc=False):
    """The challenger has laid money face down; `shown` if everybody may know how many cards."""

    seat: Seat
    cards: Cards | None
    count: int | None
    shown: bool


class CounterMade(Event, frozen=True, tag="counter_made", gc=False):
    """The challenged seat has laid money as well instead of accepting."""

    seat: Seat
    cards: Cards | None
    count: int | None
    shown: bool


class TradeSettled(Event, frozen=True, tag="trade_settled", gc=False):
    """A round of a trade ended. The money is the two traders' own business.

    `winner` has bid more; None after a first tie. Animals go to the winner, rats away from the
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


class DoveTaken(Event, frozen=True, tag="dove_taken", gc=False):
    """A seat was the first to complete both quartets of a pair, and gets the dove."""

    seat: Seat


class GameEnded(Event, frozen=True, tag="game_ended", gc=False):
    """The game is over, with the points of every seat."""

    reason: Reason
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


BiddingEvent: TypeAlias = (
    AuctionBegan
    | LotRevealed
    | BidPlaced
    | Passed
    | CalledOut
    | GavelFell
    | EnvelopesAsked
    | EnvelopesOpened
)
SaleEvent: TypeAlias = LotSold | BoughtOut | Exposed | BiddingReopened | Paid | LotTaken
TradeEvent: TypeAlias = TradeBegan | OfferMade | CounterMade | TradeSettled

ClassicEvent: TypeAlias = (
    TableOpened | Dealt | TurnBegan | BiddingEvent | SaleEvent | TradeEvent | DoveTaken | GameEnded
)
"""What can happen in every edition; only the dove is the classic game's own."""
