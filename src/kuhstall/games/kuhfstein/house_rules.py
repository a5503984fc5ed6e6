"""The disputed points of Kuhfstein, each a named option. Ids are those of the rulings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from kuhstall.engine.values import Refused

StartPlayer: TypeAlias = Annotated[str, Meta(pattern=r"^(random|seat:[0-9])(?!\n)$")]


class KuhfsteinRules(Struct, frozen=True, forbid_unknown_fields=True):
    """Every option of Kuhfstein."""

    bonus_layout: Literal["fixed", "random"] = "fixed"
    start_card: Literal["draw", "choose"] = "draw"  # K-21
    bonus_positions: tuple[int, int, int, int] = (13, 26, 39, 52)  # M-12
    house_surround: Literal["orthogonal", "all8"] = "orthogonal"
    early_end: Literal["immediate", "finish_round"] = "immediate"  # K-12
    final_tile: Literal["auto", "player"] = "auto"
    extra_final_round: bool = False  # D-27
    bonus_optional: bool = False  # K-14
    allow_pass: bool = False  # K-03
    start_player: StartPlayer = "random"  # D-19


def check(rules: KuhfsteinRules, seats: int, threshold: int) -> None:
    """Refuse what makes no sense, with the reason."""
    positions = rules.bonus_positions
    if not 0 < positions[0] < positions[1] < positions[2] < positions[3] <= threshold:
        raise Refused(
            "bad_positions", f"bonus_positions must rise, from 1 up to {threshold} at most"
        )
    if rules.start_player != "random" and start_seat(rules) >= seats:
        raise Refused(
            "no_such_seat",
            f"start_player={rules.start_player} needs that seat; this table has 0 to {seats - 1}",
        )


def start_seat(rules: KuhfsteinRules) -> int:
    """Return the seat that start_player names."""
    return int(rules.start_player.removeprefix("seat:"))
