"""Leaks that only Kuhhandel Master can have, in what a viewer may do or sees done by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from kuhstall.engine import kernel
from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option, Range
from kuhstall.engine.values import CLOCK, Action, Actor, Event, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Sell
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, TakeRat
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from tests.games.twin.mutant import REAL, answering, master_mutant, offering
from tests.games.twin.subject import Subject

# Options


@master_mutant("option")
def slaps_limited_by_what_others_hold() -> Subject:
    def change(table: KuhTable, seat: Seat, options: tuple[Option, ...]) -> Any:
        purses = table.world.purses
        most = max(len(purse) for other, purse in enumerate(purses) if other != seat)
        counting = isinstance(table.phase, Countdown)
        return [
            replace(option, high=min(option.high, most))
            if isinstance(option, Range) and counting
            else option
            for option in options
        ]

    return offering(change)


@master_mutant("option")
def no_rat_without_money() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        phase = table.phase
        if isinstance(phase, RatRound) and options and not sum(phase.cards):
            return [replace(o, actions=o.actions[1:]) for o in options if isinstance(o, Choice)]
        return options

    return offering(change)


@master_mutant("option")
def buy_out_only_from_who_can_pay() -> Subject:
    def change(table: KuhTable, _: Seat, options: tuple[Option, ...]) -> Any:
        phase = table.phase
        if isinstance(phase, PedigreeHammer) and options:
            bluffed = len(table.world.purses[phase.high.seat]) < phase.high.amount
            return (Choice((Sell(),)),) if bluffed else options
        return options

    return offering(change)


@master_mutant("option")
def no_slap_once_another_plans_more() -> Subject:
    def change(table: KuhTable, seat: Seat, options: tuple[Option, ...]) -> Any:
        phase = table.phase
        if isinstance(phase, Countdown) and any(plan.seat != seat for plan in phase.plans):
            return options[:1]
        return options

    return offering(change)


# Errors


@master_mutant("error")
def such_a_card_lies_there() -> Subject:
    def change(table: KuhTable, _: Seat, action: Action, code: str | None) -> str | None:
        phase = table.phase
        if isinstance(action, LayCard) and isinstance(phase, RatRound):
            return "laid_already" if action.card in phase.cards else code
        return code

    return answering(change)


@master_mutant("error")
def too_high_to_be_bought_out() -> Subject:
    def change(table: KuhTable, _: Seat, action: Action, code: str | None) -> str | None:
        phase = table.phase
        if isinstance(action, Slap) and isinstance(phase, Countdown):
            cards = len(table.world.purses[phase.sale.auctioneer])
            return "nobody_buys_it_out" if action.count > cards else code
        return code

    return answering(change)


# Who is asked


@master_mutant("order")
def who_has_cards_is_asked_in_a_countdown() -> Subject:
    def actors(table: KuhTable) -> Any:
        found = table.phase.actors(table)
        if isinstance(table.phase, Countdown):
            purses = table.world.purses
            return [seat for seat in found if seat == CLOCK or len(purses[seat]) >= 5]
        return found

    return replace(REAL, actors=actors)


@master_mutant("order")
def the_poor_are_asked_first() -> Subject:
    def actors(table: KuhTable) -> Any:
        purses = table.world.purses
        return sorted(table.phase.actors(table), key=lambda a: sum(purses[a]) if a >= 0 else -1)

    return replace(REAL, actors=actors)


# A forced step, taken automatically


def _forcing(forced: Callable[[KuhTable], tuple[Seat, Action] | None]) -> Subject:
    """Take a step for a seat that has no choice. That it had none is its secret."""

    def on(table: KuhTable, log: list[Event], chance: Chance) -> tuple[KuhTable, list[Event]]:
        while (step := forced(table)) is not None:
            table, more = kernel.act(table, *step, chance)
            log += more
        return table, log

    def act(
        table: KuhTable, actor: Actor, action: Action, chance: Chance
    ) -> tuple[KuhTable, list[Event]]:
        return on(*kernel.act(table, actor, action, chance), chance)

    def unseal(
        table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> tuple[KuhTable, list[Event]]:
        return on(*kernel.unseal(table, held, chance), chance)

    return replace(REAL, act=act, unseal=unseal)


@master_mutant("forced")
def takes_the_rat_without_a_card() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, RatRound) and not sum(table.world.purses[phase.polled]):
            return phase.polled, TakeRat()
        return None

    return _forcing(forced)


@master_mutant("forced")
def sells_a_pedigree_without_cards_to_buy_it_out() -> Subject:
    def forced(table: KuhTable) -> tuple[Seat, Action] | None:
        phase = table.phase
        if isinstance(phase, PedigreeHammer):
            seat = phase.sale.auctioneer
            (option,) = phase.options(table, seat)
            return None if option.admits(BuyOut()) else (seat, Sell())
        return None

    return _forcing(forced)


@master_mutant("forced")
def a_countdown_ends_when_nobody_can_pay() -> Subject:
    """The count goes on by itself where nobody has so many cards."""

    def unseal(
        table: KuhTable, held: Mapping[Seat, Action], chance: Chance
    ) -> tuple[KuhTable, list[Event]]:
        after, log = kernel.unseal(table, held, chance)
        while isinstance(after.phase, Countdown) and not any(
            len(after.world.purses[seat]) >= after.phase.count
            for seat in after.phase.actors(after)
            if seat >= 0
        ):
            after, more = kernel.unseal(after, {}, chance)
            log += more
        return after, log

    return replace(REAL, unseal=unseal)
