"""The measure of the machine, and what CI makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import budget, machine
from tests.budget import Budget, Cost, counted, judged, read, tell
from tests.machine import Machine, Watch, measured, patience, worst

CALM = Machine(1.0, 1.0, 0.001)
BUSY = Machine(3.2, 0.3, 0.08)


@pytest.fixture(autouse=True)
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (machine, budget):
        monkeypatch.setattr(module, "VOIDS", tmp_path / "voids")
        monkeypatch.setattr(module, "COUNTS", tmp_path / "counts")
        monkeypatch.setattr(module, "UNSTABLE", tmp_path / "unstable")


def taken(cpu: float, at: Machine, **counts: int) -> Cost:
    return Cost("test", 60, cpu, 1.0, 1.0, counts, at, [], [], 0)


def test_a_measurement_has_sensible_figures() -> None:
    now = measured()
    assert now.slowness > 0.1
    assert 0 < now.share <= 1
    assert now.lag > -0.001
    assert patience(10) >= 10


def test_patience_follows_the_machine_as_far_as_it_has_to() -> None:
    assert CALM.factor == 1.0
    assert Machine(0.5, 1.0, 0.0).factor == 1.0
    assert BUSY.factor == 3.2
    assert worst(CALM, BUSY) == BUSY


@pytest.mark.parametrize(
    "one",
    [
        Machine(1.6, 1.0, 0.0),
        Machine(1.0, 0.8, 0.0),
        Machine(1.0, 1.0, 0.06),
        Machine(1.0, 1.0, 0.0, stolen=0.2),
    ],
)
def test_each_figure_alone_tells_of_a_disturbance(one: Machine) -> None:
    assert one.disturbed
    assert not CALM.disturbed


def test_too_slow_is_a_failure_on_a_calm_machine_and_void_on_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for at in (CALM, BUSY):
        monkeypatch.setattr(Watch, "seen", lambda _, at=at: at)
        Watch().expect("a look", 1.9, 2)
        assert not machine.VOIDS.exists()
        if at is CALM:
            with pytest.raises(AssertionError, match="a look"):
                Watch().expect("a look", 2.1, 2)
    Watch().expect("a look", 2.1, 2)
    (line,) = machine.VOIDS.read_text().splitlines()
    assert line.startswith("a look: 2.100 where 2.000 is the limit; 3.20 times")


def test_a_target_above_its_budget_fails_where_time_says_something() -> None:
    allowed = Budget(100)
    assert judged(taken(120, CALM), allowed) == []
    assert judged(taken(140, BUSY), allowed) == []
    assert "budget of test" in machine.VOIDS.read_text()
    (failure,) = judged(taken(140, CALM), allowed)
    assert failure.startswith("test: 140 s of processor time, 128 allowed")


def test_counts_are_judged_on_every_machine() -> None:
    allowed = Budget(100, {"nodes": 3})
    assert judged(taken(1, BUSY, nodes=3, windows=9), allowed) == []
    assert judged(taken(1, BUSY, nodes=4), allowed) == ["test: 4 nodes, more than 3"]


def test_what_is_counted_adds_up() -> None:
    assert counted() == {}
    machine.count("nodes")
    machine.count("browser windows", 2)
    machine.count("nodes")
    assert counted() == {"nodes": 2, "browser windows": 2}


def test_unstable_tests_are_listed_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    tell([taken(1, CALM)], {"test": Budget(100)})
    assert capsys.readouterr().out.endswith("void: nothing\nunstable: nothing\n")
    machine.unstable("game.e2e.ts > four people play", "Timeout 30000ms exceeded.")
    tell([taken(1, CALM)], {"test": Budget(100)})
    assert capsys.readouterr().out.endswith(
        "unstable: 1\n  game.e2e.ts > four people play: Timeout 30000ms exceeded.\n"
    )


def test_every_target_of_the_budget_is_one_of_make() -> None:
    rules = (budget.ROOT / "Makefile").read_text(encoding="utf-8")
    assert [*read()][:3] == ["lint", "types", "docs"]
    assert all(f"\n{target}: " in rules for target in read())


@pytest.mark.parametrize(
    "line",
    [
        "=========== 3656 passed, 139 deselected in 561.20s (0:09:21) ===========",
        "====== 1 failed, 2 passed in 0.12s ======",
        "Test Files  14 passed (14)",
        "Tests  2 failed | 61 passed (63)",
        "Errors  10 errors",
    ],
)
def test_closing_lines_of_the_runners_are_known(line: str) -> None:
    assert budget._CLOSING.match(line)
    assert not budget._CLOSING.match("a test passed in between")


@pytest.mark.parametrize(
    "line",
    [
        "FAILED tests/server/test_store.py::test_it[sqlite]",
        "FAIL  games  e2e/game.e2e.ts > four people play",
        'This error originated in "e2e/game.e2e.ts" test file. It does not mean',
    ],
)
def test_what_failed_is_named_again_at_the_end(line: str) -> None:
    assert budget._FAILED.match(line)
    assert not budget._FAILED.match("a test that may fail")
