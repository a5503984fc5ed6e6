"""A pedigree was slapped for: the auctioneer sells or buys it out, and it is paid in cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Pick
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Pay, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import (
    Bid,
    CountdownReopened,
    Paid,
    PedigreeBoughtOut,
    PedigreeSold,
    PedigreeTaken,
    SlapExposed,
)
from kuhstall.games.kuhhandel.money import NO_CARDS
from kuhstall.games.kuhhandel.phases import countdown
from kuhstall.games.kuhhandel.world import World

_SELL: Final = Choice((Sell(),))
_EITHER: Final = Choice((Sell(), BuyOut()))


class PedigreeHammer(Phase[Edition, World], frozen=True, gc=False):
    """The auctioneer decides before any card is laid (A-08). `high` is the slap, in cards."""

    sale: countdown.Sale
    high: Bid

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.sale.auctioneer,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.sale.auctioneer:
            return ()
        enough = len(table.world.purses[actor]) >= self.high.amount
        return (_EITHER,) if enough else (_SELL,)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return Sell() if self.options(table, actor) else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        seat, price = self.high.seat, self.high.amount
        purse = table.world.purses[seat]
        if isinstance(action, BuyOut):
            yield PedigreeBoughtOut(actor, seat, price)
        elif len(purse) >= price:
            yield PedigreeSold(actor, seat, price)
        else:
            yield SlapExposed(seat, price, purse)
            again, count = self._again(table, len(purse))
            if count:
                yield CountdownReopened(again.barred, again.limits, count)
                yield from countdown.unwanted(table, again)
            else:
                yield PedigreeTaken(actor, again.animal, 0)

    def _again(self, table: KuhTable, cards: int) -> tuple[countdown.Sale, int]:
        """Say who may slap now, and from which count on (D-01, C-06)."""
        sale, (seat, price) = self.sale, (self.high.seat, self.high.amount)
        overbid = table.edition.rules.overbid
        if overbid == "restart_all":
            limits = (*sale.limits, Bid(seat, cards))
            return countdown.reopened(sale, sale.barred, limits), countdown.FIRST
        barred = countdown.reopened(sale, (*sale.barred, seat), sale.limits)
        return barred, countdown.FIRST if overbid == "restart_excluded" else price - 1

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, PedigreeSold | PedigreeBoughtOut):
            payer, payee = event.seat, event.auctioneer
            if isinstance(event, PedigreeBoughtOut):
                payer, payee = payee, payer
            due = Due(self.sale.animal, event.auctioneer, payer, payee, event.price)
            return Table(table.edition, table.world, PedigreePayment(due), table.moment + 1)
        if isinstance(event, SlapExposed):
            return table
        if isinstance(event, CountdownReopened):
            sale = countdown.reopened(self.sale, event.barred, event.limits)
            phase = countdown.Countdown(sale, event.count)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, PedigreeTaken):
            return countdown.taken(table, event, self.sale.auctioneer)
        raise Unexpected(self, event)


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
        return Pay(table.world.purses[actor][: self.due.price])

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
            return countdown.taken(table, event, self.due.auctioneer)
        raise Unexpected(self, event)
