"""Back up a store to one file while the server runs, and restore a new store from it.

PostgreSQL has its own programs for that, so they are used; SQLite can copy itself.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import asyncpg

POSTGRES: Final = ("postgres://", "postgresql://")
PASSING: Final = ("tickets", "passes", "revocations", "mailed", "attempts")
"""Tables whose rows a backup leaves out. Tickets, one-time tokens and attempt counters are valid
for minutes, revocations are queried for an hour, and who got a mail matters for a day. No backup is
restored that soon, and none needs to reveal as much.
"""
PUSHES: Final = ("keys", "devices")
"""Tables that a backup leaves out unless the host asks for them: the key that signs push messages,
with that of links in mails, and what browsers gave for the former. Both create new keys if there
are none, and a browser subscribes again at its next visit when it sees another key.
"""
_STORE: Final = "SELECT 1 FROM migrations, steps, secrets LIMIT 1"
"""A query that only succeeds on a store."""


class BackupError(Exception):
    """The backup or restore failed, and nothing was changed."""


def backup(store: str, file: Path, *, pushes: bool = False) -> None:
    """Write a snapshot of the store to a file, completely or not at all.

    With `pushes` it includes what is needed to send push messages without asking browsers again.
    """
    left_out = PASSING if pushes else PASSING + PUSHES
    if file.exists():
        raise BackupError(f"{file} is there already")
    with _whole(file) as part:
        if store.startswith(POSTGRES):
            skipped = [f"--exclude-table-data={table}" for table in left_out]
            _run("pg_dump", store, ["--format=custom", *skipped, f"--file={part}"])
        else:
            _copy(Path(store), part, left_out)


def restore(store: str, file: Path) -> None:
    """Restore a backup into an empty database, or into a file that does not exist yet."""
    if not file.exists():
        raise BackupError(f"there is no {file}")
    if store.startswith(POSTGRES):
        _run("pg_restore", store, ["--exit-on-error", "--single-transaction", "--no-owner",
             "--no-privileges", str(file)])  # fmt: skip
        return
    if Path(store).exists():
        raise BackupError(f"{store} is there already")
    with _whole(Path(store)) as part:
        _copy(file, part, PASSING)


async def drop_remains(store: str) -> None:
    """Purge deleted and short-lived data from a store that was just restored."""
    if store.startswith(POSTGRES):
        connection = await asyncpg.connect(store)
        try:
            for table in PASSING:
                await connection.execute(f"DELETE FROM {table}")  # noqa: S608 -- a constant
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(store)) as file:
            _empty(file, PASSING)


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """Yield a temporary file that gets its final name once it is complete."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it contains the decks of unfinished games
    try:
        yield part
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path, left_out: Sequence[str]) -> None:
    if not source.exists():
        raise BackupError(f"there is no {source}")
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            (sound,) = new.execute("PRAGMA integrity_check").fetchone()
            new.execute(_STORE)  # an empty file passes the integrity check
            if sound == "ok":
                _empty(new, left_out)
    except sqlite3.Error as error:
        raise BackupError(str(error)) from error
    if sound != "ok":
        raise BackupError(f"{source} is damaged: {sound}")


def _empty(copy: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Empty these tables, then vacuum: freed pages still contain deleted rows."""
    rows = copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    known = {name for (name,) in rows}
    for table in tables:
        if table in known:  # older versions have fewer tables
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 -- a constant
    copy.commit()
    copy.execute("VACUUM")


def _run(program: str, store: str, options: Sequence[str]) -> None:
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is not installed; it is part of the client of PostgreSQL")
    address, secret = _apart(store)
    environment = {**os.environ, **({"PGPASSWORD": secret} if secret else {})}
    done = subprocess.run(  # noqa: S603 -- a PostgreSQL program, with arguments of our own
        [found, *options, f"--dbname={address}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(done.stderr.strip() or f"{program} ended with {done.returncode}")


def _apart(store: str) -> tuple[str, str]:
    """Split off the password: any user of the machine can read the arguments of a process."""
    parts = urlsplit(store)
    user, at, place = parts.netloc.rpartition("@")
    name, colon, secret = user.partition(":")
    if not colon:
        return store, ""
    return parts._replace(netloc=f"{name}{at}{place}").geturl(), unquote(secret)
