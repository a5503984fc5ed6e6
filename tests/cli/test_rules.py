"""`kuhstall rules`: every house rule is listed, with all its values."""

from __future__ import annotations

import pytest

from kuhstall.cli import main
from kuhstall.engine.values import Refused
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.rule_options import names, typed_form, values
from kuhstall.messages import LANGUAGES, Catalogue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_and_value_is_listed(
    edition: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert main(["rules", edition, "--lang", language]) == 0

    rows = capsys.readouterr().out.splitlines()
    texts = Catalogue.load(language, strict=True)
    rules = type(find(edition).rules)
    for name in names(rules):
        place = next(n for n, row in enumerate(rows) if row.startswith(f"{name} "))
        if name == "bonus_positions":
            assert texts.text("rules.rising", example="13,26,39,52") in rows[place]
        elif name == "start_player":
            assert texts.text("rules.seats", seats="1, 2, 3, …") in rows[place + 1]
            place += 1
        elif name != "no_progress_limit":
            for line, typed in enumerate(values(rules, name)):
                worded = f" {typed}: {texts.text(f'rule.{name}.values.{typed}')}"
                assert worded in rows[place + line], worded
            place += line
        assert texts.text(f"rule.{name}.why") in rows[place + 1]


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        ("kuhhandel/1", "scoring sum multiply: sum of the values, times the"),
        ("kuhhandel/2", "scoring multiply multiply: sum of the values, times the"),
        ("kuhhandel/1", "dove true true: with the dove"),
        ("kuhhandel/2-ru", "offer_count offerer_choice visible: always visible"),
        ("kuhhandel/2", "no_progress_limit 60 a number; 0: no limit"),
        ("kuhhandel/2", "Change one: --set scoring=sum"),
        ("master", "pedigree_mode realtime realtime: by the clock"),
        ("master", "Change one: --set kassensturz=true"),
        ("kuhfstein", "early_end immediate immediate: the game ends at once"),
        ("kuhfstein", "Change one: --set bonus_layout=random"),
        ("master-en", "two_player_zero_cards none keep_start: two each, as always"),
    ],
)
def test_the_values_are_those_of_the_edition(
    edition: str, row: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["rules", edition, "--lang", "en"]) == 0

    assert row in [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("edition", EDITIONS)
def test_people_count_the_seat_that_begins_from_one(edition: str) -> None:
    printed, name = find(edition), "start_player"
    for typed, stored in (("1", "seat:0"), ("2", "seat:1"), ("seat:1", "seat:1")):
        rules = printed.with_rules({name: typed}).rules
        assert rules == printed.with_rules({name: stored}).rules
        assert typed_form(getattr(rules, name)) == str(int(stored[-1]) + 1)
    for typed in ("0", "-1", "11", "first"):
        with pytest.raises(Refused, match="it can be random, 1, 2, 3, …"):
            printed.with_rules({name: typed})


def test_an_edition_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "bridge", "--lang", "en"]) == 2

    said = capsys.readouterr()
    assert "there is no 'bridge'" in said.err
    assert not said.out


@pytest.mark.parametrize("command", ["play", "sim", "score", "perft", "bench", "bot"])
def test_the_help_leads_to_the_rules(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])

    assert "`kuhstall rules`" in " ".join(capsys.readouterr().out.split())
