"""`kuhstall tune`: it finds what is better, and says what it found."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from kuhstall.arena.tuning import Effort, Number, Round, cross_entropy
from kuhstall.cli import main

WANTED = (Number("left", 0.0, 1.0, -5.0, 5.0), Number("right", 0.0, 1.0, -5.0, 2.0))
EFFORT = Effort(seed="1", population=30, rounds=25, games=1, final=1)


def hill(drawn: Sequence[Sequence[float]], middle: Sequence[float], seed: str) -> list[float]:
    """Be the better the nearer to (1, 4)."""
    return [-((left - 1) ** 2) - (right - 4) ** 2 for left, right in drawn]


def climbed(effort: Effort) -> tuple[tuple[float, ...], list[Round]]:
    told: list[Round] = []
    return cross_entropy(WANTED, hill, effort, told.append), told


def test_it_finds_the_top_within_the_bounds() -> None:
    (left, right), told = climbed(EFFORT)

    assert left == pytest.approx(1, abs=0.15)
    assert right == pytest.approx(2, abs=0.1)
    assert [each.number for each in told] == list(range(1, 26))
    assert told[-1].mean > told[0].elite


def test_the_same_seed_finds_the_same() -> None:
    assert climbed(EFFORT) == climbed(EFFORT)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["tune", *words]) == 2
    return capsys.readouterr().err


def test_without_the_compiler_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kuhstall.arena.kuhhandel.tuning.COMPILED", False)

    assert "kuhstall[train]" in refused(capsys)


def test_what_cannot_be_tuned_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kuhstall.arena.kuhhandel.tuning.COMPILED", True)

    assert "there is no 'kuhfstone'" in refused(capsys, "kuhfstone")
    assert "'random' is not a farmer" in refused(capsys, "--against", "random")
    assert "does not play" in refused(capsys, "master", "--players", "2")


def test_it_prints_numbers_and_a_share(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kuhstall.arena.kuhhandel.tuning.COMPILED", True)
    few = ["--players", "3", "--population", "2", "--rounds", "1", "--games", "1", "--final", "1"]

    assert main(["tune", "kuhhandel/1", *few, "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert set(told) == {"numbers", "share", "low", "high", "games", "cpu_seconds"}
    assert {"thrift", "money 4", "counters", "taste"} <= set(told["numbers"])
    assert "round 1" in said.err
