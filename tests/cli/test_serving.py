"""`serve`, `admin`, `verify` and `bot`, as somebody at a terminal uses them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pexpect
import pytest

from kuhstall.cli import main, serve
from kuhstall.engine.values import Refused
from kuhstall.server import settings
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.lobby.local_address import own_address
from kuhstall.server.features.moderation.report_queries import ReportQueries, StoredReport
from kuhstall.server.settings import Settings
from kuhstall.server.store.sqlite import SqliteStore
from tests.machine import patience
from tests.server.accounts import people_of
from tests.server.databases import ADDRESS
from tests.server.houses import House
from tests.server.serving import PATIENCE, STARTED, process
from tests.server.test_fair import VALUES, missing, transcript

PEOPLE = ("anna", "ben", "cleo")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_every_setting_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = capsys.readouterr().out
    for name in settings.names():
        assert f"--{name.replace('_', '-')} " in told
        assert f"KUHSTALL_{name.upper()}" in told


def test_every_setting_is_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    titles = {serve.group_of(name) for name in settings.names()}
    assert titles == set(serve._GROUPS)  # a new setting wants a place in one of them
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = capsys.readouterr().out
    assert all(f"\n{title}:\n" in told for title in titles)
    assert "\nmore:" not in told


@pytest.mark.parametrize(
    ("host", "there"),
    [("0.0.0.0", True), ("127.0.0.1", False)],  # noqa: S104 -- where phones find it
)
def test_at_a_terminal_people_are_told_where_it_is(host: str, there: bool, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    store = tmp_path / "games.db"
    words = ["serve", "--host", host, "--port", str(port), "--store", str(store)]
    started = pexpect.spawn(
        str(STARTED),
        words,
        encoding="utf-8",
        timeout=patience(PATIENCE),
        dimensions=(50, 120),
        env=os.environ | {"LC_ALL": "de_DE.UTF-8"},
    )
    started.expect(f"Hier spielst du: http://127.0.0.1:{port}")
    if there and own_address():
        started.expect(f"Handys im Raum: http://{own_address()}:{port}")
        started.expect("█▀▀▀▀▀█")  # the corner of a QR code
    if not there:
        started.expect("Nur dieser Rechner erreicht ihn")
    started.expect(f"Die Spiele liegen in {re.escape(str(store))}")
    started.sendintr()
    started.expect(pexpect.EOF)
    assert '"level"' not in started.before  # lines of JSON are for machines


def test_settings_come_from_the_command_line_then_the_environment() -> None:
    environment = {"KUHSTALL_PORT": "9000", "KUHSTALL_TEMPO": "0.5", "OTHER": "x"}
    found = settings.read(environment, {"port": "9001", "host": None})
    assert (found.port, found.tempo, found.host) == (9001, 0.5, "127.0.0.1")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "many"),
        ("port", "70000"),
        ("tempo", "0"),
        ("ease", "-1"),
        ("security", "security@kuhstall.example"),
        ("security", "mailto:a@b\nExpires: never"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(Refused, match=name):
        settings.read({}, {name: value})


def test_origins_decide_between_home_and_the_world() -> None:
    assert Settings().home
    assert not Settings().secure
    world = Settings(origins="https://kuhstall.example, https://www.kuhstall.example")
    assert (world.home, world.secure) == (False, True)
    assert not Settings(origins="http://kuh.test").secure


def test_a_store_that_is_not_there_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    nowhere = f"{ADDRESS.replace('postgres@', 'postgres:hush@')}/kuhstall_no_such_database"
    for store in (nowhere, "postgresql://:port/none", str(tmp_path / "no" / "folder.db")):
        assert main(["serve", "--store", store]) == 2
        told = capsys.readouterr().err
        assert "hush" not in told
        assert told.startswith("kuhstall: ")
        assert "cannot be opened" in told
        assert told.count("\n") == 1


def test_a_store_of_a_newer_version_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "kuhstall.db")
    asyncio.run(_played(path))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO migrations (number) VALUES (9001)")
    for command in (["serve", "--store", path], ["admin", "--store", path, "tables"]):
        assert main(command) == 2
        told = capsys.readouterr().err
        assert told.startswith("kuhstall: ")
        assert "newer" in told
        assert told.count("\n") == 1


async def _packed(path: str) -> str:
    """Leave a game behind that has ended and is packed."""
    store = await SqliteStore.connect(path)
    house = House(store)
    hot = await house.start(PEOPLE)
    await house.play_to(hot.id, "Ended")
    assert await store.pack_game(hot.id) is not None
    await store.close()
    return hot.id


def test_packed_games_become_rows_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    table = asyncio.run(_packed(path))
    assert main(["admin", "--store", path, "check"]) == 0
    before = capsys.readouterr().out
    assert _rows(path, table) == (1, 1)

    assert main(["admin", "--store", path, "unpack"]) == 0
    assert capsys.readouterr().out == "unpacked 1 games\n"
    steps, archived = _rows(path, table)
    assert f" {steps} steps, 0 faults" in before
    assert archived == 0
    assert main(["admin", "--store", path, "check"]) == 0
    assert capsys.readouterr().out == before

    assert main(["admin", "--store", path, "unpack"]) == 0
    assert capsys.readouterr().out == "unpacked 0 games\n"


def test_the_host_sees_what_finished_games_cost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A running game does not count; a packed one does, with all its steps, if it can be read."""
    running, finished = str(tmp_path / "running.db"), str(tmp_path / "finished.db")
    asyncio.run(_played(running))
    assert main(["admin", "--store", running, "costs"]) == 0
    assert capsys.readouterr().out == ""

    table = asyncio.run(_packed(finished))
    assert main(["admin", "--store", finished, "check", "--each"]) == 0
    (steps,) = re.findall(rf"{table} (\d+) ", capsys.readouterr().out)
    assert main(["admin", "--store", finished, "costs"]) == 0
    shown = f"kuhhandel live: 1 games, {steps} steps, "
    assert re.fullmatch(shown + r"[\d.]+ kB, [\d.]+ ms to read again\n", capsys.readouterr().out)
    with closing(sqlite3.connect(finished)) as file, file:
        file.execute("UPDATE archive SET log = ?", (b"nonsense",))
    assert main(["admin", "--store", finished, "costs"]) == 0
    assert capsys.readouterr().out == ""


