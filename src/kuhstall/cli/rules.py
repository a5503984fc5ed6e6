"""`kuhstall rules`: every house rule of an edition, and what else it could be."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import msgspec

from kuhstall.cli.edition import add_edition
from kuhstall.cli.language import add_language, catalogue
from kuhstall.games.registry import find
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from msgspec import Struct
    from rich.table import Table


EXAMPLES = ("kassensturz=true", "scoring=sum", "bonus_layout=random")


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "rules",
        help="list the house rules and their values",
        description="List every house rule: its name, its value in an edition, what else it can "
        "be set to with --set NAME=VALUE, and what it is about.",
    )
    add_edition(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli.terminal.screen import Screen

    screen = Screen(catalogue(args))
    screen.say(table(screen.texts, args.edition))
    screen.say()
    screen.say(screen.text("rules.how", example=f"--set {_example(args.edition)}"))
    return 0


def _example(key: str) -> str:
    """Return something that one might set in this edition."""
    known = msgspec.structs.asdict(find(key).rules)
    return next(example for example in EXAMPLES if example.partition("=")[0] in known)


def table(texts: Catalogue, key: str) -> Table:
    """Set the house rules of an edition in rows."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from kuhstall.games.rule_options import as_typed, names

    rules = find(key).rules
    title = texts.text("rules.title", edition=key)
    rows = Table(title=title, title_style="bold", title_justify="left", box=None, pad_edge=False)
    for heading in ("option", "value", "values"):
        rows.add_column(texts.text(f"rules.{heading}"), overflow="fold", header_style="bold")
    for name in names(type(rules)):
        value = as_typed(getattr(rules, name))
        why = Text(texts.text(f"rule.{name}.why"), style="dim")
        values = _values(texts, type(rules), name, value)
        rows.add_row(Text(name, style="bold"), value, Group(values, why))
    return rows


def _values(texts: Catalogue, rules: type[Struct], name: str, value: str) -> str:
    """List what may be typed; only numbers need words for it."""
    from kuhstall.games.rule_options import kind_of, values

    match kind_of(rules, name):
        case "number":
            return texts.text("rules.number", never=texts.text(f"rule.{name}.values.0"))
        case "list":
            return texts.text("rules.rising", example=value)
        case _:
            return ", ".join(values(rules, name))
