"""`kuhstall play`: sit down at a table, with bots on the seats that nobody takes."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path
from typing import Any

from kuhstall.cli import edition
from kuhstall.cli.language import add_language, catalogue
from kuhstall.games.kuhhandel.house_rules import Refused

INTERRUPTED = 130


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "play",
        help="play against bots, or several at one keyboard",
        description="Play a game. Only what is legal is offered; bots take the free seats.",
    )
    edition.add_arguments(parser, players=4)
    parser.add_argument("--terminal", action="store_true", help="play here in the terminal")
    parser.add_argument("--people", type=int, metavar="N", help="how many people play (1)")
    parser.add_argument(
        "--names", type=lambda text: text.split(","), default=[], help="their names, A,B,…"
    )
    parser.add_argument("--bot", default="farmer", help="who takes the other seats (farmer)")
    parser.add_argument("--seed", help="the same seed deals the same cards")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the log of the game")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play a game to its end, or until somebody leaves."""
    if not args.terminal:
        raise Refused("no_browser", "there is no browser version yet; add --terminal to play here")
    from kuhstall.bots.registry import make
    from kuhstall.cli.terminal.company import seated
    from kuhstall.cli.terminal.game import TerminalGame
    from kuhstall.cli.terminal.screen import Left, Screen
    from kuhstall.engine.match import Match

    # Nobody waits for a clock at a keyboard, so whoever wants open bidding has to say so.
    chosen = edition.chosen(args, auction_mode="turns")
    screen = Screen(catalogue(args))
    company = seated(screen.texts, args.players, args.people, args.names)
    seed = args.seed or secrets.token_hex(16)
    bots = {
        seat: make(args.bot, seat, edition.seeded(f"{seed}/{seat}"))
        for seat in range(company.people, args.players)
    }
    match = Match(chosen, args.players, edition.seeded(seed))
    _save(args.save, match)  # a file that cannot be written is better found out before the game
    try:
        TerminalGame(match, company, bots, screen).play()
    except Left:
        screen.say(screen.text("terminal.goodbye"))
        return 0
    except KeyboardInterrupt:
        screen.say()
        screen.say(screen.text("terminal.goodbye"))
        return INTERRUPTED
    finally:
        _save(args.save, match)
    if args.save:
        print(screen.text("terminal.saved", file=args.save), file=sys.stdout)
    return 0


def _save(path: Path | None, match: Any) -> None:
    from kuhstall.games.registry import write_log

    if path is not None:
        path.write_bytes(write_log(match.log))
