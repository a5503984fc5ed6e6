"""Invariants of every table of Kuhhandel."""

from __future__ import annotations

from collections import Counter

from kuhstall.arena.watch import Watch
from kuhstall.engine.match import Match
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, DONKEY, KINDS, PEDIGREES, QUARTET, RAT, Card
from kuhstall.games.kuhhandel.edition import KuhPhase, KuhTable
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.world import World


class KuhhandelWatch(Watch):
    """Counts money and animals."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        # Counted here, because an edition may leave some of its cards in the box.
        self._money = _money(match.table)
        self._cards = _cards(match.table)
        self._kinds = sum(count == QUARTET for count in self._cards.values())
        self._quartets: set[tuple[Seat, int]] = set()
        self._world: World | None = None

    def look_at(self, table: KuhTable) -> None:
        world = table.world
        if world is self._world:  # most actions are bids, and leave the world alone
            return
        self._world = world
        if _money(table) != self._money:
            self.violations.add("money")
        if any(min(herd) < 0 for herd in world.herds) or _cards(table) != self._cards:
            self.violations.add("animals")
        if world.donkeys + world.deck.count(DONKEY) != self._cards[DONKEY]:
            self.violations.add("donkeys")
        quartets = _quartets(world)
        if not quartets >= self._quartets:
            self.violations.add("quartets")
        self._quartets = quartets

    def look_back(self, table: KuhTable) -> None:
        if not isinstance(table.phase, Ended):
            self.violations.add("unfinished")
        elif table.phase.reason == "complete" and len(_quartets(table.world)) != self._kinds:
            self.violations.add("incomplete")


def _quartets(world: World) -> set[tuple[Seat, int]]:
    """Return every complete set of four as (seat, kind), rats included."""
    return {
        (seat, kind)
        for seat, herd in enumerate(world.herds)
        for kind, count in enumerate(herd)
        if count == QUARTET
    }


def _money(table: KuhTable) -> Cards:
    """Return all the money: in the bank, in purses, on the table and in the deck."""
    world = table.world
    money = list(world.bank + _laid(table.phase))
    for purse in world.purses:
        money += purse
    money += [card for card in world.deck if isinstance(card, int)]
    return tuple(sorted(money))


def _cards(table: KuhTable) -> Counter[Card]:
    """Count all cards except money."""
    world = table.world
    cards: Counter[Card] = Counter([card for card in world.deck if not isinstance(card, int)])
    cards.update(_lot(table.phase))
    for herd in world.herds:
        cards.update(dict(zip(KINDS, herd, strict=True)))
    for animals in world.pedigrees:
        cards.update([PEDIGREES[ANIMALS.index(animal)] for animal in animals])
    return +cards


def _laid(phase: KuhPhase) -> Cards:
    match phase:
        case Responding():
            return phase.offer
        case RatRound():
            return phase.cards
        case _:
            return NO_CARDS


def _lot(phase: KuhPhase) -> tuple[Card, ...]:
    match phase:
        case Bidding(auction) | Envelopes(auction) | Preemption(auction):
            return (auction.lot,)
        case Payment(lot):
            return (lot,)
        case Countdown(sale) | PedigreeHammer(sale):
            return (PEDIGREES[ANIMALS.index(sale.animal)],)
        case PedigreePayment(due):
            return (PEDIGREES[ANIMALS.index(due.animal)],)
        case RatRound() | RatEnvelopes():
            return (RAT,)
        case _:
            return ()
