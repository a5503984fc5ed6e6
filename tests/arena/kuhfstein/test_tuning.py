"""`kuhstall tune kuhfstein`: it judges by points, and goes on where it was cut off."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from kuhstall.arena.kuhfstein.tuning import WANTED, Outcome, play_game, weights_of
from kuhstall.bots import registry
from kuhstall.bots.kuhfstein.weights import CAREFUL
from kuhstall.cli import main
from kuhstall.games.kuhfstein.editions import KUHFSTEIN

SMALL = ["tune", "kuhfstein", "--players", "2", "--population", "3", "--games", "1", "--final", "1"]


def searched(rounds: int, *words: str) -> int:
    return main([*SMALL, "--rounds", str(rounds), *words])


def test_it_begins_with_the_planner_of_today() -> None:
    assert weights_of([number.start for number in WANTED]) == CAREFUL
    for number in WANTED:
        assert number.low <= number.start <= number.high, number.name


def test_every_number_is_a_weight_of_its_own() -> None:
    starts = [number.start for number in WANTED]
    others = [
        weights_of([*starts[:place], starts[place] + 0.5, *starts[place + 1 :]])
        for place in range(len(WANTED))
    ]
    assert len(set(others) | {CAREFUL}) == len(WANTED) + 1


def test_a_row_of_weights_keeps_its_shape() -> None:
    doubled = weights_of([2.0 if number.name == "supply" else number.start for number in WANTED])

    assert doubled == replace(CAREFUL, supply=tuple(round(2 * each, 3) for each in CAREFUL.supply))


def test_points_count_and_so_do_the_turns_they_take() -> None:
    paces = [
        Outcome(0.0, points, turns).pace
        for points, turns in ((50, 13), (65, 13), (65, 12), (80, 12), (99, 10))
    ]

    assert paces == sorted(paces)
    assert paces[0] < 0.2
    assert 0.9 < paces[-1] < 1


def test_the_seat_changes_and_the_game_does_not() -> None:
    planner, greedy = (partial(registry.make, name, "kuhfstein") for name in ("farmer", "herder"))

    first, other, again = (
        play_game(KUHFSTEIN, [planner, greedy], game, "the same") for game in (0, 1, 2)
    )
    assert first == again
    assert first != other
    assert first.won in (0, 0.5, 1)
    assert first.points > 40
    assert 8 < first.turns < 20


@pytest.mark.slow
def test_a_search_that_was_cut_off_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert searched(3, "--out", str(whole), "--json") == 0
    expected = json.loads(capsys.readouterr().out)

    assert searched(2, "--out", str(cut)) == 0
    cut.write_bytes(cut.read_bytes() + b'{"number": 3, "mea')  # the power was cut
    capsys.readouterr()
    assert searched(3, "--out", str(cut), "--json") == 0

    said = capsys.readouterr()
    assert "round 3" in said.err
    assert "round 2" not in said.err
    assert json.loads(said.out) | {"cpu_seconds": 0} == expected | {"cpu_seconds": 0}
    assert cut.read_bytes() == whole.read_bytes()


def test_the_file_of_another_search_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds"
    assert searched(1, "--out", str(file)) == 0
    before = file.read_bytes()

    assert searched(1, "--out", str(file), "--seed", "2") == 2
    assert "another search" in capsys.readouterr().err
    assert file.read_bytes() == before
