"""The farmer: legal whatever the house rules, the same when rebuilt, and hard to beat."""

from __future__ import annotations

from functools import partial

import pytest

from kuhstall.arena.simulation import simulate
from kuhstall.bots.bot import Bot
from kuhstall.bots.registry import NAMES, make
from kuhstall.engine.chance import Chance, SeededChance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Refused
from kuhstall.games.kuhhandel.phases.ended import Ended
from kuhstall.games.registry import EDITIONS, find
from tests.bots.tables import any_table, played_out

FARMERS = [name for name in NAMES if name.startswith("farmer")]


class Strict:
    """A bot whose every choice is held against its options."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, seen: Seen) -> Action:
        action = self._bot.choose(seen)
        assert any(option.admits(action) for option in seen.options), (seen.view.phase, action)
        return action


def mixed(number: int, seat: int, chance: Chance) -> Bot:
    names = [*FARMERS, "random"]
    return Strict(make(names[(seat + number) % len(names)], seat, chance))


def walk(number: int) -> None:
    edition, seats = any_table(number)
    match = played_out(edition, seats, partial(mixed, number), number)
    assert isinstance(match.table.phase, Ended)


@pytest.mark.parametrize("number", range(18))
def test_a_farmer_keeps_to_any_house_rules(number: int) -> None:
    walk(number)


@pytest.mark.slow
@pytest.mark.parametrize("start", [1000, 1040, 1080, 1120])
def test_a_farmer_keeps_to_many_house_rules(start: int) -> None:
    for number in range(start, start + 40):
        walk(number)


class Twofold:
    """Asks a bot that has sat here all game, and one that comes in only now."""

    def __init__(self, name: str, seat: int) -> None:
        self._name = name
        self._bot = make(name, seat, SeededChance(b"none"))

    def choose(self, seen: Seen) -> Action:
        # The chance of each choice is named by the log, so that both have the same one.
        seed = str(len(seen.heard)).encode()
        rebuilt = make(self._name, seen.seat, SeededChance(seed))
        self._bot._chance = SeededChance(seed)  # type: ignore[attr-defined]
        action = self._bot.choose(seen)
        assert action == rebuilt.choose(seen)
        return action


@pytest.mark.parametrize("number", range(6))
def test_a_rebuilt_farmer_chooses_the_same(number: int) -> None:
    edition, seats = any_table(number)
    played_out(edition, seats, lambda seat, _: Twofold("farmer", seat), number)


def share_of_wins(key: str, seats: int, games: int, name: str = "farmer", jobs: int = 1) -> float:
    line_up = [name] + ["random"] * (seats - 1)
    result = simulate(find(key), seats, games, "duel", line_up, rotate=True, jobs=jobs)
    assert not result.violations
    bot = result.wins_by_bot[name]
    assert bot.played == games
    print(f"{key}, {seats} seats: {name} wins {bot.share:.1%} of {games} games, {bot.interval}")
    return bot.share


def test_a_farmer_beats_three_random_bots() -> None:
    assert share_of_wins("kuhhandel/2", 4, 40) >= 0.9


@pytest.mark.parametrize("name", FARMERS[1:])
def test_every_personality_beats_three_random_bots(name: str) -> None:
    assert share_of_wins("kuhhandel/2", 4, 20, name) >= 0.8


@pytest.mark.slow
def test_a_farmer_wins_nine_of_ten_in_a_thousand_games() -> None:
    assert share_of_wins("kuhhandel/2", 4, 1000, jobs=2) >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_farmer_wins_by_any_edition_and_at_any_table(key: str, seats: int) -> None:
    assert share_of_wins(key, seats, 60) >= 0.9


def test_personalities_differ() -> None:
    """The same table, the same chance: not all of them do the same."""
    classic = find("kuhhandel/2")
    logs = {repr(played_out(classic, 3, partial(make, name), "same").log) for name in FARMERS}
    assert len(logs) == len(FARMERS)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refused, match="there is no bot 'farmer:lazy'; there are random, farmer"):
        make("farmer:lazy", 0, SeededChance(b""))
