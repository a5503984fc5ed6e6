"""Bots of one's own: let in by whoever runs the program, and by nobody else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.bots import own, registry
from kuhstall.engine.values import Refused

LAZY = """
from kuhstall.engine import sample

class Lazy:
    def __init__(self, chance):
        self.chance = chance

    def choose(self, seen):
        return sample(seen.options[:1], self.chance)

NUMBER = 7

class Bare:
    def __init__(self):
        pass

class Mute:
    def __init__(self, chance):
        self.choose = "nothing"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Be where a file with a bot lies, and forget it afterwards."""
    (tmp_path / "lazybones.py").write_text(LAZY)
    (tmp_path / "broken.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    known = dict(registry._own)
    yield tmp_path
    registry._own.clear()
    registry._own.update(known)
    for name in ("lazybones", "broken"):
        sys.modules.pop(name, None)


def test_a_class_in_a_file_plays_every_game(folder: Path) -> None:
    registry.admit("lazybones:Lazy")
    for edition in ("kuhhandel/2", "master", "kuhfstein"):
        bot = registry.make("lazybones:Lazy", edition, 0, QuickChance(1))
        assert type(bot).__name__ == "Lazy"
        assert "lazybones:Lazy" in registry.names_of(edition)


def test_a_package_offers_bots_under_a_name(folder: Path) -> None:
    info = folder / "lazy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lazy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{own.GROUP}]\nlazy = lazybones:Lazy\n")
    with pytest.raises(Refused, match="did you mean 'lazy'"):
        registry.admit("lasy")
    registry.admit("lazy")
    assert type(registry.make("lazy", "master", 0, QuickChance(1))).__name__ == "Lazy"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("framer", "there is no bot 'framer'; did you mean 'farmer'?"),
        ("nowhere:Bot", "cannot be imported: ModuleNotFoundError"),
        ("lazybones:Lasy", "there is no 'Lasy' in lazybones; did you mean 'Lazy'?"),
        ("lazybones:NUMBER", "is not a class"),
        ("lazybones:Bare", "the bot 'lazybones:Bare' cannot be made: TypeError: "),
        ("lazybones:Mute", "'lazybones:Mute' makes no bot: it has no method 'choose'"),
        ("broken:Bot", "cannot be imported: ZeroDivisionError"),
        ("lazybones.Lazy", "there is no bot 'lazybones.Lazy'; did you mean 'lazybones:Lazy'?"),
        ("lazybones.py", "name the class in that file: 'lazybones:Class'"),
        ("lazybones:", "there is no bot"),
        (":Lazy", "there is no bot"),
        (".lazybones:Lazy", "cannot be imported"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(folder: Path, name: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        registry.admit(name)
    assert refused.value.code == "no_such_bot"
    assert reason in str(refused.value)


def test_to_check_and_to_make_import_nothing(folder: Path) -> None:
    """That is all that a server does with a name that came over the wire."""
    for name in ("lazybones:Lazy", "broken:Bot", "lazy"):
        with pytest.raises(Refused, match="there is no bot"):
            registry.check(name)
        with pytest.raises(Refused, match="there is no bot"):
            registry.make(name, "master", 0, QuickChance(1))
    assert not {"lazybones", "broken"} & set(sys.modules)
