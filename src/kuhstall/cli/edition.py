"""The arguments that select a game: edition, seats, house rules, seed."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.values import Refused
from kuhstall.games.edition import Edition
from kuhstall.games.registry import EDITIONS, IN_LANGUAGE, find, meant, usual
from kuhstall.games.rule_options import names

DEFAULT: Final = next(iter(EDITIONS))
"""The edition if none is named."""


def add_arguments(
    parser: argparse.ArgumentParser, *, players: int, by_language: bool = False
) -> None:
    add_edition(parser, by_language=by_language)
    add_players(parser, players)
    add_house_rules(parser)


def add_edition(parser: argparse.ArgumentParser, *, by_language: bool = False) -> None:
    """Add the arguments of a game. `by_language`: the language sets the default edition."""
    known = ", ".join(EDITIONS)
    told = f"one of {known}"
    if by_language:
        usuals = "; ".join(f"with --lang {lang} {key}" for lang, key in IN_LANGUAGE.items())
        told += f" ({DEFAULT}; {usuals})"
    default = None if by_language else DEFAULT
    parser.add_argument("edition", nargs="?", type=meant, default=default, help=told)


def name_edition(args: argparse.Namespace) -> None:
    """Set the usual edition of the language, if none was named."""
    args.edition = args.edition or usual(args.lang)


def add_players(parser: argparse.ArgumentParser, default: int) -> None:
    fewest = min(edition.fewest_seats for edition in EDITIONS.values())
    most = max(edition.most_seats for edition in EDITIONS.values())
    parser.add_argument(
        "--players",
        type=count,
        default=default,
        help=f"how many seats ({fewest} to {most}, as the edition allows)",
    )


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


def add_cards(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cards",
        metavar="FILE",
        type=Path,
        help="play with the pattern cards of this file, where the edition has such cards",
    )


def count(text: str) -> int:
    """Parse a number of at least one."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 up")
    return int(text)


def house_rule(text: str) -> tuple[str, str]:
    """Parse NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        message = f"'{text}' is not of the form NAME=VALUE"
        raise argparse.ArgumentTypeError(message)
    return name.strip(), value.strip()


def chosen(args: argparse.Namespace, **defaults: Any) -> Edition:
    """Return the requested edition with its house rules, validated.

    `defaults` are house rules that apply unless others are given; those that the edition does not
    have are ignored.
    """
    edition = find(args.edition)
    known = names(type(edition.rules))
    fitting = {name: value for name, value in defaults.items() if name in known}
    edition = edition.with_rules(fitting | dict(args.house_rules))
    if getattr(args, "cards", None) is not None:
        edition = with_cards(edition, args.cards)
    edition.opened(args.players)
    return edition


def with_cards(edition: Edition, path: Path) -> Edition:
    """Return the edition with the cards of a file; refuse a file that is not a valid deck."""
    if not edition.card_file:
        raise Refused("no_card_file", f"{edition.key} has no pattern cards")
    return edition.with_file(card_text(path), path.name)


def card_text(path: Path) -> str:
    """Read a card file, without the byte order mark that some editors put at its beginning."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("bad_cards", f"{path} cannot be read: {error}") from None


def random_source(seed: object) -> SeededChance:
    """Return the random source for a seed, which is the same on every machine."""
    return SeededChance(str(seed).encode())
