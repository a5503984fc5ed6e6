"""Why farmers and beginners do what they do: in words, and nothing else than they would do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.thought import Thinking, Thought
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action
from kuhstall.games.registry import find
from kuhstall.messages import LANGUAGES, Catalogue

TABLES = (
    ("kuhhandel/2", ("easy", "medium", "random", "farmer:bluffer")),
    ("kuhhandel/1", ("easy", "farmer:bold", "farmer:thrifty", "easy", "random")),
    ("master", ("easy", "medium", "random", "farmer:bluffer")),
    ("master", ("easy", "medium")),
)
PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")
REASONS = {
    key.removeprefix("why.").removesuffix("_one")
    for key in Catalogue.load("en").texts
    if key.startswith("why.") and not key.endswith("_other")
}


class Asked:
    """A bot that is also asked why, beside one that never is."""

    def __init__(self, name: str, edition: str, seat: int, seed: str) -> None:
        key = f"{seed}/{seat}".encode()
        self._bot = registry.make(name, edition, seat, SeededChance(key))
        self._silent = registry.make(name, edition, seat, SeededChance(key))
        self.thoughts: list[tuple[Seen, Thought]] = []

    def choose(self, seen: Seen) -> Action:
        if not isinstance(self._bot, Thinking):
            return self._bot.choose(seen)
        thought = self._bot.think(seen)
        assert thought.action == self._silent.choose(seen)
        self.thoughts.append((seen, thought))
        return thought.action


@cache
def thoughts(edition: str, bots: tuple[str, ...], seed: int) -> list[tuple[Seen, Thought]]:
    game: Any = find(edition)
    match = Match(game, len(bots), QuickChance(f"why {seed}"))
    seated = [Asked(name, edition, seat, f"why {seed}") for seat, name in enumerate(bots)]
    for _ in play_out(match, seated, QuickChance(f"why {seed}/order")):
        pass
    return [each for bot in seated for each in bot.thoughts]


@pytest.mark.parametrize(("edition", "bots"), TABLES)
def test_whoever_says_why_does_the_same_as_whoever_is_silent(
    edition: str, bots: tuple[str, ...]
) -> None:
    assert len(thoughts(edition, bots, 0)) > 100


def test_every_reason_is_met_and_worded_in_every_language() -> None:
    met: set[str] = set()
    catalogues = [Catalogue.load(language, strict=True) for language in LANGUAGES]
    for seed in range(30):
        for edition, bots in TABLES:
            for _, thought in thoughts(edition, bots, seed):
                if thought.reason is not None:
                    met.add(thought.reason.key.removeprefix("why."))
                    assert all(texts.line(thought.reason, PEOPLE) for texts in catalogues)
        if met == REASONS:
            break
    assert met == REASONS


@pytest.mark.parametrize(("edition", "bots"), TABLES)
def test_what_is_weighed_could_have_been_done(edition: str, bots: tuple[str, ...]) -> None:
    weighed = 0
    for seen, thought in thoughts(edition, bots, 0):
        for other in thought.others:
            weighed += 1
            assert any(option.admitted(other.action) is not None for option in seen.options)
            assert other.worth <= thought.worth
    assert weighed > 20
