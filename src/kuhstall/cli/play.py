"""`kuhstall play`: play at a table, with bots on the free seats."""

from __future__ import annotations

import argparse
import errno
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kuhstall.bots.registry import NAMES
from kuhstall.cli import bot_names, edition, home, leaving
from kuhstall.cli.language import add_language, catalogue
from kuhstall.cli.saving import save, with_names

if TYPE_CHECKING:
    from kuhstall.cli.terminal.game import TerminalGame
    from kuhstall.cli.terminal.screen import Screen

INTERRUPTED = 130
USUAL = "easy"


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a game in the browser: this starts a server that keeps its games in a "
        "file, and opens a table. Phones in the room join by the address or the QR code that it "
        "prints. With --terminal, play here. Only what is legal is offered; bots take the free "
        "seats. "
        "A terminal has no clock to call by: unless --set says otherwise, bidding goes in turns "
        "(auction_mode=turns), and a countdown step by step (pedigree_mode=stepwise)."
    )
    edition.add_arguments(parser, players=4, by_language=True)
    edition.add_cards(parser)
    parser.add_argument("--terminal", action="store_true", help="play here in the terminal")
    parser.add_argument(
        "--people", type=int, metavar="N", help="how many people play (1); the table waits for them"
    )
    parser.add_argument(
        "--names",
        type=lambda text: text.split(","),
        default=[],
        help="their names, A,B,… (only with --terminal)",
    )
    parser.add_argument(
        "--bot",
        "--bots",
        default=USUAL,
        metavar="NAME[,NAME…]",
        help=f"who takes the other seats, one for all or one for each (easy): {', '.join(NAMES)},"
        " or one of your own, module:Class",
    )
    parser.add_argument("--seed", help="the same seed deals the same cards (only with --terminal)")
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the log after each action (only with --terminal)",
    )
    add_language(parser)
    home.add_arguments(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play a game until it ends or a player leaves."""
    edition.name_edition(args)
    if not args.terminal:
        return home.run(args)
    from kuhstall.bots.registry import make
    from kuhstall.cli.terminal.game import BotFailedError, TerminalGame
    from kuhstall.cli.terminal.screen import Screen
    from kuhstall.cli.terminal.seating import seated
    from kuhstall.engine.match import Match
    from kuhstall.games.registry import write_log

    # There is no clock at a keyboard, so open bidding has to be requested.
    chosen = edition.chosen(args, auction_mode="turns", pedigree_mode="stepwise")
    screen = Screen(catalogue(args))
    seating = seated(screen.texts, args.players, args.people, args.names, args.bot)
    seed = args.seed or secrets.token_hex(16)
    others = bot_names.on_seats(args.bot, chosen.key, args.players - seating.people)
    bots = {
        seat: make(name, chosen.key, seat, edition.random_source(f"{seed}/{seat}"))
        for seat, name in enumerate(others, start=seating.people)
    }
    match = Match(chosen, args.players, edition.random_source(seed))

    def keep() -> None:
        if args.save is not None:
            save(args.save, with_names(write_log(match.log), seating.names))

    keep()  # find out before the game if the file cannot be written
    game = TerminalGame(match, seating, bots, screen, keep)
    if args.bot != USUAL:
        game.log_lines.said_first = _introduce(screen, seating.names, others)
    try:
        code = _play(game, screen)
    except BotFailedError as failed:
        named = others[failed.seat - seating.people]
        text = screen.text(
            "terminal.bot_failed",
            bot=named,
            number=failed.seat,
            why=str(failed),
            again=f"--seed {seed}",
        )
        print(f"kuhstall: {text}", file=sys.stderr)
        return 1
    finally:
        keep()
    if args.save and not match.actors:
        screen.say(screen.text("terminal.saved", file=args.save))
    return code


def _introduce(screen: Screen, names: Sequence[str], bots: Sequence[str]) -> list[str]:
    """Say which of the others is which bot, if the user named bots."""
    pairs = zip(names[-len(bots) :], bots, strict=True) if bots else ()
    listed = ", ".join(f"{name} ({bot})" for name, bot in pairs)
    return [screen.text("terminal.bots", list=listed)] if listed else []


def _play(game: TerminalGame, screen: Screen) -> int:
    """Play, and say goodbye to a player who leaves, in whatever way. Return the exit code."""
    from kuhstall.cli.terminal.screen import Left

    try:
        with leaving.signals_end_it():
            game.play()
    except Left:
        _goodbye(screen)
    except KeyboardInterrupt:
        _goodbye(screen, "")
        return INTERRUPTED
    except leaving.Ended as ended:
        _goodbye(screen, "")
        return ended.code
    except OSError as error:
        if error.errno != errno.EIO or error.filename is not None:
            raise
        leaving.silence()  # the window is closed, and its signal has not arrived yet
        return leaving.HUNG_UP
    return 0


def _goodbye(screen: Screen, *before: str) -> None:
    try:
        for line in (*before, screen.text("terminal.goodbye")):
            screen.say(line)
    except OSError:
        leaving.silence()
