"""What people call the bots: one name each, whatever the language."""

from __future__ import annotations

from pathlib import Path

from kuhstall.bots.registry import NAMES, called

ART = Path(__file__).resolve().parents[2] / "web" / "public" / "art"


def at_one_table(*bots: str) -> list[str]:
    names: list[str] = []
    for bot in bots:
        names.append(called(bot, names))
    return names


def test_every_bot_has_a_name_of_its_own() -> None:
    bots = [bot for bot in NAMES if bot != "medium"]
    assert at_one_table(*bots) == [called(bot, ()) for bot in bots]


def test_medium_is_the_plain_farmer_by_another_name() -> None:
    assert called("medium", ()) == called("farmer", ()) == "Daisy"


def test_bots_of_a_kind_have_different_names_at_one_table() -> None:
    for bot in NAMES:
        assert len(set(at_one_table(*[bot] * 8))) == 8


def test_a_bot_that_is_known_no_more_has_a_name_as_well() -> None:
    assert called("of an old log", ["Clover"]) == "Sepp"


def test_every_name_has_a_face() -> None:
    names = {name.lower() for bot in NAMES for name in at_one_table(*[bot] * 9)}
    faces = {path.stem.removeprefix("face-") for path in ART.glob("face-*.svg")}
    assert (len(names), faces) == (9, names)
