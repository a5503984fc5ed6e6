"""A log of Master can be played again, sealed steps too; a changed one cannot."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine import CLOCK, Event, Match, SeededChance, Table, Unexpected, sample
from kuhstall.games.kuhhandel.editions import MASTER
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow
from kuhstall.games.kuhhandel.master.events import (
    CardLaid,
    CardTaken,
    CountedDown,
    PedigreeTaken,
    RatTaken,
    Slapped,
    SlapPlan,
)
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.slapping import Sale
from kuhstall.games.kuhhandel.master.retelling import retell
from kuhstall.games.registry import played_again
from tests.games.master.scenes import scene

MODES: list[dict[str, Any]] = [
    {"pedigree_mode": "realtime"},
    {"pedigree_mode": "realtime", "slap": "reflex"},
    {"pedigree_mode": "stepwise"},
    {"pedigree_mode": "sealed"},
]
ENOUGH = 6  # to find each of them, a game is played again to that point

every_mode = pytest.mark.parametrize(
    "rules", MODES, ids=["lottery", "reflex", "stepwise", "sealed"]
)


def played(seats: int, seed: int, **rules: Any) -> list[Event]:
    edition = MASTER.with_rules({"auction_mode": "turns", "super_kuhhandel": True} | rules)
    match = Match(edition, seats, SeededChance(b"deal"))
    player = SeededChance(str(seed).encode())
    while actors := match.actors:
        if match.table.phase.sealed and not player.below("hand in", 3):
            match.close()
            continue
        seated = [actor for actor in actors if actor != CLOCK]
        if not seated:
            match.close()
            continue
        actor = seated[player.below("actor", len(seated))]
        match.play(actor, sample(match.options(actor), player))
    return match.log


@every_mode
@pytest.mark.parametrize("seats", [3, 5])
def test_a_whole_game_is_played_again(rules: dict[str, Any], seats: int) -> None:
    log = played(seats, 1, **rules)
    assert any(isinstance(event, Slapped) for event in log)
    assert played_again(log, SeededChance(b"deal"))
    assert not played_again(log, SeededChance(b"other"))


def test_a_game_of_two_is_played_again() -> None:
    assert played_again(played(2, 1), SeededChance(b"deal"))


@every_mode
def test_a_changed_slap_is_found(rules: dict[str, Any]) -> None:
    log = played(4, 2, **rules)
    changed = 0
    for place, event in enumerate(log):
        forged: Event | None = None
        if isinstance(event, Slapped):
            forged = replace(event, seat=(event.seat + 1) % 4)
        elif isinstance(event, CountedDown):
            forged = replace(event, plans=(SlapPlan(9, 1),))  # nobody sits there
        elif isinstance(event, PedigreeTaken):
            forged = replace(event, price=event.price + 1)
        if forged is not None and changed < ENOUGH:
            changed += 1
            assert not played_again(
                [*log[:place], forged, *log[place + 1 :]], SeededChance(b"deal")
            )
    assert changed == ENOUGH


def test_a_changed_rat_and_a_changed_division_are_found() -> None:
    for seats in (2, 3):
        log = played(seats, 3)
        for place, event in enumerate(log):
            forged: Event | None = None
            if isinstance(event, RatTaken):
                forged = replace(event, again=not event.again)
            elif isinstance(event, CardLaid):
                forged = replace(event, card=30)  # there is no such card
            elif isinstance(event, CardTaken):
                forged = replace(event, seat=1 - event.seat)
            if forged is not None:
                again = [*log[:place], forged, *log[place + 1 :]]
                assert not played_again(again, SeededChance(b"deal"))


def test_what_was_handed_in_is_told_by_the_difference_of_plans() -> None:
    plans = (SlapPlan(0, 3), SlapPlan(1, 5), SlapPlan(2, 2))
    before = scene().table
    table = Table(before.edition, before.world, Countdown(Sale("cow", 3), 8, plans), before.moment)
    after = (SlapPlan(0, 3), SlapPlan(1, 4))
    assert retell(table, CountedDown(7, after)) == {1: Slap(4), 2: Slap(0)}
    quick = (SlapPlan(0, 3), SlapPlan(1, 8, 210), SlapPlan(2, 2))
    assert retell(table, Slapped(1, 8, (1,), quick)) == {1: SlapNow(210)}
    with pytest.raises(Unexpected):
        retell(table, TurnBegan(0))
