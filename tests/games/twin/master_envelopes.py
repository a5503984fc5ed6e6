"""Pedigrees and rats by envelopes in two worlds: other numbers that lead to the same end.

What a viewer may learn is specified here apart from the rules (C-37 to C-40).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import options
from kuhstall.engine.values import Action, Event, Seat, Viewer
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap
from kuhstall.games.kuhhandel.master.events import (
    PedigreeBoughtOut,
    RatSettled,
    SlapExposed,
    SlapsOpened,
)
from kuhstall.games.kuhhandel.master.house_rules import master_rules
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.world import CLOCKWISE
from tests.games.twin.entitlement import Facts
from tests.games.twin.envelopes import Closing, Held

TRIES: Final = 30


def by_envelopes(table: KuhTable) -> bool:
    """Whether everybody answers once just now, about a pedigree or a rat."""
    phase = table.phase
    once = isinstance(phase, Countdown) and master_rules(table).pedigree_mode == "envelopes"
    return once or isinstance(phase, RatEnvelopes)


def closing(one: KuhTable, other: KuhTable, viewer: Viewer, random: Random) -> Closing | None:
    """Draw what is handed in here and there, until the viewer may learn the same from both."""
    for _ in range(TRIES):
        seeds = (b"%d" % random.randrange(5), b"%d" % random.randrange(5))
        held = _drawn(one, random)
        taught = _opening(one, held, seeds[0], viewer)
        for _ in range(TRIES):
            twin = _drawn(other, random) if random.random() < 0.3 else _bent(held, random)
            if viewer is not None:
                twin.pop(viewer, None)
                twin |= {viewer: held[viewer]} if viewer in held else {}
            fair = all(_legal(other, seat, action) for seat, action in twin.items())
            if fair and _opening(other, twin, seeds[1], viewer) == taught:
                return Closing((held, twin), seeds)
    return None


def _drawn(table: KuhTable, random: Random) -> Held:
    """Let most say a number, and the others nothing."""
    held: Held = {}
    for seat in table.phase.actors(table):
        number = random.choice((0, 1, 1, 2, 3, 4, 5, 7, 10))
        action = _numbered(table, number)
        if random.random() < 0.85 and _legal(table, seat, action):
            held[seat] = action
    return held


def _numbered(table: KuhTable, number: int) -> Action:
    return PassRat(number) if isinstance(table.phase, RatEnvelopes) else Slap(number)


def _bent(held: Held, random: Random) -> Held:
    """Change some numbers a little."""
    twin: Held = {}
    for seat, action in held.items():
        more = random.choice((0, 0, 1, 2, -1, -2))
        if isinstance(action, PassRat):
            twin[seat] = PassRat(max(0, action.times + abs(more)))
        elif isinstance(action, Slap):
            twin[seat] = Slap(max(0, action.count + more))
    return twin


def _legal(table: KuhTable, seat: Seat, action: Action) -> bool:
    return any(option.admits(action) for option in options(table, seat))


def _opening(table: KuhTable, held: Held, seed: bytes, viewer: Viewer) -> Facts:
    if isinstance(table.phase, RatEnvelopes):
        return _rat(table, held, viewer)
    return _slaps(table, held, _order(table, seed), viewer)


def _order(table: KuhTable, seed: bytes) -> Sequence[Seat]:
    """Return who goes before whom at the same count: by lot, or by the order of play (C-38)."""
    phase = table.phase
    assert isinstance(phase, Countdown)
    around = CLOCKWISE[table.world.seats][phase.sale.auctioneer]
    if master_rules(table).slap_tie == "seat_order":
        return around
    return SeededChance(seed).shuffled(f"slaps/{table.moment}", around)


def _slaps(
    table: KuhTable, held: Mapping[Seat, Action], order: Sequence[Seat], viewer: Viewer
) -> Facts:
    """State what the viewer may learn when envelopes for a pedigree are opened."""
    phase, rules, purses = table.phase, master_rules(table), table.world.purses
    assert isinstance(phase, Countdown)
    auctioneer, top = phase.sale.auctioneer, phase.count
    named = {seat: act.count for seat, act in held.items() if isinstance(act, Slap)}
    buys_out = named.pop(auctioneer, 0)
    facts: list[Any] = [None if viewer is None else held.get(viewer)]
    while count := min(top, max(named.values(), default=0)):
        winner = min((seat for seat in named if named[seat] >= count), key=order.index)
        kept = count <= buys_out
        facts.append((winner, count, kept))
        if kept or len(purses[winner]) >= count:
            payer, payee = (auctioneer, winner) if kept else (winner, auctioneer)
            sees = viewer in (payer, payee) or rules.payment_visibility == "public"
            facts.append(purses[payer][:count] if sees else None)
            break
        facts.append(purses[winner])
        if rules.overbid != "continue_excluded":
            break
        del named[winner]
        top = count - 1
    return tuple(facts)


def _rat(table: KuhTable, held: Mapping[Seat, Action], viewer: Viewer) -> Facts:
    """State what the viewer may learn when a rat has gone round."""
    phase, world = table.phase, table.world
    assert isinstance(phase, RatEnvelopes)
    around = CLOCKWISE[world.seats][phase.auctioneer]
    left = {
        seat: len([card for card in purse if card < 20]) for seat, purse in enumerate(world.purses)
    }
    left |= {seat: act.times for seat, act in held.items() if isinstance(act, PassRat)}
    laid: list[tuple[Seat, int]] = []
    while left[seat := around[len(laid) % world.seats]]:
        left[seat] -= 1
        laid.append((seat, world.purses[seat][len(laid) // world.seats]))
    taker = around[len(laid) % world.seats]
    pot = sorted(card for _, card in laid) if viewer == taker else None
    own = None if viewer is None else held.get(viewer)
    again = master_rules(table).after_rat == "must_auction"
    return own, len(laid), pot, world.deck[:1] if again else None


def note(marks: Counter[str], held: Held, twin_held: Held, log: list[Event]) -> None:
    """Count what was seen, so that the floors of the test can ask for it."""
    opened = log[0]
    if isinstance(opened, RatSettled):
        marks["passes apart"] += held != twin_held
        marks["rat by envelopes, with money"] += any(opened.passed)
    if isinstance(opened, SlapsOpened):
        marks["counts apart"] += bool(opened.called) and held != twin_held
        marks["pedigree kept unseen"] += any(isinstance(e, PedigreeBoughtOut) for e in log)
        marks["exposed by a count"] += any(isinstance(e, SlapExposed) for e in log)
