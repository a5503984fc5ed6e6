"""Envelopes in two worlds: other amounts, handed in by others, that lead to the same price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import options
from kuhstall.engine.values import Action, Event, Seat, Viewer
from kuhstall.games.kuhhandel.actions import NameMaximum
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import BoughtOut, EnvelopesOpened, Exposed
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes, bidders
from tests.games.twin.entitlement import opening

TRIES: Final = 30
AMOUNTS: Final = (10, 10, 20, 30, 40, 50, 50, 60, 80, 90, 150, 150, 300, 300)

Held = dict[Seat, Action]


class Closing(Struct, frozen=True):
    """A sealed step in both worlds: what each has handed in, and the chance that decides."""

    held: tuple[Held, Held]
    seeds: tuple[bytes, bytes]


def closing(one: KuhTable, other: KuhTable, viewer: Viewer, random: Random) -> Closing | None:
    """Draw what is handed in here and there, until the viewer may learn the same from both."""
    for _ in range(TRIES):
        seeds = (b"%d" % random.randrange(5), b"%d" % random.randrange(5))
        held = _drawn(one, random)
        taught = opening(one, held, _order(one, seeds[0]), viewer)
        for _ in range(TRIES):
            twin = _drawn(other, random) if random.random() < 0.3 else _bent(other, held, random)
            if viewer is not None:
                twin.pop(viewer, None)
                twin |= {viewer: held[viewer]} if viewer in held else {}
            fair = all(_legal(other, seat, action) for seat, action in twin.items())
            if fair and opening(other, twin, _order(other, seeds[1]), viewer) == taught:
                return Closing((held, twin), seeds)
    return None


def _drawn(table: KuhTable, random: Random) -> Held:
    """Let everybody write something down, or nothing."""
    held: Held = {}
    for seat in table.phase.actors(table):
        amount = random.choice(AMOUNTS) if random.random() < 0.75 else 0
        for ahead in (random.random() < 0.4, False):
            action = NameMaximum(amount, ahead)
            if seat not in held and _legal(table, seat, action):
                held[seat] = action
    return held


def _bent(table: KuhTable, held: Held, random: Random) -> Held:
    """Change what may not show: the highest amount, the lower ones, and whose they are."""
    phase = table.phase
    assert isinstance(phase, Envelopes)
    auctioneer = phase.auction.auctioneer
    named = {seat: act.amount for seat, act in held.items() if isinstance(act, NameMaximum)}
    twin = {seat: named[seat] for seat in named if seat == auctioneer}
    ranked = sorted((seat for seat in named if seat != auctioneer), key=lambda seat: -named[seat])
    losers = [seat for seat in bidders(table, phase.auction) if seat not in ranked[:1]]
    random.shuffle(losers)
    if ranked:
        twin[ranked[0]] = named[ranked[0]] + random.choice((0, 10, 50, 200))
    for place, seat in enumerate(ranked[1:]):
        lower = 0 if place == 0 else random.choice((0, 0, 10, 30))
        if losers and named[seat] > lower:
            twin[losers.pop()] = named[seat] - lower
    if auctioneer in twin:
        twin[auctioneer] += random.choice((-20, -10, 0, 10, 30))
    plans = any(isinstance(act, NameMaximum) and act.ahead for act in held.values())
    left = phase.left(table) if plans else None
    seats = twin if left is None else {*twin, left}
    return {seat: NameMaximum(twin.get(seat, 0), ahead=seat == left) for seat in seats}


def _legal(table: KuhTable, seat: Seat, action: Action) -> bool:
    return any(option.admits(action) for option in options(table, seat))


def _order(table: KuhTable, seed: bytes) -> Sequence[Seat]:
    """Return who goes before whom at the same amount: by lot, or by the order of play (C-27)."""
    phase = table.phase
    assert isinstance(phase, Envelopes)
    seats = bidders(table, phase.auction)
    if table.edition.rules.envelope_tie == "seat_order":
        return seats
    return SeededChance(seed).shuffled(f"envelopes/{table.moment}", seats)


def note(marks: Counter[str], held: Held, twin_held: Held, log: list[Event]) -> None:
    """Count what was seen, so that the floors of the test can ask for it."""
    opened = log[0]
    assert isinstance(opened, EnvelopesOpened)
    marks["envelopes apart"] += held != twin_held
    marks["nothing in envelopes"] += not opened.called
    marks["planned ahead"] += opened.ahead
    marks["next envelope"] += len(opened.called) > 1
    marks["bought out unseen"] += any(isinstance(event, BoughtOut) for event in log)
    marks["exposed by envelope"] += any(isinstance(event, Exposed) for event in log)
    if opened.called:
        winner = opened.called[0].seat
        marks["winner apart"] += held.get(winner) != twin_held.get(winner)
