"""The arguments that choose a game: edition, seats, house rules, seed."""

from __future__ import annotations

import argparse
from typing import Any

from kuhstall.engine.chance import SeededChance
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.registry import EDITIONS, find


def add_arguments(parser: argparse.ArgumentParser, *, players: int) -> None:
    known = ", ".join(EDITIONS)
    parser.add_argument("edition", nargs="?", default="kuhhandel/2", help=f"one of {known}")
    parser.add_argument("--players", type=count, default=players, help="how many seats (3 to 5)")
    add_house_rules(parser)


def add_house_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set",
        dest="house_rules",
        metavar="NAME=VALUE",
        type=house_rule,
        action="append",
        default=[],
        help="set a house rule; may be given several times (`kuhstall rules` lists them all)",
    )


def count(text: str) -> int:
    """Read a number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 up")
    return int(text)


def house_rule(text: str) -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        message = f"'{text}' is not of the form NAME=VALUE"
        raise argparse.ArgumentTypeError(message)
    return name.strip(), value.strip()


def chosen(args: argparse.Namespace, **defaults: Any) -> Edition:
    """Return the edition that was asked for, with its house rules, checked for nonsense.

    The defaults are house rules for where nothing else was asked for.
    """
    edition = find(args.edition).with_rules(defaults | dict(args.house_rules))
    edition.opened(args.players)
    return edition


def seeded(seed: object) -> SeededChance:
    """Return the chance that a seed names, the same on every machine."""
    return SeededChance(str(seed).encode())
