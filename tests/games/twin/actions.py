"""Leaks in what a viewer may do, is refused, or sees done in which order and by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import (
    Accept,
    AuctionOff,
    BuyOut,
    ChallengeTrade,
    Pass,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    CounterMade,
    LotTaken,
    OfferMade,
    Paid,
    TradeSettled,
)
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.offering import Offering
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.phases.turn import Turn
from tests.games.twin.mutant import REAL, answering, masking, mutant, noting, offering
from tests.games.twin.subject import Subject

# Options


@mutant("option")
def bids_capped_by_the_richest() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        most = max(sum(purse) for purse in table.world.purses)
        return [
            replace(option, high=min(option.high, most)) if isinstance(option, Range) else option
            for option in options
        ]

    return offering(change)


@mutant("option")
def no_trade_with_the_penniless() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        return [
            Choice(
                tuple(
                    action
                    for action in option.actions
                    if not isinstance(action, ChallengeTrade)
                    or sum(table.world.purses[action.seat]) >= 100
                )
            )
            if isinstance(option, Choice)
            else option
            for option in options
        ]

    return offering(change)


@mutant("option")
def no_counter_to_a_worthless_offer() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        phase = table.phase
        worthless = isinstance(phase, Responding) and sum(phase.offer) == 0
        return options[:1] if worthless else options

    return offering(change)


@mutant("option")
def buy_out_only_from_the_solvent() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        phase = table.phase
        if isinstance(phase, Preemption):
            bluffed = sum(table.world.purses[phase.high.seat]) < phase.high.amount
            return (Choice((Sell(),)),) if options and bluffed else options
        return options

    return offering(change)


# Errors


@mutant("error")
def bid_above_all_money() -> Subject:
    def change(table: KuhTable, seat: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, PlaceBid) and action.amount > max(
            sum(purse) for other, purse in enumerate(table.world.purses) if other != seat
        ):
            return "nobody_has_that"
        return code

    return answering(change)


@mutant("error")
def trade_with_an_empty_purse() -> Subject:
    def change(table: KuhTable, _: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, ChallengeTrade) and sum(table.world.purses[action.seat]) < 100:
            return "nothing_to_win"
        return code

    return answering(change)


@mutant("error")
def accept_tells_the_offer() -> Subject:
    def change(table: KuhTable, _: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, Accept) and isinstance(table.phase, Responding) and code:
            return f"{code}_{sum(table.phase.offer) > 0}"
        return code

    return answering(change)


@mutant("error")
def waiting_for_one_who_can_pay() -> Subject:
    def change(table: KuhTable, seat: Seat, action: Action, code: str | None) -> str | None:
        phase = table.phase
        if isinstance(phase, Payment) and code == "not_your_turn" and seat != phase.payee:
            return "paying_exactly" if phase.price in _sums(table, phase.payer) else code
        return code

    return answering(change)


@mutant("error")
def auction_with_a_good_card_on_top() -> Subject:
    def change(table: KuhTable, _: Seat, action: Action, code: str | None) -> str | None:
        if isinstance(action, AuctionOff) and table.world.deck[:1] in (
            ("horse",),
            ("cow",),
            ("pig",),
        ):
            return "wait"
        return code

    return answering(change)


def _sums(table: KuhTable, seat: Seat) -> set[int]:
    return set(REAL.view(table, seat).seats[seat].payable)


# Order and length


@mutant("order")
def seats_by_wealth() -> Subject:
    return noting(
        lambda table, _: sorted(range(table.world.seats), key=lambda s: sum(table.world.purses[s]))
    )


@mutant("order")
def trades_by_wealth() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        def wealth(action: Any) -> int:
            return (
                sum(table.world.purses[action.seat]) if isinstance(action, ChallengeTrade) else -1
            )

        return [
            Choice(tuple(sorted(option.actions, key=wealth)))
            if isinstance(option, Choice)
            else option
            for option in options
        ]

    return offering(change)


@mutant("length")
def mask_as_long_as_the_offer() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, OfferMade | CounterMade) and heard.cards is None:
            return replace(heard, cards=(-1,) * len(raw.cards or ()))
        return heard

    return masking(mask)


@mutant("length")
def settlement_mask_as_long_as_the_money() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, TradeSettled) and heard.offer is None:
            return replace(heard, offer=(-1,) * len(raw.offer or ()))
        return heard

    return masking(mask)


@mutant("order")
def lot_before_money_if_paid_exactly() -> Subject:
    def act(
        table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> tuple[KuhTable, list[Event]]:
        after, log = REAL.act(table, actor, action, chance)
        if isinstance(table.phase, Payment) and isinstance(log[0], Paid):
            exact = sum(log[0].cards or ()) == table.phase.price
            if exact and isinstance(log[1], LotTaken):
                log[0], log[1] = log[1], log[0]
        return after, log

    return replace(REAL, act=act)


# A forced step, taken automatically


def _forcing(forced: Callable[[KuhTable], tuple[Seat, Action] | None]) -> Subject:
    """Take a step for a seat that has no choice. That it had none is its secret."""

    def act(
        table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> tuple[KuhTable, list[Event]]:
        after, log = kernel.act(table, actor, action, chance)
        while (step := forced(after)) is not None:
            after, more = kernel.act(after, *step, chance)
            log += more
        return after, log

    return replace(REAL, act=act)


@mutant("forced")
def pays_the_only_way() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, Payment):
            (option,) = phase.options(table, phase.payer)
            ways = list(option.expand())
            return (phase.payer, ways[0]) if len(ways) == 1 else None
        return None

    return _forcing(forced)


@mutant("forced")
def sells_without_money_to_buy_out() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, Preemption):
            seat = phase.auction.auctioneer
            (option,) = phase.options(table, seat)
            return None if option.admits(BuyOut()) else (seat, Sell())
        return None

    return _forcing(forced)


@mutant("forced")
def passes_without_money_to_bid() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, Bidding) and phase.polled is not None:
            floor = 10 + (phase.high.amount if phase.high else 0)
            if sum(table.world.purses[phase.polled]) < floor:
                return phase.polled, Pass()
        return None

    return _forcing(forced)


@mutant("forced")
def accepts_without_money_to_counter() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, Responding) and not sum(table.world.purses[phase.trade.challenged]):
            return phase.trade.challenged, Accept()
        return None

    return _forcing(forced)


@mutant("forced")
def offers_nothing_without_money() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, Offering) and not table.world.purses[phase.trade.challenger]:
            (option, *_) = phase.options(table, phase.trade.challenger)
            return phase.trade.challenger, next(option.expand())
        return None

    return _forcing(forced)


@mutant("forced")
def auctions_when_nobody_could_trade_for_money() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if (
            isinstance(phase, Turn)
            and len(table.world.deck) > 1
            and not sum(table.world.purses[phase.seat])
        ):
            return phase.seat, AuctionOff()
        return None

    return _forcing(forced)
