"""Games over days: what a wait is, and when people look."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from kuhstall.arena.slow_games import Habit, looks, over_days, play_over_days
from kuhstall.games.registry import find

FEW = 3


def test_people_look_three_times_a_day_while_they_are_awake() -> None:
    times = list(islice(looks(Habit(), random.Random(1)), 3 * 200))

    assert times == sorted(times)
    assert {int(time // 24) for time in times} == set(range(200))
    assert all(7 <= time % 24 <= 23 for time in times)
    assert any(time % 24 < 8 for time in times)
    assert any(time % 24 > 22 for time in times)


def test_a_game_depends_on_its_seed_alone() -> None:
    edition = find("kuhhandel/2").with_rules({"auction_mode": "sealed"})
    one = play_over_days(edition, 3, "a", Habit())

    assert play_over_days(edition, 3, "a", Habit()) == one
    assert play_over_days(edition, 3, "b", Habit()) != one


def test_somebody_who_never_sleeps_waits_no_less_often_but_not_as_long() -> None:
    edition = find("kuhhandel/2").with_rules({"auction_mode": "sealed"})
    seldom = play_over_days(edition, 3, "a", Habit(looks=1))
    often = play_over_days(edition, 3, "a", Habit(looks=24))

    assert often.days < seldom.days / 4
    assert often.waits > 40  # a lot at least each, whoever looks how often


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["kuhhandel/2", "master"])
def test_one_answer_saves_most_of_the_time(edition: str) -> None:
    sealed = over_days(find(edition), {}, 4, FEW, Habit())
    turns = over_days(find(edition), {"auction_mode": "turns"}, 4, FEW, Habit())

    assert sealed.rules["auction_mode"] == "sealed"
    assert sealed.days < turns.days / 2
    assert sealed.waits < turns.waits / 2
    assert sealed.waits <= sealed.visits <= sealed.moves
