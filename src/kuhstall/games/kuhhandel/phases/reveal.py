"""Turn up the top card. The edition says what it leads to: an animal is auctioned off."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.world import World


class Reveal(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    auctioneer: Seat

    def resolve(self, table: KuhTable, chance: Chance) -> Iterable[Event]:
        card = table.world.deck[0]
        for reveal in table.edition.reveals:
            if card in reveal.cards:
                return reveal.announce(table, self.auctioneer, card)
        raise AssertionError(f"{table.edition.key} does not say what {card} leads to")

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        for reveal in table.edition.reveals:
            if isinstance(event, reveal.event):
                return reveal.follow(table, event)
        raise Unexpected(self, event)
