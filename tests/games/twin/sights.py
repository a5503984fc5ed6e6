"""Leaks in what a viewer is shown or told: views, events, log lines."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kuhstall.engine.values import Line, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import (
    BidPlaced,
    CounterMade,
    Dealt,
    OfferMade,
    Paid,
    Passed,
    TradeSettled,
    TurnBegan,
)
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.kuhhandel.phases.payment import Payment
from kuhstall.games.kuhhandel.phases.preemption import Preemption
from kuhstall.games.kuhhandel.phases.responding import Responding
from kuhstall.games.kuhhandel.view import RespondingView
from tests.games.twin.mutant import REAL, Noted, masking, mutant, noting, planted_teller
from tests.games.twin.subject import Subject

# Views


@mutant("view")
def richest_seat() -> Subject:
    return noting(
        lambda table, _: max(range(table.world.seats), key=lambda s: sum(table.world.purses[s]))
    )


@mutant("view")
def cash_in_steps_of_100() -> Subject:
    return noting(lambda table, _: [sum(purse) // 100 for purse in table.world.purses])


@mutant("view")
def next_card() -> Subject:
    return noting(lambda table, _: table.world.deck[:1])


@mutant("view")
def last_card() -> Subject:
    return noting(lambda table, _: table.world.deck[-1:])


@mutant("view")
def state_hash() -> Subject:
    return noting(lambda table, _: hash(table.world) % 65536)


@mutant("view")
def offer_to_the_challenged() -> Subject:
    def view(table: KuhTable, viewer: Viewer) -> Any:
        seen = REAL.view(table, viewer)
        phase = table.phase
        if isinstance(phase, Responding) and viewer == phase.trade.challenged:
            assert isinstance(seen.phase, RespondingView)
            return replace(seen, phase=replace(seen.phase, offer=phase.offer))
        return seen

    return replace(REAL, view=view)


@mutant("view")
def count_of_a_hidden_offer() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        return len(table.phase.offer) if isinstance(table.phase, Responding) else None

    return noting(note)


@mutant("view")
def hidden_hand_counts() -> Subject:
    return noting(lambda table, _: [len(purse) for purse in table.world.purses])


@mutant("view")
def high_bidder_can_pay() -> Subject:
    def note(table: KuhTable, _: Viewer) -> Any:
        phase = table.phase
        if isinstance(phase, Preemption):
            return sum(table.world.purses[phase.high.seat]) >= phase.high.amount
        return None

    return noting(note)


# Events


@mutant("event")
def deck_dealt_openly() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, Dealt) else heard)


@mutant("event")
def payment_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, Paid) else heard)


@mutant("event")
def offer_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, OfferMade) else heard)


@mutant("event")
def counter_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, CounterMade) else heard)


@mutant("event")
def settlement_shown_to_all() -> Subject:
    return masking(lambda _, raw, heard: raw if isinstance(raw, TradeSettled) else heard)


@mutant("event")
def hidden_counts_in_the_offer() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        return replace(heard, count=raw.count) if isinstance(raw, OfferMade) else heard

    return masking(mask)


@mutant("event")
def hidden_counts_in_the_settlement() -> Subject:
    def mask(_: KuhTable, raw: Any, heard: Any) -> Any:
        return replace(heard, counts=raw.counts) if isinstance(raw, TradeSettled) else heard

    return masking(mask)


@mutant("event")
def sale_tells_if_paid_exactly() -> Subject:
    def redacted(table: KuhTable, raw: Any, viewer: Viewer) -> Any:
        heard = REAL.redacted(table, raw, viewer)
        if isinstance(raw, Paid) and isinstance(table.phase, Payment):
            return Noted(heard, sum(raw.cards or ()) == table.phase.price)
        return heard

    def told(table: KuhTable, raw: Any, heard: Any) -> Line | None:
        return REAL.told(table, raw, heard.view if isinstance(heard, Noted) else heard)

    return replace(REAL, redacted=redacted, told=told)


# Narration


@mutant("narration")
def tells_what_was_paid() -> Subject:
    def tell(_: KuhTable, raw: Any, line: Line | None) -> Line | None:
        return REAL.told(_, raw, raw) if isinstance(raw, Paid) else line

    return planted_teller(tell)


@mutant("narration")
def tells_of_a_bluff() -> Subject:
    def tell(_: KuhTable, raw: Any, line: Line | None) -> Line | None:
        if isinstance(raw, OfferMade) and not sum(raw.cards or ()):
            return Line("log.bluff", {"seat": raw.seat})
        return line

    return planted_teller(tell)


@mutant("narration")
def tells_how_close_it_was() -> Subject:
    def tell(_: KuhTable, raw: Any, line: Line | None) -> Line | None:
        if isinstance(raw, TradeSettled) and not raw.accepted and line is not None:
            margin = abs(sum(raw.offer or ()) - sum(raw.counter or ()))
            return replace(line, args=line.args | {"close": margin <= 20})
        return line

    return planted_teller(tell)


@mutant("narration")
def tells_why_a_seat_passed() -> Subject:
    def tell(table: KuhTable, raw: Any, line: Line | None) -> Line | None:
        phase = table.phase
        if isinstance(raw, Passed) and isinstance(phase, Bidding):
            floor = 10 + (phase.high.amount if phase.high else 0)
            broke = sum(table.world.purses[raw.seat]) < floor
            return Line("log.broke", {"seat": raw.seat}) if broke else line
        return line

    return planted_teller(tell)


@mutant("narration")
def tells_of_a_bold_bid() -> Subject:
    def tell(table: KuhTable, raw: Any, line: Line | None) -> Line | None:
        if isinstance(raw, BidPlaced) and raw.amount > sum(table.world.purses[raw.seat]):
            return Line("log.bold", {"seat": raw.seat})
        return line

    return planted_teller(tell)


@mutant("narration")
def tells_who_is_rich_when_a_turn_begins() -> Subject:
    def tell(table: KuhTable, raw: Any, line: Line | None) -> Line | None:
        if isinstance(raw, TurnBegan) and table.world.purses:
            rich = max(range(table.world.seats), key=lambda s: sum(table.world.purses[s]))
            return Line("log.turn_began", {"seat": raw.seat, "rich": rich})
        return line

    return planted_teller(tell)
