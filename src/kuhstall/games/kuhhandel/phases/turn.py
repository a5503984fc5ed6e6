"""Auction off a card (two players: divide one), or open a cow trade."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel import ending
from kuhstall.games.kuhhandel.actions import AuctionOff, ChallengeTrade
from kuhstall.games.kuhhandel.cards import KIND, KINDS, QUARTET
from kuhstall.games.kuhhandel.edition import Drawing, Edition, KuhPhase, KuhTable
from kuhstall.games.kuhhandel.events import AuctionBegan, TradeBegan
from kuhstall.games.kuhhandel.phases import offering, reveal
from kuhstall.games.kuhhandel.world import MOST_SEATS, OTHERS, World

_PAIR = 2
_CHALLENGES = tuple(
    tuple(ChallengeTrade(animal, seat) for seat in range(MOST_SEATS)) for animal in KINDS
)


class Turn(Phase[Edition, World], frozen=True, gc=False):
    """The active seat chooses. It always has a choice here: `next_turn` skips it otherwise."""

    seat: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        world = table.world
        if not world.deck:
            return (Choice(trades(world, actor)),)
        draw = drawing(table).action
        if world.idle and ending.out_of_patience(table):
            return (Choice((draw,)),)
        return (Choice((draw, *trades(world, actor))),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        for option in self.options(table, actor):
            return next(option.expand())
        return None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, ChallengeTrade):
            kind = KIND[action.animal]
            herds = table.world.herds
            pairs = herds[actor][kind] == _PAIR == herds[action.seat][kind]
            yield TradeBegan(actor, action.seat, action.animal, _PAIR if pairs else 1)
        else:
            yield drawing(table).begin(table, actor)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TradeBegan):
            trade = offering.Trade(event.challenger, event.challenged, event.animal, event.stake)
            phase: KuhPhase = offering.Offering(trade)
        else:
            phase = after_drawing(table, event)
        return Table(table.edition, table.world, phase, table.moment + 1)


def drawing(table: KuhTable) -> Drawing[Any]:
    """Return what seats do with the top card of the deck."""
    for_two = table.edition.for_two
    return AUCTION if for_two is None or not table.edition.divides(table.world.seats) else for_two


def after_drawing(table: KuhTable, event: Event) -> KuhPhase:
    """Return the phase that opens when a seat has drawn the top card."""
    for draw in (AUCTION, table.edition.for_two):
        if draw is not None and isinstance(event, draw.event):
            return draw.open(event)
    raise Unexpected(table.phase, event)


AUCTION: Final[Drawing[Any]] = Drawing(
    AuctionOff(),
    AuctionBegan,
    lambda _, seat: AuctionBegan(seat),
    lambda event: reveal.Reveal(event.auctioneer),
)


def trades(world: World, seat: Seat) -> tuple[ChallengeTrade, ...]:
    """List the trades a seat could open: kinds it shares with another seat."""
    herds = world.herds
    return tuple(
        [
            _CHALLENGES[kind][other]
            for kind, count in enumerate(herds[seat])
            if count and count != QUARTET
            for other in OTHERS[len(herds)][seat]
            if herds[other][kind]
        ]
    )
