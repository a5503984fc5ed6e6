"""`kuhstall rules`: every house rule is listed, with all its values."""

from __future__ import annotations

import pytest

from kuhstall.cli import main
from kuhstall.games.registry import EDITIONS, find
from kuhstall.games.rule_options import names, values
from kuhstall.messages import LANGUAGES, Catalogue


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_and_value_is_listed(
    edition: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules", edition, "--lang", language]) == 0

    rows = capsys.readouterr().out.splitlines()
    texts = Catalogue.load(language, strict=True)
    rules = type(find(edition).rules)
    for name in names(rules):
        place = next(n for n, row in enumerate(rows) if row.startswith(f"{name} "))
        if name == "bonus_positions":
            assert texts.text("rules.rising", example="13,26,39,52") in rows[place]
        elif name != "no_progress_limit":
            assert ", ".join(values(rules, name)) in rows[place]
        assert texts.text(f"rule.{name}.why") in rows[place + 1]


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        ("kuhhandel/1", "scoring sum multiply, sum"),
        ("kuhhandel/2", "scoring multiply multiply, sum"),
        ("kuhhandel/1", "dove true true, false"),
        ("kuhhandel/2-ru", "offer_count offerer_choice visible, hidden, offerer_choice"),
        ("kuhhandel/2", "no_progress_limit 60 a number; 0: no limit"),
        ("kuhhandel/2", "Change one: --set scoring=sum"),
        ("master", "pedigree_mode realtime realtime, stepwise, sealed, envelopes"),
        ("master", "Change one: --set kassensturz=true"),
        ("kuhfstein", "early_end immediate immediate, finish_round"),
        ("kuhfstein", "Change one: --set bonus_layout=random"),
        ("master-en", "two_player_zero_cards none keep_start, none"),
    ],
)
def test_the_values_are_those_of_the_edition(
    edition: str, row: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["rules", edition, "--lang", "en"]) == 0

    assert row in [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]


def test_an_edition_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "bridge", "--lang", "en"]) == 2

    said = capsys.readouterr()
    assert "there is no 'bridge'" in said.err
    assert not said.out


@pytest.mark.parametrize("command", ["play", "sim", "score", "perft", "bench"])
def test_the_help_leads_to_the_rules(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])

    assert "`kuhstall rules`" in " ".join(capsys.readouterr().out.split())
