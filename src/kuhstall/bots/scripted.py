"""The bots of a tutorial: they do what its script says, and then what they think best."""

from __future__ import annotations

from kuhstall.bots.bot import Bot
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action
from kuhstall.games.tutorial import Tutorial


class ScriptedBot:
    """Follows the cues of a tutorial; where there is none that it may follow, another bot plays.

    It remembers nothing: what it has heard tells where it is, on whatever node it wakes up.
    """

    def __init__(self, tutorial: Tutorial, otherwise: Bot) -> None:
        self._tutorial = tutorial
        self._otherwise = otherwise

    def choose(self, seen: Seen) -> Action:
        for wanted in self._tutorial.wants(seen.seat, seen.heard):
            for option in seen.options:
                action = option.admitted(wanted)
                if action is not None:
                    return action
        return self._otherwise.choose(seen)
