"""`kuhstall score`: the score sheet for people at a real table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from kuhstall.cli.edition import add_house_rules
from kuhstall.cli.language import add_language, catalogue
from kuhstall.cli.sheet import Sheet, rules_of, scores_of, won
from kuhstall.engine.values import Refused
from kuhstall.games.kuhhandel.editions import EDITIONS

INTERRUPTED = 130


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "score",
        help="fill in the score sheet of a game at a real table",
        description="Ask for everybody's quartets (and pedigrees, rats and money where they "
        "count), or read them as JSON, and say who has won.",
    )
    known = ", ".join(edition.key for edition in EDITIONS)
    parser.add_argument("edition", nargs="?", help=f"one of {known}")
    add_house_rules(parser)
    parser.add_argument("--json", action="store_true", help="read and print JSON")
    parser.add_argument("--file", type=Path, help="read the JSON from here (standard input)")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.json or args.file:
        return _json(args)
    from kuhstall.cli.terminal.scorer import Scorer
    from kuhstall.cli.terminal.screen import Left, Screen

    screen = Screen(catalogue(args))
    edition = rules_of(args.edition, dict(args.house_rules), dove=False)
    try:
        Scorer(screen, edition).run()
    except Left:
        screen.say(screen.text("terminal.goodbye"))
    except KeyboardInterrupt:
        screen.say()
        screen.say(screen.text("terminal.goodbye"))
        return INTERRUPTED
    return 0


def _json(args: argparse.Namespace) -> int:
    data = args.file.read_bytes() if args.file else sys.stdin.buffer.read()
    try:
        sheet = msgspec.json.decode(data, type=Sheet)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("bad_sheet", f"this is not a score sheet: {error}") from error
    print(msgspec.json.format(msgspec.json.encode(scored(sheet, args)), indent=2).decode())
    return 0


def scored(sheet: Sheet, args: argparse.Namespace) -> dict[str, Any]:
    """Score a sheet, and say who has won."""
    dove = any(column.dove for column in sheet.players)
    changes = dict(args.house_rules) | sheet.rules
    edition = rules_of(sheet.edition or args.edition, changes, dove=dove)
    names = [column.name or f"Player {n}" for n, column in enumerate(sheet.players, start=1)]
    scores = scores_of(edition, sheet.players, names)
    played = msgspec.structs.asdict(edition.rules)
    told = ("scoring", "dove_multiplied", "kassensturz")
    return {
        "edition": edition.key,
        **{name: played[name] for name in told if name in played},
        "players": [
            {"name": name} | msgspec.to_builtins(score)
            for name, score in zip(names, scores, strict=True)
        ],
        "winners": [names[seat] for seat in won(edition, sheet.players, scores)],
    }