def _rows(path: str, table: str) -> tuple[int, int]:
    """Count the steps that are rows, and the rows of the archive."""
    with closing(sqlite3.connect(path)) as file:
        steps = file.execute("SELECT count(*) FROM steps WHERE table_id = ?", (table,))
        archived = file.execute("SELECT count(*) FROM archive WHERE table_id = ?", (table,))
        return steps.fetchone()[0], archived.fetchone()[0]


async def _played(path: str) -> str:
    store = await SqliteStore.connect(path)
    house = House(store)
    hot = await house.start(PEOPLE, public=True)
    await store.close()
    return hot.id


def test_the_host_of_a_server_sees_and_closes_tables(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "kuhstall.db")
    table = asyncio.run(_played(path))
    assert main(["admin", "--store", path, "tables"]) == 0
    told = capsys.readouterr().out
    assert table in told
    assert "seat 1: ben 'Ben'" in told
    code = re.findall(rf"{table} (\w+)", told)[0]
    assert main(["admin", "--store", path, "close", code]) == 0
    assert main(["admin", "--store", path, "close", "nowhere"]) == 1
    capsys.readouterr()
    assert main(["admin", "--store", path, "tables"]) == 0
    assert capsys.readouterr().out == ""


def test_the_host_of_a_server_bans_people(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "kuhstall.db")

    async def known(token: bytes) -> Person | None:
        store = await SqliteStore.connect(path)
        person = await people_of(store).session(token)
        await store.close()
        return person

    async def entered() -> None:
        store = await SqliteStore.connect(path)
        await people_of(store).add_person(Person("zoe", "Zoe"))
        await people_of(store).open_session(b"t" * 32, "zoe")
        await store.close()

    asyncio.run(entered())
    assert main(["admin", "--store", path, "ban", "nobody"]) == 1
    assert main(["admin", "--store", path, "ban", "zoe"]) == 0
    assert asyncio.run(known(b"t" * 32)) is None
    capsys.readouterr()
    main(["admin", "--store", path, "banned"])
    assert capsys.readouterr().out == "zoe 'Zoe'\n"
    main(["admin", "--store", path, "unban", "zoe"])
    capsys.readouterr()
    main(["admin", "--store", path, "banned"])
    assert capsys.readouterr().out == ""


