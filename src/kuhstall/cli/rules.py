"""`kuhstall rules`: every house rule of an edition, and its possible values."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import msgspec

from kuhstall.cli.edition import add_edition
from kuhstall.cli.language import add_language, catalogue
from kuhstall.games.registry import find
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from msgspec import Struct
    from rich.table import Table


EXAMPLES = ("kassensturz=true", "scoring=sum", "bonus_layout=random")


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List every house rule: its name, its value in an edition, what else it can "
        "be set to with --set NAME=VALUE, and what it is about."
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
    """Return an example of a setting for this edition."""
    known = msgspec.structs.asdict(find(key).rules)
    return next(example for example in EXAMPLES if example.partition("=")[0] in known)


def table(texts: Catalogue, key: str) -> Table:
    """List the house rules of an edition in a table."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from kuhstall.games.rule_options import names, typed_form

    rules = find(key).rules
    title = texts.text("rules.title", edition=key)
    rows = Table(title=title, title_style="bold", title_justify="left", box=None, pad_edge=False)
    for heading in ("option", "value", "values"):
        rows.add_column(texts.text(f"rules.{heading}"), overflow="fold", header_style="bold")
    for name in names(type(rules)):
        value = typed_form(getattr(rules, name))
        why = Text(texts.text(f"rule.{name}.why"), style="dim")
        values = _values(texts, type(rules), name, value)
        rows.add_row(Text(name, style="bold"), value, Group(values, why))
    return rows


def _values(texts: Catalogue, rules: type[Struct], name: str, value: str) -> str:
    """List the possible values, each with its meaning."""
    from kuhstall.games.rule_options import kind_of, values

    match kind_of(rules, name):
        case "number":
            return texts.text("rules.number", never=texts.text(f"rule.{name}.values.0"))
        case "list":
            return texts.text("rules.rising", example=value)
        case "seat":
            chance, *seats = values(rules, name)
            drawn = texts.text(f"rule.{name}.values.{chance}")
            return f"{chance}: {drawn}\n{texts.text('rules.seats', seats=', '.join(seats))}"
        case _:
            worded = (
                (typed, texts.text(f"rule.{name}.values.{typed}")) for typed in values(rules, name)
            )
            return "\n".join(f"{typed}: {words}" for typed, words in worded)
