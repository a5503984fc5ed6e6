"""The command line: one module per command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from kuhstall.cli.commands import COMMANDS, listed
from kuhstall.cli.parsing import Parser, UsageError

REFUSED = 2
INTERRUPTED = 130


def parser(only: str | None = None) -> Parser:
    """Build the parser with the arguments of all commands, or with those of one command."""
    top = Parser(
        prog="kuhstall",
        usage="kuhstall [-h] [--version] COMMAND ...",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="The home of the cow games: play, host a server, write bots.\n\n"
        f"{listed()}\n\n`kuhstall COMMAND --help` explains a command. Start with `kuhstall play`.",
    )
    top.add_argument(
        "--version",
        action="store_true",
        help="print the versions of Kuhstall, of Python and of the store's schema",
    )
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", prog="kuhstall", help=argparse.SUPPRESS
    )
    for name in COMMANDS:
        command = commands.add_parser(name)
        if only in {None, name}:
            import_module(f"kuhstall.cli.{name}").define(command)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. A usage error is reported in one line, without a traceback."""
    words = sys.argv[1:] if argv is None else argv
    args = argparse.Namespace()
    try:
        top = parser(next((word for word in words if not word.startswith("-")), ""))
        args = top.parse(words)
        code = _run(top, args)
        sys.stdout.flush()
    except BrokenPipeError:
        from kuhstall.cli import leaving

        # The reader closed the pipe; nothing more can be written, not even at exit.
        leaving.silence()
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as error:
        sys.exit(_misused(error, words))
    except Exception as error:
        from kuhstall.cli.complaints import EXPECTED, describe_error

        if not isinstance(error, EXPECTED):
            raise
        print(f"kuhstall: {describe_error(args, error)}", file=sys.stderr)
        return REFUSED
    return code


def _misused(error: UsageError, words: Sequence[str]) -> int:
    """Print how the command is used, and what is wrong with the words."""
    from kuhstall.cli.complaints import describe_misuse

    error.command.print_usage(sys.stderr)
    print(f"{error.command.prog}: {describe_misuse(error, words)}", file=sys.stderr)
    return REFUSED


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
    """Return the versions that a bug report needs: of Kuhstall, of Python and of the schema."""
    from importlib import metadata
    from pathlib import Path
    from platform import python_version

    # Each change of the schema is a file that ends with its number; to import the store takes long.
    files = Path(__file__).parents[1].joinpath("server").rglob("*.sql")
    schema = max(int(file.stem[-4:]) for file in files)
    return f"kuhstall {metadata.version('kuhstall')} (Python {python_version()}, schema {schema})"
