"""`kuhstall doctor` finds each thing that can be wrong, says what to do, and changes nothing."""

from __future__ import annotations

import os
import socket
import sqlite3
from pathlib import Path

import anyio
import pytest

from kuhstall.bots.bot import HARD
from kuhstall.bots.registry import GAMES
from kuhstall.cli import doctor, doctor_settings, main
from kuhstall.cli.doctor_settings import Finding
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.settings import PREFIX, Settings
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.server.accounts import people_of
from tests.server.databases import database


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(PREFIX) and "_TEST_" not in name:
            monkeypatch.delenv(name)


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    code = main(["doctor", *map(str, words)])
    return code, capsys.readouterr().out


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kuhstall.server.http.client_files.Pages.is_built", True)


@pytest.mark.usefixtures("built")
def test_where_all_is_well_it_says_so_and_leaves_no_trace(
    tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = asked(capsys, "--data", tmp_path / "not" / "there", "--port", port)
    assert (code, said.splitlines()[-1]) == (0, "Ready to play.")
    assert "!!" not in said
    assert not list(tmp_path.iterdir())


def test_without_the_pages_it_says_how_to_get_them(
    tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kuhstall.server.http.client_files.Pages.is_built", False)
    code, said = asked(capsys, "--data", tmp_path, "--port", port)
    assert code == 1
    assert "make web" in said
    assert "1 thing(s) to mend" in said


@pytest.mark.usefixtures("built")
def test_a_file_that_is_none_and_a_port_in_use_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kuhstall.db").write_text("dear diary")
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, said = asked(capsys, "--data", tmp_path, "--port", other.getsockname()[1])
    assert code == 1
    assert "kuhstall.db cannot be read: file is not a database" in said
    assert "it is in use" in said
    assert "2 thing(s) to mend" in said


def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (found,) = doctor.data(tmp_path / "file" / "below")
    assert found.grade == "ill"
    assert "--data" in found.advice


@pytest.mark.parametrize(
    ("given", "grade", "part"),
    [
        ({"nats": "nats://x"}, "doubtful", "the store is a file"),
        ({"store": "postgresql://x", "origins": "https://x"}, "doubtful", "without KUHSTALL_NATS"),
        ({"store": "postgresql://x", "nats": "x"}, "doubtful", "without KUHSTALL_ORIGINS"),
        ({"store": "postgresql://x"}, "doubtful", "KUHSTALL_TOMBSTONES is not set"),
        ({"proxies": "10.0.0.1"}, "doubtful", "no KUHSTALL_ORIGINS"),
        ({"origins": "https://kuhstall.example/"}, "ill", "no origin"),
        ({"origins": "kuhstall.example"}, "ill", "no origin"),
        ({"origins": "https://a.example,http://b.example"}, "doubtful", "not all"),
        ({"origins": "https://a.example", "ease": 0.0}, "doubtful", "rate limits are off"),
        ({"metrics": "0.0.0.0:9464"}, "doubtful", "other machines may reach"),
        ({"metrics": "[::]:9464"}, "doubtful", "other machines may reach"),
        ({"tempo": 0.1}, "doubtful", "KUHSTALL_TEMPO is 0.1"),
    ],
)
def test_settings_that_contradict_each_other_are_named(
    given: dict[str, object], grade: str, part: str
) -> None:
    found = [one for one in doctor_settings.contradictions(Settings(**given)) if part in one.what]  # type: ignore[arg-type]
    assert [one.grade for one in found] == [grade]
    assert all(one.advice for one in found)


def test_settings_that_fit_are_not() -> None:
    site = Settings(
        store="postgresql://x",
        nats="nats://x",
        origins="https://kuhstall.example:8443",
        tombstones="/data/tombstones",
    )
    assert not list(doctor_settings.contradictions(site))
    assert not list(doctor_settings.contradictions(Settings()))
    assert not list(doctor_settings.contradictions(Settings(metrics="127.0.0.1:9464")))


def test_tombstones_that_are_lost_with_the_container_are_named(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    lines = ("overlay / overlay rw", "/dev/sda1 /data ext4 rw", "tmpfs /data/my\\040run tmpfs rw")
    mounts.write_text("".join(f"{line} 0 0\n" for line in lines))

    def found(file: str) -> list[str]:
        return [one.what for one in doctor_settings.kept(Path(file), mounts)]

    assert ["overlay" in one for one in found("/srv/tombstones")] == [True]
    assert ["tmpfs" in one for one in found("/data/my run/tombstones")] == [True]
    assert not found("/data/tombstones")
    assert not found("/data/none/yet/tombstones")
    assert not list(doctor_settings.kept(None, mounts))
    assert not list(doctor_settings.kept(Path("/srv/tombstones"), tmp_path / "no mounts"))


def test_a_name_that_nobody_reads_is_noticed() -> None:
    assert list(
        doctor_settings.variables({"KUHSTALL_PROT": "1", "KUHSTALL_PORT": "2", "PATH": ""})
    ) == [Finding("doubtful", "KUHSTALL_PROT is no setting", "Did you mean KUHSTALL_PORT?")]


@pytest.mark.usefixtures("built")
def test_a_setting_that_cannot_be_read_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUHSTALL_PORT", "many")
    code, said = asked(capsys)
    assert code == 1
    assert "$.port" in said


@pytest.mark.parametrize("installed", [True, False])
def test_it_says_which_bots_play_here(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kuhstall.bots.registry.is_slow", lambda *_: installed)
    found = list(doctor.levels())
    for game, finding in zip(GAMES, found, strict=False):
        assert all(key in finding.what for key in game.editions)
        assert all(level in finding.what for level in game.levels)
        assert (HARD in game.levels and installed) == ("with a search" in finding.what)
    assert [finding.advice for finding in found[len(GAMES) :]] == (
        [] if installed else ["If you want that: pip install 'kuhstall[train]'"]
    )


def test_python_clock_and_files() -> None:
    assert doctor.python((3, 11, 0)).grade == "well"
    assert doctor.python((3, 10, 14)).grade == "ill"
    assert doctor.clock(0.0).grade == "ill"
    assert doctor.files(256).grade == "doubtful"
    assert doctor.files(float("inf")).grade == "well"


def test_a_file_of_each_age_is_told_apart(tmp_path: Path) -> None:
    store = tmp_path / "kuhstall.db"

    async def make() -> None:
        await (await SqliteStore.connect(str(store))).close()

    anyio.run(make)
    (found,) = doctor.check_store(Settings(store=str(store)))
    assert found.what.endswith("up to date")
    with sqlite3.connect(store) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999)")
    connection.close()
    (found,) = doctor.check_store(Settings(store=str(store)))
    assert (found.grade, "newer" in found.what) == ("ill", True)


def test_a_file_that_others_can_read_and_steps_beside_it_are_told(tmp_path: Path) -> None:
    path = tmp_path / "kuhstall.db"

    async def look() -> None:
        store = await SqliteStore.connect(str(path))
        try:
            await people_of(store).add_person(Person("anna", "Anna"))
            await anyio.to_thread.run_sync(examine)
        finally:
            await store.close()

    def examine() -> None:
        beside = sorted(tmp_path.iterdir())
        assert len(beside) == 3, "the file, its log and its index"
        assert {one.stat().st_mode & 0o777 for one in beside} == {0o600}
        (log,) = [one for one in doctor.check_store(Settings(store=str(path))) if one.advice]
        assert log.grade == "well"
        assert "admin backup" in log.advice
        path.chmod(0o644)
        found = [
            one for one in doctor.check_store(Settings(store=str(path))) if "may read" in one.what
        ]
        assert [one.grade for one in found] == ["doubtful"]

    anyio.run(look)


@pytest.mark.anyio
async def test_a_database_is_looked_at_and_not_changed() -> None:
    async with database() as address:
        for _ in range(2):
            assert "come with the next start" in await looked_at(address)
        await (await PostgresStore.connect(address)).close()
        assert (await looked_at(address)).endswith("up to date")


async def looked_at(store: str) -> str:
    """Run the doctor in a thread: a command has an event loop of its own."""
    (found,) = await anyio.to_thread.run_sync(
        lambda: list(doctor.check_store(Settings(store=store)))
    )
    return found.what


def test_what_does_not_answer_is_told_without_its_password(
    port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KUHSTALL_STORE", f"postgresql://anna:secret@127.0.0.1:{port}/x")
    monkeypatch.setenv("KUHSTALL_NATS", f"nats://anna:secret@127.0.0.1:{port}")
    code, said = asked(capsys, "--port", port)
    assert code == 1
    assert said.count("does not answer") == 2
    assert "secret" not in said
