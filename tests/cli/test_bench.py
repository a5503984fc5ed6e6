"""`kuhstall bench`: what it measures, and what it refuses."""

from __future__ import annotations

import json

import pytest

from kuhstall.cli import main


@pytest.mark.parametrize("option", ["--games", "--rounds", "--players"])
@pytest.mark.parametrize("number", ["0", "-1", "many", "1.5"])
def test_it_wants_numbers_from_one_up(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bench", option, number])

    said = capsys.readouterr().err.splitlines()[-1]
    assert f"argument {option}" in said
    assert "from 1 up" in said or number == "-1"


@pytest.mark.parametrize(("players", "reason"), [("2", "not 2"), ("6", "not 6")])
def test_a_table_that_no_edition_has_is_refused(
    players: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--players", players, "--games", "1"]) == 2

    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


def test_its_help_tells_the_rules_of_the_headline(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["bench", "--help"])

    told = " ".join(capsys.readouterr().out.split())
    assert "auction_mode=turns, gavel=clock and self_raise=false, whatever --set says" in told


def test_it_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kuhhandel/1", "--games", "1", "--rounds", "1", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["players"] == 4
    assert told["kuhhandel/1"]["games_per_s"] > 0
    assert told["kuhhandel/1"]["preset"]["moves_per_game"] > 0
