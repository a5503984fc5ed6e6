"""`kuhstall sim`."""

from __future__ import annotations

import json

import pytest

from kuhstall.cli import main


def test_it_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["sim", "kuhhandel/1", "--players", "3", "--games", "4", "--seed", "1", "--json"])

    assert code == 0
    told = json.loads(capsys.readouterr().out)
    assert told["edition"] == "kuhhandel/1"
    assert told["players"] == 3
    assert told["games"] == 4
    assert told["mean_moves"] == told["moves"] / 4
    assert len(told["wins"]) == 3
    assert told["violations"] == 0
    assert told["shared"] >= 0
    assert told["seconds"] > 0
    low, high = told["wins_by_bot"]["random"]["interval"]
    assert 0 <= low < 1 / 3 < high <= 1


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "sim --players 3 --games 3 --bots farmer,random,random --rotate --set overpay=any"
    assert main(words.split()) == 0
    told = capsys.readouterr().out
    assert "farmer" in told
    assert "violations: 0" in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--bots cow", "there is no bot 'cow'"),
        ("--bots random,random", "2 bots for 4 seats"),
        ("--players 7", "not 7"),
        ("--set overbid=never", "overbid"),
    ],
)
def test_it_says_what_is_wrong(capsys: pytest.CaptureFixture[str], words: str, reason: str) -> None:
    assert main(["sim", *words.split()]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("games", ["0", "-1", "many"])
def test_it_wants_a_number_of_games(capsys: pytest.CaptureFixture[str], games: str) -> None:
    with pytest.raises(SystemExit):
        main(["sim", "--games", games])
    assert "is not a number from 1 up" in capsys.readouterr().err
