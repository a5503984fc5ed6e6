"""The frozen farmers are yardsticks: each chooses what it always chose."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kuhstall.bots.kuhhandel import personality
from kuhstall.bots.kuhhandel.personality import FROZEN, PERSONALITIES
from tests.bots.kuhhandel.yardstick import FOLDER, Asked, differences, read

FILES = sorted(FOLDER.glob("*.json.gz"))
SECOND = [path for path in FILES if path.name.startswith("farmer@2-")]
FIRST = [path for path in FILES if path not in SECOND]


def situations(paths: list[Path]) -> int:
    stories = [game.story for path in paths for game in read(path)]
    return sum(isinstance(told, Asked) for story in stories for told in story)


def test_there_are_ten_thousand_situations() -> None:
    assert situations(FIRST) >= 10_000
    assert situations(SECOND) >= 3_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_the_yardstick_chooses_what_it_always_chose(path: Path) -> None:
    assert [each for game in read(path) for each in differences(game)] == []


@pytest.mark.parametrize(("name", "path"), [("farmer@1", FIRST[0]), ("farmer@2", SECOND[0])])
def test_a_changed_weight_is_noticed(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(FROZEN[name], thrift=1.05 * FROZEN[name].thrift)
    monkeypatch.setitem(personality.FROZEN, name, changed)

    assert [each for game in read(path) for each in differences(game)] != []


def test_the_newest_one_is_the_farmer_of_today() -> None:
    """Whoever changes the plain farmer freezes the new one under a new name."""
    assert tuple(FROZEN.values())[-1] == PERSONALITIES[""]
