"""How quick a hand was: a late wire is made up for, and nobody wins by what they say."""

from __future__ import annotations

import pytest

from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow
from kuhstall.games.kuhhandel.master.phases.slapping import REACTION_MS, STEP_MS
from kuhstall.server.table.party.reflex import (
    FLOOR_MS,
    MOST_MS,
    Reach,
    RoundTrips,
    limit_to_human_speed,
    reaction_time,
    with_measured_time,
)


@pytest.mark.parametrize(
    ("since", "told", "trip", "took"),
    [
        (320, 260, 60, 260),  # the wire explains the rest: the client is believed
        (320, 260, 40, 280),  # it explains only a part
        (320, 0, 60, 260),  # a forged time is worth no more than the wire
        (320, -10_000, 60, 260),
        (320, 10_000, 60, 320),  # and nobody is made slower than they were
        (600, 260, 400, 600 - MOST_MS),  # a very long wire is made up for in part
        (320, 260, 0, 320),  # nothing is measured, as over HTTP
        (120, 0, 100, FLOOR_MS),  # nobody reacts faster
        (-5, 0, 0, FLOOR_MS),
    ],
)
def test_a_wire_is_made_up_for_within_bounds(
    since: float, told: float, trip: float, took: float
) -> None:
    assert reaction_time(since, told, trip) == took


def test_the_round_trip_is_what_it_was_at_best_or_is_by_now() -> None:
    trips = RoundTrips()
    assert trips.credit == 0
    trips.add(40)
    assert trips.credit == trips.usual == 40
    for _ in range(19):
        trips.add(400)  # who holds back pongs is still known by the quick one
    assert trips.credit == 60
    trips.add(400)  # but not for ever: a wire can become slow
    assert trips.credit == pytest.approx(trips.usual)
    for _ in range(40):
        trips.add(30)
    assert trips.credit == pytest.approx(trips.usual, abs=1)
    assert trips.credit < 40


def test_the_time_of_a_client_is_replaced() -> None:
    assert with_measured_time(SlapNow(7), 100.0, Reach(100.5, 40.0)) == SlapNow(460)
    assert with_measured_time(SlapNow(480), 100.0, Reach(100.5, 40.0)) == SlapNow(480)
    assert with_measured_time(SlapNow(7), 100.0, Reach(100.5)) == SlapNow(500)
    assert with_measured_time(SlapNow(7), 100.0, Reach(400.0)) == SlapNow(STEP_MS)
    assert with_measured_time(SlapNow(7), None, Reach(100.5)) == SlapNow(STEP_MS)
    assert with_measured_time(Slap(7), 100.0, Reach(100.5)) == Slap(7)


def test_no_bot_is_quicker_than_a_plan() -> None:
    assert limit_to_human_speed(SlapNow(0)) == SlapNow(REACTION_MS)
    assert limit_to_human_speed(SlapNow(REACTION_MS + 1)) == SlapNow(REACTION_MS + 1)
    assert limit_to_human_speed(Slap(3)) == Slap(3)
