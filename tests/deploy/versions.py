"""Which server came before this one, and how both are started from the same environment."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
SCHEMA: Final = "src/kuhstall/server/store/schema"
_PATIENCE: Final = 60.0
_REHEARSAL: Final = """\
-- No release has changed the schema yet. So this one does, in the ways that a release would.
ALTER TABLE steps ADD COLUMN rehearsed text;
ALTER TABLE tables ADD COLUMN rehearsed integer NOT NULL DEFAULT 0;
CREATE INDEX rehearsal ON steps (table_id, rehearsed) WHERE rehearsed IS NOT NULL;
CREATE TABLE rehearsals (number integer PRIMARY KEY);
"""


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Previous(Struct, frozen=True):
    commit: str
    why: str


def previous() -> Previous:
    """Find the version that hosts upgrade from."""
    if tags := git("tag", "--merged", "HEAD", "--sort=-creatordate").split():
        return Previous(tags[0], "the last tag")
    files = sorted(file.name for file in (ROOT / SCHEMA).glob("postgres_*.sql"))
    if len(files) > 1:
        added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", f"{SCHEMA}/{files[-1]}")
        return Previous(f"{added}^", f"the commit before {files[-1]}")
    now = git("rev-parse", f"HEAD:{SCHEMA}"), git("rev-parse", "HEAD:src/kuhstall/server")
    for commit in git("rev-list", "HEAD").split():
        schema, server = (
            git("rev-parse", f"{commit}:{path}") for path in (SCHEMA, "src/kuhstall/server")
        )
        if schema != now[0]:
            break
        if server != now[1]:
            return Previous(commit, "the last commit with another server and the same schema")
    raise LookupError("there is no version before this one")


@contextmanager
def checked_out(folder: Path, wanted: str = "") -> Iterator[tuple[Previous, Path]]:
    """Have the sources of the previous version in a folder."""
    found = Previous(git("rev-parse", wanted), "as wished") if wanted else previous()
    place = folder / "previous"
    git("worktree", "add", "--detach", "--quiet", str(place), found.commit)
    try:
        yield found, place / "src"
    finally:
        git("worktree", "remove", "--force", str(place))


def rehearsed(folder: Path, old: Path) -> tuple[Path, bool]:
    """Return this version's sources, with a migration to rehearse if it brings none of its own."""
    own = ROOT / "src"
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
    """A node of some version at a port, as a process."""

    def __init__(self, sources: Path, port: int, settings: Mapping[str, str], log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        values = {"HOST": "127.0.0.1", "PORT": str(port), "LOG": "warning", **settings}
        environment = {f"KUHSTALL_{name}": value for name, value in values.items()}
        with log.open("ab") as output:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "kuhstall.cli", "serve"],
                env={**os.environ, **environment, "PYTHONPATH": str(sources)},
                stderr=output,
                cwd=log.parent,
            )

    @property
    def ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False

    def await_ready(self) -> None:
        deadline = time.monotonic() + _PATIENCE
        while not self.ready:
            if time.monotonic() > deadline or self._running.poll() is not None:
                raise TimeoutError(f"the node at {self.url} does not get ready")
            time.sleep(0.02)

    def stop(self) -> None:
        """Tell it to stop, and wait until it has drained."""
        self._running.send_signal(signal.SIGTERM)
        self._running.wait(_PATIENCE)

    def kill(self) -> None:
        self._running.kill()
        self._running.wait()
