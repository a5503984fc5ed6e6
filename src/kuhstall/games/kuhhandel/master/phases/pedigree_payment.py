"""A pedigree is paid for in cards, and changes hands."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option, Pick
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import Pay
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import Paid
from kuhstall.games.kuhhandel.master.events import PedigreeTaken
from kuhstall.games.kuhhandel.money import NO_CARDS
from kuhstall.games.kuhhandel.phases import next_turn
from kuhstall.games.kuhhandel.world import World


class Due(Struct, frozen=True, gc=False):
    """Who owes how many cards to whom for a pedigree, which the payer gets."""

    animal: Animal
    auctioneer: Seat
    payer: Seat
    payee: Seat
    price: int


class PedigreePayment(Phase[Edition, World], frozen=True, gc=False):
    """Any cards will do, bluff cards too: only their number counts."""

    due: Due

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.due.payer,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.due.payer:
            return ()
        purse, price = table.world.purses[actor], self.due.price
        return (Pick(Pay(NO_CARDS), "cards", purse, price, most=price),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor != self.due.payer:
            return None
        return self.silent(table)

    def silent(self, table: KuhTable) -> Pay:
        """Pay with the cheapest cards, as a payer who is not asked does (C-37)."""
        return Pay(table.world.purses[self.due.payer][: self.due.price])

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, Pay):
            open_ = table.edition.rules.payment_visibility == "public"
            yield Paid(actor, self.due.payee, action.cards, len(action.cards), open_)
            yield PedigreeTaken(actor, self.due.animal, self.due.price)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, Paid) and event.cards is not None:
            world = table.world.paid(event.payer, event.payee, event.cards)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, PedigreeTaken):
            return taken(table, event, self.due.auctioneer)
        raise Unexpected(self, event)


def taken(table: KuhTable, event: PedigreeTaken, auctioneer: Seat) -> KuhTable:
    """Give the pedigree to its new owner; the auctioneer's turn is over."""
    world = table.world.honoured(event.seat, event.animal)
    return Table(table.edition, world, next_turn.NextTurn(auctioneer), table.moment + 1)
