"""`kuhstall play` from the shell: what is refused, what is saved, and plain lines without a tty."""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kuhstall.bots import registry
from kuhstall.bots.registry import NAMES
from kuhstall.cli import home, main
from kuhstall.cli.language import surroundings
from kuhstall.games.registry import read_log
from tests.machine import patience


def kuhstall(*words: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kuhstall.cli", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"} | env,
        timeout=patience(60),
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--seed", "1"], "--seed is for --terminal"),
        (["--save", "game.json"], "--save is for --terminal"),
        (["--names", "Anna"], "--names is for --terminal"),
        (["bridge"], "there is no 'bridge'"),
        (["--players", "2"], "3 to 5 players"),
        (["--people", "5"], "5 people do not fit"),
        (["--people", "0"], "0 people do not fit"),
        (["--bot", "grandmaster"], "there is no bot"),
        (["--pace", "slow", "--set", "gavel=auctioneer"], "needs auction_mode=open"),
        (["--pace", "slow", "--set", "auction_mode=open"], "a slow table has no open bidding"),
        (["--port", "70000"], "70000"),
        (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7:8000"),
        (["--terminal", "bridge"], "there is no 'bridge'"),
        (["--terminal", "--players", "2"], "3 to 5 players"),
        (["--terminal", "master", "--players", "7"], "2 to 6 players"),
        (["--terminal", "master", "--set", "slap=reflex"], "needs pedigree_mode=realtime"),
        (["--terminal", "--set", "pedigree_mode=sealed"], "there is no option 'pedigree_mode'"),
        (["--terminal", "--people", "0"], "0 people do not fit"),
        (["--terminal", "--people", "5"], "5 people do not fit"),
        (["--terminal", "--people", "1", "--names", "A,B"], "1 people do not fit"),
        (["--terminal", "--names", "A,A"], "same name"),
        (["--terminal", "--bot", "grandmaster"], "there is no bot"),
        (["--terminal", "--set", "overbid=never"], "overbid"),
        (["--terminal", "--set", "speed=1"], "there is no option 'speed'; there are auction_mode"),
        (["--terminal", "--set", "gavel=auctioneer"], "needs auction_mode=open"),
        (["--terminal", "--save", "/nowhere/at/all.json"], "/nowhere/at/all.json"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--lang", "en", *words]) == 2

    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("language", "word"), [("de", "nur mit"), ("ru", "только с"), ("nl", "alleen met")]
)
def test_a_refusal_comes_in_the_language_asked_for(
    language: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--lang", language, "--seed", "1"]) == 2
    assert word in capsys.readouterr().err


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LC_ALL": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "", "LANG": "ru_RU"}, "ru"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LC_ALL": "C", "LANG": "ru_RU"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(
    env: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)

    assert surroundings() == language


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["--lang", "ru"], "kuhhandel/2-ru"),
        (["--lang", "de"], "kuhhandel/2"),
        (["--lang", "en"], "kuhhandel/2"),
        (["kuhhandel/2", "--lang", "ru"], "kuhhandel/2"),
        (["master", "--lang", "ru"], "master"),
    ],
)
def test_without_an_edition_it_is_the_one_of_the_language(
    words: list[str], key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = []

    def run(args: argparse.Namespace) -> int:
        named.append(args.edition)
        return 0

    monkeypatch.setattr(home, "run", run)
    assert main(["play", *words]) == 0
    assert named == [key]


def test_without_a_terminal_it_reads_and_writes_plain_lines(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    result = kuhstall("play", "--terminal", "--seed", "1", "--save", str(file), typed="?\n1\nlog\n")

    assert result.returncode == 0
    assert not result.stderr
    assert "\x1b" not in result.stdout
    assert result.stdout.count("Your choice") == 4
    assert result.stdout.endswith("Goodbye! The cows will miss you.\n")
    assert len(read_log(file.read_bytes())) > 5


def test_a_screen_that_knows_no_cyrillic_is_no_reason_to_stop() -> None:
    result = kuhstall(
        *("play", "--terminal", "--lang", "ru"), PYTHONUTF8="0", PYTHONIOENCODING="ascii"
    )

    assert result.returncode == 0
    assert not result.stderr


def test_the_same_seed_deals_the_same_cards() -> None:
    first, second = (kuhstall("play", "--terminal", "--seed", "5", typed="1\n1\n") for _ in "ab")

    assert first.stdout == second.stdout


def test_a_reader_who_has_seen_enough_may_leave(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kuhstall("play", "--terminal", "--save", str(file))
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        result = subprocess.run(
            [sys.executable, "-m", "kuhstall.cli", "replay", str(file)],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert result.returncode in (1, 130)
    assert not result.stderr


def test_the_program_tells_its_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (["--help"], ["play", "--help"], ["score", "--help"]):
        with pytest.raises(SystemExit, match="0"):
            main(words)
    told = " ".join(capsys.readouterr().out.split())
    assert "replay" in told
    assert ", ".join(NAMES) in told
    assert "auction_mode=turns" in told
    assert "pedigree_mode=stepwise" in told
    assert "2 to 6, as the edition allows" in told


STUMBLING = """
class Stumbling:
    def __init__(self, chance):
        self.chance = chance

    def choose(self, seen):
        raise LookupError("no card left to count")

class Cheating(Stumbling):
    def choose(self, seen):
        from kuhstall.games.kuhhandel.actions import PlaceBid
        return PlaceBid(7)
"""


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("en stumbling:Stumbling", "LookupError: no card left to count ("),
        ("en stumbling:Cheating", "PlaceBid(amount=7) (--seed 1)"),
        ("de stumbling:Cheating", "Der Bot stumbling:Cheating auf Platz 2 "),
        ("ru stumbling:Cheating", "Бот stumbling:Cheating на месте 2 "),
    ],
)
def test_a_bot_that_fails_is_named_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    why: str,
) -> None:
    (tmp_path / "stumbling.py").write_text(STUMBLING)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 40))
    monkeypatch.setattr(registry, "_own", {})
    language, name = words.split()
    game = ["play", "kuhhandel", "--terminal", "--players", "3", "--seed", "1"]
    try:
        assert main([*game, "--lang", language, "--bots", f"farmer,{name}"]) == 1
    finally:
        sys.modules.pop("stumbling", None)
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("kuhstall: ")
    assert f"{name} " in told
    assert " 2 " in told
    assert why in told


def test_it_says_who_is_which_bot() -> None:
    words = ("play", "kuhhandel", "--terminal", "--seed", "1", "--lang", "en")
    told = kuhstall(*words, "--bots", "random,farmer,farmer:bold", typed="1\n").stdout
    assert re.search(r"Bots: \w+ \(random\), \w+ \(farmer\), \w+ \(farmer:bold\)\.", told)
    assert "Bots:" not in kuhstall(*words, typed="1\n").stdout
