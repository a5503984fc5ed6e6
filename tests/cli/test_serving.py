"""`serve`, `admin`, `verify` and `bot`, as somebody at a terminal uses them."""

from __future__ import annotations

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from kuhstall.cli import main
from kuhstall.engine.values import Refused
from kuhstall.server import settings
from kuhstall.server.settings import Settings
from kuhstall.server.store.people import Person
from kuhstall.server.store.reports import StoredReport
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.databases import ADDRESS
from tests.server.houses import House
from tests.server.serving import process

PEOPLE = ("anna", "ben", "cleo")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_every_setting_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = capsys.readouterr().out
    for name in settings.names():
        assert f"--{name.replace('_', '-')} " in told
        assert f"KUHSTALL_{name.upper()}" in told


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
        person = await store.people.session(token)
        await store.close()
        return person

    async def entered() -> None:
        store = await SqliteStore.connect(path)
        await store.people.add_person(Person("zoe", "Zoe"))
        await store.people.open_session(b"t" * 32, "zoe")
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


def test_the_host_of_a_server_reads_reports(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = str(tmp_path / "kuhstall.db")

    async def told() -> None:
        store = await SqliteStore.connect(path)
        await store.add_report(StoredReport("0.1.0", "t" * 26, 218, "de", "Der Hammer klemmt."))
        await store.add_report(StoredReport("0.2.0", None, None, "en", "No picture."))
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


def test_a_forged_game_is_told_from_a_fair_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    fair = Path(__file__).parent.parent / "data" / "transcript.json"
    assert main(["verify", str(fair)]) == 0
    assert "the values of 2 people" in capsys.readouterr().out
    forged = tmp_path / "forged.json"
    transcript = msgspec.json.decode(fair.read_bytes())
    transcript["secret"] = "0" * 64
    forged.write_bytes(msgspec.json.encode(transcript))
    assert main(["verify", str(forged)]) == 1
    assert capsys.readouterr().out.startswith("forged (server): ")
    forged.write_text("{}")
    assert main(["verify", str(forged)]) == 2


def test_the_log_names_the_bots_of_the_host_and_what_ended_the_server(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "miser.py", tmp_path)
    with process(tmp_path, "kuhstall.db", cwd=tmp_path, bots="miser:Miser") as here:
        pass
    told = [line["text"] for line in here.lines()]
    assert "tables may seat miser:Miser as well" in told
    assert "stopping because of SIGTERM" in told
