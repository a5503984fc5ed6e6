"""Every house rule of every edition: what it can be, its default, and why there is a choice."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import names, values
from kuhstall.messages import Catalogue
from reference.writing import code, table
from reference.writing import page as whole

RULES: Final = Path(__file__).resolve().parent.parent / "docs" / "rules"

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Kuhhandel and Kuhhandel Master": (
        "kuhhandel/2",
        "kuhhandel/2-ru",
        "kuhhandel/1",
        "master",
        "master-en",
    ),
    "Kuhfstein": ("kuhfstein",),
}

_INTRO: Final = """\
A rule sheet leaves questions open, and two sheets of the same game answer some of them
differently. Each such point is a house rule with a name. The host of a table sets it in the
browser, and in a terminal `--set NAME=VALUE` does:

    kuhstall play kuhhandel/2 --set scoring=sum

Under *Why there is a choice* stands what the sheets say, from [the
rulings](../rules/RULINGS.md): a number like 000:38 is a line of a sheet, 000 the English and
004 the Russian rules of Kuhhandel, 003 the German and 001 the English ones of Kuhhandel Master,
002 Kuhfstein. Combinations that make no sense are refused, with one of [these
codes](errors.md#what-is-to-be-played)."""


def page() -> str:
    texts = Catalogue.load("en", strict=True)
    parts: list[str] = []
    register = entries()
    brought_about = rulings_of_options()
    for group, keys in GROUPS.items():
        parts.append(f"## {group}")
        for name in _all_names(keys):
            parts += _option(
                texts, name, keys, [register[key] for key in brought_about.get(name, ())]
            )
    return whole("House rules", _INTRO, *parts)


def _all_names(keys: tuple[str, ...]) -> Iterator[str]:
    """Name the options of some editions, each once, in the order of the code."""
    yield from dict.fromkeys(name for key in keys for name in names(type(EDITIONS[key].rules)))


def _option(
    texts: Catalogue, name: str, keys: tuple[str, ...], rulings: list[str]
) -> Iterator[str]:
    having = {key: EDITIONS[key].rules for key in keys if hasattr(EDITIONS[key].rules, name)}
    title = texts.text(f"rule.{name}.title")
    yield f"### {name} {{ #{_anchor(name, keys)} }}"
    yield f"**{title}.** {texts.text(f'rule.{name}.why')}"
    kind = type(next(iter(having.values())))
    yield table(["value", "what it means"], _values(texts, kind, name))
    shown = {key: _typed(getattr(rules, name)) for key, rules in having.items()}
    if len(set(shown.values())) == 1 and len(shown) == len(keys):
        yield f"It is {code(next(iter(shown.values())))} unless you set it."
    else:
        yield (
            "Unless you set it: "
            + ", ".join(f"{code(value)} in {code(key)}" for key, value in shown.items())
            + "."
        )
    if rulings:
        told = "\n\n".join(f"    {ruling}" for ruling in rulings)
        yield f'??? quote "Why there is a choice"\n\n{told}'


def _anchor(name: str, keys: tuple[str, ...]) -> str:
    """Tell options apart that two games call the same."""
    return f"kuhfstein-{name}" if keys == GROUPS["Kuhfstein"] and name == "start_player" else name


def _values(texts: Catalogue, rules: type[Struct], name: str) -> Iterator[tuple[str, str]]:
    if name == "start_player":
        yield code("random"), texts.text("rule.start_player.values.random")
        yield code("seat:0") + ", " + code("seat:1") + ", …", "that seat, counted from 0"
    elif name == "no_progress_limit":
        yield code("0"), texts.text("rule.no_progress_limit.values.0")
        yield "a number up to 10000", "so many trades"
    elif name == "bonus_positions":
        yield "four rising numbers", "the fields of the track, with commas between"
    else:
        for value in values(rules, name):
            yield code(value), texts.text(f"rule.{name}.values.{value}")


def _typed(value: Any) -> str:
    """Write a value as one types it."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rulings_of_options() -> dict[str, list[str]]:
    """Read which rulings brought about which options."""
    register = tomllib.loads((RULES / "rulings.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for ruling in register["ruling"]:
        for option in ruling["options"]:
            found.setdefault(option, []).append(ruling["id"])
    return found


def entries() -> dict[str, str]:
    """Read what the register says under each id."""
    text = (RULES / "RULINGS.md").read_text(encoding="utf-8")
    register = text[text.index("## 5. REGISTER") : text.index("## 6. ")]
    found = dict(_rows(register))
    for block in re.split(r"\n\s*\n|\n(?=\* )|\n(?=\|)", register):
        for entry in re.split(r"(?=\*\*[DAMCK]-\d\d)", block):
            if head := re.match(r"\*\*([DAMCK])-(\d\d)(?:/(\d\d))?\b", entry):
                for number in filter(None, head.groups()[1:]):
                    found[f"{head[1]}-{number}"] = re.sub(r"\s+", " ", entry).strip()
    return found


def _rows(register: str) -> Iterator[tuple[str, str]]:
    for key, fact, ruling in re.findall(
        r"^\| ([DAMCK]-\d\d) \| (.+?) \| (.+) \|$", register, flags=re.MULTILINE
    ):
        yield key, f"**{key} {fact[:1].upper()}{fact[1:]}**: {ruling}"
