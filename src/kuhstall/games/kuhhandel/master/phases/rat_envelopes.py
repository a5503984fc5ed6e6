"""A rat goes round by itself: everybody has said once how often to pass it on (C-39).

Cards are laid from the cheapest up, as for a silent seat. What a seat would have done
later goes into no event: the log knows how the rat went round, and so does everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option, Range
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.master.actions import LayCard, PassRat, TakeRat
from kuhstall.games.kuhhandel.master.events import CardLaid, RatSettled
from kuhstall.games.kuhhandel.master.phases import rat_round
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

_PASSES: Final = PassRat(0)


class RatEnvelopes(Phase[Edition, World], frozen=True, gc=False):
    sealed: ClassVar[bool] = True

    auctioneer: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        """Ask all seats, also those without a card: leaving them out would give that away."""
        return CLOCKWISE[table.world.seats][self.auctioneer]

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor not in self.actors(table):
            return ()
        return (Range(_PASSES, "times", 0, len(table.world.purses[actor])),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        """Lay zeros and tens, then take the rat: silence spends no dear card on it."""
        if not self.options(table, actor):
            return None
        return PassRat(rat_round.small_cards(table.world.purses[actor]))

    def ordered(self, table: KuhTable) -> bool:
        return True

    def revisable(self, table: KuhTable) -> bool:
        return True

    def unseal(
        self, table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        left = {seat: act.times for seat, act in held.items() if isinstance(act, PassRat)}
        table, told = self._round(table), list[Event]()
        while isinstance(phase := table.phase, rat_round.RatRound):
            seat = phase.polled
            card = LayCard(table.world.purses[seat][0]) if left[seat] else TakeRat()
            left[seat] -= 1
            for event in phase.decide(table, seat, card, chance):
                table = table.phase.evolve(table, event)
                told.append(event)
        laid = [event.seat for event in told if isinstance(event, CardLaid)]
        yield RatSettled(tuple([laid.count(seat) for seat in range(table.world.seats)]))
        yield from told

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, RatSettled):
            return self._round(table)
        raise Unexpected(self, event)

    def _round(self, table: KuhTable) -> KuhTable:
        polled = CLOCKWISE[table.world.seats][self.auctioneer][0]
        phase = rat_round.RatRound(self.auctioneer, polled)
        return Table(table.edition, table.world, phase, table.moment)


def enter(table: KuhTable, auctioneer: Seat) -> KuhTable:
    return Table(table.edition, table.world, RatEnvelopes(auctioneer), table.moment + 1)
