"""`kuhstall play` at home: a server from one command, as a process that people start and stop."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import segno
from msgspec import Struct
from rich.console import Console

from kuhstall.cli import main, parser
from kuhstall.cli.home import (
    OPEN_SCREEN,
    PORT,
    data_directory,
    free_port,
    table_options,
    told,
)
from kuhstall.cli.qr_code import qr_code
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.values import Refused
from kuhstall.messages import Catalogue
from kuhstall.server.table.party.requests import LONGEST_FILE
from tests.machine import patience
from tests.server.players import NO_TLS
from tests.server.serving import PATIENCE

EVERYWHERE = "0.0.0.0"  # noqa: S104 -- where phones find it


class House(Struct, frozen=True):
    process: subprocess.Popen[str]
    words: list[str]

    @property
    def url(self) -> str:
        return self.words[0].split()[-1].removesuffix("/play").removesuffix(OPEN_SCREEN)

    def stop(self) -> str:
        """Press Ctrl-C, and return what the program still prints."""
        self.process.send_signal(signal.SIGINT)
        rest, complaints = self.process.communicate(timeout=patience(PATIENCE))
        assert (self.process.returncode, complaints) == (0, "")
        return rest


@contextlib.contextmanager
def house(data: Path, *words: str, before: str = "pass", **env: str) -> Iterator[House]:
    """Start `kuhstall play`, and read what it prints until it is ready."""
    program = f"import sys; {before}; from kuhstall.cli import main; sys.exit(main())"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            program,
            "play",
            "--lang",
            "en",
            "--port",
            port,
            "--data",
            data,
            *words,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""} | env,
    ) as process:
        try:
            yield House(process, _until_ready(process))
        finally:
            process.kill()


def _until_ready(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    words: list[str] = []
    while not words or not words[-1].startswith("Ctrl-C"):
        line = process.stdout.readline()
        assert line, "it does not get ready"
        words.append(line.rstrip("\n"))
    return words


def wish(url: str) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{url}/api/house", verify=NO_TLS).json()["wish"]
    return found


def test_it_serves_keeps_its_games_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    data = tmp_path / "not" / "there"
    words = "--people 2 --players 3 --set scoring=sum --starts full"
    with house(data, *words.split()) as first:
        wanted = wish(first.url)
        assert "The game begins by itself when all seats are taken." in first.words
        assert wanted["seats"] == 3
        assert wanted["bots"] == ["easy"]
        assert wanted["rules"] == {"scoring": "sum"}
        with httpx.Client(base_url=first.url, verify=NO_TLS) as anna:
            opened = anna.post("/api/tables", json=wanted).json()
            cookies = dict(anna.cookies)
            assert anna.get(f"/api/tables/{opened['table']}").json()["starts"] == "full"
        assert opened["table"] == wanted["table"]
        assert (
            httpx.post(f"{first.url}/api/tables", json=wanted, verify=NO_TLS).json()["code"]
            == "taken"
        )
        assert "Goodbye" in first.stop()
    assert data.stat().st_mode & 0o077 == 0
    with house(data) as again:
        known = httpx.get(f"{again.url}/api/me", cookies=cookies, verify=NO_TLS).json()["tables"]
        assert [one["table"] for one in known] == [wanted["table"]]
        assert wish(again.url)["table"] != wanted["table"]
        again.stop()


def test_the_browser_is_sent_there_when_the_server_is_ready(tmp_path: Path) -> None:
    visited = tmp_path / "visited"
    os.mkfifo(visited)
    browser = tmp_path / "browser"
    # What it writes is the answer to a call, so the server was there before it.
    fetch = "import sys, urllib.request as r; print(sys.argv[1], r.urlopen(sys.argv[1]).status)"
    browser.write_text(f'#!/bin/sh\nexec {sys.executable} -c "{fetch}" "$1" > {visited}\n')
    browser.chmod(0o755)
    with house(tmp_path / "data", BROWSER=str(browser)) as here:
        assert visited.read_text().split() == [f"{here.url}/play", "200"]
        here.stop()


def test_cards_of_a_file_come_to_the_table(tmp_path: Path) -> None:
    path = tmp_path / "cards.toml"
    cards = "".join(
        f'[[card]]\nid = "{a}{b}"\nrows = ["{a}{b}?"]\npoints = 5\n' for a in "HMWL" for b in "HMW"
    )
    path.write_text(cards, encoding="utf-8-sig")
    words = ["play", "kuhfstein", "--cards", str(path)]
    assert table_options(parser().parse_args(words)).cards == cards
    path.write_text(cards + "#\n" * LONGEST_FILE, encoding="utf-8")
    with pytest.raises(Refused, match="longer than"):
        table_options(parser().parse_args(words))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "After a minute, bots (easy) take those that are free."),
        ("de", "Nach einer Minute setzen sich Bots (easy) auf die freien."),
        ("ru", "Через минуту свободные займут боты (easy)."),
        ("nl", "Na een minuut gaan bots (easy) op de vrije plaatsen zitten."),
    ],
)
def test_a_table_that_starts_by_itself_waits_for_people_and_says_so(
    language: str, said: str
) -> None:
    args = parser().parse_args(["play", "kuhhandel/2", "--starts", "bots", "--bots", "easy"])
    wanted = table_options(args)
    assert (wanted.starts, wanted.filler, tuple(wanted.bots)) == ("bots", "easy", ())
    paper = io.StringIO()
    screen = Screen(Catalogue.load(language), Console(file=paper, width=200, markup=False))
    told(screen, "http://127.0.0.1/play", "", "kuhstall.db", wanted)
    assert said in paper.getvalue()
    some = table_options(
        parser().parse_args(["play", "master", "--starts", "bots", "--people", "2"])
    )
    assert list(some.bots) == ["easy", "easy"]
    usual = table_options(parser().parse_args(["play", "kuhhandel/2"]))
    assert (usual.starts, len(usual.bots)) == ("host", 3)
    told(screen, "http://127.0.0.1/play", "", "kuhstall.db", usual)
    assert paper.getvalue().count(said) == 1


def test_a_room_with_a_screen_plays_on_phones_alone(tmp_path: Path) -> None:
    """The page opens the table without a host: the first phone in the room is one."""
    with house(tmp_path, "--screen", "--players", "3") as here:
        assert here.words[0] == f"Big screen here: {here.url}/screen#open"
        wanted = wish(here.url)
        assert (wanted["bots"], wanted["pace"]) == ([], "relaxed")
        assert wanted["rules"] == {"gavel": "auctioneer"}
        shown = httpx.post(f"{here.url}/api/screens", json={"opens": True}, verify=NO_TLS).json()
        ticket = httpx.post(
            f"{here.url}/api/screens/ticket", json={"screen": shown["screen"]}, verify=NO_TLS
        )
        assert ticket.json()["table"] == wanted["table"]
        here.stop()
    for words, rules in (
        (["kuhfstein"], {}),
        (["--set", "auction_mode=turns"], {"auction_mode": "turns"}),
        (["--pace", "slow"], {}),
    ):
        args = parser().parse_args(["play", "--screen", *words])
        args.edition = args.edition or "kuhhandel/2"
        assert table_options(args).rules == rules


def test_where_there_is_no_uvloop_it_serves_as_well(tmp_path: Path) -> None:
    with house(tmp_path, before="sys.modules['uvloop'] = None") as here:
        assert httpx.get(f"{here.url}/readyz", verify=NO_TLS).text == "ready\n"
        here.stop()


def test_what_is_set_for_a_club_does_not_bother_a_living_room(tmp_path: Path) -> None:
    with house(
        tmp_path,
        KUHSTALL_ORIGINS="https://kuhstall.example",
        KUHSTALL_NATS="nats://127.0.0.1:1",
        KUHSTALL_STORE="postgresql://nowhere.example/x",
    ) as here:
        origin = {"Origin": here.url}
        answer = httpx.post(f"{here.url}/api/guests", json={}, headers=origin, verify=NO_TLS)
        assert answer.status_code == 200
        here.stop()


def test_the_next_free_port_is_taken_unless_one_was_asked_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(Refused, match="in use"):
            free_port(EVERYWHERE, port)
        assert free_port("127.0.0.1", 0) not in {0, port}
    with contextlib.ExitStack() as others:
        with contextlib.suppress(OSError):
            others.enter_context(socket.create_server(("127.0.0.1", PORT)))
        assert PORT < free_port(EVERYWHERE, None) < PORT + 20


@pytest.mark.parametrize(
    "text", ["http://192.168.178.20:8000", "http://10.0.0.7:8001/t/" + 26 * "k"]
)
def test_the_qr_code_is_drawn_module_by_module(text: str) -> None:
    drawn = qr_code(text)
    rows: list[list[int]] = []
    for line in drawn.plain.splitlines():
        rows += [
            [int(half in {"▀", "█"}) for half in line],
            [int(half in {"▄", "█"}) for half in line],
        ]
    wanted = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted
    assert not any(map(any, rows[len(wanted) :]))
    assert len(drawn.plain.splitlines()) <= 20  # fits a small terminal with the words below it
    assert {str(span.style) for span in drawn.spans} == {"#000000 on #ffffff"}


def test_games_are_kept_where_the_system_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere/else")
    if sys.platform == "linux":
        assert data_directory() == Path("/somewhere/else/kuhstall")
    assert data_directory().name == "kuhstall"


def test_without_a_client_it_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kuhstall.server.http.client_files.Pages.is_built", False)
    assert main(["play", "--lang", "en", "--data", str(tmp_path)]) == 2
    assert "make web" in capsys.readouterr().err


def test_stopping_in_mid_game_leaves_nothing_half_done(tmp_path: Path) -> None:
    """Bots that think fast would go on acting while the store is being closed."""
    with house(tmp_path, KUHSTALL_TEMPO="0.01", KUHSTALL_EASE="0") as here:
        with httpx.Client(base_url=here.url, verify=NO_TLS) as anna:
            for _ in range(4):
                wanted = wish(here.url) | {"table": None}
                table = anna.post("/api/tables", json=wanted).json()["table"]
                order = {"cid": "1", "request": {"type": "start"}}
                anna.post(f"/api/tables/{table}/commands", json=order)
        assert "Goodbye" in here.stop()
