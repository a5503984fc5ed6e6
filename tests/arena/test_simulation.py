"""Simulations: a seed always gives the same games, and a broken rule is noticed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.arena.kuhhandel.invariants import KuhhandelWatch as Watch
from kuhstall.arena.simulation import Plan, play_game, seat_bots, simulate, wilson
from kuhstall.bots import registry
from kuhstall.bots.random_bot import RandomBot
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Refused
from kuhstall.games.kuhhandel.actions import PlaceBid
from kuhstall.games.kuhhandel.cards import NO_ANIMALS, RAT, grown
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.events import CalledOut, Passed
from kuhstall.games.kuhhandel.phases import next_turn
from kuhstall.games.kuhhandel.world import World
from kuhstall.games.registry import EDITIONS, find

CLASSIC = find("kuhhandel/2")
MASTER = find("master")


def facts(result: Any) -> dict[str, Any]:
    return {name: value for name, value in asdict(result).items() if name != "seconds"}


TABLES = [
    (edition.key, seats)
    for edition in EDITIONS.values()
    for seats in {edition.fewest_seats, min(5, edition.most_seats), edition.most_seats}
]


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_random_games_break_no_rule(key: str, players: int) -> None:
    result = simulate(find(key), players, 6, 1)

    assert result.violations == 0
    assert result.games == 6
    assert sum(result.wins) >= 6
    assert result.mean_moves == round(result.moves / 6, 2)
    assert result.wins_by_bot["random"].played == 6 * players
    assert result.wins_by_bot["random"].won == pytest.approx(6, abs=0.01)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("pedigree_mode", ["realtime", "stepwise", "sealed"])
def test_games_with_variants_break_no_rule(players: int, pedigree_mode: str) -> None:
    rules = {"super_kuhhandel": True, "kassensturz": True, "rat_cover": "player"}
    edition = find("master").with_rules(rules | {"pedigree_mode": pedigree_mode})
    line_up = ["farmer"] + ["random"] * (players - 1)
    assert simulate(edition, players, 1, 1, line_up).violations_by_kind == {}


def test_a_seed_names_the_games_whatever_the_jobs() -> None:
    line_up = ["farmer", "random", "random"]
    first = simulate(CLASSIC, 3, 6, 7, line_up, rotate=True)
    again = simulate(CLASSIC, 3, 6, 7, line_up, rotate=True)
    parallel = simulate(CLASSIC, 3, 6, 7, line_up, rotate=True, jobs=2)
    other = simulate(CLASSIC, 3, 6, 8, line_up, rotate=True)

    assert facts(first) == facts(again) == facts(parallel)
    assert facts(first) != facts(other)


def test_a_game_depends_on_its_own_number_alone() -> None:
    plan = Plan(CLASSIC, ("random",) * 3, 5)
    later = play_game(plan, 3)
    for number in range(3):
        play_game(plan, number)
    assert play_game(plan, 3) == later


def test_a_rotated_line_up_moves_on_by_one_seat_a_game() -> None:
    plan = Plan(CLASSIC, ("farmer", "random", "random"), 1, rotate=True)
    assert [plan.names(game).index("farmer") for game in range(4)] == [0, 1, 2, 0]
    assert {replace(plan, rotate=False).names(game) for game in range(4)} == {plan.line_up}


def test_a_line_up_has_one_name_or_one_for_each_seat() -> None:
    assert seat_bots(["random"], 4) == ("random",) * 4
    assert seat_bots(["random", "farmer", "farmer"], 3) == ("random", "farmer", "farmer")
    with pytest.raises(Refused, match="2 bots for 3 seats"):
        seat_bots(["random", "farmer"], 3)
    with pytest.raises(Refused, match="there is no bot 'cow'"):
        seat_bots(["cow"], 3)


def test_open_bidding_hears_passes_and_calls() -> None:
    match = Match(CLASSIC, 4, QuickChance(1))
    bots = [RandomBot(QuickChance(seat)) for seat in range(4)]
    actors = set(play_out(match, bots, QuickChance("driver")))

    assert actors == {0, 1, 2, 3, CLOCK}
    assert {event.calls for event in match.log if isinstance(event, CalledOut)} == {1, 2}
    assert any(isinstance(event, Passed) for event in match.log)


def test_an_auctioneer_with_the_gavel_calls_for_the_clock() -> None:
    edition = CLASSIC.with_rules({"gavel": "auctioneer"})
    match = Match(edition, 3, QuickChance(1))
    bots = [RandomBot(QuickChance(seat)) for seat in range(3)]
    assert CLOCK not in set(play_out(match, bots, QuickChance("driver")))
    assert any(isinstance(event, CalledOut) for event in match.log)


def test_money_that_vanishes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def paid(world: World, payer: int, payee: int, cards: tuple[int, ...]) -> World:
        return world.laid(payer, cards)

    monkeypatch.setattr(World, "paid", paid)
    result = simulate(CLASSIC, 3, 3, 1)
    assert result.violations == 3
    assert result.violations_by_kind == {"money": 3}


def test_a_log_that_does_not_lead_to_the_table_is_noticed() -> None:
    match = Match(CLASSIC, 3, QuickChance(1))
    bots = [RandomBot(QuickChance(seat)) for seat in range(3)]
    for _ in play_out(match, bots, QuickChance("driver")):
        pass
    watch = Watch(match)
    watch.finish()
    assert not watch.violations
    match.log[-1] = replace(match.log[-1], winners=(0, 1, 2))
    watch.finish()
    assert watch.violations == {"replay"}


class Overbidder:
    """Bids more than is allowed."""

    def choose(self, seen: Seen) -> Action:
        return PlaceBid(10_000)


def test_an_illegal_action_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RandomBot", lambda chance: Overbidder())
    result = simulate(CLASSIC, 3, 2, 1)
    assert result.violations_by_kind == {"illegal: not_offered": 2, "unfinished": 2}
    assert result.wins == (0, 0, 0)


def watched(**changes: Any) -> set[str]:
    """Check a table once as it is, and once with its world changed."""
    match = Match(CLASSIC, 3, QuickChance(1))
    world = match.table.world
    herd = grown(NO_ANIMALS, "cow", 4)
    deck = tuple(animal for animal in world.deck if animal != "cow")
    start = replace(world, herds=(herd, *world.herds[1:]), deck=deck)
    watch = Watch(match)
    match.table = replace(match.table, world=start)
    watch.look()
    assert not watch.violations
    match.table = replace(match.table, world=replace(start, **changes))
    watch.look()
    return watch.violations


def test_a_forged_card_is_noticed() -> None:
    assert watched(purses=((1000,), (), ())) == {"money"}


def test_a_lost_animal_is_noticed() -> None:
    assert watched(deck=("donkey",) * 4) == {"animals"}


def test_a_donkey_that_was_not_counted_is_noticed() -> None:
    assert watched(donkeys=1) == {"donkeys"}


@pytest.mark.parametrize("edition", [CLASSIC, MASTER])
def test_a_game_that_ends_too_early_is_noticed(
    edition: Edition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(World, "complete", property(lambda world: not world.deck))
    assert simulate(edition, 3, 1, 1).violations_by_kind == {"incomplete": 1}


def test_rats_that_part_are_noticed() -> None:
    match = Match(MASTER, 3, QuickChance(1))
    watch = Watch(match)
    world = match.table.world
    deck = tuple(card for card in world.deck if card != RAT)
    for counts in ((4, 0, 0), (3, 1, 0)):
        assert not watch.violations
        herds = tuple(grown(NO_ANIMALS, RAT, count) for count in counts)
        match.table = replace(match.table, world=replace(world, deck=deck, herds=herds))
        watch.look()
    assert watch.violations == {"quartets"}


def test_a_quartet_that_breaks_is_noticed() -> None:
    herds = (grown(NO_ANIMALS, "cow", 3), grown(NO_ANIMALS, "cow", 1), NO_ANIMALS)
    assert watched(herds=herds) == {"quartets"}


def test_a_table_where_nobody_can_act_is_noticed() -> None:
    match = Match(CLASSIC, 3, QuickChance(1))
    watch = Watch(match)
    match.table = Table(CLASSIC, match.table.world, next_turn.NextTurn(0), 2)
    watch.look()
    assert watch.violations == {"stuck"}


def test_wilson_keeps_within_bounds() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == pytest.approx(1)
    assert wilson(10, 10)[0] > 0.7
