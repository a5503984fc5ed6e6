"""The disputed points of Kuhfstein, each a named option. Ids are those of the rulings."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from kuhstall.engine.values import Refused
from kuhstall.games.rule_options import HouseRule, Rules, StartPlayer, typed_form


class KuhfsteinRules(Rules, frozen=True, forbid_unknown_fields=True):
    """Every option of Kuhfstein."""

    groups: ClassVar[tuple[str, ...]] = ("variants", "track", "land", "course")

    bonus_layout: Annotated[Literal["fixed", "random"], HouseRule("variants", "variants")] = "fixed"
    start_card: Annotated[Literal["draw", "choose"], HouseRule("variants", "variants")] = (
        "draw"  # K-21
    )
    bonus_positions: Annotated[
        tuple[int, int, int, int],
        HouseRule(
            "track",
            "track",
            suggested=((13, 26, 39, 52), (10, 20, 30, 40), (16, 32, 48, 64)),
            typed=("four rising numbers, like 13,26,39,52",),
            meaning="the fields of the track, separated by commas",
        ),
    ] = (13, 26, 39, 52)  # M-12
    house_surround: Annotated[Literal["orthogonal", "all8"], HouseRule("land", "goals")] = (
        "orthogonal"
    )
    early_end: Annotated[Literal["immediate", "finish_round"], HouseRule("course", "end")] = (
        "immediate"  # K-12
    )
    final_tile: Annotated[Literal["auto", "player"], HouseRule("land", "end")] = "auto"
    extra_final_round: Annotated[bool, HouseRule("course", "end")] = False  # D-27
    bonus_optional: Annotated[bool, HouseRule("track", "track")] = False  # K-14
    allow_pass: Annotated[bool, HouseRule("course", "turn", rank=-1)] = False  # K-03
    start_player: Annotated[
        StartPlayer,
        HouseRule(
            "course",
            "turn",
            rank=-2,
            meaning="that seat, counted from 1; programs write `seat:0` for seat 1",
        ),
    ] = "random"  # D-19


def check(rules: KuhfsteinRules, seats: int, threshold: int) -> None:
    """Refuse combinations that make no sense, with the reason."""
    positions = rules.bonus_positions
    if not 0 < positions[0] < positions[1] < positions[2] < positions[3] <= threshold:
        raise Refused(
            "bad_positions", f"bonus_positions must rise, from 1 up to {threshold} at most"
        )
    if rules.start_player != "random" and start_seat(rules) >= seats:
        raise Refused(
            "no_such_seat",
            f"start_player={typed_form(rules.start_player)}: this table has the seats 1 to {seats}",
        )


def start_seat(rules: KuhfsteinRules) -> int:
    """Return the seat that start_player names."""
    return int(rules.start_player.removeprefix("seat:"))
