"""Pay for the lot. No change is given."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option, Pick
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import Pay
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import BoughtOut, LotSold, LotTaken, Paid
from kuhstall.games.kuhhandel.money import payments
from kuhstall.games.kuhhandel.phases import next_turn
from kuhstall.games.kuhhandel.world import World


class Payment(Phase[Edition, World], frozen=True, gc=False):
    lot: Animal
    auctioneer: Seat
    payer: Seat
    payee: Seat
    buyer: Seat
    price: int

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.payer,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        return (self._payments(table),) if actor == self.payer else ()

    def _payments(self, table: KuhTable) -> Pick:
        purse = table.world.purses[self.payer]
        return payments(table.edition.rules.overpay, purse, self.price)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return self._payments(table).cheapest() if actor == self.payer else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, Pay):
            cards = action.cards
            open_ = table.edition.rules.payment_visibility == "public"
            yield Paid(self.payer, self.payee, cards, len(cards), open_)
            yield LotTaken(self.buyer, self.lot, self.price)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, Paid) and event.cards is not None:
            world = table.world.paid(event.payer, event.payee, event.cards)
            return Table(table.edition, world, self, table.moment)
        if isinstance(event, LotTaken):
            return next_turn.entered(table, event, self.auctioneer)
        raise Unexpected(self, event)


def due(event: LotSold | BoughtOut, lot: Animal) -> Payment:
    """Say who owes what to whom after a sale."""
    payer, payee = event.seat, event.auctioneer
    if isinstance(event, BoughtOut):
        payer, payee = payee, payer
    return Payment(
        lot,
        auctioneer=event.auctioneer,
        payer=payer,
        payee=payee,
        buyer=payer,
        price=event.price,
    )


def entered(table: KuhTable, event: LotSold | BoughtOut, lot: Animal) -> KuhTable:
    return Table(table.edition, table.world, due(event, lot), table.moment + 1)
