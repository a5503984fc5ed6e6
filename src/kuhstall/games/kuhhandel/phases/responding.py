"""The challenged seat accepts unseen, or counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event
from kuhstall.games.kuhhandel.actions import Accept, Counter
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import CounterMade, TradeSettled
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases import offering, settling
from kuhstall.games.kuhhandel.world import World

_ACCEPT: Final = Choice((Accept(),))


class Responding(Phase[Edition, World], frozen=True, gc=False):
    trade: offering.Trade
    offer: Cards
    shown: bool

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.trade.challenged,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.trade.challenged:
            return ()
        rules, purse = table.edition.rules, table.world.purses[actor]
        if len(purse) < rules.min_counter_cards:
            return (_ACCEPT,)
        return (
            _ACCEPT,
            *offering.offers(Counter, rules.offer_count, purse, rules.min_counter_cards),
        )

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return Accept() if actor == self.trade.challenged else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, Counter):
            yield CounterMade(actor, action.cards, len(action.cards), action.show_count)
        else:
            yield settling.settle_acceptance(table, self.trade, self.offer)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, CounterMade) and event.cards is not None:
            world = table.world.laid(event.seat, event.cards)
            phase = settling.Settling(self.trade, self.offer, event.cards)
            return Table(table.edition, world, phase, table.moment + 1)
        if isinstance(event, TradeSettled):
            return settling.enter(table, event)
        raise Unexpected(self, event)
