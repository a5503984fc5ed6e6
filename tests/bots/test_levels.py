"""The levels that a person chooses: every game has them, easy is beatable and never foolish."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import GAMES, LEVELS, NAMES, make, names_of
from kuhstall.engine.kernel import options
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.cards import VALUES, Animal
from kuhstall.games.kuhhandel.events import LotRevealed, LotSold
from kuhstall.games.registry import find, imagine

EDITIONS = tuple(game.editions[-1] for game in GAMES)
SEATS = 3


def played(edition: str, line_up: tuple[str, ...], seed: int) -> Match:
    chance = QuickChance(seed)
    match = Match(find(edition), len(line_up), chance)
    bots = [make(name, edition, seat, chance) for seat, name in enumerate(line_up)]
    for _ in play_out(match, bots, chance):
        pass
    return match


class Watched:
    """A bot that takes down what it saw, and the table as it really was."""

    def __init__(self, bot: Bot, match: Match, asked: list[tuple[Seen, Table[Any, Any]]]) -> None:
        self._bot, self._match, self._asked = bot, match, asked

    def choose(self, seen: Seen) -> Action:
        self._asked.append((seen, self._match.table))
        return self._bot.choose(seen)


def asked(edition: str, seed: int, every: int) -> list[tuple[Seen, Table[Any, Any]]]:
    """Play a game of easy bots; return what they saw at some choices, and what there was."""
    chance, found = QuickChance(seed), list[tuple[Seen, Table[Any, Any]]]()
    match = Match(find(edition), SEATS, chance)
    bots = [Watched(make("easy", edition, at, chance), match, found) for at in range(SEATS)]
    for _ in play_out(match, bots, chance):
        pass
    return found[::every]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_game_lists_the_levels_first(edition: str) -> None:
    assert names_of(edition)[: len(LEVELS)] == LEVELS == NAMES[: len(LEVELS)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_easy_beats_bots_that_play_at_random(edition: str) -> None:
    games = [played(edition, ("easy", "random", "random"), seed) for seed in range(4)]
    assert [0 in match.view(0).phase.winners for match in games] == [True] * 4


def test_medium_beats_easy() -> None:
    games = [
        played(edition, ("medium", "easy", "easy"), seed)
        for edition in EDITIONS
        for seed in (1, 2, 3)
    ]
    won = sum(0 in match.view(0).phase.winners for match in games)
    assert won >= 7, f"{won} of {len(games)}, where chance alone would give 3"


def test_hard_in_kuhfstein_is_the_planner() -> None:
    for seen, _ in asked("kuhfstein", seed=1, every=10):
        one, other = (
            make(name, "kuhfstein", seen.seat, QuickChance(7)) for name in ("hard", "farmer")
        )
        assert one.choose(seen) == other.choose(seen)


@pytest.mark.parametrize("edition", EDITIONS)
def test_medium_is_the_plain_farmer(edition: str) -> None:
    for seen, _ in asked(edition, seed=1, every=10):
        one, other = (
            make(name, edition, seen.seat, QuickChance(7)) for name in ("medium", "farmer")
        )
        assert one.choose(seen) == other.choose(seen)


@pytest.mark.parametrize("edition", EDITIONS[:2])
def test_easy_pays_no_fortune_for_a_small_animal(edition: str) -> None:
    sold = 0
    for seed in range(4):
        lot: Animal | None = None
        for event in played(edition, ("easy",) * 4, seed).log:
            if isinstance(event, LotRevealed):
                lot = event.lot
            elif isinstance(event, LotSold) and lot is not None:
                sold += 1
                assert event.price <= VALUES[lot] / 2 + 40, lot
    assert sold > 40


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_twin_worlds_that_look_alike_get_the_same_choice(edition: str, level: str) -> None:
    """What lies hidden differs, what the seat sees does not: nor does what its bot does."""
    differed = 0
    for place, (seen, really) in enumerate(asked(edition, seed=2, every=12)):
        twin = imagine(seen.view, seen.heard, QuickChance(place))
        shown = Seen(
            seen.seat,
            twin.edition.game.view(twin, seen.seat),
            options(twin, seen.seat),
            seen.heard,
        )
        here, there = (make(level, edition, seen.seat, QuickChance(place)) for _ in range(2))
        assert here.choose(seen) == there.choose(shown)
        differed += twin.world != really.world
    assert differed > 3
