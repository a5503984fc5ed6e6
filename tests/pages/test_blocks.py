"""Whatever a page tells people to type is typed here, in an empty folder, as they would.

A block that cannot be run here needs a reason in `blocks.py`, and a new one cannot slip in.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kuhstall.cli import parser
from tests.machine import count, patience
from tests.pages.blocks import LONG, NOT_RUN, QUICK, ROOT, TRIED_BY, Block, blocks
from tests.server.serving import PATIENCE, _await_ready

BIN = Path(sys.executable).parent
OWN_CARDS = ROOT / "src/kuhstall/games/kuhfstein/data/cards.toml"
TYPED = "1\n" * 8
"""What somebody answers to a game in the terminal, before they have had enough."""

SILENT = ("eval ", "kuhstall admin reports")
"""What has nothing to say to somebody who has just begun."""

ALL = blocks()
FINISHED = 600.0


def named(block: Block) -> str:
    return f"{block.page}:{block.line}"


def test_every_block_is_run_or_has_a_reason() -> None:
    for block in ALL:
        places = [block.key in QUICK, block.key in LONG, block.reason is not None]
        assert sum(places) == 1, f"{named(block)}: run it or say why not, in tests/pages/blocks.py"


def test_no_reason_is_left_from_a_block_that_has_gone() -> None:
    there = {block.key for block in ALL}
    assert there >= QUICK | LONG
    for page, beginning in NOT_RUN:
        assert any(at == page and first.startswith(beginning) for at, first in there), beginning


def test_a_test_that_a_reason_names_exists() -> None:
    for reason in NOT_RUN.values():
        _, names_one, test = reason.partition(TRIED_BY)
        if names_one:
            file, _, name = test.partition("::")
            assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8"), test


def commands() -> Iterator[tuple[str, list[str]]]:
    """List the commands of all blocks, with those that are not run."""
    for block in ALL:
        for line in block.lines:
            words = re.split(r" (?:[|>&]|&&)(?: |$)", re.sub(r"^(\w+=\S* )+", "", line))[0]
            program = words.partition(" ")[0].rpartition("/")[2]
            if program in {"kuhstall", "make"}:
                yield named(block), [program, *shlex.split(words)[1:]]


def test_every_command_and_flag_exists() -> None:
    """Of those, too, that need a cluster or a public host."""
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    targets = set(phony[1].split())
    ours = parser()
    told = list(commands())
    assert len(told) > 40
    for where, (program, *words) in told:
        if program == "make":
            assert targets.issuperset(words), f"{where}: make {shlex.join(words)}"
        else:
            ours.parse(words)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Somebody's home, and an empty folder in it."""
    mine = tmp_path / "mine"
    mine.mkdir()
    return mine


@pytest.mark.parametrize("block", [one for one in ALL if one.key in QUICK], ids=named)
def test_a_block_does_what_its_page_says(block: Block, folder: Path) -> None:
    run(block, folder)


@pytest.mark.thorough
@pytest.mark.parametrize("block", [one for one in ALL if one.key in LONG], ids=named)
def test_a_block_that_takes_its_time_does_what_its_page_says(block: Block, folder: Path) -> None:
    run(block, folder)


def run(block: Block, folder: Path) -> None:
    """Lay what the page shows as a file, and type the lines one after another."""
    for other in ALL:
        if other.page == block.page and other.title:
            (folder / other.title).write_text(other.text, encoding="utf-8")
    if "my-cards.toml" in block.text:
        shutil.copy(OWN_CARDS, folder / "my-cards.toml")
    for line in block.lines:
        if line.startswith("kuhstall serve"):
            serve(line, folder)
        elif line.startswith("kuhstall play") and "--terminal" not in line:
            play_at_home(line, folder)
        else:
            type_in(line, folder)


def at_home(folder: Path) -> dict[str, str]:
    """The environment of somebody who has just installed it, and has no screen."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("KUHSTALL_", "LC_", "XDG_", "PYTHON", "COVERAGE"))
    }
    screen = {"BROWSER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return kept | screen | {"HOME": str(folder.parent), "LANG": "C.UTF-8", "PATH": path}


def type_in(line: str, folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=ROOT if line.startswith(".venv/") else folder,
        env=at_home(folder),
        input=TYPED,
        capture_output=True,
        encoding="utf-8",
        timeout=patience(FINISHED),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout or line.startswith(SILENT), "it says nothing"


def serve(line: str, folder: Path) -> None:
    """Serve until it is ready, on a port that nobody else has."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    count("nodes")
    with subprocess.Popen(
        line.split(),
        cwd=folder,
        env=at_home(folder) | {"KUHSTALL_PORT": port},
        executable=BIN / "kuhstall",
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            _await_ready(f"http://127.0.0.1:{port}", server)
        finally:
            server.terminate()
        assert (
            server.wait(patience(PATIENCE)) == -signal.SIGTERM
        )  # by which it ends when all is done


def play_at_home(line: str, folder: Path) -> None:
    """Play in the browser, up to the moment at which it would be opened, and stop with Ctrl-C."""
    count("nodes")
    with subprocess.Popen(
        line.split(),
        cwd=folder,
        env=at_home(folder),
        executable=BIN / "kuhstall",
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as house:
        assert house.stdout is not None
        told = iter(house.stdout.readline, "")
        assert any(said.startswith("Ctrl-C") for said in told), "it does not get ready"
        house.send_signal(signal.SIGINT)
        rest, _ = house.communicate(timeout=patience(PATIENCE))
        assert house.returncode == 0
        assert "Goodbye" in rest
