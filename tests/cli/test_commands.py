"""The first words that somebody types: what is meant is found, and what is wrong is said truly."""

from __future__ import annotations

import errno
import os
import re
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pexpect
import pytest

from kuhstall.bots.registry import NAMES
from kuhstall.cli import home, main, parser, versions
from kuhstall.cli.commands import GROUPS
from kuhstall.cli.completion import SCRIPTS, candidates
from kuhstall.engine.values import Refused
from kuhstall.games.registry import ALIASES, EDITIONS, find, meant
from kuhstall.games.spelling import nearest, unknown
from kuhstall.server.store.migration import migrations
from tests.machine import patience
from tests.server.serving import PATIENCE, STARTED


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the line that refuses a command."""
    try:
        code = main(words)
    except SystemExit as left:  # from argparse, after its usage
        code = int(left.code or 0)
    said = capsys.readouterr()
    assert code == 2, said
    assert not said.out
    return said.err.splitlines()[-1]


def test_the_bare_command_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr()
    assert "play" in said.out
    assert "replay" in said.out
    assert not said.err


@pytest.mark.parametrize("word", ["--version", "--help"])
def test_the_first_words_import_no_game_and_no_library(word: str) -> None:
    """They are typed to see whether the program is there: 0.1 s of the processor, not 0.5."""
    asked = (
        "import contextlib, sys\n"
        "from kuhstall.cli import main\n"
        f"with contextlib.suppress(SystemExit): main(['{word}'])\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    modules = done.stdout.splitlines()[-1].split()
    assert sorted(name for name in modules if name.startswith("kuhstall.")) == [
        "kuhstall.cli",
        "kuhstall.cli.commands",
        "kuhstall.cli.parsing",
    ]
    assert not {"asyncio", "msgspec", "rich", "sqlite3"} & set(modules)


def test_the_schema_of_the_version_is_that_of_the_migrations() -> None:
    assert versions().endswith(f"schema {migrations('sqlite')[-1][0]})")


def test_each_command_is_in_one_group_of_the_help_and_has_a_module() -> None:
    named = [name for group in GROUPS.values() for name in group]
    assert len(named) == len(set(named))
    shown = parser("").format_help()
    for name in named:
        assert re.search(rf"(?m)^  {name} +\S", shown)
        assert hasattr(import_module(f"kuhstall.cli.{name}"), "define")


def test_the_version_says_what_a_report_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(
        r"kuhstall \d+\.\d+\.\d+ \(Python 3\.\d+\.\d+\S*, schema \d+\)\n", capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("kuhhandel", "kuhhandel/2"),
        ("Kuhhandel", "kuhhandel/2"),
        ("kuhhandel-1", "kuhhandel/1"),
        ("kuhhandel 1", "kuhhandel/1"),
        ("KUHHANDEL_2_RU", "kuhhandel/2-ru"),
        ("Master", "master"),
        ("master/en", "master-en"),
        ("Kuhhandel Master", "master"),
        ("Kuhfstein", "kuhfstein"),
    ],
)
def test_an_edition_is_known_by_what_people_call_it(typed: str, key: str) -> None:
    assert meant(typed) == key
    for words in (["play", typed], ["sim", typed], ["rules", typed], ["score", typed]):
        assert parser().parse(words).edition == key
    assert parser().parse(["bench", typed]).edition == [key]
    assert parser().parse(["bot", "http://127.0.0.1", "--edition", typed]).edition == key


def test_every_alias_leads_to_an_edition_and_hides_none() -> None:
    assert set(ALIASES.values()) <= set(EDITIONS)
    assert not set(ALIASES) & set(EDITIONS)
    assert [meant(key) for key in EDITIONS] == list(EDITIONS)


def test_logs_and_the_wire_know_no_aliases() -> None:
    with pytest.raises(Refused, match="did you mean 'kuhhandel'"):
        find("kuhhandle")
    with pytest.raises(Refused):
        find("Master")


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (["play", "kuhandel/2"], "did you mean 'kuhhandel/2'?"),
        (["play", "mazter"], "did you mean 'master'?"),
        (["rules", "kufstein"], "did you mean 'kuhfstein'?"),
        (["play", "--bot", "framer"], "did you mean 'farmer'?"),
        (["sim", "--bots", "farmer:bald"], "did you mean 'farmer:bold'?"),
        (["play", "--set", "scorring=sum"], "did you mean 'scoring'?"),
        (["sim", "master", "--variants", "kasensturz"], "did you mean 'kassensturz'?"),
        (["plya"], "Did you mean play?"),
        (["play", "--playrs", "3"], "Did you mean --players?"),
        (["sim", "--roatte=1"], "Did you mean --rotate?"),
        (["play", "--pace", "relax"], "Did you mean relaxed?"),
        (["admin", "tubles"], "Did you mean tables?"),
    ],
)
def test_a_slip_of_the_hand_gets_a_suggestion(
    words: list[str], guess: str, capsys: pytest.CaptureFixture[str]
) -> None:
    language = ["--lang", "en"] if words[0] in {"play", "rules"} else []
    assert guess in complaint(capsys, *words, *language)


def test_what_is_like_nothing_gets_none() -> None:
    assert nearest("bridge", EDITIONS) == ""
    assert nearest("x" * 100_000, EDITIONS) == ""
    assert "did you mean" not in unknown("", "bridge", EDITIONS)["reason"]
    assert len(unknown("", "x" * 100_000, EDITIONS)["given"]) < 100


@pytest.mark.parametrize(
    ("words", "there"),
    [
        (["play", "kuhhandel/2", "--bot", "herder"], "easy, medium, hard, random, farmer, farmer:"),
        (
            ["play", "--terminal", "master", "--bot", "herder"],
            "easy, medium, hard, random, farmer, farmer:",
        ),
        (
            ["play", "kuhfstein", "--bot", "farmer:bold"],
            "easy, medium, random, farmer, herder",
        ),
        (["sim", "kuhhandel/1", "--bots", "herder"], "easy, medium, hard, random, farmer, farmer:"),
    ],
)
def test_a_bot_of_another_game_is_refused(
    words: list[str], there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    language = ["--lang", "en"] if words[0] == "play" else []
    said = complaint(capsys, *words, *language)
    assert f"has no bot '{words[-1]}'; there are {there}" in said


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["mazter"], ["Diese Ausgabe gibt es nicht.", "Angegeben: mazter.", "Meintest du master?"]),
        (["--bot", "framer"], ["Diesen Bot gibt es nicht.", "Meintest du farmer?"]),
        (["--players", "9"], ["nicht für so viele Spieler.", "Möglich: 3 bis 5."]),
        (["--people", "9"], ["So viele Leute passen nicht", "Möglich: 1 bis 4."]),
        (["--set", "overbid=never"], ["Angegeben: overbid=never.", "Es gibt: restart_excluded"]),
        (["--port", "80000"], ["Das ist kein Port.", "Möglich: 1 bis 65535."]),
        (["--terminal", "--save", "/nowhere/x.json"], ["/nowhere/x.json: Diese Datei gibt es"]),
        (["--terminal", "--save", "/"], ["/: Das ist ein"]),
    ],
)
def test_a_complaint_is_in_one_language(
    words: list[str], parts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    english = re.compile(r"\b(there|cannot|are|did you|is for|directory|No such|people)\b")
    said = complaint(capsys, "play", "--lang", "de", *words)
    for part in parts:
        assert part in said
    assert not english.search(said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["plya"], "COMMAND: 'plya' ist nicht bekannt. Möglich: play, rules, "),
        (["sim", "--roatte"], "Das ist hier kein Argument: --roatte. Meintest du --rotate?"),
        (["arena"], "Es fehlt: --bots."),
        (["protocol"], "Eines davon fehlt: --schema --openapi --typescript."),
        (["play", "--pace"], "--pace braucht einen Wert."),
        (["sim", "--json=1"], "--json nimmt keinen Wert, angegeben ist '1'."),
        (
            ["arena", "--bots", "easy", "--jobs", "2", "--ray"],
            "--ray und --jobs passen nicht zusammen.",
        ),
        (["play", "--s"], "--s kann mehreres heißen: --set, --seed, --save, --screen, --starts."),
        (["play", "--port", "x"], "--port: 'x' ist keine Zahl."),
        (["sim", "--games", "0"], "--games: '0' ist keine Zahl ab 1."),
        (["sim", "--set", "a"], "--set: 'a' hat nicht die Form NAME=WERT."),
    ],
)
def test_what_is_mistyped_is_said_in_the_language_of_the_system(
    words: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert said in complaint(capsys, *words)


def test_the_language_that_is_asked_for_comes_before_that_of_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "--port: «x» — не число." in complaint(capsys, "play", "--lang=ru", "--port", "x")
    assert "'x' is not a number." in complaint(capsys, "play", "--port", "x", "--lang", "en")


def test_a_port_that_is_none_is_not_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    said = complaint(capsys, "play", "--lang", "en", "--port", "80000")
    assert "80000 is not a port: ports go from 1 to 65535" in said
    assert "in use" not in said


def test_a_port_that_is_in_use_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = complaint(capsys, "play", "--lang", "en", "--host", "127.0.0.1", "--port", str(port))
    assert f"cannot listen on 127.0.0.1:{port}: the port is in use" in said


def test_a_port_that_the_system_keeps_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(address: tuple[str, int]) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    with pytest.raises(Refused, match=r"cannot listen on 127\.0\.0\.1:80: not allowed"):
        home.free_port("127.0.0.1", 80)


@pytest.mark.parametrize("text", ["", "[]", "{}", "no JSON", '{"code": "not_ended", "text": ""}'])
def test_a_file_that_is_no_transcript_is_named(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert str(file) in complaint(capsys, "verify", str(file))


def test_a_file_that_is_no_score_sheet_or_log_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text("[1]")
    assert str(file) in complaint(capsys, "score", "--file", str(file))
    assert str(file) in complaint(capsys, "replay", str(file))
    assert f"{file}: Das Protokoll" in complaint(capsys, "replay", str(file), "--lang", "de")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kuhstall pl", ["play"]),
        ("kuhstall --v", ["--version"]),
        ("kuhstall play kuhf", ["kuhfstein"]),
        ("kuhstall play --pa", ["--pace"]),
        ("kuhstall play --pace ", ["live", "relaxed", "slow"]),
        ("kuhstall play --lang d", ["de"]),
        ("kuhstall play --bot farmer:b", [n for n in NAMES if n.startswith("farmer:b")]),
        ("kuhstall sim --bots random,her", ["random,herder"]),
        ("kuhstall rules --lang en master-", ["master-en"]),
        ("kuhstall play --set sco", ["scoring="]),
        ("kuhstall admin rest", ["restore"]),
        ("kuhstall completion ", ["bash", "zsh", "fish"]),
    ],
)
def test_the_tab_key_offers_what_can_follow(line: str, words: list[str]) -> None:
    assert candidates(parser(), line) == words


def test_bash_completes(tmp_path: Path) -> None:
    """The script, in a shell, with a colon in the word, which bash takes for its end."""
    program = tmp_path / "kuhstall"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m kuhstall.cli "$@"\n')
    program.chmod(0o755)
    asked = 'COMP_LINE="kuhstall sim --bots farmer:bo"; COMP_POINT=${#COMP_LINE}; _kuhstall'
    done = subprocess.run(
        ["bash", "-c", f'{SCRIPTS["bash"]}\n{asked}; echo "${{COMPREPLY[*]}}"'],
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        check=True,
    )
    assert done.stdout == "bold\n"


def test_every_shell_gets_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in SCRIPTS:
        assert main(["completion", shell]) == 0
        assert "kuhstall completion --line" in capsys.readouterr().out


def test_long_work_shows_its_progress_at_a_terminal_and_leaves_no_trace_in_a_log(
    tmp_path: Path,
) -> None:
    words = "sim kuhhandel/2 --games 3 --bots random"
    with (tmp_path / "log").open("w") as log:
        subprocess.run([STARTED, *words.split()], stderr=log, stdout=log, check=True)
    assert "0:00:00" not in (tmp_path / "log").read_text()
    seen = pexpect.run(f"{STARTED} {words}", timeout=patience(PATIENCE), encoding="utf-8")
    assert "games" in seen
    assert "100%" in seen or "0:00:0" in seen
