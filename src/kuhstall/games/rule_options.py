"""House rules as options that people can set by name, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from kuhstall.engine.values import Refused

R = TypeVar("R", bound=Struct)

_WORDED: Final = {
    "no_progress_limit": ("0 for never", "a number up to 10000"),
    "start_player": ("random", "seat:0", "seat:1", "seat:2", "…"),
    "bonus_positions": ("four rising numbers, like 13,26,39,52",),
}


def names(rules: type[Struct]) -> tuple[str, ...]:
    """List the options that there are."""
    return rules.__struct_fields__


@cache
def _kinds(rules: type[Struct]) -> dict[str, Any]:
    return get_type_hints(rules, include_extras=True)


def values(rules: type[Struct], name: str) -> tuple[str, ...]:
    """List what an option can be set to, as a person would type it."""
    kind = _kinds(rules)[name]
    if kind is bool:
        return "true", "false"
    if get_origin(kind) is Literal:
        return tuple(str(value) for value in get_args(kind))
    return _WORDED[name]


def changed(rules: R, changes: Mapping[str, Any]) -> R:
    """Return the rules with some options set, values given as text or as they are."""
    fields = {}
    kinds = _kinds(type(rules))
    for name, value in changes.items():
        if name not in kinds:
            known = ", ".join(names(type(rules)))
            raise Refused("no_such_option", f"there is no option '{name}'; there are {known}")
        listed = isinstance(value, str) and get_origin(kinds[name]) is tuple
        typed = value.split(",") if listed else value
        try:
            fields[name] = msgspec.convert(typed, kinds[name], strict=False)
        except msgspec.ValidationError:
            known = ", ".join(values(type(rules), name))
            raise Refused("bad_value", f"{name} cannot be '{value}'; it can be {known}") from None
    return msgspec.structs.replace(rules, **fields)
