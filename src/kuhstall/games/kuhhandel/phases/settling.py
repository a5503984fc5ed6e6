"""Compare the offers; money and animals change hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final, TypeAlias

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import KIND, QUARTET, grown
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.kuhhandel.events import TradeSettled
from kuhstall.games.kuhhandel.house_rules import HouseRules, TradeMoney
from kuhstall.games.kuhhandel.money import NO_CARDS, Cards, bluff_cards, minus, plus
from kuhstall.games.kuhhandel.phases import next_turn, offering
from kuhstall.games.kuhhandel.world import World

Shares: TypeAlias = tuple[Cards, Cards]
"""What the challenger gets, and what the challenged seat gets."""


class Settling(Phase[Edition, World], frozen=True, gc=False):
    automatic: ClassVar[bool] = True

    trade: offering.Trade
    offer: Cards
    counter: Cards

    def resolve(self, table: KuhTable, chance: Chance) -> Iterator[Event]:
        yield settle_counter(table, self.trade, self.offer, self.counter)

    def evolve(self, table: KuhTable, event: Event) -> KuhTable:
        if isinstance(event, TradeSettled):
            return enter(table, event)
        raise Unexpected(self, event)


def exchange(offer: Cards, counter: Cards, *, challenger_won: bool) -> Shares:
    """Each keeps the other's offer, regardless of the winner."""
    return counter, offer


def winner_pays(offer: Cards, counter: Cards, *, challenger_won: bool) -> Shares:
    """The loser gets their own offer back, and the winner's on top (A-16)."""
    both = plus(offer, counter)
    return (NO_CARDS, both) if challenger_won else (both, NO_CARDS)


def return_all(offer: Cards, counter: Cards, *, challenger_won: bool) -> Shares:
    """Both offers go back: the animals change hands free."""
    return offer, counter


TRADE_MONEY: Final[dict[TradeMoney, Callable[..., Shares]]] = {
    "exchange": exchange,
    "winner_pays": winner_pays,
    "all_returned": return_all,
}


def settle_counter(
    table: KuhTable, trade: offering.Trade, offer: Cards, counter: Cards
) -> TradeSettled:
    """Settle two offers. The challenger counts as the higher bidder in a second tie (D-26)."""
    tied = sum(offer) == sum(counter)
    winner: Seat | None = trade.challenger
    if tied and trade.bout == 1:
        winner = None
    elif sum(offer) < sum(counter):
        winner = trade.challenged
    split = shares(table.edition.rules, trade, (offer, counter), winner, tied=tied)
    return _settle(table, trade, (offer, counter), split, winner, tied=tied)


def shares(
    rules: HouseRules,
    trade: offering.Trade,
    offers: tuple[Cards, Cards],
    winner: Seat | None,
    *,
    tied: bool,
) -> Shares:
    """Split the money on the table between the two traders."""
    money = TRADE_MONEY[rules.trade_money]
    if tied:
        exchanged = rules.ties_exchange if winner is None else rules.second_ties_exchange
        money = exchange if exchanged else return_all
    challenger_won = winner == trade.challenger
    if not rules.return_zero_cards:
        return money(*offers, challenger_won=challenger_won)
    zeros, zeros_countered = bluff_cards(offers[0]), bluff_cards(offers[1])
    to_challenger, to_challenged = money(
        minus(offers[0], zeros), minus(offers[1], zeros_countered), challenger_won=challenger_won
    )
    return plus(zeros, to_challenger), plus(zeros_countered, to_challenged)


def settle_acceptance(table: KuhTable, trade: offering.Trade, offer: Cards) -> TradeSettled:
    """Settle an accepted offer: the challenged seat keeps it, less returned bluff cards (A-17)."""
    zeros = bluff_cards(offer) if table.edition.rules.return_zero_cards else NO_CARDS
    return _settle(
        table, trade, (offer, None), (zeros, minus(offer, zeros)), trade.challenger, tied=False
    )


def _settle(  # noqa: PLR0913 -- the parts of one event
    table: KuhTable,
    trade: offering.Trade,
    offers: tuple[Cards, Cards | None],
    shares: Shares,
    winner: Seat | None,
    *,
    tied: bool,
) -> TradeSettled:
    offer, counter = offers
    return TradeSettled(
        challenger=trade.challenger,
        challenged=trade.challenged,
        animal=trade.animal,
        stake=trade.stake,
        bout=trade.bout,
        accepted=counter is None,
        tied=tied,
        winner=winner,
        offer=offer,
        counter=counter,
        to_challenger=shares[0],
        to_challenged=shares[1],
        counts=(len(shares[0]), len(shares[1])),
        counted=table.edition.rules.counts_are_public,
        idle=_idle_after(table, trade, winner),
    )


def _idle_after(table: KuhTable, trade: offering.Trade, winner: Seat | None) -> int:
    """Count finished trades without progress; a first tie finishes nothing (C-21)."""
    world = table.world
    if winner is None:
        return world.idle
    taker = trade.other(winner) if trade.animal in table.edition.shunned else winner
    completed = world.herds[taker][KIND[trade.animal]] + trade.stake == QUARTET
    return 0 if completed else world.idle + 1


def enter(table: KuhTable, event: TradeSettled) -> KuhTable:
    """Move money and animals; then the next turn, or the second bout."""
    world = table.world
    purses, herds = list(world.purses), list(world.herds)
    challenger, challenged = event.challenger, event.challenged
    purses[challenger] = plus(purses[challenger], event.to_challenger or NO_CARDS)
    purses[challenged] = plus(purses[challenged], event.to_challenged or NO_CARDS)
    if event.winner is None:
        trade = offering.Trade(challenger, challenged, event.animal, event.stake, event.bout + 1)
        phase: Phase[Edition, World] = offering.Offering(trade)
    else:
        taker, giver = event.winner, challenged if event.winner == challenger else challenger
        if event.animal in table.edition.shunned:  # the higher bidder gets rid of it (D-26)
            taker, giver = giver, taker
        herds[taker] = grown(herds[taker], event.animal, event.stake)
        herds[giver] = grown(herds[giver], event.animal, -event.stake)
        phase = next_turn.NextTurn(challenger, traded=True)
    world = replace(world, purses=tuple(purses), herds=tuple(herds), idle=event.idle)
    return Table(table.edition, world, phase, table.moment + 1)
