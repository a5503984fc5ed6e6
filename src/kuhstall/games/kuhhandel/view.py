"""What a viewer may know now. With `redaction`, the only way out for what a table holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from kuhstall.engine.option import worths
from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.kuhhandel.cards import ANIMALS, Animal, Herd
from kuhstall.games.kuhhandel.edition import KuhPhase, KuhTable
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.ended import Ended, Reason
from kuhstall.games.kuhhandel.phases.offering import Offering
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.scoring import SeatScore


class TurnView(Struct, frozen=True, tag="turn", tag_field="phase", gc=False):
    seat: Seat


class BiddingView(Struct, frozen=True, tag="bidding", tag_field="phase", gc=False):
    lot: Animal
    auctioneer: Seat
    cap: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    bids: tuple[int, ...]
    high: Bid | None
    passed: tuple[Seat, ...]
    calls: int
    polled: Seat | None


class PreemptionView(Struct, frozen=True, tag="preemption", tag_field="phase", gc=False):
    lot: Animal
    auctioneer: Seat
    cap: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    bids: tuple[int, ...]
    high: Bid


class PaymentView(Struct, frozen=True, tag="payment", tag_field="phase", gc=False):
    lot: Animal
    auctioneer: Seat
    payer: Seat
    payee: Seat
    buyer: Seat
    price: int


class OfferingView(Struct, frozen=True, tag="offering", tag_field="phase", gc=False):
    challenger: Seat
    challenged: Seat
    animal: Animal
    stake: int
    bout: int


class RespondingView(Struct, frozen=True, tag="responding", tag_field="phase", gc=False):
    """`offer` is there for the challenger alone; `count` for those to whom it was shown."""

    challenger: Seat
    challenged: Seat
    animal: Animal
    stake: int
    bout: int
    shown: bool
    count: int | None
    offer: Cards | None


class EndedView(Struct, frozen=True, tag="ended", tag_field="phase", gc=False):
    reason: Reason
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


class BetweenView(Struct, frozen=True, tag="between", tag_field="phase", gc=False):
    """An automatic phase: the table moves on by itself. Before the deal, it waits for chance."""


PhaseView: TypeAlias = (
    TurnView
    | BiddingView
    | PreemptionView
    | PaymentView
    | OfferingView
    | RespondingView
    | EndedView
    | BetweenView
)


class SeatView(Struct, frozen=True, gc=False):
    """A seat's place. `purse` and the sums it can pay are there for its owner alone."""

    herd: dict[Animal, int]
    cards: int | None
    purse: Cards | None = None
    payable: tuple[int, ...] | None = None


class View(Struct, frozen=True, gc=False):
    edition: str
    version: int
    rules: HouseRules
    viewer: Viewer
    moment: int
    deck: int
    bank: Cards
    donkeys: int
    dove: Seat | None
    idle: int
    seats: tuple[SeatView, ...]
    phase: PhaseView


def view(table: KuhTable, viewer: Viewer) -> View:
    edition, world = table.edition, table.world
    counts_are_public = edition.rules.counts_are_public
    seats = []
    for seat, herd in enumerate(world.herds):
        purse = world.purses[seat]
        if seat == viewer:
            seats.append(SeatView(_animals(herd), len(purse), purse, worths(purse)))
        else:
            seats.append(_closed(herd, len(purse) if counts_are_public else None))
    return View(
        edition=edition.key,
        version=edition.version,
        rules=edition.rules,
        viewer=viewer,
        moment=table.moment,
        deck=len(world.deck),
        bank=world.bank,
        donkeys=world.donkeys,
        dove=world.dove,
        idle=world.idle,
        seats=tuple(seats),
        phase=_phase(table.phase, viewer),
    )


@lru_cache(maxsize=4096)
def _closed(herd: Herd, cards: int | None) -> SeatView:
    """Show a seat to the others. It is shown to each of them, and seldom changes."""
    return SeatView(_animals(herd), cards)


def _animals(herd: Herd) -> dict[Animal, int]:
    return {animal: count for animal, count in zip(ANIMALS, herd, strict=True) if count}


def _phase(phase: KuhPhase, viewer: Viewer) -> PhaseView:
    match phase:
        case Turn(seat):
            return TurnView(seat)
        case Bidding(auction, bids, high, passed, calls, polled):
            return BiddingView(
                auction.lot,
                auction.auctioneer,
                auction.cap,
                auction.barred,
                auction.limits,
                bids,
                high,
                passed,
                calls,
                polled,
            )
        case Preemption(auction, bids, high):
            return PreemptionView(
                auction.lot,
                auction.auctioneer,
                auction.cap,
                auction.barred,
                auction.limits,
                bids,
                high,
            )
        case Payment(lot, auctioneer, payer, payee, buyer, price):
            return PaymentView(lot, auctioneer, payer, payee, buyer, price)
        case Offering(trade):
            return OfferingView(
                trade.challenger, trade.challenged, trade.animal, trade.stake, trade.bout
            )
        case Responding(trade, offer, shown):
            own = viewer == trade.challenger
            return RespondingView(
                trade.challenger,
                trade.challenged,
                trade.animal,
                trade.stake,
                trade.bout,
                shown,
                len(offer) if shown or own else None,
                offer if own else None,
            )
        case Ended(reason, scores, winners):
            return EndedView(reason, scores, winners)
        case _:
            return BetweenView()
