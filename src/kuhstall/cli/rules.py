"""`kuhstall rules`: every house rule of an edition, and what else it could be."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from kuhstall.cli.language import add_language, catalogue
from kuhstall.games.registry import EDITIONS, find
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from rich.table import Table


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "rules",
        help="list the house rules and their values",
        description="List every house rule: its name, its value in an edition, what else it can "
        "be set to with --set NAME=VALUE, and what it is about.",
    )
    known = ", ".join(EDITIONS)
    parser.add_argument("edition", nargs="?", default="kuhhandel/2", help=f"one of {known}")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli.terminal.screen import Screen

    screen = Screen(catalogue(args))
    screen.say(table(screen.texts, args.edition))
    screen.say()
    screen.say(screen.text("rules.how", example="--set scoring=sum"))
    return 0


def table(texts: Catalogue, key: str) -> Table:
    """Set the house rules of an edition in rows."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from kuhstall.games.kuhhandel.house_rules import NAMES

    rules = find(key).rules
    title = texts.text("rules.title", edition=key)
    rows = Table(title=title, title_style="bold", title_justify="left", box=None, pad_edge=False)
    for heading in ("option", "value", "values"):
        rows.add_column(texts.text(f"rules.{heading}"), overflow="fold", header_style="bold")
    for name in NAMES:
        value = str(getattr(rules, name))
        if value in ("True", "False"):
            value = value.lower()  # as it is typed
        why = Text(texts.text(f"rule.{name}.why"), style="dim")
        rows.add_row(Text(name, style="bold"), value, Group(_values(texts, name), why))
    return rows


def _values(texts: Catalogue, name: str) -> str:
    """List what may be typed; only a number needs words for it."""
    from kuhstall.games.kuhhandel.house_rules import values

    if name == "no_progress_limit":
        return texts.text("rules.number", never=texts.text(f"rule.{name}.values.0"))
    return ", ".join(values(name))
