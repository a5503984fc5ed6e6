"""What a viewer may know now. With `redaction`, the only way out for what a table holds."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import Any, TypeAlias, assert_never

from msgspec import Struct

from kuhstall.engine.option import worths
from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.game import Own
from kuhstall.games.kuhhandel.cards import KINDS, Animal, Herd, Kind
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Bid, Reason
from kuhstall.games.kuhhandel.house_rules import ClassicRules, classic_rules
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.dealing import Dealing
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.phases.next_turn import NextTurn
from kuhstall.games.kuhhandel.phases.offering import Offering
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.reveal import Reveal
from kuhstall.games.kuhhandel.phases.settling import Settling
from kuhstall.games.kuhhandel.phases.turn import Turn
from kuhstall.games.kuhhandel.scoring import SeatScore
from kuhstall.games.kuhhandel.world import World


class TurnView(Struct, frozen=True, tag="turn", tag_field="phase", gc=False):
    """Somebody chooses between an auction and a cow trade."""

    seat: Seat


class BiddingView(Struct, frozen=True, tag="bidding", tag_field="phase", gc=False):
    """A card is on the block. `limits` are for those who had to show their purse."""

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


class EnvelopesView(Struct, frozen=True, tag="envelopes", tag_field="phase", gc=False):
    """Everybody hands in one envelope for the card on the block, and nobody sees into it."""

    lot: Animal
    auctioneer: Seat
    cap: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]


class PreemptionView(Struct, frozen=True, tag="preemption", tag_field="phase", gc=False):
    """The gavel has fallen, and the auctioneer sells or buys out."""

    lot: Animal
    auctioneer: Seat
    cap: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    bids: tuple[int, ...]
    high: Bid


class PaymentView(Struct, frozen=True, tag="payment", tag_field="phase", gc=False):
    """Somebody pays for the lot: the highest bidder, or the auctioneer who buys out."""

    lot: Animal
    auctioneer: Seat
    payer: Seat
    payee: Seat
    buyer: Seat
    price: int


class OfferingView(Struct, frozen=True, tag="offering", tag_field="phase", gc=False):
    """The challenger makes an offer. `bout` is 2 after a tie."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int
    bout: int


class RespondingView(Struct, frozen=True, tag="responding", tag_field="phase", gc=False):
    """`offer` is for the challenger only; `count` is for those who may know it."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int
    bout: int
    shown: bool
    count: int | None
    offer: Cards | None


class EndedView(Struct, frozen=True, tag="ended", tag_field="phase", gc=False):
    """The game is over, and counted."""

    reason: Reason
    scores: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


class BetweenView(Struct, frozen=True, tag="between", tag_field="phase", gc=False):
    """An automatic phase: the table moves on by itself. Before the deal, it waits for chance."""


TurnPhaseView: TypeAlias = (
    TurnView
    | BiddingView
    | EnvelopesView
    | PreemptionView
    | PaymentView
    | OfferingView
    | RespondingView
)
"""The phases of a turn that all editions have."""

ClassicPhaseView: TypeAlias = TurnPhaseView | EndedView | BetweenView


class SeatView(Struct, frozen=True, gc=False):
    """A seat's place. `purse` and the sums it can pay are for its owner only."""

    herd: dict[Kind, int]
    cards: int | None
    pedigrees: tuple[Animal, ...] = ()
    purse: Cards | None = None
    payable: tuple[int, ...] | None = None


class TableView(Struct, frozen=True, tag_field="game", gc=False):
    """What all viewers of all editions are shown."""

    edition: str
    version: int
    viewer: Viewer
    moment: int
    deck: int
    bank: Cards
    donkeys: int
    idle: int
    seats: tuple[SeatView, ...]


class ClassicView(TableView, frozen=True, tag="kuhhandel", gc=False):
    """`asked` are the seats that the table waits for; if `sealed`, answers are opened together."""

    phase: ClassicPhaseView
    rules: ClassicRules
    dove: Seat | None
    asked: tuple[Seat, ...]
    sealed: bool


Common: TypeAlias = tuple[str, int, Viewer, int, int, Cards, int, int, tuple[SeatView, ...]]


