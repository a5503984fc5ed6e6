"""`kuhstall sim`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kuhstall.bots import registry
from kuhstall.cli import main
from kuhstall.cli.sim import variants


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


def test_it_plays_variants(capsys: pytest.CaptureFixture[str]) -> None:
    words = "sim master --players 6 --variants super,kassensturz --games 2 --json"
    assert main(words.split()) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == 6
    assert told["violations"] == 0


def test_a_variant_is_a_house_rule() -> None:
    assert variants("master", "super,kassensturz") == {"super_kuhhandel": True, "kassensturz": True}
    assert variants("master-en", "super") == {"super_kuhhandel": True}
    assert variants("kuhhandel/2", "") == {}
    chosen = {"bonus_layout": "random", "start_card": "choose"}
    assert variants("kuhfstein", "bonuses,start-card") == chosen


def test_it_counts_rounds_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = "sim kuhfstein --players 2 --games 3 --bots herder --variants bonuses,start-card"
    assert main([*words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["violations"] == 0
    assert 10 < told["mean_rounds"] < 20
    assert 40 < told["mean_score"] < told["mean_winning_score"] < 100
    assert told["wins_by_bot"]["herder"]["mean_score"] == told["mean_score"]
    assert main(words.split()) == 0
    assert f"rounds: {told['mean_rounds']:g} a game" in capsys.readouterr().out


def test_a_game_without_rounds_has_no_mean_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--players", "3", "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["mean_rounds"] is None
    assert told["mean_score"] > 0
    assert main(["sim", "--players", "3", "--games", "1"]) == 0
    assert "rounds" not in capsys.readouterr().out


DECK = "\n".join(
    f'[[card]]\nid = "X{at}"\nrows = ["{rows}"]\npoints = {at}\n'
    for at, rows in enumerate(
        ["HM", "HW", "HL", "HB", "MW", "ML", "MB", "WL", "WB", "LB", "H?", "M?", "W?", "L?"], 1
    )
)


def test_it_plays_with_the_cards_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text(DECK)
    words = f"sim kuhfstein --players 3 --games 2 --cards {cards} --json"
    assert main(words.split()) == 0
    assert json.loads(capsys.readouterr().out)["violations"] == 0


@pytest.mark.parametrize(
    ("edition", "text", "reason"),
    [
        ("kuhfstein", DECK.replace("HB", "HX"), "cards.toml, line 18: card X4: "),
        ("kuhfstein", DECK.replace("points = 2", "points = -2"), "cards.toml, line 9: "),
        ("kuhfstein", "[[card]", "cards.toml, line 1, is not TOML"),
        ("kuhfstein", None, "cannot be read"),
        ("kuhhandel/2", DECK, "kuhhandel/2 has no pattern cards"),
    ],
)
def test_it_says_what_is_wrong_with_a_card_file(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    edition: str,
    text: str | None,
    reason: str,
) -> None:
    cards = tmp_path / "cards.toml"
    if text is not None:
        cards.write_text(text)
    assert main(["sim", edition, "--players", "3", "--cards", str(cards)]) == 2
    told = capsys.readouterr().err
    assert reason in told
    assert told.count("\n") == 1


def test_its_help_tells_how_many_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["sim", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "how many seats (2 to 6, as the edition allows)" in told


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--variants super", "there is no variant 'super' of kuhhandel/2; there are none"),
        ("master --variants dove", "'dove' of master; there are super, kassensturz"),
        ("kuhfstein --variants super", "'super' of kuhfstein; there are bonuses, start-card"),
        ("--bots cow", "there is no bot 'cow'"),
        ("--bots random,random", "2 bots for 4 seats; name one, or one a seat, or say --players 2"),
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


CHEAT = """
from kuhstall.engine import sample
from kuhstall.games.kuhhandel.actions import PlaceBid

class Cheat:
    def __init__(self, chance):
        self.chance = chance

    def choose(self, seen):
        honest = sample(seen.options, self.chance)
        return PlaceBid(7) if isinstance(honest, PlaceBid) else honest
"""


def test_it_names_the_first_who_wanted_what_they_may_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cheating.py").write_text(CHEAT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = "sim --players 3 --games 3 --seed 5 --bots random,cheating:Cheat,random --rotate"
    try:
        assert main([*words.split(), "--json"]) == 1
        offence = json.loads(capsys.readouterr().out)["offence"]
        assert main(words.split()) == 1
        told = capsys.readouterr().out
    finally:
        registry._own.pop("cheating:Cheat", None)
        sys.modules.pop("cheating", None)
    game, code = offence["game"], offence["code"]
    assert offence["bot"] == "cheating:Cheat"
    assert offence["seat"] == (1 + game) % 3
    assert offence["action"] == "PlaceBid(amount=7)"
    who = f"game {game} of seed 5, seat {offence['seat']}, cheating:Cheat"
    assert f"the first: {who}: {code}, PlaceBid(amount=7)" in " ".join(told.split())
