"""The farmer: legal under any house rules, the same when rebuilt, and hard to beat."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from kuhstall.arena.simulation import Plan, play_game, simulate
from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import NAMES, make
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Refused
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.phases.ended import Ended
from tests.bots.kuhhandel.tables import TABLES, any_table, played_out

FARMERS = [name for name in NAMES if name.startswith("farmer")]


class Strict:
    """A bot whose every choice is checked against its options."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, seen: Seen) -> Action:
        action = self._bot.choose(seen)
        assert any(option.admits(action) for option in seen.options), (seen.view.phase, action)
        return action


def mixed(number: int, edition: str, seat: int, chance: Chance) -> Bot:
    names = [*FARMERS, "random"]
    return Strict(make(names[(seat + number) % len(names)], edition, seat, chance))


def walk(number: int) -> None:
    edition, seats = any_table(number)
    match = played_out(edition, seats, partial(mixed, number, edition.key), number)
    assert isinstance(match.table.phase, Ended)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_farmer_keeps_to_any_house_rules(number: int) -> None:
    walk(number)


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(1000, 1160, 20))
def test_a_farmer_keeps_to_many_house_rules(start: int) -> None:
    for number in range(start, start + 20):
        walk(number)


class Twofold:
    """Asks a bot that has sat here all game, and one that has only just come in."""

    def __init__(self, name: str, edition: str, seat: int) -> None:
        self._name = name
        self._edition = edition
        self._bot = make(name, edition, seat, SeededChance(b"none"))

    def choose(self, seen: Seen) -> Action:
        # The log names the chance of each choice, so that both have the same one.
        seed = str(len(seen.heard)).encode()
        rebuilt = make(self._name, self._edition, seen.seat, SeededChance(seed))
        self._bot._chance = SeededChance(seed)  # type: ignore[attr-defined]
        action = self._bot.choose(seen)
        assert action == rebuilt.choose(seen)
        return action


@pytest.mark.slow
@pytest.mark.parametrize(
    "number", [0, 8, 11, *(pytest.param(n, marks=pytest.mark.thorough) for n in (4, 9, 15))]
)
def test_a_rebuilt_farmer_chooses_the_same(number: int) -> None:
    edition, seats = any_table(number)
    played_out(edition, seats, lambda seat, _: Twofold("farmer", edition.key, seat), number)


def share_of_wins(key: str, seats: int, games: int, name: str = "farmer", jobs: int = 1) -> float:
    line_up = [name] + ["random"] * (seats - 1)
    result = simulate(find(key), seats, games, "duel", line_up, rotate=True, jobs=jobs)
    assert not result.violations
    bot = result.wins_by_bot[name]
    assert bot.played == games
    print(f"{key}, {seats} seats: {name} wins {bot.share:.1%} of {games} games, {bot.interval}")
    return bot.share


@pytest.mark.slow
def test_a_farmer_beats_three_random_bots() -> None:
    assert share_of_wins("kuhhandel/2", 4, 20) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", FARMERS[1:])
def test_every_personality_beats_three_random_bots(name: str) -> None:
    assert share_of_wins("kuhhandel/2", 4, 20, name) >= 0.8


@pytest.mark.slow
@pytest.mark.thorough
def test_a_farmer_wins_nine_of_ten_in_a_thousand_games() -> None:
    assert share_of_wins("kuhhandel/2", 4, 1000, jobs=2) >= 0.9


@pytest.mark.slow
def test_a_farmer_beats_three_random_bots_at_kuhhandel_master() -> None:
    assert share_of_wins("master", 4, 20) >= 0.9


@pytest.mark.slow
def test_a_farmer_beats_a_random_bot_at_the_game_for_two() -> None:
    assert share_of_wins("master", 2, 20) >= 0.85


@pytest.mark.slow
@pytest.mark.thorough
def test_a_farmer_wins_nine_of_ten_at_kuhhandel_master() -> None:
    assert share_of_wins("master", 4, 300, jobs=2) >= 0.9


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("key", "seats", "games"),
    [
        pytest.param(edition.key, seats, games, id=f"{edition.key}-{seats}-{games}")
        for games in (30, 60)
        for edition, seats in TABLES
    ],
)
def test_a_farmer_wins_by_any_edition_and_at_any_table(key: str, seats: int, games: int) -> None:
    assert share_of_wins(key, seats, games) >= 0.9


@pytest.mark.parametrize(
    ("key", "games"),
    [
        ("kuhhandel/2", [(599, (0,)), (598, (3,)), (641, (1,))]),
        ("kuhhandel/2-ru", [(625, (1,)), (617, (1,)), (663, (1,))]),
        ("kuhhandel/1", [(546, (0,)), (621, (2,)), (540, (2,))]),
    ],
)
def test_classic_games_of_a_seed_go_as_ever(key: str, games: list[tuple[int, Any]]) -> None:
    """What was learned for another edition changes nothing here: moves and winners stay."""
    line_up = ("farmer", "farmer:thrifty", "farmer:bold", "farmer:bluffer")
    plan = Plan(find(key), line_up, "same", rotate=True)
    played = [play_game(plan, number) for number in range(len(games))]
    assert [(game.moves, game.winners) for game in played] == games


def test_personalities_differ() -> None:
    """At the same table, with the same chance, they do not all do the same."""
    classic = find("kuhhandel/2")
    bots = [partial(make, name, classic.key) for name in FARMERS]
    logs = {repr(played_out(classic, 3, bot, "same").log) for bot in bots}
    assert len(logs) == len(FARMERS)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(
        Refused, match="did you mean 'farmer:bold'\\? There are easy, medium, hard, random, farmer"
    ):
        make("farmer:lazy", "kuhhandel/2", 0, SeededChance(b""))
