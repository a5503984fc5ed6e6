"""Steps per second: what is counted is what a learner does."""

from __future__ import annotations

from typing import Any

from bench.kuhhandel.steps import steps_per_second
from kuhstall.env.kuhhandel.environment import KuhhandelEnv


class Counting(KuhhandelEnv):
    """Counts the choices that it is told."""

    chosen = told = 0

    def step(self, action: Any) -> None:
        self.chosen += action is not None
        self.told += not self.terminations[self.agent_selection]
        super().step(action)


def test_only_choices_are_steps() -> None:
    table = Counting("kuhhandel/2", 3)

    pace = steps_per_second(table, 1e-9, seed=1)

    assert table.chosen > 100
    assert table.chosen == table.told
    assert pace > 0
