"""Every house rule of every edition: its values, its default, and why there is a choice."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from msgspec import Struct

from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import house_rule, kind_of, names, typed_form, values
from kuhstall.messages import Catalogue
from reference.families import families
from reference.writing import code, table
from reference.writing import page as whole

RULES: Final = Path(__file__).resolve().parent.parent / "docs" / "rules"

_INTRO: Final = """\
A rule sheet leaves questions open, and two sheets for the same game answer some of them
differently. Each such point is a house rule with a name. In the browser the host of a table sets
it; in a terminal use `--set NAME=VALUE`:

    kuhstall play kuhhandel/2 --set scoring=sum

*Why there is a choice* quotes what the sheets say, from [the rulings](../rules/RULINGS.md). A
reference like 000:38 is a line of a sheet: 000 are the English and 004 the Russian rules of
Kuhhandel, 003 the German and 001 the English ones of Kuhhandel Master, 002 those of Kuhfstein.
Combinations that make no sense are refused, with one of [these
codes](errors.md#what-is-to-be-played)."""


def page() -> str:
    texts = Catalogue.load("en", strict=True)
    parts: list[str] = []
    register = entries()
    brought_about = rulings_of_options()
    anchors: set[str] = set()
    for family in families():
        parts.append(f"## {family.title}")
        for name in _all_names(family.editions):
            # Two games may have options of the same name.
            anchor = f"{family.games[0].name}-{name}" if name in anchors else name
            anchors.add(anchor)
            rulings = [register[key] for key in brought_about.get(name, ())]
            parts += _option(texts, name, anchor, family.editions, rulings)
    return whole("House rules", _INTRO, *parts)


def _all_names(keys: tuple[str, ...]) -> Iterator[str]:
    """Name the options of some editions, each once, in the order of the code."""
    yield from dict.fromkeys(name for key in keys for name in names(type(EDITIONS[key].rules)))


def _option(
    texts: Catalogue, name: str, anchor: str, keys: tuple[str, ...], rulings: list[str]
) -> Iterator[str]:
    having = {key: EDITIONS[key].rules for key in keys if hasattr(EDITIONS[key].rules, name)}
    title = texts.text(f"rule.{name}.title")
    yield f"### {name} {{ #{anchor} }}"
    yield f"**{title}.** {texts.text(f'rule.{name}.why')}"
    kind = type(next(iter(having.values())))
    yield table(["value", "what it means"], _values(texts, kind, name))
    shown = {key: typed_form(getattr(rules, name)) for key, rules in having.items()}
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


def _values(texts: Catalogue, rules: type[Struct], name: str) -> Iterator[tuple[str, str]]:
    said, typed = house_rule(rules, name), values(rules, name)
    match kind_of(rules, name):
        case "seat":
            yield code("random"), texts.text(f"rule.{name}.values.random")
            yield code(typed[1]) + ", " + code(typed[2]) + ", …", said.meaning
        case "number":
            yield code("0"), texts.text(f"rule.{name}.values.0")
            yield typed[1], said.meaning
        case "list":
            yield typed[0].partition(",")[0], said.meaning
        case "choice":
            for value in typed:
                yield code(value), texts.text(f"rule.{name}.values.{value}")


def rulings_of_options() -> dict[str, list[str]]:
    """Read which rulings led to which options."""
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
