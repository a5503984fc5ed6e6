"""Session tokens that a file of an older version has as hexadecimal text become bytes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.accounts.session_queries import SessionQueries
from kuhstall.server.store.migration import migrations
from kuhstall.server.store.sqlite_db import SqliteDatabase
from kuhstall.server.store.sqlite_file import SqliteFile, _statements

pytestmark = pytest.mark.anyio

OLD = 17
"""The last migration of the versions that wrote text."""
FIRST, GUEST, ENDED = (sha256(name).digest() for name in (b"first", b"guest", b"ended"))
NOW = "(julianday('now') - 2440587.5) * 86400.0"


def write_old(path: str) -> None:
    """Write a file as an older version did: a session with a passkey, a guest's, an ended one."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("CREATE TABLE migrations (number integer PRIMARY KEY)")
        for number, sql in migrations("sqlite"):
            if number <= OLD:
                for statement in _statements(sql):
                    file.execute(statement)
                file.execute("INSERT INTO migrations VALUES (?)", (number,))
        file.execute("INSERT INTO people (id, name) VALUES ('anna', 'Anna')")
        for token in (FIRST, GUEST, ENDED):
            file.execute(
                f"INSERT INTO sessions VALUES (?, 'anna', {NOW} - 60, {NOW})",  # noqa: S608
                (token.hex(),),
            )
        file.execute(
            f"INSERT INTO arrivals VALUES (?, 'key', 'Opera', {NOW}, ?)",  # noqa: S608
            (FIRST.hex(), ENDED.hex()),
        )
        file.execute("INSERT INTO arrivals VALUES (?, 'guest', 'Lynx', NULL, NULL)", (GUEST.hex(),))
        file.execute("DELETE FROM sessions WHERE token = ?", (ENDED.hex(),))


async def test_sessions_of_an_older_version_stay_open(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    write_old(path)
    file = await SqliteFile.open(path)
    sessions = SessionQueries(SqliteDatabase(file))
    assert await sessions.session(FIRST) == await sessions.session(GUEST) == Person("anna", "Anna")
    assert await sessions.session(ENDED) is None
    assert await sessions.alive([FIRST, GUEST, ENDED]) == {FIRST, GUEST}
    assert await sessions.revoked_sessions(60) == {ENDED}
    assert await sessions.replaced_sessions([ENDED, GUEST]) == {ENDED}
    assert await sessions.is_recently_authenticated(FIRST, 60)
    assert not await sessions.is_recently_authenticated(GUEST, 60)
    listed = {one.token: (one.way, one.browser) for one in await sessions.open_sessions("anna")}
    assert listed == {FIRST: ("key", "Opera"), GUEST: ("guest", "Lynx")}
    await file.close()


async def test_how_a_session_was_opened_is_still_deleted_with_it(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    write_old(path)
    file = await SqliteFile.open(path)
    assert await file.rows("PRAGMA foreign_key_check") == []
    await SessionQueries(SqliteDatabase(file)).close_session(FIRST)
    assert await file.rows("SELECT token FROM arrivals") == [(GUEST,)]
    assert await SessionQueries(SqliteDatabase(file)).revoked_sessions(60) == {FIRST, ENDED}
    assert await file.rows("PRAGMA defer_foreign_keys") == [(0,)]
    await file.close()


async def test_a_migrated_file_is_not_migrated_again(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    write_old(path)
    for _ in range(2):
        file = await SqliteFile.open(path)
        assert await SessionQueries(SqliteDatabase(file)).alive([FIRST]) == {FIRST}
        await file.close()
