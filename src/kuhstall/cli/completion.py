"""`kuhstall completion`: completion by the Tab key in a shell."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kuhstall.bots.registry import NAMES
from kuhstall.cli.parsing import Parser
from kuhstall.games.registry import EDITIONS
from kuhstall.games.rule_options import names

SCRIPTS: Final[Mapping[str, str]] = {
    # For bash, a colon or an equals sign starts a new word, so the part before it is cut off.
    "bash": """\
_kuhstall() {
    local line="${COMP_LINE:0:COMP_POINT}" IFS=$'\\n'
    local current="${line##* }"
    local before="${current%"${current##*[:=]}"}"
    COMPREPLY=($(kuhstall completion --line "$line" 2>/dev/null))
    COMPREPLY=("${COMPREPLY[@]#"$before"}")
}
complete -o default -F _kuhstall kuhstall
""",
    "zsh": """\
_kuhstall() {
    local -a found
    found=(${(f)"$(kuhstall completion --line "$LBUFFER" 2>/dev/null)"})
    compadd -a found || _files
}
compdef _kuhstall kuhstall
""",
    "fish": """\
function __kuhstall
    kuhstall completion --line (commandline -cp | string collect) 2>/dev/null
end
complete -c kuhstall -a '(__kuhstall)'
""",
}


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print what lets your shell complete with the Tab key. bash: add"
        ' `eval "$(kuhstall completion bash)"` to ~/.bashrc. zsh: add the same with zsh to'
        " ~/.zshrc, after compinit. fish: `kuhstall completion fish >"
        " ~/.config/fish/completions/kuhstall.fish`."
    )
    parser.add_argument("shell", nargs="?", choices=tuple(SCRIPTS), help="which shell")
    parser.add_argument(
        "--line", help="instead, list the words that can stand at the end of this line"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli import parser

    if args.line is not None:
        print(*candidates(parser(_command(args.line)), args.line), sep="\n")
    else:
        print(SCRIPTS[args.shell or "bash"], end="")
    return 0


def _command(line: str) -> str:
    """Return the command of a line, whose arguments alone are needed."""
    return next((word for word in line.split(" ")[1:] if not word.startswith("-")), "")


def candidates(top: Parser, line: str) -> list[str]:
    """List the completions for the last word of a line."""
    *typed, current = line.split(" ")
    before, comma, rest = current.rpartition(",")
    command, flag = top, ""
    for word in typed[1:]:
        for _, commands in command.commands():
            command = commands.get(word, command)
        flag = word
    taking = [action for action in command._actions if flag in action.option_strings]  # noqa: SLF001 -- argparse has no public way
    if taking and taking[0].nargs != 0:
        known = _values(taking[0])
    else:
        known = [*_first_words(command), *command.flags()]
        if not current.startswith("-"):
            known = [word for word in known if not word.startswith("-")] or known
    return [f"{before}{comma}{word}" for word in known if word.startswith(rest)]


def _first_words(command: Parser) -> Iterable[str]:
    """List the commands, and the values that need no option before them."""
    for action in command._actions:  # noqa: SLF001 -- same
        if not action.option_strings:
            yield from _values(action)


def _values(action: argparse.Action) -> list[str]:
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return list(_KNOWN.get(action.dest, list)())


def _house_rules() -> list[str]:
    every = (name for edition in EDITIONS.values() for name in names(type(edition.rules)))
    return [f"{name}=" for name in dict.fromkeys(every)]


_KNOWN: Final[Mapping[str, Callable[[], Iterable[str]]]] = {
    "edition": lambda: EDITIONS,
    "bot": lambda: NAMES,
    "bots": lambda: NAMES,
    "house_rules": _house_rules,
}
"""The values of an argument, by its name, where argparse does not know them."""
