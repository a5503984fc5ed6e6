"""What a viewer may know of a table of Kuhhandel Master."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, assert_never, get_args

from msgspec import Struct

from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.game import Own
from kuhstall.games.kuhhandel import view as classic
from kuhstall.games.kuhhandel.cards import Animal, Card
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.house_rules import MasterRules, rules_of
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.covering import Covering
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.extra import Extra
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.view import (
    BetweenView,
    ClassicPhase,
    EndedView,
    TableView,
    TurnPhaseView,
    common,
    own_seat,
    shown_phase,
)


class CountdownView(Struct, frozen=True, tag="countdown", tag_field="phase", gc=False):
    """`plan` is the count at which the viewer plans to slap, or 0."""

    animal: Animal
    auctioneer: Seat
    count: int
    barred: tuple[Seat, ...]
    limits: tuple[Bid, ...]
    plan: int


class PedigreeHammerView(Struct, frozen=True, tag="pedigree_hammer", tag_field="phase", gc=False):
    """`high` says who has slapped, and for how many cards."""

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
    """`pot` is how many cards lie beside the rat; `laid` are those that the viewer has laid."""

    auctioneer: Seat
    polled: Seat
    pot: int
    laid: Cards


class RatEnvelopesView(Struct, frozen=True, tag="rat_envelopes", tag_field="phase", gc=False):
    """Everybody says once how often to pass the rat on; `first` is the first to lay a card."""

    auctioneer: Seat
    first: Seat


class DividingView(Struct, frozen=True, tag="dividing", tag_field="phase", gc=False):
    """`card` is only for the seat that is looking at it."""

    seat: Seat
    card: Card | None


class ExtraView(Struct, frozen=True, tag="extra", tag_field="phase", gc=False):
    """Super-Kuhhandel: after a trade, a player may put one more card up for auction."""

    seat: Seat


class CoveringView(Struct, frozen=True, tag="covering", tag_field="phase", gc=False):
    """Whoever has all rats chooses the quartet that they cover."""

    seat: Seat


PhaseView: TypeAlias = (
    TurnPhaseView
    | CountdownView
    | PedigreeHammerView
    | PedigreePaymentView
    | RatRoundView
    | RatEnvelopesView
    | DividingView
    | ExtraView
    | CoveringView
    | EndedView
    | BetweenView
)

Back: TypeAlias = Literal["animal", "money"]
"""What the back of a card shows: red for animals, pedigrees and rats, green for money."""


class MasterView(TableView, frozen=True, tag="master", gc=False):
    """`backs` are the visible backs of the deck: the top one, and the one below a lifted card.

    They matter only in the game for two, where money is in the deck.
    """

    phase: PhaseView
    rules: MasterRules
    backs: tuple[Back, ...]
    covered: Animal | None
    asked: tuple[Seat, ...]
    sealed: bool


OwnPhase: TypeAlias = (
    Countdown
    | PedigreeHammer
    | PedigreePayment
    | RatRound
    | RatEnvelopes
    | Dividing
    | Extra
    | Covering
)
"""The phases that only Kuhhandel Master has."""

MasterPhase: TypeAlias = ClassicPhase | OwnPhase

_OWN: Final = frozenset(get_args(OwnPhase))


def view(table: KuhTable, viewer: Viewer) -> MasterView:
    """Show a table of Kuhhandel Master."""
    rules = rules_of(table.edition)
    phase: Any = table.phase
    return MasterView(
        *common(table, viewer),
        _own_phase(table, phase, viewer) if type(phase) in _OWN else shown_phase(phase, viewer),
        rules,
        _backs(table, rules),
        table.world.covered,
        phase.asked(table),
        phase.sealed,
    )


_PRIVATE: Final = (Countdown, RatRound, Dividing)
"""The phases that hold something that is not for all."""


def own(table: KuhTable, seat: Seat) -> Own:
    """Show what only a seat is shown."""
    phase = table.phase
    if isinstance(phase, _PRIVATE):
        return Own(own_seat(table.world, seat), _own_phase(table, phase, seat))
    return classic.own(table, seat)


def _backs(table: KuhTable, rules: MasterRules) -> tuple[Back, ...]:
    """Show the visible backs, including the next one while the top card is lifted (A-20)."""
    if not table.edition.divides(table.world.seats):
        return ()
    lifted = isinstance(table.phase, Dividing) and rules.peek_next_back
    seen = table.world.deck[: 2 if lifted else 1]
    return tuple(["money" if isinstance(card, int) else "animal" for card in seen])


def _own_phase(table: KuhTable, phase: OwnPhase, viewer: Viewer) -> PhaseView:
    match phase:
        case Countdown():
            sale = phase.sale
            plan = sum([plan.count for plan in phase.plans if plan.seat == viewer])
            return CountdownView(
                sale.animal, sale.auctioneer, phase.count, sale.barred, sale.limits, plan
            )
        case PedigreeHammer():
            sale = phase.sale
            return PedigreeHammerView(sale.animal, sale.auctioneer, phase.high)
        case PedigreePayment():
            due = phase.due
            return PedigreePaymentView(due.animal, due.auctioneer, due.payer, due.payee, due.price)
        case RatRound():
            laid = tuple(sorted([card for seat, card in phase.pot if seat == viewer]))
            return RatRoundView(phase.auctioneer, phase.polled, len(phase.pot), laid)
        case RatEnvelopes():
            return RatEnvelopesView(phase.auctioneer, phase.actors(table)[0])
        case Dividing():
            card = table.world.deck[0] if viewer == phase.seat else None
            return DividingView(phase.seat, card)
        case Extra():
            return ExtraView(phase.seat)
        case Covering():
            return CoveringView(phase.seat)
        case _:  # a new phase must be shown above
            assert_never(phase)
