"""The commands by group, with a line each. Their modules are imported only when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "play": {
        "play": "play against bots or with others",
        "rules": "list the house rules and their values",
        "score": "fill in the score sheet of a game at a real table",
        "replay": "print a stored game",
        "verify": "check that a game of a server was dealt and played as promised",
    },
    "host": {
        "serve": "serve tables to browsers and programs",
        "admin": "list and close tables, ban people, read reports, back up and restore",
        "canary": "play at a server from outside, and check that players see each other's moves",
    },
    "write bots": {
        "bot": "let a bot play on a server",
        "sim": "let bots play many games and check the rules",
        "arena": "run a tournament of bots: which is stronger, and how certain is that",
        "tune": "find better weights for a bot by playing very many games",
        "protocol": "describe the server's protocol",
    },
    "measure": {
        "bench": "measure random play, views, and imagined tables",
        "load": "measure the server under load",
        "perft": "count the sequences of actions",
    },
    "this program": {
        "doctor": "check the setup, and say how to fix what is wrong",
        "completion": "let the shell complete commands, options, editions and bots",
    },
}

COMMANDS: Final[Mapping[str, str]] = {
    name: text for group in GROUPS.values() for name, text in group.items()
}


def listed() -> str:
    """List the commands by group, as `kuhstall --help` prints them."""
    width = max(map(len, COMMANDS))
    blocks = (
        "\n".join((f"{group}:", *(f"  {name:<{width}}  {text}" for name, text in commands.items())))
        for group, commands in GROUPS.items()
    )
    return "\n\n".join(blocks)
