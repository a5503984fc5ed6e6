"""Guessed purses: they swap unseen cards until they fit what is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from operator import eq, lt
from typing import Final, TypeVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import reaches
from kuhstall.engine.table import Table
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.guessing import without
from kuhstall.games.kuhhandel.money import BLUFF, NO_CARDS, Cards, minus, plus
from kuhstall.games.kuhhandel.world import replace_seat

_T = TypeVar("_T")

_TRIES: Final = 20

_NOBODY: Final[Seat] = -1
"""The owner of money that the viewer has never seen: the deck for two, or the box."""


class Purses:
    """The purses at a table, and swaps between them that the viewer cannot have noticed.

    `shown` is what each seat is known to hold, and is swapped only if nothing else will do;
    `wanted` is what it is about to lay, and stays. `unseen` is money that the viewer never sees
    in the deck for two: what others draw, what is left of it, and what is not in it at all.
    """

    def __init__(self, table: KuhTable, viewer: Seat | None, chance: Chance) -> None:
        self.table = table
        self.shown: list[Cards] = [NO_CARDS] * table.world.seats
        self.wanted: dict[Seat, Cards] = {}
        self.unseen: Cards = NO_CARDS
        self.viewer = viewer
        self.chance = chance

    def copied(self, chance: Chance) -> Purses:
        """Return others that go on from here with a chance of their own."""
        other = copy(self)
        other.shown = list(self.shown)
        other.chance = chance
        return other

    def __getitem__(self, seat: Seat) -> Cards:
        return self.table.world.purses[seat]

    def reach(self, seat: Seat) -> Cards:
        """Return everything that a seat may hold, as far as the viewer knows."""
        found = list(self[seat])
        for other in self._others(seat):
            found += self._spare(other)
        return tuple(sorted((*found, *self._loose)))

    def provide(self, wanted: dict[Seat, Cards]) -> None:
        """Make sure that purses hold these cards."""
        self.wanted = wanted
        for seat, cards in wanted.items():
            for card in without(cards, self[seat]):
                found = self._elsewhere(seat, partial(eq, card))
                if found:
                    other, _ = place = self._one_of(found)
                    self._swap(seat, *place, self._spare_card(seat, other))

    def afford(self, seat: Seat, amount: int, bids: Sequence[int]) -> None:
        """Make sure that a purse covers an amount, and that other purses still cover their bids."""
        self.wanted = {}
        while sum(self[seat]) < amount:
            given = (self._spare(seat) or self[seat])[:1]  # the smallest
            found = self._elsewhere(seat, partial(lt, sum(given)))
            if not found and not self.table.edition.rules.counts_are_public:
                given = NO_CARDS  # it must hold more cards than was guessed
                found = self._elsewhere(seat, partial(lt, 0))
            if not found:
                return
            rich = [
                (other, card)
                for other, card in found
                if sum(self[other]) - card + sum(given) >= bids[other]
            ]
            self._swap(seat, *self._one_of(rich or found), given)

    def bar(self, seat: Seat, price: int) -> None:
        """Make sure that a purse that has overpaid could not have paid exactly."""
        for _ in range(_TRIES):
            if not reaches(self[seat], price):
                return
            spare = [card for card in self._spare(seat) if 0 < card <= price]
            found = self._elsewhere(seat, lambda card: not 0 < card <= price)
            if spare and found:
                self._swap(seat, *self._one_of(found), (self._one_of(spare),))
            elif spare and not self.table.edition.rules.counts_are_public:
                self._move(seat, self._one_of(self._others(seat)), self._one_of(spare))

    def hold(self, seat: Seat, count: int) -> None:
        """Make sure that a purse holds `count` cards. Only where hand counts are hidden."""
        self.wanted = {}
        while len(self[seat]) < count:
            found = [(other, card) for other, card in self._elsewhere(seat) if other != _NOBODY]
            if not found:
                return
            self._swap(seat, *self._one_of(found), NO_CARDS)

    def draw(self) -> int:
        """Draw a card that the viewer does not see."""
        card = self._one_of(self.unseen)
        self.unseen = minus(self.unseen, (card,))
        return card

    def claim(self, card: int) -> None:
        """Take a card out of the unseen money, for the viewer sees it now.

        A seat that was guessed to have drawn it gets another one.
        """
        if card not in self.unseen:
            self.wanted = {}
            for place in self._elsewhere(_NOBODY, partial(eq, card))[:1]:
                self._swap(_NOBODY, *place, (self._one_of(self.unseen),))
        self.unseen = minus(self.unseen, (card,))

    def expose(self, seat: Seat, cards: Cards) -> None:
        """Make sure that a purse holds exactly these cards, which everybody has seen."""
        self.shown[seat] = cards
        self.provide({seat: cards})
        self._strip(seat, cards)

    def _strip(self, seat: Seat, cards: Cards) -> None:
        """Give away what a shown purse does not hold. Only where hand counts are hidden."""
        for card in minus(self[seat], cards):
            self._move(seat, self._one_of(self._others(seat)), card)

    @property
    def _loose(self) -> Cards:
        """Return the unseen money that may be swapped, card for card, so counts must be known."""
        known = self.viewer is not None or self.table.edition.rules.counts_are_public
        return self.unseen if known else NO_CARDS

    def _others(self, seat: Seat) -> list[Seat]:
        return [s for s in range(self.table.world.seats) if s not in (seat, self.viewer)]

    def _spare(self, seat: Seat, *, shown: bool = False) -> Cards:
        """Return what a seat could do without; with `shown`, even cards it is known to hold."""
        wanted = self.wanted.get(seat, NO_CARDS)
        spare = without(self[seat], wanted)
        return spare if shown else without(spare, without(self.shown[seat], wanted))

    def _spare_card(self, seat: Seat, taker: Seat) -> Cards:
        """Choose a card to give back. There is no bluff card in a deck."""
        for shown in (False, True):
            spare = self._spare(seat, shown=shown)
            if taker == _NOBODY:
                spare = spare[spare.count(BLUFF) :]
            if spare:
                return (self._one_of(spare),)
        return NO_CARDS

    def _elsewhere(
        self, seat: Seat, fits: Callable[[int], bool] = lambda _: True
    ) -> list[tuple[Seat, int]]:
        """Find cards elsewhere that would do, preferably unseen ones."""
        unseen = [(_NOBODY, card) for card in sorted(set(self._loose)) if fits(card)]
        for shown in (False, True):
            found = [
                (other, card)
                for other in self._others(seat)
                for card in sorted(set(self._spare(other, shown=shown)))
                if fits(card)
            ]
            if found or unseen:
                return found + unseen
        return []

    def _swap(self, seat: Seat, other: Seat, card: int, given: Cards) -> None:
        """Take a card and give one back, unless the purse is empty: its count is a guess, too."""
        self._move(other, seat, card)
        for back in given:
            self._move(seat, other, back)

    def _move(self, giver: Seat, taker: Seat, card: int) -> None:
        purses = self.table.world.purses
        if giver == _NOBODY:
            self.unseen = minus(self.unseen, (card,))
        else:
            purses = replace_seat(purses, giver, minus(purses[giver], (card,)))
        if taker == _NOBODY:
            self.unseen = plus(self.unseen, (card,))
        else:
            purses = replace_seat(purses, taker, plus(purses[taker], (card,)))
        table = self.table
        world = replace(table.world, purses=purses)
        self.table = Table(table.edition, world, table.phase, table.moment)

    def _one_of(self, items: Sequence[_T]) -> _T:
        return items[self.chance.below("imagine", len(items))]
