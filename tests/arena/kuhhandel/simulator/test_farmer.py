"""The farmer in the simulator decides as the farmer does, from the same chance."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.arena.kuhhandel.simulator.beside import on_engine, thought_alike
from kuhstall.arena.kuhhandel.simulator.comparing import Difference, SimulatedGame
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.farmer import AnyFarmer
from kuhstall.bots.kuhhandel.simulator import belief, bidding, memory, stakes, trading
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row
from kuhstall.bots.kuhhandel.simulator.options import admits
from kuhstall.bots.kuhhandel.simulator.playing import lay_out, start_all, step_all
from kuhstall.engine.match import Seen
from tests.arena.kuhhandel.simulator.games import PRESETS, preset

LINE_UP = ("hard", "farmer@1", "farmer:bluffer", "farmer", "farmer:bold")


def know_alike(bot: Bot, seen: Seen, simulated: SimulatedGame) -> None:
    """Compare what both farmers believe of every purse, to the last bit."""
    assert isinstance(bot, AnyFarmer)
    memory = bot._memory
    memory.listen(seen.heard)  # a seat without a choice has not listened yet
    slots = [*range(len(memory.purses)), at.POT_SLOT]
    for slot, known in zip(slots, [*memory.purses, memory.pot], strict=True):
        begins = belief.belief(seen.seat, slot)
        told = [known.low, known.high, known.guess, known.fewest, known.most]
        found = list(simulated.reals[begins : begins + 5])
        if told != found:
            raise Difference(simulated.decisions, "beliefs", told, found)


@pytest.mark.parametrize("key", ["kuhhandel/2", "kuhhandel/1", "master"])
def test_both_decide_alike_through_a_whole_game(key: str) -> None:
    assert thought_alike(preset(key), LINE_UP[:3], "alike", know_alike) > 100


def _table(key: str, seats: int) -> Any:
    """One table of each game every time; `make thorough` adds the rest."""
    often = (key, seats) in {("kuhhandel/2", 4), ("master", 5)}
    return pytest.param(key, seats, marks=() if often else pytest.mark.thorough)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "seats"), [_table(key, seats) for key in PRESETS for seats in (3, 4, 5)]
)
def test_both_decide_alike_through_many_games(key: str, seats: int) -> None:
    for game in range(2):
        thought_alike(preset(key), LINE_UP[-seats:], f"many/{game}", know_alike)


@pytest.mark.thorough
@pytest.mark.parametrize("key", PRESETS)
def test_both_decide_alike_through_forty_games(key: str) -> None:
    edition = preset(key)
    for game in range(40):
        seats = 3 + game % (edition.most_seats - 2)
        names = [LINE_UP[(seat + game) % len(LINE_UP)] for seat in range(seats)]
        thought_alike(edition, names, f"forty/{game}", know_alike)


@pytest.mark.parametrize(
    "rules",
    [
        {"overpay": "irredundant", "payment_visibility": "public", "offer_count": "hidden"},
        {"trade_money": "all_returned", "min_offer_cards": 1, "dove": True},
    ],
)
def test_both_decide_alike_by_house_rules(rules: dict[str, object]) -> None:
    thought_alike(preset("kuhhandel/2").with_rules(rules), LINE_UP[:3], "house", know_alike)


def test_games_in_lock_step_end_as_on_the_engine() -> None:
    edition, seeds = preset("kuhhandel/2-ru"), ["one", "two"]
    games, minds = lay_out(edition, LINE_UP[:3], seeds)
    start_all(games, minds)
    for game, seed in zip(games, seeds, strict=True):
        ended = on_engine(edition, LINE_UP[:3], seed)
        assert tuple(game[at.SCORES : at.SCORES + 3]) == ended.scores
        assert game[at.MOVES] == ended.decisions


def _hold_back(g: Row) -> None:
    """Decide as somebody who wants nothing."""
    phase = g[at.PHASE]
    if phase == at.TURN and not g[at.OPTIONS]:
        kind, seat = divmod(g[at.OPTIONS + 2], 8)
        g[at.DECISION : at.DECISION + 3] = [at.TRADE, kind, seat]
    elif phase == at.OFFERING:
        g[at.DECISION] = at.OFFER
        g[at.DECIDED : at.DECIDED + 1 + at.CARDS] = [1] + [0] * at.CARDS
    else:
        quiet = {at.TURN: at.AUCTION, at.BIDDING: at.PASS, at.PREEMPTION: at.SELL}
        g[at.DECISION] = quiet.get(phase, at.ACCEPT)
    assert admits(g)


def test_a_seat_from_outside_is_asked_in_every_game() -> None:
    games, minds = lay_out(preset("kuhhandel/2"), ("outside", "farmer", "farmer"), ["a", "b", "c"])
    start_all(games, minds)
    asked = 0
    while any(game[at.PHASE] != at.ENDED for game in games):
        for game in games:
            if game[at.PHASE] != at.ENDED:
                assert game[at.ACTOR] == 0
                asked += 1
                _hold_back(game)
        step_all(games, minds)
    assert asked > 100


def _found() -> None:
    for game in range(5):
        thought_alike(preset("kuhhandel/2"), LINE_UP[:4], f"planted/{game}", know_alike)


def test_a_habit_that_is_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = memory._seen_trade

    def wrong(g: Row, f: Reals, me: int) -> None:
        seen(g, f, me)
        f[at.MIND * me + at.MANNERS + at.MANNER * g[at.CHALLENGER] + 2] = 0.0

    monkeypatch.setattr(memory, "_seen_trade", wrong)
    with pytest.raises(Difference):
        _found()


def test_a_guess_that_does_not_give_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belief, "_level", lambda g, f, me, total, places: None)
    with pytest.raises(Difference):
        _found()


def test_an_opponent_who_is_trusted_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stakes, "_CAUTIOUS", (0.6, 1.0, 1.5))
    with pytest.raises(Difference):
        _found()


def test_a_lot_that_may_cost_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding, "MULTIPLIES", 100)
    with pytest.raises(Difference):
        _found()


def test_a_farmer_who_does_not_give_in_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trading, "_MEEK", 0.0)
    with pytest.raises(Difference):
        _found()


def test_a_front_that_is_not_put_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trading, "_puts_up_a_front", lambda g, f, me: False)
    with pytest.raises(Difference):
        _found()


def test_a_trade_that_may_cost_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trading, "MULTIPLIES", 1000)
    with pytest.raises(Difference):
        _found()
