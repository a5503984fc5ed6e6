"""A rat goes round: lay a money card and pass it on, or take it with all the money beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.cards import RAT, Card
from kuhstall.games.kuhhandel.edition import CardReveal, Edition, KuhTable
from kuhstall.games.kuhhandel.events import EnvelopesAsked
from kuhstall.games.kuhhandel.master.actions import LayCard, TakeRat
from kuhstall.games.kuhhandel.master.events import CardLaid, RatRevealed, RatTaken
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases import rat_envelopes
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.phases import next_turn, reveal
from kuhstall.games.kuhhandel.world import CLOCKWISE, World

_TAKE: Final = TakeRat()

_SMALL: Final = 10

Laid: TypeAlias = tuple[Seat, int]
"""Who has laid which card. Each seat knows only its own."""


class RatRound(Phase[Edition, World], frozen=True, gc=False):
    """Everybody is asked in turn, from the auctioneer's left round to the auctioneer."""

    auctioneer: Seat
    polled: Seat
    pot: tuple[Laid, ...] = ()

    @property
    def cards(self) -> Cards:
        return tuple(sorted(card for _, card in self.pot))

    def actors(self, table: KuhTable) -> tuple[Actor, ...]:
        return (self.polled,)

    def options(self, table: KuhTable, actor: Actor) -> tuple[Option, ...]:
        if actor != self.polled:
            return ()
        purse = table.world.purses[actor]
        return (Choice((_TAKE, *[LayCard(card) for card in sorted(set(purse))])),)

    def default(self, table: KuhTable, actor: Actor) -> Action | None:
        if actor != self.polled:
            return None
        purse = table.world.purses[actor]
        return LayCard(purse[0]) if small_cards(purse) else _TAKE

    def decide(
        self, table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> Iterator[Event]:
        if isinstance(action, LayCard):
            left = CLOCKWISE[table.world.seats][actor][0]
            yield CardLaid(actor, action.card, len(self.pot) + 1, left)
        else:
            again = master_rules(table).after_rat == "must_auction" and bool(table.world.deck)
            yield RatTaken(actor, self.cards, len(self.pot), again)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, CardLaid) and event.card is not None:
            world = table.world.laid(event.seat, (event.card,))
            pot = (*self.pot, (event.seat, event.card))
            phase: Phase[Edition, World] = RatRound(self.auctioneer, event.polled, pot)
        elif isinstance(event, RatTaken) and event.cards is not None:
            world = table.world.got(event.seat, event.cards).grown(event.seat, RAT)
            if event.again:
                phase = reveal.Reveal(self.auctioneer)
            else:
                phase = next_turn.NextTurn(self.auctioneer)
        elif isinstance(event, EnvelopesAsked):
            return rat_envelopes.enter(table, self.auctioneer)
        else:
            raise Unexpected(self, event)
        return Table(table.edition, world, phase, table.moment + 1)


def small_cards(purse: Cards) -> int:
    """Count the zeros and tens: silence lays no other card beside a rat (C-39)."""
    return sum(card <= _SMALL for card in purse)


def _begin_round(table: KuhTable, auctioneer: Seat, card: Card) -> Iterator[Event]:
    yield RatRevealed(auctioneer, CLOCKWISE[table.world.seats][auctioneer][0])
    if master_rules(table).rat_mode == "envelopes":
        yield EnvelopesAsked()


def _sent_round(table: KuhTable, event: RatRevealed) -> KuhTable:
    phase = RatRound(event.auctioneer, event.polled)
    return Table(table.edition, table.world.drawn(), phase, table.moment + 1)


RAT_REVEAL: Final = CardReveal(frozenset({RAT}), RatRevealed, _begin_round, _sent_round)
