"""`kuhstall score`: a score sheet for a game played with real cards."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from kuhstall.cli.edition import add_house_rules
from kuhstall.cli.language import add_language, catalogue
from kuhstall.engine.values import Refused
from kuhstall.games.registry import meant
from kuhstall.games.spelling import unknown

if TYPE_CHECKING:
    from kuhstall.cli.terminal.parts import Scoring

INTERRUPTED = 130


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Ask for everybody's quartets (and pedigrees, rats and money where they "
        "count), or read them as JSON, and print the winner."
    )
    known = ", ".join(_scored())
    parser.add_argument("edition", nargs="?", type=meant, help=f"one of {known}")
    add_house_rules(parser)
    parser.add_argument("--json", action="store_true", help="read and print JSON")
    parser.add_argument("--file", type=Path, help="read the JSON from here (standard input)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.json or args.file:
        return _json(args)
    from kuhstall.cli.terminal.screen import Left, Screen

    screen = Screen(catalogue(args))
    try:
        _scoring(args.edition).ask(screen, args.edition, dict(args.house_rules))
    except Left:
        screen.say(screen.text("terminal.goodbye"))
    except KeyboardInterrupt:
        screen.say()
        screen.say(screen.text("terminal.goodbye"))
        return INTERRUPTED
    return 0


class _Named(msgspec.Struct):
    """The part of a sheet that is needed before reading it: the edition, if it names one."""

    edition: str | None = None


def _json(args: argparse.Namespace) -> int:
    data = args.file.read_bytes() if args.file else sys.stdin.buffer.read()
    try:
        named = msgspec.json.decode(data, type=_Named)
        scoring = _scoring(named.edition or args.edition)
        told = scoring.read(data, args.edition, dict(args.house_rules))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        where = args.file or "standard input"
        raise Refused("bad_sheet", f"{where}: this is not a score sheet: {error}") from error
    print(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
    return 0


def _scored() -> dict[str, Scoring]:
    """Return how each edition is scored, for those that have a score sheet."""
    from kuhstall.cli.terminal.registry import GAMES

    return {key: game.scoring for game in GAMES for key in game.editions if game.scoring}


def _scoring(key: str | None) -> Scoring:
    """Return how an edition is scored; without a name, the first edition."""
    scored = _scored()
    if key is None:
        return next(iter(scored.values()))
    if key not in scored:
        raise Refused("no_such_edition", **unknown("", key, scored))
    return scored[key]
