"""Tutorials in pure rules: the bots follow their script, and somebody does what the coach says."""

from __future__ import annotations

from kuhstall.bots import registry as bots
from kuhstall.bots.scripted import ScriptedBot
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match
from kuhstall.engine.values import CLOCK, Action
from kuhstall.games import registry
from kuhstall.games.tutorial import Tutorial

YOU = 0


class Lesson:
    """A table of a tutorial. Bots act as soon as they may; the clock only when it is told to."""

    def __init__(self, name: str) -> None:
        self.tutorial: Tutorial = registry.latest_tutorial(name)
        edition = registry.find(self.tutorial.edition)
        hosted = edition.hosted(self.tutorial.rules, over_days=False)
        self.match = Match(edition.with_rules(hosted), self.tutorial.seats, self.tutorial.chance())
        self.bots = {
            seat: ScriptedBot(
                self.tutorial,
                bots.make("farmer", self.tutorial.edition, seat, SeededChance(b"%d" % seat)),
            )
            for seat in range(1, self.tutorial.seats)
        }
        self.wait()

    def wait(self) -> None:
        """Let the bots act until none of them may."""
        while any(seat in self.bots for seat in self.match.actors):
            seat = next(actor for actor in self.match.actors if actor in self.bots)
            self.match.play(seat, self.bots[seat].choose(self.match.seen(seat)))

    def do(self, action: Action) -> None:
        """Do what the coach says, and see what comes of it."""
        self.match.play(YOU, action)
        self.wait()

    def tick(self) -> None:
        """Let the clock end a step of a countdown."""
        assert CLOCK in self.match.actors
        self.match.close()
        self.wait()

    @property
    def phase(self) -> str:
        return type(self.match.table.phase).__name__
