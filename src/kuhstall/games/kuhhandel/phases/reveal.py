"""Turn up the top card. The edition says what it leads to: an animal is auctioned off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import ANIMALS, DONKEY, Card, is_animal
from kuhstall.games.kuhhandel.edition import CardReveal, Edition, KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed
from kuhstall.games.kuhhandel.phases import bidding
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


def _announced(table: KuhTable, auctioneer: Seat, lot: Card) -> Iterator[Event]:
    """Put an animal up for auction; a donkey pays everybody first."""
    if not is_animal(lot):
        return
    edition, world = table.edition, table.world
    payout, donkeys = 0, world.donkeys
    if lot == DONKEY:
        payout = edition.payouts[donkeys]
        donkeys += 1
    cap = edition.cap(world.seats, donkeys)
    auction = bidding.Auction(lot, auctioneer, cap)
    polled = bidding.next_polled(table, auction, None, bidding.STEP, (), auctioneer)
    yield LotRevealed(
        auctioneer, lot, payout, donkeys, cap, bidding.polled_of(edition.rules, polled)
    )


def _auctioned(table: KuhTable, event: LotRevealed) -> KuhTable:
    world = table.world.drawn(payout=event.payout, donkeys=event.donkeys)
    auction = bidding.Auction(event.lot, event.auctioneer, event.cap)
    nothing_bid = (0,) * world.seats
    phase = bidding.Bidding(auction, nothing_bid, None, (), 0, event.polled)
    return Table(table.edition, world, phase, table.moment + 1)


ANIMAL: Final = CardReveal(frozenset(ANIMALS), LotRevealed, _announced, _auctioned)
