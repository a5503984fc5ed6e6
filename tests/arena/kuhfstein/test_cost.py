"""What is remembered of a landscape, counted: `kuhstall bench` measures the same in time."""

from __future__ import annotations

from kuhstall.arena.kuhfstein.bench import _rich, forget
from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from tests.counting import calls


def test_what_follows_from_a_landscape_is_found_out_once() -> None:
    (table, *_) = _rich(KUHFSTEIN, 2, 1)
    for question in (
        lambda: table.phase.options(table, 0),
        lambda: table.edition.game.view(table, 0),
    ):
        forget()
        first, again = calls(question), calls(question)
        print(first, again)
        assert again < first