def view(table: KuhTable, viewer: Viewer) -> ClassicView:
    """Show a table of the classic game."""
    phase: Any = table.phase
    return ClassicView(
        *common(table, viewer),
        shown_phase(phase, viewer),
        classic_rules(table.edition.rules),
        table.world.dove,
        phase.asked(table),
        phase.sealed,
    )


def common(table: KuhTable, viewer: Viewer) -> Common:
    """Show what all editions have in common, up to the phase."""
    edition, world = table.edition, table.world
    herds, purses, pedigrees = world.herds, world.purses, world.pedigrees
    if edition.rules.counts_are_public:
        seats = list(map(_closed_seat, herds, map(len, purses), pedigrees))
    else:
        seats = list(map(_closed_seat, herds, repeat(None), pedigrees))
    if viewer is not None:
        seats[viewer] = own_seat(world, viewer)
    return (
        edition.key,
        edition.version,
        viewer,
        table.moment,
        len(world.deck),
        world.bank,
        world.donkeys,
        world.idle,
        tuple(seats),
    )


def own_seat(world: World, seat: Seat) -> SeatView:
    """Show a seat to itself."""
    return _open(world.herds[seat], world.purses[seat], world.pedigrees[seat])


def own(table: KuhTable, seat: Seat) -> Own:
    """Show what only a seat is shown. Of the phases, one holds something that is not for all."""
    phase = table.phase
    private = _shown_responding(phase, seat) if type(phase) is Responding else None
    return Own(own_seat(table.world, seat), private)


@lru_cache(maxsize=4096)
def _closed_seat(herd: Herd, cards: int | None, pedigrees: tuple[Animal, ...]) -> SeatView:
    """Show a seat to the others: to each of them, and it seldom changes."""
    return SeatView(_animals(herd), cards, pedigrees)


@lru_cache(maxsize=4096)
def _open(herd: Herd, purse: Cards, pedigrees: tuple[Animal, ...]) -> SeatView:
    return SeatView(_animals(herd), len(purse), pedigrees, purse, worths(purse))


@lru_cache(maxsize=4096)
def _animals(herd: Herd) -> dict[Kind, int]:
    return {kind: count for kind, count in zip(KINDS, herd, strict=True) if count}


ClassicPhase: TypeAlias = (
    Dealing
    | Turn
    | Reveal
    | Bidding
    | Envelopes
    | Preemption
    | Payment
    | Offering
    | Responding
    | Settling
    | NextTurn
    | Ended
)
"""The phases that all editions have."""


def shown_phase(phase: ClassicPhase, viewer: Viewer) -> ClassicPhaseView:
    """Show the phase as the viewer may know it."""
    match phase:
        case Bidding():  # the most frequent one
            return _shown_bidding(phase)
        case Turn():
            return TurnView(phase.seat)
        case Envelopes(auction):
            return EnvelopesView(
                auction.lot, auction.auctioneer, auction.cap, auction.barred, auction.limits
            )
        case Preemption():
            return _shown_preemption(phase)
        case Payment():
            return PaymentView(
                phase.lot, phase.auctioneer, phase.payer, phase.payee, phase.buyer, phase.price
            )
        case Offering():
            trade = phase.trade
            return OfferingView(
                trade.challenger, trade.challenged, trade.animal, trade.stake, trade.bout
            )
        case Responding():
            return _shown_responding(phase, viewer)
        case Ended():
            return EndedView(phase.reason, phase.scores, phase.winners)
        case Dealing() | Reveal() | Settling() | NextTurn():
            return BetweenView()
        case _:  # a new phase must be shown above
            assert_never(phase)


def _shown_bidding(phase: Bidding) -> BiddingView:
    auction = phase.auction
    return BiddingView(
        auction.lot,
        auction.auctioneer,
        auction.cap,
        auction.barred,
        auction.limits,
        phase.bids,
        phase.high,
        phase.passed,
        phase.calls,
        phase.polled,
    )


def _shown_preemption(phase: Preemption) -> PreemptionView:
    auction = phase.auction
    return PreemptionView(
        auction.lot,
        auction.auctioneer,
        auction.cap,
        auction.barred,
        auction.limits,
        phase.bids,
        phase.high,
    )


def _shown_responding(phase: Responding, viewer: Viewer) -> RespondingView:
    trade, offer, shown = phase.trade, phase.offer, phase.shown
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
