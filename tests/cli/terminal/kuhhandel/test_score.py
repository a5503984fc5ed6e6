"""`kuhstall score`: every vector, and no sheet that is impossible."""

from __future__ import annotations

import io
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kuhstall.cli import main

DATA = tomllib.loads(
    (Path(__file__).parents[3] / "data" / "vectors.toml").read_text(encoding="utf-8")
)
VECTORS = DATA["classic"]
MASTER = DATA["master"]


class Input:
    """Standard input with these bytes in it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def run(
    monkeypatch: pytest.MonkeyPatch, sheet: object, *words: str, data: bytes | None = None
) -> int:
    monkeypatch.setattr(sys, "stdin", Input(data or json.dumps(sheet).encode()))
    return main(["score", "--json", "--lang", "en", *words])


def scored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sheet: object, *words: str
) -> dict[str, Any]:
    assert run(monkeypatch, sheet, *words) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["origin"] for vector in VECTORS])
def test_every_classic_vector(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    player = {"quartets": vector["quartets"], "dove": vector.get("dove", False)}
    sheet = {"scoring": vector["scoring"], "players": [player]}

    result = scored(monkeypatch, capsys, sheet)

    assert result["players"][0]["total"] == vector["expect"]


@pytest.mark.parametrize("vector", MASTER, ids=[vector["origin"] for vector in MASTER])
def test_every_master_vector(
    vector: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    player = {name: vector[name] for name in ("quartets", "pedigrees", "rats")}
    player |= {"money": vector.get("money", 0)}
    sheet = {"kassensturz": vector.get("kassensturz", False), "players": [player]}

    result = scored(monkeypatch, capsys, sheet, "master")

    assert result["players"][0]["total"] == vector["expect"]
    assert result["players"][0].get("covered") == vector.get("expect_cover")


def test_the_rats_cover_what_was_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    player = {"quartets": ["goose", "dog", "cow"], "pedigrees": ["goose"], "rats": 4}

    def total(**choice: str) -> int:
        sheet = {"edition": "master", "players": [player | choice]}
        found: int = scored(monkeypatch, capsys, sheet)["players"][0]["total"]
        return found

    assert (total(), total(cover="dog"), total(cover="goose")) == (2180, 2180, 2170)


def test_money_breaks_a_tie_where_it_may(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = {"edition": "master", "players": [{"money": 100}, {"money": 110}]}

    assert scored(monkeypatch, capsys, sheet)["winners"] == ["Player 1", "Player 2"]
    words = ("--set", "tie_break=money")
    assert scored(monkeypatch, capsys, sheet, *words)["winners"] == ["Player 2"]


MASTER_SHEETS: list[tuple[list[dict[str, Any]], str]] = [
    ([{"pedigrees": ["cow", "cow"]}], "cow pedigree"),
    ([{"pedigrees": ["cow"]}, {"pedigrees": ["cow"]}], "cow pedigree"),
    ([{"pedigrees": ["unicorn"]}], "no animal 'unicorn'"),
    ([{"pedigrees": ["rat"]}], "no animal 'rat'"),
    ([{"rats": 4}, {"rats": 4}], "4 rats in all, not 8"),
    ([{"rats": 3}, {"rats": 2}], "4 rats in all, not 5"),
    ([{"rats": 5}], "not a score sheet"),
    ([{"rats": -1}], "not a score sheet"),
    ([{"quartets": ["cow"], "rats": 3, "cover": "cow"}], "does not have all rats"),
    ([{"quartets": ["cow"], "rats": 4, "cover": "pig"}], "no pig quartet"),
    ([{"quartets": ["cow"], "rats": 4, "cover": "rat"}], "no animal 'rat'"),
    ([{"money": 5}], "cannot have 5"),
    ([{"money": -10}], "cannot have -10"),
    ([{"money": 5710}], "cannot have 5710"),
    ([{"money": 3000}, {"money": 3000}], "Player 2 cannot have 3000"),
    ([{"quartets": ["rooster", "goose"], "dove": True}], "these rules have none"),
    ([{}] * 7, "at most 6, not 7"),
]


@pytest.mark.parametrize(("players", "reason"), MASTER_SHEETS)
def test_impossible_master_sheets_are_refused_in_one_line(
    players: list[dict[str, Any]],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, {"edition": "master", "players": players}) == 2

    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize(
    "extra", [{"pedigrees": ["cow"]}, {"rats": 4}, {"money": 100}, {"cover": "cow"}]
)
def test_what_only_master_counts_is_refused_elsewhere(
    extra: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = {"players": [{"quartets": ["cow"]} | extra]}

    assert run(monkeypatch, sheet, "--lang", "de") == 2
    assert "zählen nur beim Kuhhandel Master" in capsys.readouterr().err


def test_the_parts_of_a_score_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = scored(
        monkeypatch,
        capsys,
        {
            "edition": "kuhhandel/1",
            "scoring": "multiply",
            "dove_multiplied": True,
            "players": [
                {"name": "Anna", "quartets": ["rooster", "goose"], "dove": True},
                {"name": "Ben", "quartets": ["horse"]},
                {"name": "Cleo"},
            ],
        },
    )

    assert result["players"] == [
        {"name": "Anna", "quartets": ["rooster", "goose"], "animals": 50, "factor": 2,
         "dove": 500, "total": 1100},
        {"name": "Ben", "quartets": ["horse"], "animals": 1000, "factor": 1, "dove": 0,
         "total": 1000},
        {"name": "Cleo", "quartets": [], "animals": 0, "factor": 0, "dove": 0, "total": 0},
    ]  # fmt: skip
    assert result["winners"] == ["Anna"]


def test_a_dove_without_an_edition_is_of_the_first_and_nothing_is_multiplied(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [{"quartets": ["rooster", "goose"], "dove": True}, {"quartets": ["cow", "pig"]}]

    result = scored(monkeypatch, capsys, {"players": players})

    assert result["edition"] == "kuhhandel/1"
    assert [player["total"] for player in result["players"]] == [550, 1450]
    multiplied = scored(monkeypatch, capsys, {"scoring": "multiply", "players": players})
    assert [player["total"] for player in multiplied["players"]] == [600, 2900]


def test_equal_points_share_the_win(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = scored(monkeypatch, capsys, {"players": [{"name": "Anna"}, {}]})

    assert result["winners"] == ["Anna", "Player 2"]


def test_the_edition_of_the_command_line_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = {"players": [{"quartets": ["cow", "pig"]}]}

    assert scored(monkeypatch, capsys, sheet, "kuhhandel/1")["players"][0]["total"] == 1450
    assert scored(monkeypatch, capsys, sheet, "--set", "scoring=sum")["scoring"] == "sum"


def test_a_sheet_may_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sheet.json"
    file.write_text('{"players": [{"quartets": ["cow"]}]}', encoding="utf-8")

    assert main(["score", "--json", "--file", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["total"] == 800


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        ({"players": [{"quartets": ["cow", "cow"]}]}, "cow quartet"),
        ({"players": [{"quartets": ["cow"]}, {"quartets": ["cow"]}]}, "cow quartet"),
        ({"players": [{"quartets": ["unicorn"]}]}, "no animal 'unicorn'"),
        ({"players": [{"dove": True}]}, "without both quartets"),
        ({"players": [{"quartets": ["cow", "pig"], "dove": True}]}, "without both quartets"),
        (
            {
                "players": [
                    {"quartets": ["rooster", "goose"], "dove": True},
                    {"quartets": ["cat", "dog"], "dove": True},
                ]
            },
            "one dove, not two",
        ),
        (
            {
                "edition": "kuhhandel/2",
                "players": [{"quartets": ["rooster", "goose"], "dove": True}],
            },
            "these rules have none",
        ),
        ({"dove_multiplied": True, "players": [{}]}, "dove"),
        (
            {"edition": "kuhhandel/1", "dove_multiplied": True, "players": [{}]},
            "needs scoring=multiply",
        ),
        ({"edition": "bridge", "players": [{}]}, "there is no 'bridge'"),
        ({"players": []}, "no players"),
        ({"players": [{"name": "Anna"}, {"name": "Anna"}]}, "same name"),
        ({"players": [{"herd": []}]}, "not a score sheet"),
        ({"scoring": "divide", "players": [{}]}, "not a score sheet"),
        ({}, "not a score sheet"),
        ([], "not a score sheet"),
        (7, "not a score sheet"),
    ],
)
def test_impossible_sheets_are_refused_in_one_line(
    sheet: object, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, sheet) == 2

    said = capsys.readouterr()
    assert reason in said.err
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe", b"[" * 100_000, b" ", b"null"])
def test_what_is_no_json_is_refused_in_one_line(
    data: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, None, data=data) == 2

    assert capsys.readouterr().err.count("\n") == 1


def test_a_refusal_comes_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = {"players": [{"quartets": ["unicorn"]}]}

    assert run(monkeypatch, sheet, "--lang", "de") == 2
    assert "Dieses Tier gibt es nicht." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (
            {"edition": "kuhhandel/2", "players": [{"quartets": ["cat", "dog"], "dove": True}]},
            "In diesen Regeln gibt es keine Taube.",
        ),
        (
            {"dove_multiplied": True, "players": [{}]},
            "multipliziert werden, wo es eine Taube gibt.",
        ),
        (
            {"edition": "kuhhandel/1", "dove_multiplied": True, "players": [{}]},
            "multipliziert werden, wo Punkte multipliziert werden.",
        ),
    ],
)
def test_three_things_can_be_wrong_with_a_dove(
    sheet: object, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, sheet, "--lang", "de") == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "typed", "expected"),
    [
        (["--lang", "en"], "Anna\nBen\n\npig dog roo\ncow\n", ("2460", "Anna wins.")),
        (["--lang", "de"], "Anna\nBen\n\nschwein hu hah\nkuh\n", ("2460", "Anna gewinnt.")),
        (["--lang", "ru"], "Аня\nБорис\n\nсвинья соб пет\nкорова\n", ("2460", "Побеждает Аня.")),
        (["kuhhandel/1"], "Anna\nBen\n\n1 2\n9\nAnna\n", ("550", "Ben wins.")),
        (
            ["kuhhandel/1", "--set", "scoring=multiply", "--set", "dove_multiplied=true"],
            "Anna\nBen\n\n1 2\n9\nAnna\n",
            ("1100", "Anna wins."),
        ),
        (
            ["master"],
            "Anna\nBen\n\ngoose dog cow\npig\ndog horse\n\nAnna\n\n",
            ("2670", "the rats cover: goose", "1 pedigree with", "1 other pedigree", "Anna wins."),
        ),
        (
            ["master", "--lang", "de", "--set", "kassensturz=true"],
            "A\nB\n\ngans hund kuh\n\nhund pferd\nhund\nesel\nC\nA\nesel\nx\nhu\n7\n430\n9990\n\n",
            ("2610", "schon vergeben", "So heißt hier niemand", "decken ab: Hund", "+ 430"),
        ),
        (
            ["master", "--lang", "ru"],
            "А\nБ\nВ\nГ\nД\nЕ\nкорова\n\n\n\n\n\nкорова\n\n\n\n\n\nА\n",
            ("крысы накрывают: корова", "1 другая родословная", "250"),
        ),
        (
            ["master", "--lang", "de"],
            "Anna\nBen\n\ngans hund kuh\n\nhund pferd\n\nAnna\ngans\n",
            ("Zwischenergebnis 1", "= 1210", "Zwischenergebnis 2", "= 2420", "2670"),
        ),
        (
            ["master", "--lang", "en"],
            "Anna\nBen\n\ncow\n\npig\n\n\n",
            ("subtotal 1", "= 800", "subtotal 2", "1050"),
        ),
        (
            ["master", "--lang", "ru"],
            "А\nБ\n\nкорова\n\nкорова\n\n\n",
            ("промежуточный итог 1", "= 1050", "промежуточный итог 2"),
        ),
        ([], "Anna\nquit\n", ("Goodbye",)),
        ([], "", ("Goodbye",)),
    ],
)
def test_the_sheet_at_the_keyboard(
    words: list[str],
    typed: str,
    expected: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))

    assert main(["score", *words]) == 0
    shown = capsys.readouterr().out
    assert all(part in shown for part in expected)
