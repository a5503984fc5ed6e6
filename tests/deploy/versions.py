"""Which server came before this one, and how both are started from the same environment."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import httpx
from msgspec import Struct

from tests.machine import patience
from tests.server.players import NO_TLS

ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 60.0
_STARTS: Final = 5
_REHEARSAL: Final = """\
-- No release has changed the schema yet. So this one does, in the ways that a release would.
ALTER TABLE steps ADD COLUMN rehearsed text;
ALTER TABLE tables ADD COLUMN rehearsed integer NOT NULL DEFAULT 0;
CREATE INDEX rehearsal ON steps (table_id, rehearsed) WHERE rehearsed IS NOT NULL;
CREATE TABLE rehearsals (number integer PRIMARY KEY);
"""


class Release(Struct, frozen=True):
    name: str
    commit: str


RELEASES: Final = (Release("0.1.0", "35f49322a7d8c3ed0a21c9ab936f682dc388cf4c"),)
"""What hosts upgrade from, the newest last. A table that one of them opened stays playable."""


def released(name: str = "") -> Release:
    """Find a release by its name, or the newest; any other name is that of a commit."""
    if not name:
        return RELEASES[-1]
    return next((one for one in RELEASES if one.name == name), Release(name, name))


def check_out(folder: Path, release: Release) -> Path:
    """Put the sources of a release into a folder, and return where they are."""
    try:
        archive = subprocess.run(
            ["git", "archive", "--format=tar", release.commit, "src", "docs/protocol.schema.json"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise LookupError(
            f"{release.name} is commit {release.commit}, and it is not here: the drill needs a"
            " clone with the whole history (git fetch --unshallow)"
        ) from error
    place = folder / release.name.replace("/", "-")
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(place, filter="data")
    return place


def rehearsed(folder: Path, old: Path) -> tuple[Path, bool]:
    """Return this version's sources, with a migration to rehearse if it brings none of its own."""
    own, old = ROOT / "src", old / "src"
    schema = Path("kuhstall/server/store/schema")
    known = {file.name for file in (old / schema).glob("postgres_*.sql")}
    ours = {file.name for file in (own / schema).glob("postgres_*.sql")}
    if ours - known:
        return own, False
    copy = folder / "rehearsal"
    shutil.copytree(own, copy, ignore=shutil.ignore_patterns("__pycache__", "client"))
    (copy / schema / f"postgres_{len(ours) + 1:04d}.sql").write_text(_REHEARSAL, encoding="utf-8")
    return copy, True


class NodeOf:
    """A node of some version at a port, as a process that is started again if it cannot start.

    So does everything that runs servers. A change of the schema may lose a deadlock with the steps
    that other nodes write: PostgreSQL ends the one or the other, and the node then ends itself.
    """

    def __init__(self, sources: Path, port: int, settings: Mapping[str, str], log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.starts = 0
        values = {"HOST": "127.0.0.1", "PORT": str(port), "LOG": "warning", **settings}
        named = {f"KUHSTALL_{name}": value for name, value in values.items()}
        self._environment = {**os.environ, **named, "PYTHONPATH": str(sources)}
        self._log = log
        self._running = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        self.starts += 1
        with self._log.open("ab") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "kuhstall.cli", "serve"],
                env=self._environment,
                stderr=output,
                cwd=self._log.parent,
            )

    @property
    def ready(self) -> bool:
        try:
            return (
                httpx.get(f"{self.url}/readyz", timeout=patience(2), verify=NO_TLS).status_code
                == 200
            )
        except httpx.TransportError:
            return False

    def await_ready(self) -> None:
        deadline = time.monotonic() + patience(_PATIENCE)
        while not self.ready:
            ended = self._running.poll() is not None
            if time.monotonic() > deadline or (ended and self.starts == _STARTS):
                last = self._log.read_text("utf-8").splitlines()[-1:]
                raise TimeoutError(f"the node at {self.url} does not get ready: {last}")
            if ended:
                self._running = self._start()
            time.sleep(0.02)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has drained."""
        self._running.send_signal(signal.SIGTERM)
        self._running.wait(patience(_PATIENCE))

    def kill(self) -> None:
        self._running.kill()
        self._running.wait()
