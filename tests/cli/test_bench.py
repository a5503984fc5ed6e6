"""`kuhstall bench`: what it measures, and what it refuses."""

from __future__ import annotations

import json

import pytest

from kuhstall.cli import main
from tests.machine import Watch


@pytest.mark.parametrize("option", ["--games", "--rounds", "--players"])
@pytest.mark.parametrize("number", ["0", "-1", "many", "1.5"])
def test_it_wants_numbers_from_one_up(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["bench", option, number])

    said = capsys.readouterr().err.splitlines()[-1]
    assert f"{option}:" in said or f"{option} needs" in said
    assert "from 1 up" in said or number == "-1"


@pytest.mark.parametrize(
    ("words", "reason"),
    [("kuhhandel/2 --players 2", "not 2"), ("--players 1", "not 1"), ("--players 7", "not 7")],
)
def test_a_table_that_no_edition_has_is_refused(
    words: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *words.split(), "--games", "1"]) == 2

    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


def test_its_help_tells_the_rules_of_the_headline(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["bench", "--help"])

    told = " ".join(capsys.readouterr().out.split())
    assert "auction_mode=turns, gavel=clock and self_raise=false, whatever --set says" in told
    assert "Kuhhandel Master with pedigree_mode=stepwise and slap=lottery" in told


@pytest.mark.parametrize("players", ["2", "6"])
def test_it_measures_kuhhandel_master(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--players", players, "--games", "2", "--rounds", "1", "--json"]
    assert main(["bench", "master", "master-en", *words, "--set", "slap=reflex"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["master-en"]["games_per_s"] > 0
    assert told["master"]["moves_per_game"] > 0
    assert told["master"]["preset"]["games_per_s"] > 0


def test_it_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "kuhhandel/1", "--games", "1", "--rounds", "1", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["players"] == 4
    assert told["kuhhandel/1"]["games_per_s"] > 0
    assert told["kuhhandel/1"]["preset"]["moves_per_game"] > 0


def test_a_table_is_imagined_faster_by_whoever_remembers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    watch = Watch()
    assert main(["bench", "kuhhandel/2", "--games", "1", "--rounds", "1", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)["kuhhandel/2"]
    assert 0 < told["imagine_us"] <= told["imagine_p99_us"]
    watch.expect("what was imagined is kept", told["imagine_us"], told["imagine_anew_us"])


def test_it_measures_kuhfstein(capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    words = "bench kuhfstein --players 2 --games 1 --rounds 1"
    assert main([*words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["kuhfstein"]
    assert told["games_per_s"] > 0
    assert told["of_floor"] > 0
    assert told["view_us"] > 0
    assert told["options_again_us"] > 0
    watch.expect("the floor is faster than Kuhfstein", told["of_floor"], 1)
    watch.expect("a view is kept", told["view_us"], told["new_view_us"])
    watch.expect("options are kept", told["options_again_us"], told["options_us"])

    assert main(words.split()) == 0
    assert "options" in capsys.readouterr().out


def test_it_measures_all_editions_for_so_many_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--players", "2", "--games", "1", "--rounds", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [*told][2:] == ["master", "master-en", "kuhfstein"]
