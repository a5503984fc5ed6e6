"""How often search contradicts the coach: the command, with few games and few worlds."""

from __future__ import annotations

import json
import sys

import pytest

from bench.kuhhandel import judging
from bench.kuhhandel.judging import Comparer, played, remarks


def test_an_action_ends_as_well_as_itself_and_the_same_is_found_every_time() -> None:
    decision, verdict = next(each for seed in range(1, 20) for each in remarks(played(seed)))
    comparer = Comparer(worlds=3)

    assert comparer.gain(decision, decision.action) == (0.0, 0.0)
    assert comparer.gain(decision, verdict.better) == comparer.gain(decision, verdict.better)


def test_only_endings_are_told_and_every_remark_is_counted_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(decision.seen.view.deck for decision, _ in remarks(played(1)))

    monkeypatch.setattr(sys, "argv", ["judging", "--games", "2", "--worlds", "2"])
    judging.main()
    *kinds, everything = map(json.loads, capsys.readouterr().out.splitlines())
    assert everything["games"] == 2
    for field in ("remarks", "decided", "contradicted"):
        assert sum(kind[field] for kind in kinds) == everything[field]
    assert everything["remarks"] > 0
    assert everything["contradicted"] <= everything["decided"] <= everything["remarks"]
