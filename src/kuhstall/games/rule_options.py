"""House rules as options that people can set by name, whatever the game.

Everything about an option is in its annotation: its values in its type, where people
look for it in a `HouseRule`. Programs, pages and texts ask here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from kuhstall.engine.values import Refused
from kuhstall.games.spelling import unknown

Kind: TypeAlias = Literal["choice", "number", "list", "seat"]
"""One of a few values, any number, a list of numbers, or a seat that may be left to chance."""

StartPlayer: TypeAlias = Annotated[str, Meta(pattern=r"^(random|seat:[0-9])(?!\n)$")]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game, each annotated with a `HouseRule`."""

    groups: ClassVar[tuple[str, ...]] = ()
    """The groups of options, in the order in which people see them."""

    implied: ClassVar[Mapping[str, Mapping[Any, Mapping[str, Any]]]] = {}
    """What setting an option to a value sets besides, unless that is set as well."""


class HouseRule(Struct, frozen=True):
    """Where people find an option, and what its type does not say about its values.

    `rank` says where it stands in its group, before the order of the code. `suggested` are values
    to choose from where there are too many, `typed` says what can be typed then, and `meaning` what
    it stands for. `later` says that games have been stored without it: see `stored_form`.
    """

    group: str
    chapter: str
    rank: int = 0
    suggested: tuple[Any, ...] = ()
    typed: tuple[str, ...] = ()
    meaning: str = ""
    later: bool = False


class RuleOption(Struct, frozen=True):
    """An option as people choose it: where it is listed, what it can be, and where its texts are.

    `chapter` is that of the rules that explains it. `values` are those that a host can choose from;
    for a number or a list they are suggestions. `text` leads to its `.title`, `.why` and `.values`.
    `follows` names the options that set it besides, where nobody does: when one of them is changed,
    a program lets go of it.
    """

    name: str
    group: str
    chapter: str
    kind: Kind
    values: tuple[Any, ...]
    default: Any
    text: str
    follows: tuple[str, ...] | UnsetType = UNSET


R = TypeVar("R", bound=Rules)

_TEXTS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "number": ("0", "any"),
    "list": ("any",),
    "seat": ("random", "seat"),
}
"""Which values have a text of their own, where not all can have one."""

_SEAT: Final = "seat:"
"""Before the number of a seat, counted from 0, in stored games and on the wire."""

_SEATS: Final = ("random", "1", "2", "3", "…")
"""As people type them: they count seats from 1."""


def names(rules: type[Struct]) -> tuple[str, ...]:
    """List all options."""
    return rules.__struct_fields__


@cache
def _kinds(rules: type[Struct]) -> dict[str, Any]:
    return get_type_hints(rules, include_extras=True)


