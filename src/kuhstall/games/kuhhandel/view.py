"""What a viewer may know now. With `redaction`, the only way out for what a table holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from kuhstall.engine.option import worths
from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.kuhhandel.cards import KINDS, Animal, Card, Herd, Kind
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.ending import Reason
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.house_rules import ClassicRules, MasterRules
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.countdown import Countdown
from kuhstall.games.kuhhandel.phases.covering import Covering
from kuhstall.games.kuhhandel.phases.dividing import Dividing
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.extra import Extra
from kuhstall.games.kuhhandel.phases.offering import Offering
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.pedigree_sale import PedigreeHammer, PedigreePayment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.rat_round import RatRound
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
    animal: Kind
    stake: int
    bout: int


class RespondingView(Struct, frozen=True, tag="responding", tag_field="phase", gc=False):
    """`offer` is there for the challenger alone; `count` for those to whom it was shown."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int
    bout: int
    shown: bool
    count: int | None
    offer: Cards | None


class CountdownView(Struct, frozen=True, tag="countdown", tag_field="phase", gc=False):
    """`plan` is what one has handed in oneself: to slap at so many cards, or 0."""

    animal: Animal
    auctioneer: Seat
    count: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    plan: int


class PedigreeHammerView(Struct, frozen=True, tag="pedigree_hammer", tag_field="phase", gc=False):
    """`high` is who has slapped, and for how many cards."""

    animal: Animal
    auctioneer: Seat
    high: Bid


class PedigreePaymentView(Struct, frozen=True, tag="pedigree_payment", tag_field="phase", gc=False):
    """`price` is a number of cards, whatever is on them."""

    animal: Animal
    auctioneer: Seat
    payer: Seat
    payee: Seat
    price: int


class RatRoundView(Struct, frozen=True, tag="rat_round", tag_field="phase", gc=False):
    """`pot` is how many cards lie beside the rat, `laid` those of one's own among them."""

    auctioneer: Seat
    polled: Seat
    pot: int
    laid: Cards


class DividingView(Struct, frozen=True, tag="dividing", tag_field="phase", gc=False):
    """`card` is there for the one who looks at it."""

    seat: Seat
    card: Card | None


class ExtraView(Struct, frozen=True, tag="extra", tag_field="phase", gc=False):
    seat: Seat


class CoveringView(Struct, frozen=True, tag="covering", tag_field="phase", gc=False):
    seat: Seat


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
    | CountdownView
    | PedigreeHammerView
    | PedigreePaymentView
    | RatRoundView
    | DividingView
    | ExtraView
    | CoveringView
    | EndedView
    | BetweenView
)


class SeatView(Struct, frozen=True, gc=False):
    """A seat's place. `purse` and the sums it can pay are there for its owner alone."""

    herd: dict[Kind, int]
    cards: int | None
    pedigrees: tuple[Animal, ...] = ()
    purse: Cards | None = None
    payable: tuple[int, ...] | None = None


Back: TypeAlias = Literal["animal", "money"]
"""What the back of a card tells: red for animals, pedigrees and rats, green for money."""


class _Shown(Struct, frozen=True, tag_field="game", gc=False):
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
    phase: PhaseView


class ClassicView(_Shown, frozen=True, tag="kuhhandel", gc=False):
    rules: ClassicRules
    dove: Seat | None


class MasterView(_Shown, frozen=True, tag="master", gc=False):
    """`backs` are those of the deck that can be seen: the top one, and the one below a lifted card.

    They tell something only where money is in the deck, in the game for two.
    """

    rules: MasterRules
    backs: tuple[Back, ...]
    covered: Animal | None


View: TypeAlias = ClassicView | MasterView


def view(table: KuhTable, viewer: Viewer) -> ClassicView | MasterView:
    edition, world = table.edition, table.world
    counts_are_public = edition.rules.counts_are_public
    seats = []
    for seat, herd in enumerate(world.herds):
        purse = world.purses[seat]
        if seat == viewer:
            own = SeatView(_animals(herd), len(purse), world.pedigrees[seat], purse, worths(purse))
            seats.append(own)
        else:
            cards = len(purse) if counts_are_public else None
            seats.append(_closed(herd, cards, world.pedigrees[seat]))
    shown = (
        edition.key,
        edition.version,
        viewer,
        table.moment,
        len(world.deck),
        world.bank,
        world.donkeys,
        world.idle,
        tuple(seats),
        _phase(table, viewer),
    )
    rules = edition.rules
    if isinstance(rules, MasterRules):
        return MasterView(*shown, rules, _backs(table, rules), world.covered)
    if isinstance(rules, ClassicRules):
        return ClassicView(*shown, rules, world.dove)
    raise TypeError(f"{edition.key} cannot be shown")


@lru_cache(maxsize=4096)
def _closed(herd: Herd, cards: int | None, pedigrees: tuple[Animal, ...]) -> SeatView:
    """Show a seat to the others. It is shown to each of them, and seldom changes."""
    return SeatView(_animals(herd), cards, pedigrees)


def _animals(herd: Herd) -> dict[Kind, int]:
    return {kind: count for kind, count in zip(KINDS, herd, strict=True) if count}


def _backs(table: KuhTable, rules: MasterRules) -> tuple[Back, ...]:
    """Show the backs that lie open: the next one too while the top card is lifted (A-20)."""
    if not table.edition.divides(table.world.seats):
        return ()
    lifted = isinstance(table.phase, Dividing) and rules.peek_next_back
    seen = table.world.deck[: 2 if lifted else 1]
    return tuple(["money" if isinstance(card, int) else "animal" for card in seen])


def _phase(table: KuhTable, viewer: Viewer) -> PhaseView:  # noqa: C901 -- one case a phase
    phase = table.phase
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
        case Countdown(sale, count, plans):
            plan = next((plan.count for plan in plans if plan.seat == viewer), 0)
            return CountdownView(
                sale.animal, sale.auctioneer, count, sale.barred, sale.limits, plan
            )
        case PedigreeHammer(sale, high):
            return PedigreeHammerView(sale.animal, sale.auctioneer, high)
        case PedigreePayment(due):
            return PedigreePaymentView(due.animal, due.auctioneer, due.payer, due.payee, due.price)
        case RatRound(auctioneer, polled, pot):
            laid = tuple(sorted(card for seat, card in pot if seat == viewer))
            return RatRoundView(auctioneer, polled, len(pot), laid)
        case Dividing(seat):
            return DividingView(seat, table.world.deck[0] if viewer == seat else None)
        case Extra(seat):
            return ExtraView(seat)
        case Covering(seat):
            return CoveringView(seat)
        case Ended(reason, scores, winners):
            return EndedView(reason, scores, winners)
        case _:
            return BetweenView()
