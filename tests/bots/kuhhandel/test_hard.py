"""The level hard: it plays by what it has learned, the same every time."""

from __future__ import annotations

import hashlib
import threading

import msgspec
import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel import hard, registry, warm_up
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import LEARNED, Personality, numbers, of_numbers
from kuhstall.bots.registry import is_slow, make
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.values import Action
from kuhstall.games.registry import find

DIGESTS = {"kuhhandel/2": "769c2f10da51679c", "master": "696c2c3bde323c23"}


class Noting:
    """A bot that takes down what it does."""

    def __init__(self, bot: Bot, noted: list[Action]) -> None:
        self._bot, self._noted = bot, noted

    def choose(self, seen: Seen) -> Action:
        self._noted.append(self._bot.choose(seen))
        return self._noted[-1]


def decided(edition: str) -> list[Action]:
    """Let three of them play a game."""
    chance, noted = QuickChance("hard"), list[Action]()
    match = Match(find(edition), 3, chance)
    bots = [Noting(make("hard", edition, seat, chance), noted) for seat in range(3)]
    for _ in play_out(match, bots, chance):
        pass
    return noted


@pytest.mark.parametrize("edition", DIGESTS)
def test_it_decides_what_it_was_measured_with(edition: str) -> None:
    """Whoever changes a number measures it anew, and writes down another digest."""
    told = msgspec.json.encode(decided(edition))
    assert hashlib.sha256(told).hexdigest()[:16] == DIGESTS[edition]


def test_what_it_has_learned_are_numbers() -> None:
    assert of_numbers(numbers(LEARNED)) == LEARNED
    assert len(numbers(LEARNED)) == len(numbers(Personality()))


class Contrary:
    """Thinks again, and does something else."""

    def overruled(self, seen: Seen, memory: Memory, chance: Chance, action: Action) -> Action:
        assert memory.seat == seen.seat
        return next(other for other in seen.options[0].expand() if other != action)


def test_it_thinks_again_only_where_it_has_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    seat, seen = first_choice()
    alone = make("hard", "kuhhandel/2", seat, QuickChance(1)).choose(seen)
    monkeypatch.setattr(hard.leave, "thinking", Contrary)
    assert make("hard", "kuhhandel/2", seat, QuickChance(1)).choose(seen) != alone
    # A yardstick is the same everywhere: it never searches.
    assert make("hard@1", "kuhhandel/2", seat, QuickChance(1)).choose(seen) == alone


def first_choice() -> tuple[int, Seen]:
    """Return the first choice between two actions or more that all games have: draw, or trade."""
    match = Match(find("kuhhandel/2").with_rules({"auction_mode": "turns"}), 3, QuickChance(3))
    while True:
        seat = match.actors[0]
        seen = match.seen(seat)
        if len(list(seen.options[0].expand())) > 1:
            return seat, seen
        match.play(seat, make("medium", "kuhhandel/2", seat, QuickChance(1)).choose(seen))


def test_it_compiles_beside_once_somebody_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(hard.leave, "wanted", None)
    monkeypatch.setattr(warm_up, "compile_all", compiled.set)
    monkeypatch.setattr(warm_up, "can_search", lambda: True)
    warm_up.begin()
    assert not compiled.is_set()

    make("hard", "kuhhandel/2", 0, QuickChance(1))
    assert compiled.wait(10)
    assert hard.leave.wanted is None


def test_without_the_compiler_no_bot_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard.leave, "wanted", None)
    monkeypatch.setattr(warm_up, "can_search", lambda: False)
    warm_up.begin()
    assert hard.leave.wanted is None


@pytest.mark.parametrize("installed", [True, False])
def test_it_is_slow_where_it_can_search(installed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "can_search", lambda: installed)
    assert is_slow("hard", "kuhhandel/2") == installed
    assert not is_slow("medium", "kuhhandel/2")
    assert not is_slow("hard", "master")
    assert is_slow("hard", "kuhfstein")
