"""The Python of the browser plays the same games as this one, byte by byte, from built files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.server.offline_twin import play_on_server

WEB = Path(__file__).parents[2] / "web"


def play_in_pyodide(*games: tuple[str, str, int, int]) -> list[dict[str, Any]]:
    words = ["node", "offline/run.mjs", "twin", json.dumps(games)]
    done = subprocess.run(words, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_one_game_of_each_family_is_the_same() -> None:
    games = ("kuhhandel/2", "hard", 3, 7), ("master", "easy", 3, 9), ("kuhfstein", "easy", 2, 10)
    assert play_in_pyodide(*games) == [play_on_server(*game) for game in games]


@pytest.mark.thorough
@pytest.mark.parametrize("edition", ["kuhhandel/2", "master", "kuhfstein"])
def test_thirty_games_of_each_family_are_the_same(edition: str) -> None:
    bots = {"kuhfstein": ["easy", "medium"]}.get(edition, ["easy", "medium", "hard"])
    games = [(edition, bots[seed % len(bots)], 3 + seed % 2, 1000 + seed) for seed in range(30)]
    assert play_in_pyodide(*games) == [play_on_server(*game) for game in games]
