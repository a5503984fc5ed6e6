"""A pedigree is counted down from ten money cards to one; the first to slap pays that many.

Every step of the count is sealed: slaps within it count as simultaneous, and no player hears of
them before the step is over. In realtime the clock ends a step; stepwise, the last answer does. In
`sealed` there is one step only, and the highest count named wins. So it is in `envelopes`, but the
auctioneer hands one in too, and no seat is asked again (C-37).

The slapper gets it if the auctioneer agrees. The two phases stand together because each
leads to the other: a slap that cannot be paid starts the count again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import fold
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Sell
from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, PEDIGREES, Card
from kuhstall.games.kuhhandel.edition import CardReveal, Edition, KuhTable
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.events import (
    CountdownReopened,
    CountedDown,
    PedigreeBoughtOut,
    PedigreeRevealed,
    PedigreeSold,
    PedigreeTaken,
    SlapExposed,
    Slapped,
    SlapPlan,
    SlapsOpened,
)
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases import pedigree_payment, slapping
from kuhstall.games.kuhhandel.overbidding import reopen
from kuhstall.games.kuhhandel.world import World

_WAIT: Final = Choice((Wait(),))
_SELL: Final = Choice((Sell(),))
_EITHER: Final = Choice((Sell(), BuyOut()))


class Countdown(Phase[Edition, World], frozen=True, gc=False):
    """One step. `plans` are slaps that seats have planned for later; each knows only its own."""

    sealed: ClassVar[bool] = True

    sale: slapping.Sale
    count: int
    plans: tuple[SlapPlan, ...] = ()

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        seats = self.asked(table)
        return (*seats, CLOCK) if master_rules(table).pedigree_mode == "realtime" else seats

    def asked(self, table: KuhTable) -> tuple[Seat, ...]:
        seats = slapping.interested_seats(table, self.sale)
        return (*seats, self.sale.auctioneer) if self._in_envelopes(table) else seats

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor == CLOCK or actor not in self.actors(table):
            return ()
        most = self._most(table, actor)
        if not most:  # asked all the same: not to ask would tell the others why
            return (_WAIT,)
        rules = master_rules(table)
        if self._names_numbers(table):
            return (Range(Slap(0), "count", 0, most),)
        if rules.slap == "lottery" or most < self.count:
            return (_WAIT, Range(Slap(0), "count", 0, most))
        return (
            _WAIT,
            Range(SlapNow(0), "after", 0, slapping.STEP_MS),
            Range(Slap(0), "count", 0, most - 1),
        )

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor == CLOCK or actor not in self.actors(table):
            return None
        return Slap(0) if self._names_numbers(table) and self._most(table, actor) else Wait()

    def _most(self, table: KuhTable, seat: Seat) -> int:
        if seat == self.sale.auctioneer:  # to buy out for, never without the cards (C-02)
            return min(self.count, len(table.world.purses[seat]))
        return min(self.count, slapping.most(table, self.sale, seat))

    def _names_numbers(self, table: KuhTable) -> bool:
        return master_rules(table).pedigree_mode in {"sealed", "envelopes"}

    def _in_envelopes(self, table: KuhTable) -> bool:
        return master_rules(table).pedigree_mode == "envelopes"

    def ordered(self, table: KuhTable) -> bool:
        return self._in_envelopes(table)

    def revisable(self, table: KuhTable) -> bool:
        return self._in_envelopes(table)

    def unseal(
        self, table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        if self._in_envelopes(table):
            yield from self._opened(table, held, chance)
            return
        plans = self._planned(held)
        if self._names_numbers(table):
            best = max((plan.count for plan in plans), default=0)
            slaps = [plan for plan in plans if plan.count == best > 0]
        else:
            slaps = [plan for plan in plans if plan.count >= self.count]
        if slaps:
            rivals = slapping.rivals(table, slaps)
            seat = slapping.winner(table, self.sale, rivals, chance)
            shown = None if self._names_numbers(table) else tuple(p.seat for p in slaps)
            yield Slapped(seat, slaps[0].count, shown, plans)
        elif self.count == 1 or self._names_numbers(table):
            yield PedigreeTaken(self.sale.auctioneer, self.sale.animal, 0, plans)
        else:
            yield CountedDown(self.count - 1, plans)

    def _opened(
        self, table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        """Let the highest count slap, and go on to the payment without asking again (C-37)."""
        named = {seat: act.count for seat, act in held.items() if isinstance(act, Slap)}
        auctioneer = self.sale.auctioneer
        buys_out, kept = named.pop(auctioneer, 0), False
        order = slapping.order(table, self.sale, chance)
        called: list[Bid] = []
        told: list[Event] = []

        def tell(events: Iterable[Event]) -> None:
            nonlocal table
            found = list(events)
            table = fold(table, found)
            told.extend(found)

        while isinstance(phase := table.phase, Countdown):
            bid = slapping.first(named, order, phase.count)
            if bid is None:
                tell([PedigreeTaken(auctioneer, self.sale.animal, 0)])
                break
            called.append(bid)
            kept = bid.amount <= buys_out
            tell([Slapped(bid.seat, bid.amount, None, None)])
            hammer = BuyOut() if kept else Sell()
            tell(table.phase.decide(table, auctioneer, hammer, chance))
            del named[bid.seat]  # exposed, unless that was all
            if table.edition.after_overbid(table.edition.rules.overbid).restarts:
                break
        if isinstance(payment := table.phase, pedigree_payment.PedigreePayment):
            payer = payment.due.payer
            tell(payment.decide(table, payer, payment.silent(table), chance))
        yield SlapsOpened(tuple(called), kept)
        yield from told

    def _planned(self, held: Mapping[Seat, Action]) -> tuple[SlapPlan, ...]:
        """Return what every seat has handed in by now, older plans included."""
        plans = {plan.seat: plan for plan in self.plans}
        for seat, action in held.items():
            if isinstance(action, Slap):
                plans[seat] = SlapPlan(seat, action.count)
            elif isinstance(action, SlapNow):
                plans[seat] = SlapPlan(seat, self.count, self._after(seat, action))
        return tuple(plans[seat] for seat in sorted(plans) if plans[seat].count)

    def _after(self, seat: Seat, action: SlapNow) -> int:
        """Say when a hand came down: tapping makes no seat slower than its plan for this count."""
        planned = any(plan.seat == seat and plan.count >= self.count for plan in self.plans)
        return min(action.after, slapping.REACTION_MS) if planned else action.after

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, SlapsOpened):
            return table
        if isinstance(event, CountedDown):
            phase: Phase[Edition, World] = Countdown(self.sale, event.count, event.plans or ())
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, Slapped):
            phase = PedigreeHammer(self.sale, Bid(event.seat, event.count))
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, PedigreeTaken):
            return pedigree_payment.taken(table, event, self.sale.auctioneer)
        raise Unexpected(self, event)


class PedigreeHammer(Phase[Edition, World], frozen=True, gc=False):
    """The auctioneer decides before any card is laid (A-08). `high` is the slap, in cards."""

    sale: slapping.Sale
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
                yield from slapping.give_away(table, again)
            else:
                yield PedigreeTaken(actor, again.animal, 0)

    def _again(self, table: KuhTable, cards: int) -> tuple[slapping.Sale, int]:
        """Say who may slap now, and at which count it starts again (D-01, C-06)."""
        after = table.edition.after_overbid(table.edition.rules.overbid)
        sale = reopen(self.sale, after, self.high.seat, cards)
        return sale, slapping.FIRST if after.restarts else self.high.amount - 1

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, PedigreeSold | PedigreeBoughtOut):
            payer, payee = event.seat, event.auctioneer
            if isinstance(event, PedigreeBoughtOut):
                payer, payee = payee, payer
            due = pedigree_payment.Due(
                self.sale.animal, event.auctioneer, payer, payee, event.price
            )
            return Table(
                table.edition, table.world, pedigree_payment.PedigreePayment(due), table.moment + 1
            )
        if isinstance(event, SlapExposed):
            return table
        if isinstance(event, CountdownReopened):
            sale = replace(self.sale, barred=event.barred, limits=event.limits)
            phase = Countdown(sale, event.count)
            return Table(table.edition, table.world, phase, table.moment + 1)
        if isinstance(event, PedigreeTaken):
            return pedigree_payment.taken(table, event, self.sale.auctioneer)
        raise Unexpected(self, event)


def _begin_countdown(table: KuhTable, auctioneer: Seat, card: Card) -> Iterator[Event]:
    """Begin to count a pedigree down."""
    animal = PEDIGREE_OF[card]
    yield PedigreeRevealed(auctioneer, animal, slapping.FIRST)
    yield from slapping.give_away(table, slapping.Sale(animal, auctioneer))


def _count_down(table: KuhTable, event: PedigreeRevealed) -> KuhTable:
    phase = Countdown(slapping.Sale(event.animal, event.auctioneer), event.count)
    return Table(table.edition, table.world.drawn(), phase, table.moment + 1)


PEDIGREE: Final = CardReveal(frozenset(PEDIGREES), PedigreeRevealed, _begin_countdown, _count_down)
