"""Options that came after games had been stored without them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from kuhstall.games.rule_options import HouseRule, Rules, change, restore, stored_form


class Barn(Rules, frozen=True):
    groups: ClassVar[tuple[str, ...]] = ("barn",)
    door: Annotated[Literal["open", "shut"], HouseRule("barn", "barn")] = "open"
    light: Annotated[Literal["on", "off"], HouseRule("barn", "barn", later=True)] = "on"


def test_an_option_that_came_later_is_stored_only_where_it_matters() -> None:
    assert stored_form(Barn()) == {"door": "open"}
    assert stored_form(Barn(light="off")) == {"door": "open", "light": "off"}


def test_a_game_from_before_an_option_was_played_by_its_default() -> None:
    """Whatever the preset of today says."""
    preset = Barn(door="shut", light="off")
    assert change(preset, restore(Barn, {"door": "open"})) == Barn()
    assert change(preset, restore(Barn, stored_form(Barn()))) == Barn()
    assert change(preset, restore(Barn, stored_form(preset))) == preset


def test_an_option_of_a_newer_version_is_left_out() -> None:
    assert restore(Barn, {"door": "shut", "roof": "tin"}) == {"door": "shut", "light": "on"}
