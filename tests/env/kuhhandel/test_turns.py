"""What all environments stand on: a table in strict turns that can be branched and tried again."""

from __future__ import annotations

import random

import pytest

from kuhstall.engine.chance import SeededChance
from kuhstall.env.kuhhandel.turns import Turns, in_turns


class Undrawn(Exception):
    """No lot has been drawn yet."""


class Hesitating(SeededChance):
    """Draws a lot among several who slap only when it is asked again."""

    hesitates = True

    def below(self, label: str, bound: int) -> int:
        if label.startswith("slap") and self.hesitates:
            raise Undrawn
        return super().below(label, bound)


def test_where_chance_fails_all_is_as_before() -> None:
    chance, dice = Hesitating(b"1"), random.Random(1)
    turns = Turns(in_turns("master", {}), 5, chance)
    failed = 0
    while turns.seat is not None:
        number = dice.choice(sorted(turns.meanings))
        before = turns.seat, turns.picked, turns.meanings, dict(turns.match.held)
        told = len(turns.match.log)
        try:
            turns.choose(number)
        except Undrawn:
            assert (turns.seat, turns.picked, turns.meanings, turns.match.held) == before
            assert len(turns.match.log) == told
            failed += 1
            chance.hesitates = False
            turns.choose(number)
            chance.hesitates = True
    assert failed
    assert sum(turns.rewards()) == pytest.approx(0)


def test_a_branch_goes_its_own_way() -> None:
    dice = random.Random(2)
    turns = Turns(in_turns("kuhhandel/2", {}), 3, SeededChance(b"2"))
    for _ in range(100):
        turns.choose(dice.choice(sorted(turns.meanings)))
    log, heard = [*turns.match.log], turns.match.heard(0)
    branch = turns.branched(SeededChance(b"3"))
    assert (branch.seat, branch.meanings) == (turns.seat, turns.meanings)
    while branch.seat is not None:
        branch.choose(dice.choice(sorted(branch.meanings)))
    assert branch.match.log[: len(log)] == log == turns.match.log
    assert branch.match.heard(0)[: len(heard)] == heard == turns.match.heard(0)
    assert turns.seat is not None