def _plain(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def house_rule(rules: type[Struct], name: str) -> HouseRule:
    """Return what the annotation of an option says."""
    for said in get_args(_kinds(rules)[name])[1:]:
        if isinstance(said, HouseRule):
            return said
    raise TypeError(f"{rules.__name__}.{name} has no HouseRule in its annotation")


@cache
def kind_of(rules: type[Struct], name: str) -> Kind:
    """Tell what kind of values an option has."""
    plain = _plain(_kinds(rules)[name])
    if plain is bool or get_origin(plain) is Literal:
        return "choice"
    if plain is int:
        return "number"
    return "list" if get_origin(plain) is tuple else "seat"


def choices(rules: type[Struct], name: str) -> tuple[Any, ...]:
    """List the values of an option that is a choice."""
    plain = _plain(_kinds(rules)[name])
    return (True, False) if plain is bool else get_args(plain)


def values(rules: type[Struct], name: str) -> tuple[str, ...]:
    """List what an option can be set to, as a person would type it."""
    kind = kind_of(rules, name)
    if kind == "choice":
        return tuple(typed_form(value) for value in choices(rules, name))
    return _SEATS if kind == "seat" else house_rule(rules, name).typed


def typed_form(value: Any) -> str:
    """Write a value as a person would type it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and value.startswith(_SEAT):
        return str(int(value.removeprefix(_SEAT)) + 1)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def worded_values(rules: type[Struct], name: str) -> tuple[str, ...]:
    """List the values of an option that have texts: `rule.NAME.values.VALUE` in the catalogues."""
    kind = kind_of(rules, name)
    return values(rules, name) if kind == "choice" else _TEXTS[kind]


@cache
def came_later(rules: type[Struct]) -> Mapping[str, Any]:
    """List the options that the first release did not know, with their defaults."""
    fields = {field.name: field.default for field in msgspec.structs.fields(rules)}
    return {name: fields[name] for name in names(rules) if house_rule(rules, name).later}


def stored_form(rules: Rules) -> dict[str, Any]:
    """Return the options as the opening of a game stores them.

    One that came later is named only where it is not at its default, which is how games were played
    before there was a choice. So a game that does without it is stored as it always was, and older
    servers can read it.
    """
    defaults = came_later(type(rules))
    return {
        name: value
        for name, value in msgspec.to_builtins(rules).items()
        if name not in defaults or getattr(rules, name) != defaults[name]
    }


def restore(rules: type[Struct], opening: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that a stored game was played by, as far as this version knows them.

    Options that a newer version has added do not matter to a replay, and are left out.
    """
    known = {name: value for name, value in opening.items() if name in names(rules)}
    return {**came_later(rules), **known}


def describe(rules: Rules, most_seats: int) -> tuple[RuleOption, ...]:
    """Describe the options of an edition, group by group."""
    kind = type(rules)
    said = {name: house_rule(kind, name) for name in names(kind)}
    return tuple(
        RuleOption(
            name,
            said[name].group,
            said[name].chapter,
            kind_of(kind, name),
            _choices(kind, name, most_seats),
            getattr(rules, name),
            f"rule.{name}",
            _followers(kind, name),
        )
        for name in sorted(
            said, key=lambda name: (kind.groups.index(said[name].group), said[name].rank)
        )
    )


def _followers(rules: type[Rules], name: str) -> tuple[str, ...] | UnsetType:
    leaders = tuple(
        leader
        for leader, implied in rules.implied.items()
        if any(name in others for others in implied.values())
    )
    return leaders or UNSET


def _choices(rules: type[Struct], name: str, most_seats: int) -> tuple[Any, ...]:
    said = house_rule(rules, name)
    match kind_of(rules, name):
        case "choice":
            return choices(rules, name)
        case "seat":
            return ("random", *(f"seat:{seat}" for seat in range(most_seats)))
        case _:
            return said.suggested


def _read_typed(kind: Kind, text: str) -> Any:
    """Read what a person has typed: a list with commas, or a seat, counted from 1."""
    if kind == "list":
        return text.split(",")
    if kind == "seat" and text.isdecimal() and int(text) > 0:
        return f"{_SEAT}{int(text) - 1}"
    return text


def change(rules: R, changes: Mapping[str, Any]) -> R:
    """Return the rules with some options set, values given as text or as they are.

    What they imply is set as well, unless it is among them: so a stored game keeps what it has.
    """
    fields: dict[str, Any] = {}
    kinds = _kinds(type(rules))
    for name, value in changes.items():
        if name not in kinds:
            raise Refused("no_such_option", **unknown("option ", name, names(type(rules))))
        typed = _read_typed(kind_of(type(rules), name), value) if isinstance(value, str) else value
        try:
            fields[name] = msgspec.convert(typed, kinds[name], strict=False)
        except msgspec.ValidationError:
            known = ", ".join(values(type(rules), name))
            reason = f"{name} cannot be '{value}'; it can be {known}"
            raise Refused("bad_value", reason, given=f"{name}={value}", known=known) from None
    for name, implied in rules.implied.items():
        for other, value in implied.get(fields.get(name), {}).items():
            fields.setdefault(other, value)
    return msgspec.structs.replace(rules, **fields)
