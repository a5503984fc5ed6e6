"""Two players divide the deck: one looks at the top card and keeps it, or gives it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.cards import DONKEY, PEDIGREE_OF, is_kind
from kuhstall.games.kuhhandel.edition import Drawing, Edition, KuhTable
from kuhstall.games.kuhhandel.master.actions import Divide, Give, Keep
from kuhstall.games.kuhhandel.master.events import CardTaken, Divided, DivisionBegan
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.phases import next_turn
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

_EITHER: Final = Choice((Keep(), Give()))
_DIVIDED: Final = 2


class Dividing(Phase[Edition, World], frozen=True, gc=False):
    """The top card, still on the deck, is seen by `seat` alone."""

    seat: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        return (_EITHER,) if actor == self.seat else ()

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        return Keep() if actor == self.seat else None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        kept = isinstance(action, Keep)
        other = CLOCKWISE[table.world.seats][actor][0]
        takers = (actor, other) if kept else (other, actor)
        yield Divided(actor, kept)
        donkeys = table.world.donkeys
        cards = table.world.deck[:_DIVIDED]
        for place, (seat, card) in enumerate(zip(takers, cards, strict=False), start=1):
            payout = 0
            if card == DONKEY:
                # It pays when it is laid open, each time the next higher sum (C-09).
                if master_rules(table).division_donkey == "on_laying":
                    payout = table.edition.payouts[donkeys]
                donkeys += 1
            yield CardTaken(
                seat,
                actor if place == 1 else None,
                card,
                isinstance(card, int),
                payout,
                donkeys,
                place == len(cards),
            )

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, Divided):
            return table
        if isinstance(event, CardTaken) and event.card is not None:
            world = _given(table.world, event)
            if not event.last:
                return Table(table.edition, world, self, table.moment)
            return Table(table.edition, world, next_turn.NextTurn(self.seat), table.moment + 1)
        raise Unexpected(self, event)


def _given(world: World, event: CardTaken) -> World:
    world = world.drawn(payout=event.payout, donkeys=event.donkeys)
    card = event.card
    if isinstance(card, int):
        return world.got(event.seat, (card,))
    if is_kind(card):
        return world.grown(event.seat, card)
    return world.honoured(event.seat, PEDIGREE_OF[card])


DIVISION: Final = Drawing(
    Divide(),
    DivisionBegan,
    # The divider looks at the card first.
    lambda table, seat: DivisionBegan(seat, table.world.deck[0]),
    lambda event: Dividing(event.seat),
)
