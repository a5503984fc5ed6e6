"""The command line: one module a command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import metadata
from platform import python_version

import msgspec

from kuhstall.cli import (
    admin,
    arena,
    bench,
    bot,
    completion,
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
    tune,
    verify,
)
from kuhstall.cli.complaints import worded
from kuhstall.cli.parsing import Parser
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
    arena,
    tune,
    replay,
    score,
    perft,
    bench,
    load,
    protocol,
    completion,
)

REFUSED = 2
INTERRUPTED = 130


def parser() -> Parser:
    """Build the parser of all commands."""
    top = Parser(
        prog="kuhstall", description="The home of the cow games: play, simulate, replay, score."
    )
    top.add_argument(
        "--version",
        action="store_true",
        help="tell the versions of Kuhstall, of Python and of the store's schema",
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what is wrong with its words is said in one line, without a traceback."""
    top = parser()
    args = top.parse(argv)
    try:
        code = _run(top, args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has read enough; nothing more can be written, not even at exit.
        leaving.silence()
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (Refused, Unexpected, msgspec.MsgspecError, OSError) as error:
        print(f"kuhstall: {worded(args, error)}", file=sys.stderr)
        return REFUSED
    return code


def _run(top: Parser, args: argparse.Namespace) -> int:
    if args.version:
        print(versions())
        return 0
    if args.command is None:
        top.print_help()
        return 0
    code: int = args.run(args)
    return code


def versions() -> str:
    """Name the versions that a report of a fault needs: ours, Python's, and that of the schema."""
    from kuhstall.server.store.migration import migrations

    schema = migrations("sqlite")[-1][0]
    return f"kuhstall {metadata.version('kuhstall')} (Python {python_version()}, schema {schema})"
