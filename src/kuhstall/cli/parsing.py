"""The parser of the command line, which guesses what a mistyped word was meant for."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

from kuhstall.games.spelling import nearest

_CHOICE: Final = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)", re.DOTALL)
_WORD: Final = re.compile(r"[^\s,']+")


class Parser(argparse.ArgumentParser):
    """Adds a guess to what argparse says about a word that it does not know."""

    def parse(self, argv: Sequence[str] | None) -> argparse.Namespace:
        """Parse all words; an unknown option is an error of the command that it was given to."""
        args, rest = self.parse_known_args(argv)
        if rest:
            command = self.command(args)
            guess = _guess(rest[0].partition("=")[0], command.flags())
            command.error(f"unrecognized arguments: {' '.join(rest)}{guess}")
        return args

    def error(self, message: str) -> NoReturn:
        if (wrong := _CHOICE.search(message)) is not None:
            message += _guess(wrong[1], _WORD.findall(wrong[2]))
        super().error(message)

    def flags(self) -> list[str]:
        """List all options of this command."""
        return [flag for action in self._actions for flag in action.option_strings]

    def commands(self) -> Iterator[tuple[argparse.Action, dict[str, Parser]]]:
        """Find the argument that chooses a command, and the commands."""
        for action in self._actions:
            if action.nargs == argparse.PARSER:
                choices: Any = action.choices
                yield action, dict(choices)

    def command(self, args: argparse.Namespace) -> Parser:
        """Return the parser of the command that was chosen."""
        for action, commands in self.commands():
            chosen = commands.get(getattr(args, action.dest, None) or "")
            return self if chosen is None else chosen.command(args)
        return self


def _guess(word: str, known: Sequence[str]) -> str:
    near = nearest(word, known)
    return f" -- did you mean {near}?" if near else ""
