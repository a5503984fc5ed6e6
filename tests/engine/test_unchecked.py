"""Unchecked acting leads where checked acting leads, over whole games of every edition."""

from __future__ import annotations

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.engine import kernel, unchecked
from kuhstall.engine.option import sample
from kuhstall.engine.table import Table
from kuhstall.engine.values import Illegal
from kuhstall.games.edition import Edition
from kuhstall.games.registry import EDITIONS, find


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_leads_to_the_same_table_by_the_same_events(edition: str) -> None:
    played: Edition = find(edition)
    chance, checked, twin = QuickChance(3), QuickChance(4), QuickChance(4)
    table: Table[Edition, object]
    table, _ = kernel.begin(played, played.fewest_seats, chance)
    moves = 0
    while actors := table.phase.actors(table):
        if table.phase.sealed:
            action = sample(kernel.options(table, actors[0]), chance)
            with pytest.raises(Illegal, match="sealed"):
                unchecked.act(table, actors[0], action, twin)
            table, _ = kernel.unseal(table, {}, chance)
            continue
        action = sample(kernel.options(table, actors[0]), chance)
        after = kernel.act(table, actors[0], action, checked)
        assert unchecked.act(table, actors[0], action, twin) == after
        table, moves = after[0], moves + 1
    assert moves > 20
