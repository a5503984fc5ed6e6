"""Auction off a card (two players: divide one), or open a cow trade."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, ChallengeTrade, Divide
from kuhstall.games.kuhhandel.cards import KIND, KINDS, QUARTET
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import AuctionBegan, DivisionBegan, TradeBegan
from kuhstall.games.kuhhandel.phases import dividing, offering, reveal
from kuhstall.games.kuhhandel.world import MOST_SEATS, OTHERS, World

_AUCTION = AuctionOff()
_DIVIDE = Divide()
_PAIR = 2
_CHALLENGES = tuple(
    tuple(ChallengeTrade(animal, seat) for seat in range(MOST_SEATS)) for animal in KINDS
)


class Turn(Phase[Edition, World], frozen=True, gc=False):
    """The active seat chooses. It never stands here without a choice: `next_turn` skips it."""

    seat: Seat

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.seat,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.seat:
            return ()
        world = table.world
        if not world.deck:
            return (Choice(trades(world, actor)),)
        draw = drawing(table)
        if world.idle and out_of_patience(table):
            return (Choice((draw,)),)
        return (Choice((draw, *trades(world, actor))),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        for option in self.options(table, actor):
            return next(option.expand())
        return None

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, AuctionOff | Divide):
            yield drawn(table, actor, action)
        elif isinstance(action, ChallengeTrade):
            kind = KIND[action.animal]
            herds = table.world.herds
            pairs = herds[actor][kind] == _PAIR == herds[action.seat][kind]
            yield TradeBegan(actor, action.seat, action.animal, _PAIR if pairs else 1)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, AuctionBegan | DivisionBegan):
            phase = after_drawing(event)
        elif isinstance(event, TradeBegan):
            trade = offering.Trade(event.challenger, event.challenged, event.animal, event.stake)
            phase = offering.Offering(trade)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, table.world, phase, table.moment + 1)


def drawing(table: KuhTable) -> AuctionOff | Divide:
    """Return what is done with the top card of the deck."""
    return _DIVIDE if table.edition.divides(table.world.seats) else _AUCTION


def drawn(table: KuhTable, seat: Seat, action: AuctionOff | Divide) -> Event:
    """Begin with the top card; who divides looks at it before anybody else does."""
    if isinstance(action, Divide):
        return DivisionBegan(seat, table.world.deck[0])
    return AuctionBegan(seat)


def after_drawing(event: AuctionBegan | DivisionBegan) -> Phase[Edition, World]:
    if isinstance(event, DivisionBegan):
        return dividing.Dividing(event.seat)
    return reveal.Reveal(event.auctioneer)


def trades(world: World, seat: Seat) -> tuple[ChallengeTrade, ...]:
    """List the trades a seat could open: kinds it shares with somebody."""
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


def out_of_patience(table: KuhTable) -> bool:
    """Whether too many trades in a row have changed nothing (C-21)."""
    limit = table.edition.rules.no_progress_limit
    return bool(limit) and table.world.idle >= limit
