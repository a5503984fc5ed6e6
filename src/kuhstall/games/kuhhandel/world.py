"""What lies on a Kuhhandel table, secrets included."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import (
    NO_ANIMALS,
    QUARTET,
    Animal,
    Card,
    Herd,
    Kind,
    grown,
)
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards, minus, plus

T = TypeVar("T")

MOST_SEATS: Final = 6

CLOCKWISE: Final = tuple(
    tuple(tuple((after + step) % seats for step in range(1, seats + 1)) for after in range(seats))
    for seats in range(MOST_SEATS + 1)
)
"""CLOCKWISE[seats][after]: all seats in the order of play, beginning to the left of `after`."""

OTHERS: Final = tuple(
    tuple(tuple(sorted(around[:-1])) for around in orders) for orders in CLOCKWISE
)
"""OTHERS[seats][seat]: all other seats, by number."""


class World(Struct, frozen=True, gc=False):
    """Deck, bank, purses and herds. The deck's first card is the next to be turned up.

    `idle` counts finished trades since a card left the deck or a quartet was completed (C-21);
    `covered` is the quartet that the owner of all rats has given up; `planned` is the seat that
    said beforehand to auction off a card on the turn that comes next.
    """

    purses: tuple[Cards, ...]
    herds: tuple[Herd, ...]
    deck: tuple[Card, ...] = ()
    bank: Cards = NO_CARDS
    donkeys: int = 0
    dove: Seat | None = None
    idle: int = 0
    pedigrees: tuple[tuple[Animal, ...], ...] = ()
    covered: Animal | None = None
    planned: Seat | None = None

    @property
    def seats(self) -> int:
        return len(self.purses)

    def paid(self, payer: Seat, payee: Seat, cards: Cards) -> World:
        purses = list(self.purses)
        purses[payer] = minus(purses[payer], cards)
        purses[payee] = plus(purses[payee], cards)
        return replace(self, purses=tuple(purses))

    def laid(self, seat: Seat, cards: Cards) -> World:
        """Move cards from a purse to the table."""
        return replace(
            self, purses=replace_seat(self.purses, seat, minus(self.purses[seat], cards))
        )

    def got(self, seat: Seat, cards: Cards) -> World:
        """Move cards from the table to a purse."""
        return replace(self, purses=replace_seat(self.purses, seat, plus(self.purses[seat], cards)))

    def grown(self, seat: Seat, kind: Kind) -> World:
        return replace(self, herds=replace_seat(self.herds, seat, grown(self.herds[seat], kind, 1)))

    def honoured(self, seat: Seat, animal: Animal) -> World:
        """Give a seat the pedigree of an animal."""
        pedigrees = replace_seat(self.pedigrees, seat, (*self.pedigrees[seat], animal))
        return replace(self, pedigrees=pedigrees)

    def drawn(self, *, payout: int = 0, donkeys: int | None = None) -> World:
        """Take the top card off the deck; a donkey pays every seat a card."""
        bank, purses = self.bank, self.purses
        if payout:
            card = (payout,)
            bank = minus(bank, card * len(purses))
            purses = tuple([plus(purse, card) for purse in purses])
        return replace(
            self,
            deck=self.deck[1:],
            bank=bank,
            purses=purses,
            donkeys=self.donkeys if donkeys is None else donkeys,
            idle=0,
        )

    @property
    def complete(self) -> bool:
        """Whether no card is left and every kind has one owner, so that no trade is possible."""
        return not self.deck and all(count in (0, QUARTET) for herd in self.herds for count in herd)


def nothing_dealt(seats: int) -> World:
    """Return the world before the deal."""
    return World((NO_CARDS,) * seats, (NO_ANIMALS,) * seats, pedigrees=((),) * seats)


def replace_seat(seats: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the tuple with one seat's value replaced."""
    new = list(seats)
    new[seat] = value
    return tuple(new)
