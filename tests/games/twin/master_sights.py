"""Leaks that only Kuhhandel Master can have, in views, events and log lines."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kuhstall.engine.values import Line, Viewer
from kuhstall.games.kuhhandel.cards import is_animal
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Paid
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    CountedDown,
    DivisionBegan,
    PedigreeTaken,
    RatTaken,
    Slapped,
    SlapPlan,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.games.kuhhandel.master.phases.dividing import Dividing
from kuhstall.games.kuhhandel.master.phases.pedigree_payment import PedigreePayment
from kuhstall.games.kuhhandel.master.phases.rat_round import RatRound
from kuhstall.games.kuhhandel.phases.turn import Turn
from tests.games.twin.entitlement import back
from tests.games.twin.mutant import REAL, Noted, masking, master_mutant, noting, planted_teller
from tests.games.twin.subject import Subject

# Views


@master_mutant("view")
def what_lies_beside_the_rat() -> Subject:
    return noting(lambda t, _: t.phase.cards if isinstance(t.phase, RatRound) else None)


@master_mutant("view")
def who_has_laid_the_most() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        pot = table.phase.pot if isinstance(table.phase, RatRound) else ()
        return max(pot, key=lambda laid: (laid[1], laid[0]))[0] if pot else None

    return noting(note)


@master_mutant("view")
def the_card_that_another_looks_at() -> Subject:
    return noting(lambda t, _: t.world.deck[0] if isinstance(t.phase, Dividing) else None)


@master_mutant("view")
def the_back_of_the_third_card() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        lifted = isinstance(table.phase, Dividing)
        return list(map(back, table.world.deck[2:3])) if lifted else None

    return noting(note)


@master_mutant("view")
def the_next_back_before_a_card_is_lifted() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        return list(map(back, table.world.deck[1:2])) if isinstance(table.phase, Turn) else None

    return noting(note)


@master_mutant("view")
def backs_that_tell_animals_from_rats() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        return [is_animal(card) for card in table.world.deck[:1]] if table.world.seats > 2 else None

    return noting(note)


@master_mutant("view")
def what_money_is_left_in_the_deck() -> Subject:
    return noting(lambda t, _: sum(card for card in t.world.deck if isinstance(card, int)))


@master_mutant("view")
def the_plan_of_another_seat() -> Subject:
    return noting(lambda t, _: t.phase.plans[:1] if isinstance(t.phase, Countdown) else None)


@master_mutant("view")
def that_somebody_has_a_plan() -> Subject:
    return noting(lambda t, _: bool(t.phase.plans) if isinstance(t.phase, Countdown) else None)


@master_mutant("view")
def a_slapper_can_pay() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        phase = table.phase
        if isinstance(phase, PedigreeHammer):
            return len(table.world.purses[phase.high.seat]) >= phase.high.amount
        return None

    return noting(note)


@master_mutant("view")
def bluff_cards_for_a_pedigree() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        phase = table.phase
        if isinstance(phase, PedigreePayment):
            return table.world.purses[phase.due.payer].count(0) >= phase.due.price
        return None

    return noting(note)


# Events


@master_mutant("event")
def card_beside_the_rat_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, CardLaid) else heard)


@master_mutant("event")
def pot_of_another_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, RatTaken) else heard)


@master_mutant("event")
def pot_in_the_order_it_was_laid() -> Subject:
    def mask(table: KuhTable, _: Any, heard: Any) -> Any:
        if isinstance(heard, RatTaken) and heard.cards and isinstance(table.phase, RatRound):
            return replace(heard, cards=tuple(card for _, card in table.phase.pot))
        return heard

    return masking(mask)


@master_mutant("event")
def pedigree_payment_shown_to_all() -> Subject:
    def mask(table: KuhTable, raw: Any, heard: Any) -> Any:
        cards = isinstance(table.phase, PedigreePayment) and isinstance(raw, Paid)
        return raw if cards else heard

    return masking(mask)


@master_mutant("event")
def lifted_card_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, DivisionBegan) else heard)


@master_mutant("event")
def given_money_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, CardTaken) else heard)


@master_mutant("event")
def money_of_the_second_card_shown_to_who_divides() -> Subject:
    def redacted(table: KuhTable, raw: Any, viewer: Viewer) -> Any:
        heard = REAL.redacted(table, raw, viewer)
        if isinstance(raw, CardTaken) and isinstance(table.phase, Dividing):
            return raw if viewer == table.phase.seat else heard
        return heard

    return replace(REAL, redacted=redacted)


@master_mutant("event")
def plans_shown_to_all() -> Subject:
    planned = CountedDown | Slapped | PedigreeTaken
    return masking(lambda _, raw, heard: raw if isinstance(raw, planned) else heard)


@master_mutant("event")
def no_plan_of_ones_own_among_others() -> Subject:
    """An empty list instead of nothing: somebody has a plan."""

    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, CountedDown) and raw.plans and heard.plans is None:
            return replace(heard, plans=())
        return heard

    return masking(mask)


@master_mutant("event")
def rivals_of_a_sealed_slap() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, Slapped) and raw.rivals is None:
            ties = tuple(p.seat for p in raw.plans or () if p.count == raw.count)
            return replace(heard, rivals=ties)
        return heard

    return masking(mask)


@master_mutant("event")
def losing_sealed_numbers() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, Slapped) and raw.rivals is None:
            second = max((p.count for p in raw.plans or () if p.seat != raw.seat), default=0)
            return replace(heard, plans=(SlapPlan(raw.seat, second),))
        return heard

    return masking(mask)


@master_mutant("event")
def how_quick_a_slap_was() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, Slapped):
            quick = [p for p in raw.plans or () if p.seat == raw.seat and p.after is not None]
            return replace(heard, plans=tuple(quick) or heard.plans)
        return heard

    return masking(mask)


@master_mutant("order")
def rivals_by_purse() -> Subject:
    def mask(table: KuhTable, raw: Any, heard: Any) -> Any:
        if isinstance(raw, Slapped) and raw.rivals:
            purses = table.world.purses
            return replace(heard, rivals=tuple(sorted(raw.rivals, key=lambda s: sum(purses[s]))))
        return heard

    return masking(mask)


# Narration


@master_mutant("narration")
def tells_of_a_rich_pot() -> Subject:
    def tell(_: KuhTable, raw: Any, line: Line | None) -> Line | None:
        if isinstance(raw, RatTaken) and line is not None and sum(raw.cards or ()) >= 100:
            return replace(line, args=line.args | {"rich": True})
        return line

    return planted_teller(tell)


@master_mutant("narration")
def tells_what_was_kept() -> Subject:
    def tell(table: KuhTable, raw: Any, line: Line | None) -> Line | None:
        return REAL.told(table, raw, raw) if isinstance(raw, CardTaken) else line

    return planted_teller(tell)


@master_mutant("narration")
def tells_of_a_slap_that_was_planned() -> Subject:
    def tell(table: KuhTable, raw: Any, line: Line | None) -> Line | None:
        phase = table.phase
        if isinstance(raw, Slapped) and isinstance(phase, Countdown) and line is not None:
            planned = any(plan.seat == raw.seat for plan in phase.plans)
            return replace(line, args=line.args | {"planned": planned})
        return line

    return planted_teller(tell)


# While a step is sealed


@master_mutant("sealed")
def how_many_have_answered() -> Subject:
    return replace(
        REAL, waiting=lambda table, held, viewer: (REAL.waiting(table, held, viewer), len(held))
    )


@master_mutant("sealed")
def that_somebody_has_slapped() -> Subject:
    def waiting(table: KuhTable, held: Any, viewer: Viewer) -> Any:
        slapped = any(getattr(action, "count", 0) for action in held.values())
        return Noted(REAL.waiting(table, held, viewer), slapped)

    return replace(REAL, waiting=waiting)


@master_mutant("sealed")
def no_more_options_once_anybody_has_answered() -> Subject:
    def waiting(table: KuhTable, held: Any, viewer: Viewer) -> Any:
        return () if held else REAL.waiting(table, held, viewer)

    return replace(REAL, waiting=waiting)
