"""A copy of the project to which something is really added, as a contributor would add it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.machine import patience

ROOT: Final = Path(__file__).resolve().parents[2]
COPIED: Final = ("docs", "reference", "src", "tests", "web")
BESIDE: Final = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "README.md"),
    *("mkdocs.yml", "pyproject.toml"),
)
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "node_modules", "client", "shots")

GUIDES: Final = [
    ROOT / "docs" / "how" / name for name in ("add.md", "add-server.md", "translating.md")
]


class Checkout:
    """Knows which files were touched: that is what an addition costs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.created: list[str] = []
        self.changed: list[str] = []
        for name in COPIED:
            # Links are quick; what is changed is written anew, and so leaves the original alone.
            shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT, copy_function=_link)
        for name in BESIDE:
            shutil.copy(ROOT / name, folder / name)

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def create(self, path: str, text: str) -> None:
        target = self.folder / path
        assert not target.exists(), path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        self.created.append(path)

    def create_all(self, folder: Path) -> None:
        """Create every file that lies below a folder, at the same place."""
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(folder).as_posix().removesuffix(".txt")
                self.create(name, path.read_text(encoding="utf-8"))

    def change(self, path: str, old: str, new: str) -> None:
        """Replace the only place where a text stands."""
        text = self.read(path)
        assert text.count(old) == 1, f"{path}: {text.count(old)} times {old!r}"
        target = self.folder / path
        target.unlink()
        target.write_text(text.replace(old, new), encoding="utf-8")
        if path not in self.changed:
            self.changed.append(path)

    def insert_after(self, path: str, old: str, new: str) -> None:
        self.change(path, old, old + new)

    @property
    def touched(self) -> list[str]:
        return [*self.created, *self.changed]

    def run(self, *command: str) -> str:
        """Run a Python module of the copy, and return what it prints."""
        return self._run(self.folder, sys.executable, *command)

    def npx(self, *command: str) -> str:
        """Run a tool of the browser client, in the copy of it."""
        for installed in (".venv", "web/node_modules"):
            if not (self.folder / installed).exists():
                (self.folder / installed).symlink_to(ROOT / installed)
        return self._run(self.folder / "web", "npx", "--no-install", *command)

    def build_client(self) -> None:
        """Do what `make web` does."""
        self.npx("tsc", "--noEmit")
        self.npx("vite", "build")

    def _run(self, within: Path, *command: str) -> str:
        done = subprocess.run(
            command,
            cwd=within,
            env=os.environ | {"PYTHONPATH": f"{self.folder}/src:{self.folder}", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=patience(600),
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    def generate(self) -> None:
        """Write anew what is generated: nobody counts that as a file to touch."""
        self.rewrite("reference", "docs", "web/src/protocol")
        for flag, written in (
            ("--schema", "docs/protocol.schema.json"),
            ("--openapi", "docs/openapi.json"),
            ("--typescript", "web/src/protocol/types.ts"),
        ):
            self.run("-m", "kuhstall.cli", "protocol", flag, "--out", written)

    def rewrite(self, module: str, *folders: str) -> None:
        """Run a module that writes into folders."""
        for folder in folders:
            for path in (self.folder / folder).rglob("*"):
                if path.is_file():  # a link is the original: it must not be written to
                    text = path.read_bytes()
                    path.unlink()
                    path.write_bytes(text)
        self.run("-m", module)

    def test(self, *paths: str) -> str:
        """Run tests of the copy."""
        return self.run(
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-m",
            "not slow and not thorough",
            *paths,
        )


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy(source, target)


def guided(title: str) -> set[str]:
    """Return the files that a guide names for an addition, as patterns."""
    text = "\n".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
    section = re.split(r"^## ", text, flags=re.MULTILINE)
    [found] = [part for part in section if part.startswith(f"{title}\n")]
    steps = re.findall(r"^\d+\. `([^`]+)`", found, flags=re.MULTILINE)
    assert steps, title
    return set(steps)


def assert_guided(title: str, touched: list[str]) -> None:
    """A guide names every file that was touched, and no file that was not."""
    patterns = {pattern: _pattern(pattern) for pattern in guided(title)}
    unnamed = [path for path in touched if not any(p.fullmatch(path) for p in patterns.values())]
    unneeded = [
        name for name, pattern in patterns.items() if not any(map(pattern.fullmatch, touched))
    ]
    assert not unnamed, f"docs/how, {title}: says nothing of {unnamed}"
    assert not unneeded, f"docs/how, {title}: {unneeded} need not be touched"


def _pattern(text: str) -> re.Pattern[str]:
    """`<word>` stands for a name, and a folder for everything in it."""
    parts = re.split(r"(<[^>]+>)", text)
    whole = "".join("[^/]+" if part.startswith("<") else re.escape(part) for part in parts)
    return re.compile(whole + (".*" if text.endswith("/") else ""))
