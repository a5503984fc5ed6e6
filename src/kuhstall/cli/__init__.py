"""The command line: one module a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata

import msgspec

from kuhstall.cli import (
    admin,
    bench,
    bot,
    doctor,
    leaving,
    load,
    perft,
    play,
    protocol,
    replay,
    rules,
    score,
    serve,
    sim,
    verify,
)
from kuhstall.cli.language import catalogue
from kuhstall.engine.table import Unexpected
from kuhstall.engine.values import Refused

COMMANDS = (
    play,
    serve,
    doctor,
    bot,
    admin,
    verify,
    rules,
    sim,
    replay,
    score,
    perft,
    bench,
    load,
    protocol,
)

REFUSED = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    top = argparse.ArgumentParser(
        prog="kuhstall", description="The home of the cow games: play, simulate, replay, score."
    )
    top.add_argument("--version", action="version", version=metadata.version("kuhstall"))
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what is wrong with its words is said in one line, without a traceback."""
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has read enough; nothing more can be written, not even at exit.
        leaving.silence()
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Refused, Unexpected, msgspec.MsgspecError, OSError) as error:
        print(f"kuhstall: {_complaint(args, error)}", file=sys.stderr)
        return REFUSED
    return code


def _complaint(args: argparse.Namespace, error: Exception) -> str:
    """Say what is wrong, in the language asked for as far as there is a text for it."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, Refused) and getattr(args, "lang", "en") != "en":
        texts = catalogue(args)
        if "why" in error.detail:
            reason = texts.text(f"card_file.{error.detail['why']}", **error.detail)
            where = texts.text("card_file.at", line=error.detail["line"], reason=reason)
            return f"{args.cards}: {where}"
        return f"{texts.text(f'setup.{error.code}')} ({error})"
    return str(error)
