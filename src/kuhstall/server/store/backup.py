"""A store as one file, made while the server runs, and a new store from such a file.

PostgreSQL has programs of its own for it, which know best; SQLite can copy itself.
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
PASSING: Final = ("tickets", "passes", "revocations", "mailed")
"""Tickets and passes are good for minutes, what was revoked is asked for within an hour, and who
got a mail matters for a day. No backup is read as soon, and none need say as much."""
_STORE: Final = "SELECT 1 FROM migrations, steps, secrets LIMIT 1"
"""What only a store can answer."""


class BackupError(Exception):
    """It cannot be done, and nothing was changed."""


def backup(store: str, file: Path) -> None:
    """Write all that a store holds at this moment to a file, whole or not at all."""
    if file.exists():
        raise BackupError(f"{file} is there already")
    with _whole(file) as part:
        if store.startswith(POSTGRES):
            skipped = [f"--exclude-table-data={table}" for table in PASSING]
            _run("pg_dump", store, ["--format=custom", *skipped, f"--file={part}"])
        else:
            _copy(Path(store), part)


def restore(store: str, file: Path) -> None:
    """Fill a new store from a file: an empty database, or a file that is not there yet."""
    if not file.exists():
        raise BackupError(f"there is no {file}")
    if store.startswith(POSTGRES):
        _run("pg_restore", store, ["--exit-on-error", "--single-transaction", "--no-owner",
             "--no-privileges", str(file)])  # fmt: skip
        return
    if Path(store).exists():
        raise BackupError(f"{store} is there already")
    with _whole(Path(store)) as part:
        _copy(file, part)


async def drop_remains(store: str) -> None:
    """Leave nothing of what was removed in a store that was just restored, nor of what passes."""
    if store.startswith(POSTGRES):
        connection = await asyncpg.connect(store)
        try:
            for table in PASSING:
                await connection.execute(f"DELETE FROM {table}")  # noqa: S608 -- a name from here
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(store)) as file:
            _drop_remains(file)


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """Give a file to write to, which gets its name when all is there."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # it holds the decks of games that are not over
    try:
        yield part
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    if not source.exists():
        raise BackupError(f"there is no {source}")
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            (sound,) = new.execute("PRAGMA integrity_check").fetchone()
            new.execute(_STORE)  # a file that was cut off at once is sound, and empty
            if sound == "ok":
                _drop_remains(new)
    except sqlite3.Error as error:
        raise BackupError(str(error)) from error
    if sound != "ok":
        raise BackupError(f"{source} is damaged: {sound}")


def _drop_remains(copy: sqlite3.Connection) -> None:
    """Empty what passes, and write the file anew: pages that were let go say what was there."""
    rows = copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    known = {name for (name,) in rows}
    for table in PASSING:
        if table in known:  # an older version has fewer
            copy.execute(f"DELETE FROM {table}")  # noqa: S608 -- a name from here
    copy.commit()
    copy.execute("VACUUM")


def _run(program: str, store: str, options: Sequence[str]) -> None:
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is not installed; it is part of the client of PostgreSQL")
    address, secret = _apart(store)
    environment = {**os.environ, **({"PGPASSWORD": secret} if secret else {})}
    done = subprocess.run(  # noqa: S603 -- the program of PostgreSQL, with words of our own
        [found, *options, f"--dbname={address}"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupError(done.stderr.strip() or f"{program} ended with {done.returncode}")


def _apart(store: str) -> tuple[str, str]:
    """Take the password out of an address: everybody on a machine can read the words of a call."""
    parts = urlsplit(store)
    user, at, place = parts.netloc.rpartition("@")
    name, colon, secret = user.partition(":")
    if not colon:
        return store, ""
    return parts._replace(netloc=f"{name}{at}{place}").geturl(), unquote(secret)
