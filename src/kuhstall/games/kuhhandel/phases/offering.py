"""The challenger lays an offer face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option, Pick
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import Counter, Offer
from kuhstall.games.kuhhandel.cards import Kind
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import OfferMade
from kuhstall.games.kuhhandel.house_rules import OfferCount
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards
from kuhstall.games.kuhhandel.phases import responding
from kuhstall.games.kuhhandel.world import World


class Trade(Struct, frozen=True, gc=False):
    """Who trades with whom, and for what. After a first tie there is a second bout (A-06)."""

    challenger: Seat
    challenged: Seat
    animal: Kind
    stake: int
    bout: int = 1

    def other(self, seat: Seat) -> Seat:
        return self.challenged if seat == self.challenger else self.challenger


class Offering(Phase[Edition, World], frozen=True, gc=False):
    trade: Trade

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.trade.challenger,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.trade.challenger:
            return ()
        rules, purse = table.edition.rules, table.world.purses[actor]
        # A seat without cards may still offer nothing, whatever the minimum (D-02).
        fewest = min(rules.min_offer_cards, len(purse))
        return offers(Offer, rules.offer_count, purse, fewest)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        for option in self.options(table, actor):
            if isinstance(option, Pick):
                return option.fill(option.pool[: option.fewest])
        return None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, Offer):
            yield OfferMade(actor, action.cards, len(action.cards), action.show_count)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, OfferMade) and event.cards is not None:
            world = table.world.laid(event.seat, event.cards)
            phase = responding.Responding(self.trade, event.cards, event.shown)
            return Table(table.edition, world, phase, table.moment + 1)
        raise Unexpected(self, event)


_SHOWN: Final[dict[OfferCount, tuple[bool, ...]]] = {
    "visible": (True,),
    "hidden": (False,),
    "offerer_choice": (True, False),
}


def offers(
    action: type[Offer | Counter], count: OfferCount, purse: Cards, fewest: int
) -> tuple[Option, ...]:
    """State what may be laid face down, and whether the count may or must be shown (D-03)."""
    return tuple([Pick(action(NO_CARDS, show), "cards", purse, fewest) for show in _SHOWN[count]])
