"""The levels that a person chooses: every game has them, easy is beatable and never foolish."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots.bot import LEVELS, Bot
from kuhstall.bots.registry import GAMES, NAMES, make, names_of
from kuhstall.engine.kernel import options
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.cards import VALUES, Animal
from kuhstall.games.kuhhandel.events import BoughtOut, LotRevealed, LotSold
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
def test_every_game_lists_its_levels_first(edition: str) -> None:
    """Kuhfstein has no `hard` that is stronger than `medium`, so it offers none."""
    offered = LEVELS[:2] if edition == "kuhfstein" else LEVELS
    assert names_of(edition)[:3] == (*offered, "random")[:3]
    assert NAMES[: len(LEVELS)] == LEVELS


@pytest.mark.parametrize("edition", EDITIONS)
def test_easy_beats_bots_that_play_at_random(edition: str) -> None:
    games = [played(edition, ("easy", "random", "random"), seed) for seed in range(4)]
    assert [0 in match.view(0).phase.winners for match in games] == [True] * 4


def test_medium_beats_easy() -> None:
    """In the editions that people begin with."""
    games = [
        played(game.editions[0], ("medium", "easy", "easy"), seed)
        for game in GAMES
        for seed in range(1, 7)
    ]
    won = sum(0 in match.view(0).phase.winners for match in games)
    assert won >= 14, f"{won} of {len(games)}, where chance alone would give 6"


def test_a_table_that_changes_to_kuhfstein_keeps_its_hard_as_the_planner() -> None:
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


def buyouts(edition: str, level: str) -> int:
    logs = [played(edition, (level,) * 4, seed).log for seed in range(3)]
    return sum(isinstance(event, BoughtOut) for log in logs for event in log)


@pytest.mark.parametrize("edition", EDITIONS[:2])
def test_easy_buys_out_no_more_often_than_medium(edition: str) -> None:
    assert buyouts(edition, "easy") <= buyouts(edition, "medium")


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
