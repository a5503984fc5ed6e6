"""Turn up the top card; a donkey pays everybody first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import DONKEY
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import LotRevealed
from kuhstall.games.kuhhandel.money import minus, plus
from kuhstall.games.kuhhandel.phases import bidding
from kuhstall.games.kuhhandel.world import World


class Reveal(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    auctioneer: Seat

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        edition, world = table.edition, table.world
        lot = world.deck[0]
        payout, donkeys = 0, world.donkeys
        if lot == DONKEY:
            payout = edition.payouts[donkeys]
            donkeys += 1
        cap = edition.cap(world.seats, donkeys)
        auction = bidding.Auction(lot, self.auctioneer, cap)
        polled = bidding.next_polled(table, auction, None, bidding.STEP, (), self.auctioneer)
        yield LotRevealed(
            self.auctioneer, lot, payout, donkeys, cap, bidding.asked(edition.rules, polled)
        )

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if not isinstance(event, LotRevealed):
            raise Unexpected(self, event)
        world = table.world
        bank, purses = world.bank, world.purses
        if event.payout:
            card = (event.payout,)
            bank = minus(bank, card * len(purses))
            purses = tuple(plus(purse, card) for purse in purses)
        world = replace(
            world, deck=world.deck[1:], bank=bank, purses=purses, donkeys=event.donkeys, idle=0
        )
        auction = bidding.Auction(event.lot, event.auctioneer, event.cap)
        nothing_bid = (0,) * len(purses)
        phase = bidding.Bidding(auction, nothing_bid, None, (), 0, event.polled)
        return Table(table.edition, world, phase, table.moment + 1)
