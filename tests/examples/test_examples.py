"""The example bots play whole games, as whoever has just copied them would run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.machine import patience
from tests.server.players import NO_TLS
from tests.server.serving import STARTED, process

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PAGES = "".join(
    (ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("bots.md", "bots/wire.md")
)
REAL = 1
ELSEWHERE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def listed(title: str) -> str:
    (text,) = re.findall(rf'```\w+ title="{re.escape(title)}"\n(.*?)```', PAGES, flags=re.DOTALL)
    return str(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples in it, and nothing else of this project."""
    return Path(shutil.copytree(EXAMPLES, tmp_path / "mine"))


def run(folder: Path, *words: str | Path, typed: str = "") -> str:
    done = subprocess.run(
        words,
        cwd=folder,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=ELSEWHERE,
        timeout=patience(60),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("title", ["miser.py", "stingy_bot.mjs"])
def test_the_pages_show_the_examples_as_they_are(title: str) -> None:
    assert listed(title) == (EXAMPLES / title).read_text(encoding="utf-8")


def test_the_tournament_of_the_page_runs_as_two_files(folder: Path) -> None:
    for title in ("miser.py", "tournament.py"):
        (folder / title).write_text(listed(title), encoding="utf-8")
    told = run(folder, sys.executable, "tournament.py")
    (won,) = re.findall(r"the miser has won (\d+) of 20\n", told)
    assert int(won) > 5


def test_a_bot_in_the_folder_plays_in_sim(folder: Path) -> None:
    """In processes of their own, too, which know nothing of what this one has imported."""
    line_up = "miser:Miser,random,random"
    told = run(
        folder,
        *(STARTED, "sim", "kuhhandel", "--players", "3", "--games", "2"),
        *("--bots", line_up, "--rotate", "--jobs", "2"),
    )
    assert "miser:Miser" in told
    assert "violations: 0" in told


def test_a_bot_in_the_folder_plays_in_the_terminal(folder: Path) -> None:
    words = (STARTED, "play", "kuhhandel", "--terminal", "--lang", "en", "--seed", "1")
    told = run(folder, *words, "--bots", "miser:Miser,farmer,random", typed="1\n" * 12)
    assert "Goodbye" in told


@pytest.mark.slow
def test_the_examples_play_whole_games_at_a_server(folder: Path) -> None:
    """In JavaScript and in Python; and the server seats only what its host lists.

    By real clocks and within the limits: a bot that answers everything at once is cut off there.
    """
    with process(folder, "kuhstall.db", cwd=folder, tempo=REAL, ease=1, bots="miser:Miser") as here:
        node = "node", "--experimental-websocket", "--no-warnings"
        players = [
            subprocess.Popen(
                words, cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", env=ELSEWHERE
            )
            for words in (
                (*node, "stingy_bot.mjs", here.url),
                (sys.executable, "stingy_bot.py", here.url),
            )
        ]
        for player in players:
            told, _ = player.communicate(timeout=patience(120))
            assert player.returncode == 0
            assert '"phase":' in told
            assert '"ended"' in told
        for bot, status in (("miser:Miser", 201), ("miser:miser", 422), ("antigravity:x", 422)):
            wish = {"bots": [bot]}
            assert (
                httpx.post(f"{here.url}/api/tables", json=wish, verify=NO_TLS).status_code == status
            )
        assert not here.complaints()
