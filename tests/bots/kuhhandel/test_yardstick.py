"""`farmer@1` is a yardstick: it chooses what it always chose."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhstall.bots.kuhhandel import personality
from kuhstall.bots.kuhhandel.personality import Personality
from tests.bots.kuhhandel.yardstick import FOLDER, Asked, differences, read

FILES = sorted(FOLDER.glob("*.json.gz"))


def test_there_are_ten_thousand_situations() -> None:
    stories = [game.story for path in FILES for game in read(path)]
    assert sum(isinstance(told, Asked) for story in stories for told in story) >= 10_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_the_yardstick_chooses_what_it_always_chose(path: Path) -> None:
    assert [each for game in read(path) for each in differences(game)] == []


def test_a_changed_weight_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(personality.FROZEN, "farmer@1", Personality(patience=2.1))

    assert [each for game in read(FILES[0]) for each in differences(game)] != []
