"""The frozen farmers are yardsticks: each chooses what it always chose."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kuhstall.bots.kuhhandel import personality
from kuhstall.bots.kuhhandel.personality import FROZEN, NEWEST, personality_of
from tests.bots.kuhhandel.yardstick import FOLDER, Asked, differences, read

FILES = sorted(FOLDER.glob("*.json.gz"))
SECOND = [path for path in FILES if path.name.startswith("farmer@2-")]
THIRD = [path for path in FILES if path.name.startswith("farmer@3-")]
HARD = [path for path in FILES if path.name.startswith("hard@1-")]
FIRST = [path for path in FILES if path not in (*SECOND, *THIRD, *HARD)]


def situations(paths: list[Path]) -> int:
    stories = [game.story for path in paths for game in read(path)]
    return sum(isinstance(told, Asked) for story in stories for told in story)


def test_there_are_ten_thousand_situations() -> None:
    assert situations(FIRST) >= 10_000
    assert situations(SECOND) >= 3_000
    assert situations(THIRD) >= 3_000
    assert situations(HARD) >= 3_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_the_yardstick_chooses_what_it_always_chose(path: Path) -> None:
    assert [each for game in read(path) for each in differences(game)] == []


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("farmer@1", FIRST[0]),
        ("farmer@2", SECOND[0]),
        ("farmer@3", THIRD[0]),
        ("hard@1", HARD[0]),
    ],
)
def test_a_changed_weight_is_noticed(
    name: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(FROZEN[name], thrift=1.05 * FROZEN[name].thrift)
    monkeypatch.setitem(personality.FROZEN, name, changed)

    assert [each for game in read(path) for each in differences(game)] != []


def test_a_mark_that_is_learned_to_weigh_more_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    bids = tuple(1.5 * weight for weight in FROZEN["hard@1"].bids)
    monkeypatch.setitem(personality.FROZEN, "hard@1", replace(FROZEN["hard@1"], bids=bids))

    assert [each for game in read(HARD[-1]) for each in differences(game)] != []


@pytest.mark.parametrize(("name", "frozen"), NEWEST.items())
def test_the_newest_one_is_what_people_play_against(name: str, frozen: str) -> None:
    """Whoever changes the plain farmer, or `hard`, freezes the new one under a new name."""
    assert FROZEN[frozen] == personality_of(name)
    assert [one for one in FROZEN if one.partition("@")[0] == name][-1] == frozen
