"""Every command and every flag, as argparse has them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from kuhstall.cli import parser
from reference.writing import code, plain, sentence, table
from reference.writing import page as whole

_INTRO: Final = """\
What can be typed after `kuhstall`. `kuhstall --version` prints the version, and every command
explains itself with `--help`."""


def page() -> str:
    return whole("Commands", _INTRO, *_told(parser(), depth=1))


def _told(command: argparse.ArgumentParser, depth: int) -> Iterator[str]:
    yield f"{'#' * max(depth, 2)} {command.prog}"
    if command.description:
        yield plain(sentence(command.description))
    own = [action for action in command._actions if not isinstance(action, _PASSED_OVER)]  # noqa: SLF001 -- argparse has no other way in
    if own:
        yield table(
            ["argument", "purpose"], [(_typed(action), _help(command, action)) for action in own]
        )
    for action in command._actions:  # noqa: SLF001 -- same
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 -- same
            summaries = {choice.dest: choice.help for choice in action._choices_actions}  # noqa: SLF001 -- same
            for name, sub in action.choices.items():
                sub.description = sub.description or summaries[name]
                yield from _told(sub, depth + 1)


_PASSED_OVER: Final = (
    argparse._HelpAction,  # noqa: SLF001 -- same
    argparse._SubParsersAction,  # noqa: SLF001 -- same
    argparse._VersionAction,  # noqa: SLF001 -- same
)


def _typed(action: argparse.Action) -> str:
    """Write an argument the way it is typed."""
    if action.nargs == 0:
        return ", ".join(map(code, action.option_strings))
    value = action.metavar or (
        "{" + "\\|".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()
    )
    if not action.option_strings:
        return code(f"[{value}]" if action.nargs == "?" else value).replace("\\|", "|")
    return ", ".join(code(f"{flag} {value}") for flag in action.option_strings).replace("\\|", "|")


def _help(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    if not action.help:
        raise LookupError(f"{command.prog}: {_typed(action)} has no help text")
    said = argparse.HelpFormatter(command.prog)._expand_help(action)  # noqa: SLF001 -- same
    return plain(sentence(said))
