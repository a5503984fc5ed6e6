"""What a game costs, counted: calls of functions, the same on every machine.

Games per second depend on the machine and on its day; `kuhstall bench` measures them. These counts
do not, so a dearer engine is noticed on any day. The limits are the counts of 35f4932 and a
twentieth more.
"""

from __future__ import annotations

import pytest

from kuhstall.arena.simulation import Plan, play_game
from kuhstall.games.registry import find
from tests.counting import calls

GAMES = 3
MORE = 1.05


@pytest.mark.parametrize(
    ("key", "known"), [("kuhhandel/2", 462_214), ("master", 799_361), ("kuhfstein", 293_810)]
)
def test_a_game_calls_no_more_functions_than_it_did(key: str, known: int) -> None:
    plan = Plan(find(key), ("random",) * 4, "cost", rotate=True)
    play_game(plan, 0)  # what is kept for all games is made now
    counted = calls(lambda: [play_game(plan, number) for number in range(1, GAMES + 1)])
    print(f"{key}: {counted} calls in {GAMES} games")
    assert counted <= MORE * known
