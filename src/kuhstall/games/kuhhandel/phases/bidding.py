"""Anyone but the auctioneer may raise until the gavel falls.

Open bidding and strict turns are one phase: with strict turns `polled` names the one seat that
is asked, with open bidding it is None, all may bid, and one seat calls. Where everybody hands
in one envelope instead, this phase only leads to `envelopes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import CallOut, Pass, PlaceBid
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import (
    Bid,
    BidPlaced,
    CalledOut,
    EnvelopesAsked,
    GavelFell,
    LotTaken,
    Passed,
)
from kuhstall.games.kuhhandel.house_rules import HouseRules
from kuhstall.games.kuhhandel.overbidding import Contest
from kuhstall.games.kuhhandel.phases import envelopes, next_turn, preemption
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

STEP: Final = 10
"""The smallest bid and the smallest raise (D-05, A-11)."""

LAST_CALL: Final = 3

_BID = PlaceBid(0)
_PASS = Choice((Pass(),))


class Auction(Contest, frozen=True, gc=False):
    """What stays the same while a lot is bid for."""

    lot: Animal
    auctioneer: Seat
    cap: int

    def limit(self, seat: Seat) -> int:
        for bid in self.limits:
            if bid.seat == seat:
                return min(bid.amount, self.cap)
        return self.cap


class Bidding(Phase[Edition, World], frozen=True, gc=False):
    contested: ClassVar[bool] = True

    auction: Auction
    bids: tuple[int, ...]  # the highest bid of each seat, 0 for none
    high: Bid | None
    passed: tuple[Seat, ...]
    calls: int
    polled: Seat | None

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        if self.polled is not None:
            return (self.polled,)
        return (*self._bidders(table), self.holder(table))

    def asked(self, table: KuhTable) -> tuple[Seat, ...]:
        """Name the polled seat; with open bidding, all may bid and none has to."""
        return () if self.polled is None else (self.polled,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if self.polled is None:
            if actor == self.holder(table):
                return (Choice((self._call(),)),)
            if actor not in self._bidders(table):
                return ()
        elif actor != self.polled:
            return ()
        high, auction = self.high, self.auction
        floor = STEP if high is None else high.amount + STEP
        most = auction.limit(actor) if auction.limits else auction.cap
        if table.edition.rules.bluff_bids == "forbidden":
            most = min(most, sum(table.world.purses[actor]))
        if floor > most:
            return (_PASS,)
        return (_PASS, Range(_BID, "amount", floor, most, STEP))

    def _bidders(self, table: KuhTable) -> list[Seat]:
        """List who may raise and has not passed, where bidding is open."""
        high, rules = self.high, table.edition.rules
        leader, floor = (None, STEP) if high is None else (high.seat, high.amount + STEP)
        return [
            seat
            for seat in range(len(self.bids))
            if seat not in self.passed and may_raise(rules, self.auction, leader, floor, seat)
        ]

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor == self.polled:
            return Pass()
        return self._call() if actor == self.caller(table) else None

    def waiver(self, table: KuhTable, actor: Actor) -> Action | None:
        """Pass: a seat that declines this price declines every higher one."""
        return None if actor in {CLOCK, self.auction.auctioneer} else Pass()

    def caller(self, table: KuhTable) -> Actor | None:
        return self.holder(table) if self.polled is None else None

    def holder(self, table: KuhTable) -> Actor:
        """Return the seat that holds the gavel."""
        return CLOCK if table.edition.rules.gavel == "clock" else self.auction.auctioneer

    def _call(self) -> CallOut:
        return CallOut(None, 0) if self.high is None else CallOut(self.high.seat, self.high.amount)

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterable[Event]:
        # Bids and passes are most of a game: a plain tuple is quicker than a generator.
        high, auction = self.high, self.auction
        if isinstance(action, CallOut):
            if self.calls + 1 == LAST_CALL:
                return (closing(auction, high),)
            return (CalledOut(self.calls + 1, action.seat, action.amount),)
        if isinstance(action, PlaceBid):
            left = next_bidder(table, auction, actor, action.amount + STEP, (), actor)
            event: Event = BidPlaced(actor, action.amount, None if self.polled is None else left)
            if left is None:
                return (event, closing(auction, Bid(actor, action.amount)))
        else:
            leader, floor = (None, STEP) if high is None else (high.seat, high.amount + STEP)
            left = next_bidder(table, auction, leader, floor, (*self.passed, actor), actor)
            event = Passed(actor, None if self.polled is None else left)
            if left is None:
                return (event, closing(auction, high))
        return (event,)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, BidPlaced):
            bids = list(self.bids)
            bids[event.seat] = event.amount
            high = Bid(event.seat, event.amount)
            phase = Bidding(self.auction, tuple(bids), high, (), 0, event.polled)
        elif isinstance(event, Passed):
            passed = (*self.passed, event.seat)
            phase = Bidding(self.auction, self.bids, self.high, passed, self.calls, event.polled)
        elif isinstance(event, CalledOut):
            phase = Bidding(self.auction, self.bids, self.high, self.passed, event.calls, None)
        elif isinstance(event, GavelFell):
            return preemption.enter(table, event, self)
        elif isinstance(event, LotTaken):
            return next_turn.entered(table, event, self.auction.auctioneer)
        elif isinstance(event, EnvelopesAsked):
            return envelopes.enter(table, self.auction)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, table.world, phase, table.moment)


def closing(auction: Auction, high: Bid | None) -> Event:
    """End the bidding: the gavel falls, or the auctioneer gets a lot without bids free (D-18)."""
    if high is None:
        return LotTaken(auction.auctioneer, auction.lot, 0)
    return GavelFell(auction.auctioneer, high.seat, high.amount)


def may_raise(
    rules: HouseRules, auction: Auction, leader: Seat | None, floor: int, seat: Seat
) -> bool:
    """Whether a seat may bid at all, from public facts and never from its purse."""
    if seat == auction.auctioneer or seat in auction.barred:
        return False
    if seat == leader and not rules.self_raise:
        return False
    return floor <= (auction.limit(seat) if auction.limits else auction.cap)


def next_bidder(  # noqa: PLR0913, PLR0917 -- a state of the bidding that need not exist yet
    table: KuhTable,
    auction: Auction,
    leader: Seat | None,
    floor: int,
    passed: tuple[Seat, ...],
    after: Seat,
) -> Seat | None:
    """Find the next seat clockwise that may raise and has not passed; None ends the bidding."""
    rules = table.edition.rules
    for seat in CLOCKWISE[len(table.world.purses)][after]:
        if seat not in passed and may_raise(rules, auction, leader, floor, seat):
            return seat
    return None


def polled_of(rules: HouseRules, polled: Seat | None) -> Seat | None:
    """Name the seat to poll first; None where bidding is open."""
    return polled if rules.auction_mode == "turns" else None
