"""Turn up the top card: an animal, a pedigree or a rat. A donkey pays everybody first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import DONKEY, PEDIGREE_OF, RAT, Animal, is_animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed, PedigreeRevealed, RatRevealed
from kuhstall.games.kuhhandel.phases import bidding, countdown, rat_round
from kuhstall.games.kuhhandel.world import CLOCKWISE, World


class Reveal(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    auctioneer: Seat

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        card = table.world.deck[0]
        if is_animal(card):
            yield self._lot(table, card)
        elif card == RAT:
            yield RatRevealed(self.auctioneer, CLOCKWISE[table.world.seats][self.auctioneer][0])
        else:
            animal = PEDIGREE_OF[card]
            yield PedigreeRevealed(self.auctioneer, animal, countdown.FIRST)
            yield from countdown.unwanted(table, countdown.Sale(animal, self.auctioneer))

    def _lot(self, table: KuhTable, lot: Animal) -> LotRevealed:
        edition, world = table.edition, table.world
        payout, donkeys = 0, world.donkeys
        if lot == DONKEY:
            payout = edition.payouts[donkeys]
            donkeys += 1
        cap = edition.cap(world.seats, donkeys)
        auction = bidding.Auction(lot, self.auctioneer, cap)
        polled = bidding.next_polled(table, auction, None, bidding.STEP, (), self.auctioneer)
        return LotRevealed(
            self.auctioneer, lot, payout, donkeys, cap, bidding.asked(edition.rules, polled)
        )

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        world = table.world
        if isinstance(event, LotRevealed):
            world = world.drawn(payout=event.payout, donkeys=event.donkeys)
            auction = bidding.Auction(event.lot, event.auctioneer, event.cap)
            nothing_bid = (0,) * world.seats
            phase: Phase[Edition, World] = bidding.Bidding(
                auction, nothing_bid, None, (), 0, event.polled
            )
        elif isinstance(event, PedigreeRevealed):
            world = world.drawn()
            phase = countdown.Countdown(countdown.Sale(event.animal, event.auctioneer), event.count)
        elif isinstance(event, RatRevealed):
            world = world.drawn()
            phase = rat_round.RatRound(event.auctioneer, event.polled)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, world, phase, table.moment + 1)
