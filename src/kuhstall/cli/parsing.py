"""The command line parser. Its errors are exceptions, to be reported in the user's language."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn


class UsageError(Exception):
    """A command was not typed as its usage says; the message is argparse's own."""

    def __init__(self, command: Parser, message: str, known: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.command = command
        self.known = known
        """What else the first wrong word may have been meant for."""


class Parser(argparse.ArgumentParser):
    """A parser that raises its errors, and that knows its commands."""

    def parse(self, argv: Sequence[str] | None) -> argparse.Namespace:
        """Parse all arguments; an unknown option is an error of the command it was given to."""
        args, rest = self.parse_known_args(argv)
        if rest:
            command = self.command(args)
            known = command.flags()
            raise UsageError(command, f"unrecognized arguments: {' '.join(rest)}", known)
        return args

    def error(self, message: str) -> NoReturn:
        raise UsageError(self, message)

    def flags(self) -> list[str]:
        """List all options of this command."""
        return [flag for action in self._actions for flag in action.option_strings]

    def commands(self) -> Iterator[tuple[argparse.Action, dict[str, Parser]]]:
        """Find the argument that selects a command, and the commands."""
        for action in self._actions:
            if action.nargs == argparse.PARSER:
                choices: Any = action.choices
                yield action, dict(choices)

    def command(self, args: argparse.Namespace) -> Parser:
        """Return the parser of the selected command."""
        for action, commands in self.commands():
            chosen = commands.get(getattr(args, action.dest, None) or "")
            return self if chosen is None else chosen.command(args)
        return self
