"""The level that measured lag leads to: in steps, without flapping, and without sticking."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kuhstall.server.limits.load_level import (
    HOLD,
    REFUSED_FROM,
    TRY_AGAIN_AFTER,
    CommandQueue,
    CommandWindow,
    Level,
    LoadLevel,
)

ALLOWED = 0.2
EVERY = 0.05


class Run:
    """A level with a clock of its own: a measurement takes as long as the loop is late."""

    def __init__(self) -> None:
        self.level = LoadLevel(ALLOWED)
        self.now = 100.0

    def measure(self, *lags: float) -> Level:
        for lag in lags:
            self.now += EVERY + lag
            self.level.note_lag(lag, self.now)
        return self.level.now

    def measure_for(self, seconds: float, lags: Iterable[float]) -> list[Level]:
        """Repeat measurements for a while; list the levels that it went through."""
        end, row, gone = self.now + seconds, list(lags), [self.level.now]
        while self.now < end:
            for lag in row:
                if self.measure(lag) != gone[-1]:
                    gone.append(self.level.now)
        return gone


@pytest.mark.parametrize(
    ("lag", "level"),
    [
        (0.19, Level.CALM),
        (0.2, Level.NO_TABLES),
        (0.29, Level.NO_TABLES),
        (0.31, Level.NO_VISITORS),
        (0.41, Level.FEWER_COMMANDS),
        (9.0, Level.FEWER_COMMANDS),
    ],
)
def test_lag_that_lasts_leads_to_its_level(lag: float, level: Level) -> None:
    assert Run().measure(lag, lag) == level


def test_new_tables_are_refused_before_visitors_and_those_before_commands() -> None:
    run = Run()
    rising = [number / 1000 for number in range(600)]
    gone = run.measure_for(1, rising)
    assert gone == list(Level)
    assert REFUSED_FROM["table"] < REFUSED_FROM["visitor"] < REFUSED_FROM["command"]
    assert TRY_AGAIN_AFTER["table"] > TRY_AGAIN_AFTER["visitor"] > TRY_AGAIN_AFTER["command"]


def test_a_single_pause_is_nothing() -> None:
    run = Run()
    assert run.measure(0.01, 15.0, 0.01, 0.02, 3.0, 0.0) == Level.CALM


def test_it_goes_down_one_step_after_the_other_and_gets_calm() -> None:
    run = Run()
    run.measure(1.0, 1.0)
    assert run.measure_for(20, [0.01]) == list(reversed(Level))
    run = Run()
    run.measure(1.0, 1.0)
    assert run.measure_for(HOLD * 0.9, [0.01]) == [Level.FEWER_COMMANDS]
    assert run.measure_for(HOLD * 0.2, [0.01]) == [Level.FEWER_COMMANDS, Level.NO_VISITORS]


def test_it_does_not_flap_around_a_threshold() -> None:
    run = Run()
    run.measure(ALLOWED, ALLOWED)
    assert run.measure_for(60, [0.21, 0.19, 0.05, 0.12, 0.19]) == [Level.NO_TABLES]


def test_it_stays_while_commands_are_refused_and_no_longer() -> None:
    run = Run()
    run.measure(1.0, 1.0)
    for _ in range(400):
        run.measure(0.01)
        run.level.note_refused_command(run.now)
    assert run.level.now is Level.FEWER_COMMANDS
    assert run.measure_for(3 * HOLD + 1, [0.01])[-1] is Level.CALM


def test_it_can_be_switched_off() -> None:
    level = LoadLevel(0.0)
    for now in range(10):
        level.note_lag(30.0, now)
    assert level.now is Level.CALM


def filled(width: int) -> CommandWindow:
    window = CommandWindow(ALLOWED)
    for _ in range(width):
        assert window.take()
    return window


def fill(window: CommandWindow) -> None:
    while window.take():
        pass


def test_without_a_lag_everything_is_let_in() -> None:
    assert filled(10_000).in_flight == 10_000


def test_the_window_narrows_until_the_lag_is_short_and_widens_when_there_is_room() -> None:
    window = filled(200)
    for _ in range(100):
        # The lag is what those in flight make of it.
        window.fit(window.in_flight * 0.002)
        while window.in_flight > window.width:
            window.give_back()
        fill(window)
    assert 35 < window.width < 65
    for _ in range(100):
        window.fit(5.0)
    assert window.width == CommandWindow.FEWEST
    window.lift()
    assert window.take()


def test_a_window_that_is_not_full_does_not_widen() -> None:
    window = filled(3)
    for _ in range(100):
        window.fit(0.0)
    assert window.width == CommandWindow.FEWEST


def lags(
    queue: CommandQueue, in_flight: int, waits: Iterable[float], seconds: float
) -> list[float]:
    """Let commands wait for so long, in every tenth of a second; list the lags."""
    told, row = [], list(waits)
    for tick in range(round(seconds * 10)):
        for wait in row:
            queue.note_wait(wait)
        told.append(queue.lag(in_flight, 100 + tick / 10))
    return told


def test_many_commands_that_all_wait_for_long_are_as_bad_as_a_late_loop() -> None:
    queue = CommandQueue()
    queue.lag(0, 99.9)
    assert lags(queue, CommandQueue.MANY, [1.2, 0.9, 3.0], 2)[-1] == pytest.approx(0.6)
    assert lags(queue, CommandQueue.MANY - 1, [1.2, 0.8, 3.0], 2)[-1] == 0


def test_few_commands_may_wait_for_a_slow_store() -> None:
    assert set(lags(CommandQueue(), CommandQueue.MANY - 1, [5.0], 10)) == {0.0}


def test_who_holds_up_a_table_makes_nobody_elses_wait_longer() -> None:
    queue = CommandQueue()
    queue.lag(0, 99.9)
    assert max(lags(queue, 500, [9.0, 9.0, 0.02, 9.0], 10)) <= 0.02


def test_if_nothing_is_answered_at_all_the_wait_grows() -> None:
    queue = CommandQueue()
    queue.lag(0, 99.9)
    told = lags(queue, 500, [], 5)
    assert told == sorted(told)
    assert told[-1] > 2
