"""What all views have in common: every phase is shown, and they say who is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.match import Match
from kuhstall.engine.option import sample
from kuhstall.engine.table import Phase
from kuhstall.engine.values import CLOCK
from kuhstall.games.kuhfstein import view as kuhfstein
from kuhstall.games.kuhfstein.goals import GOAL_POINTS
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhhandel import view as classic
from kuhstall.games.kuhhandel.master import view as master
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.rule_options import names


def phases(package: str) -> set[type]:
    return {kind for kind in Phase.__subclasses__() if kind.__module__.startswith(package)}


def test_every_phase_is_in_the_union_that_is_shown() -> None:
    kuhhandel, own = "kuhstall.games.kuhhandel.", "kuhstall.games.kuhhandel.master."

    assert set(get_args(master.MasterPhase)) == phases(kuhhandel)
    assert set(get_args(classic.ClassicPhase)) == phases(kuhhandel) - phases(own)
    assert set(get_args(kuhfstein.AnyPhase)) == phases("kuhstall.games.kuhfstein.")


class Forgotten(Phase[Any, Any], frozen=True):
    pass


@pytest.mark.parametrize("key", EDITIONS)
def test_a_forgotten_phase_is_an_error(key: str) -> None:
    match = Match(find(key), 3, QuickChance(1))
    table = type(match.table)(match.table.edition, match.table.world, Forgotten())

    with pytest.raises(AssertionError):
        table.edition.game.view(table, 0)


def tables(key: str, seats: int, seed: int) -> Iterator[Match]:
    """Play at random, and stop at every step."""
    edition = find(key)
    if "final_tile" in names(type(edition.rules)):  # the one sealed phase of its game
        edition = edition.with_rules({"final_tile": "player"})
    match = Match(edition, seats, QuickChance(seed))
    dice = random.Random(f"{key}/{seed}")
    for _ in range(3000):
        yield match
        if not match.actors:
            return
        actor = dice.choice(match.actors)
        if actor == CLOCK and match.table.phase.sealed:
            match.close()
        else:
            match.play(actor, sample(match.options(actor), match.chance))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("key", EDITIONS)
def test_views_say_who_is_asked_and_whether_it_is_sealed(key: str) -> None:
    kinds = set()
    for match in tables(key, 3, 5):
        table = match.table
        shown = [match.view(viewer) for viewer in (None, 0, 1, 2)]
        kinds.add(type(table.phase))
        open_bidding = isinstance(table.phase, Bidding) and table.phase.polled is None
        waiting = () if open_bidding else table.phase.actors(table)
        for view in shown:
            assert view.asked == tuple(actor for actor in waiting if actor != CLOCK)
            assert view.sealed == table.phase.sealed
    assert len(kinds) > 2


@pytest.mark.parametrize("seed", range(3))
def test_goals_are_shown_to_those_who_know_them_as_they_are_judged(seed: int) -> None:
    over = 0
    for match in tables("kuhfstein", 3, seed):
        table = match.table
        for viewer in (None, 0, 1, 2):
            for seat, shown in enumerate(match.view(viewer).seats):
                known = {progress.goal: progress for progress in shown.progress}
                if seat == viewer:
                    assert set(known) == set(table.world.places[seat].goals)
                elif isinstance(table.phase, Over):
                    assert set(known) == {table.phase.scores[seat].goal}
                else:
                    assert not known
                assert all(GOAL_POINTS[goal] == one.points for goal, one in known.items())
                if isinstance(table.phase, Over):
                    over += 1
                    score = table.phase.scores[seat]
                    if score.goal in known:
                        reached = known[score.goal].have >= known[score.goal].need
                        assert score.goal_points == (known[score.goal].points if reached else 0)
    assert over