def test_the_host_of_a_server_bans_ranges_of_addresses(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def said(*words: str) -> tuple[int, str]:
        code = main(["admin", "--store", str(tmp_path / "kuhstall.db"), *words])
        return code, capsys.readouterr().out

    stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"
    code, told = said("ban", "203.0.113.9/24", "--hours", "2", "--why", "a  flood\nof guests")
    assert code == 0
    assert re.fullmatch(rf"banned 203\.0\.113\.0/24 until {stamp}\n", told)
    assert said("ban", "2001:db8::/32")[0] == 0
    _, listed = said("bans")
    first, second = listed.splitlines()
    assert re.fullmatch(rf"203\.0\.113\.0/24 until {stamp}: a flood of guests", first)
    assert re.fullmatch(rf"2001:db8::/32 until {stamp}", second), "for a day, unless said otherwise"
    assert said("banned") == (0, ""), "these are people"
    assert said("unban", "203.0.113.0/24") == (0, "203.0.113.0/24 may come again\n")
    assert said("unban", "203.0.113.0/24")[0] == 1
    assert said("bans")[1] == second + "\n"
    for wrong in ("0.0.0.0/0", "::/0", "203.0.113.0/33", "203.0.113", "kuh.example"):
        code, told = said("ban", wrong)
        assert (code, told.partition(":")[0]) == (1, "no range of addresses"), wrong
    for hours in ("0", "-1", "nan", "inf", "9000"):
        assert said("ban", "203.0.113.0/24", f"--hours={hours}")[0] == 1
    code, told = said("ban", "zoe", "--hours", "2")
    assert (code, "for ranges" in told) == (1, True)


def test_the_host_of_a_server_reads_reports(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "kuhstall.db")

    async def told() -> None:
        store = await SqliteStore.connect(path)
        await ReportQueries(store.db).add_report(
            StoredReport("0.1.0", "t" * 26, 218, "de", "Der Hammer klemmt.")
        )
        await ReportQueries(store.db).add_report(
            StoredReport("0.2.0", None, None, "en", "No picture.")
        )
        await store.close()

    assert main(["admin", "--store", path, "reports"]) == 0
    assert capsys.readouterr().out == ""
    asyncio.run(told())
    assert main(["admin", "--store", path, "reports"]) == 0
    heads_and_texts = capsys.readouterr().out.splitlines()
    stamp = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    assert re.fullmatch(rf"{stamp} 0.2.0 en no table", heads_and_texts[0])
    assert re.fullmatch(rf"{stamp} 0.1.0 de table t{{26}} step 218", heads_and_texts[2])
    assert heads_and_texts[1::2] == ["    No picture.", "    Der Hammer klemmt."]
    assert main(["admin", "--store", path, "reports", "--json"]) == 0
    latest, first = map(msgspec.json.decode, capsys.readouterr().out.splitlines())
    about = {"kind", "about", "line", "quote"}
    assert set(latest) == {"version", "table", "step", "language", "text", "at"} | about
    assert (latest["table"], first["table"], first["step"]) == (None, "t" * 26, 218)


@pytest.mark.parametrize(
    ("values", "seats", "said"),
    [
        (VALUES, (), ["fair: ", "the values of 2 people"]),
        (VALUES, (1,), ["incomplete: ", "missing: seat 2 had promised", "2 deals in all"]),
        (
            {0: VALUES[0]},
            (1, 2),
            ["incomplete: ", "missing: seat 2 ", "missing: seat 3 ", "4 deals in all"],
        ),
        ({}, (), ["server alone: ", "could have chosen any deck"]),
        ({}, (2,), ["server alone: ", "missing: seat 3 ", "could have chosen any deck"]),
    ],
)
def test_a_check_says_what_choice_the_server_had(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    values: dict[int, bytes],
    seats: tuple[int, ...],
    said: list[str],
) -> None:
    file = tmp_path / "transcript.json"
    file.write_bytes(msgspec.json.encode(missing(transcript(values=values), *seats)))
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(said[0])
    assert all(words in out for words in said)
    assert ("fair" in out) == (said[0] == "fair: ")


def test_a_forged_game_is_told_from_a_fair_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fair = Path(__file__).parent.parent / "data" / "transcript.json"
    assert main(["verify", str(fair)]) == 0
    told = capsys.readouterr().out
    assert "the values of 2 people" in told
    assert "not proven" not in told
    forged = tmp_path / "forged.json"
    document = msgspec.json.decode(fair.read_bytes())
    document["secret"] = "0" * 64
    forged.write_bytes(msgspec.json.encode(document))
    assert main(["verify", str(forged)]) == 1
    assert capsys.readouterr().out.startswith("forged (server): ")
    forged.write_text("{}")
    assert main(["verify", str(forged)]) == 2


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        ("kuhhandel/2", {"auction_mode": "sealed"}),
        ("master", {"pedigree_mode": "envelopes"}),
        ("master", {"rat_mode": "envelopes"}),
    ],
)
def test_it_is_said_what_envelopes_do_not_prove(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, edition: str, rules: dict[str, Any]
) -> None:
    file = tmp_path / "transcript.json"
    file.write_bytes(msgspec.json.encode(transcript(edition, **rules)))
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("not proven: that the server opened the envelopes as they were handed")
    assert "\nfair: " in told


@pytest.mark.parametrize("rules", [{}, {"pedigree_mode": "envelopes"}])
def test_a_game_on_one_device_is_said_to_be_shuffled_by_it_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rules: dict[str, Any]
) -> None:
    file = tmp_path / "transcript.json"
    document = transcript("master", {0: VALUES[0]}, game=f"offline{'a' * 26}", **rules)
    file.write_bytes(msgspec.json.encode(document))
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert "device: nobody else contributed to the shuffle" in told
    assert "fair" not in told
    assert "server" not in told
    assert ("not proven: that the device opened the envelopes" in told) == bool(rules)
    document["secret"] = "0" * 64
    file.write_bytes(msgspec.json.encode(document))
    assert main(["verify", str(file)]) == 1


def test_the_log_names_the_bots_of_the_host_and_what_ended_the_server(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "miser.py", tmp_path)
    with process(tmp_path, "kuhstall.db", cwd=tmp_path, bots="miser:Miser") as here:
        pass
    told = [line["text"] for line in here.lines()]
    assert "tables may seat miser:Miser as well" in told
    assert "stopping because of SIGTERM" in told
