"""The simulator is the engine's: every decision, every option, every card, every point."""

from __future__ import annotations

import pytest

from kuhstall.arena.kuhhandel.simulator import comparing
from kuhstall.bots.kuhhandel.simulator import auction, options, trade, turns
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.compiling import Row
from kuhstall.bots.kuhhandel.simulator.setting import check
from kuhstall.games.kuhhandel.edition import Edition
from tests.arena.kuhhandel.simulator.games import PRESETS, play_both, preset


@pytest.mark.parametrize("key", PRESETS)
def test_random_games_are_the_same_decision_by_decision(key: str) -> None:
    edition = preset(key)
    for seats in range(3, edition.most_seats + 1):
        names = ["random"] * (seats - 2) + ["tying"] * 2
        assert play_both(edition, names, f"{key}/{seats}").decisions > 100


@pytest.mark.parametrize(
    "rules",
    [
        {"overbid": "restart_all", "overpay": "any", "min_offer_cards": 1},
        {"overpay": "irredundant", "tie_money": "returned", "tie_break": "money"},
        {"bluff_bids": "forbidden", "offer_count": "hidden", "min_counter_cards": 0},
        {"trade_money": "all_returned", "tie_break": "quartets", "no_progress_limit": 5},
        {"dove": True, "dove_multiplied": True, "second_tie_money": "returned"},
    ],
)
def test_house_rules_are_the_same(rules: dict[str, object]) -> None:
    edition = preset("kuhhandel/2").with_rules(rules)
    for names in (["tying"] * 4, ["random"] * 3):
        play_both(edition, names, f"{sorted(rules)}/{names}")


@pytest.mark.parametrize(
    "rules",
    [
        {"pedigree_mode": "sealed", "slap_tie": "seat_order", "kassensturz": True},
        {"pedigree_mode": "stepwise", "overbid": "continue_excluded", "after_rat": "turn_ends"},
        {"offer_count": "hidden", "tie_break": "quartets"},
    ],
)
def test_house_rules_of_the_master_are_the_same(rules: dict[str, object]) -> None:
    edition = preset("master").with_rules(rules)
    for names in (["tying"] * 4, ["random"] * 3):
        play_both(edition, names, f"{sorted(rules)}/{names}")


@pytest.mark.parametrize(
    ("key", "seats", "rules"),
    [
        ("kuhhandel/2", 4, {"auction_mode": "open"}),
        ("kuhhandel/2", 4, {"auction_mode": "turns", "self_raise": True}),
        ("master", 2, {}),
        ("master", 4, {"super_kuhhandel": True}),
        ("master", 4, {"slap": "reflex"}),
        ("master", 4, {"rat_cover": "player"}),
    ],
)
def test_rules_that_the_simulator_does_not_know_are_refused(
    key: str, seats: int, rules: dict[str, object]
) -> None:
    with pytest.raises(ValueError, match="does not play"):
        check(preset(key).with_rules(rules), seats)


@pytest.mark.slow
@pytest.mark.parametrize("key", PRESETS)
def test_more_random_games_are_the_same(key: str) -> None:
    for game in range(6):
        play_both(preset(key), ["random"] * (3 + game % 3), f"{key}/more/{game}")


@pytest.mark.thorough
@pytest.mark.parametrize("key", PRESETS)
def test_a_thousand_games_are_the_same(key: str) -> None:
    edition = preset(key)
    for game in range(1000):
        seats = 3 + game % (edition.most_seats - 2)
        names = [("random", "random", "tying")[(seat + game) % 3] for seat in range(seats)]
        play_both(edition, names, f"{key}/thousand/{game}")


def _many(edition: Edition) -> None:
    for game in range(20):
        play_both(edition, ["random", "tying", "tying", "tying"], f"planted/{game}")


def _found(fact: str, key: str = "kuhhandel/2") -> None:
    """Play until the comparison finds a difference, which must be in this."""
    with pytest.raises(comparing.Difference) as found:
        _many(preset(key))
    assert found.value.fact == fact


def test_a_second_tie_that_the_wrong_seat_wins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = trade._settle

    def wrong(g: Row, winner: int) -> None:
        second = g[at.TIED] and g[at.BOUT] == 2
        settle(g, g[at.CHALLENGED] if second else winner)

    monkeypatch.setattr(trade, "_settle", wrong)
    _found("herds")


def test_a_payout_to_all_but_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    put_up = auction.put_up

    def wrong(g: Row) -> None:
        put_up(g)
        if g[at.LOT] == at.DONKEY:
            g[turns.purse(g[at.OWNER]) + 3] -= g[at.DONKEYS] == 1

    monkeypatch.setattr(auction, "put_up", wrong)
    _found("purses")


def test_a_bid_above_the_money_of_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "limit", lambda g, seat: g[at.CAP] + 10)
    _found("options")


def test_a_quartet_that_does_not_multiply_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    quartets = turns.quartets
    monkeypatch.setattr(turns, "quartets", lambda g, seat: min(quartets(g, seat), 3))
    _found("scores")
