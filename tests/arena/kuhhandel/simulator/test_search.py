"""The bot that searches sees only its own side, and decides as the simulator does."""

from __future__ import annotations

from math import isfinite
from typing import Any

import pytest

from kuhstall.arena.kuhhandel.simulator.comparing import play_on
from kuhstall.bots import registry
from kuhstall.bots.kuhhandel import search as champions
from kuhstall.bots.kuhhandel.champion import Searcher
from kuhstall.bots.kuhhandel.search import MODELS, Search
from kuhstall.bots.kuhhandel.simulator import imagining, search, stakes
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.belief import belief
from kuhstall.bots.kuhhandel.simulator.chance import TABLE, THOUGHT, StreamChance, derive
from kuhstall.bots.kuhhandel.simulator.compiling import rows
from kuhstall.bots.kuhhandel.simulator.decisions import read_decision, write_decision
from kuhstall.bots.kuhhandel.simulator.memory import remember_nothing
from kuhstall.bots.kuhhandel.simulator.money import worth
from kuhstall.bots.kuhhandel.simulator.options import offer_options
from kuhstall.bots.kuhhandel.simulator.outlook import look
from kuhstall.bots.kuhhandel.simulator.playing import decide, lay_out, models, step
from kuhstall.bots.kuhhandel.simulator.setting import begin, deal, write_cards
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import Accept, Counter
from tests.arena.kuhhandel.simulator.games import preset

NAMES = ("hard", "farmer@1", "farmer@2")
EDITION = preset("kuhhandel/2")


def decide_with_search(seed: str, most: int) -> list[tuple[Action, Action]]:
    """Play on the engine and in the simulator; return the first decisions that were searched."""
    match = Match(EDITION, len(NAMES), StreamChance(seed, TABLE))
    thinker = Searcher(0, StreamChance(seed, 0), worlds=1)
    bots = [
        thinker,
        *(registry.make(NAMES[at], EDITION.key, at, StreamChance(seed, at)) for at in (1, 2)),
    ]
    (g,), (f,) = lay_out(EDITION, NAMES, [seed])
    deal(g)
    remember_nothing(g, f)
    (h, k), (e, d) = rows(2, at.WHOLE, at.REALS)
    found: list[tuple[Action, Action]] = []
    offer_options(g)
    while len(found) < most:
        seat = match.actors[0]
        action = bots[seat].choose(match.seen(seat))
        decide(g, f)
        if seat == 0 and search.should_search(g):
            derive(g, THOUGHT, g, 0)
            search.search(g, f, 0, (h, e), (k, d), models(MODELS), 1)
            found.append((action, read_decision(g)))
            write_decision(g, action)
        step(g, f)
        play_on(match, seat, action)
    return found


@pytest.mark.slow
def test_a_bot_that_sees_its_own_side_alone_decides_as_the_simulator_does() -> None:
    for played, simulated in decide_with_search("ponder", most=5):
        assert played == simulated


@pytest.mark.parametrize(("length", "plans", "worlds"), [(1, 16, 16), (20, 16, 10), (400, 2, 2)])
def test_it_imagines_no_more_decisions_than_it_may(
    length: int, plans: int, worlds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bound by work and not by a clock; long games are tried with fewer plans, not only once."""
    tried: list[int] = []
    spent: list[int] = []

    def try_out(*given: Any) -> int:
        tried.append(given[-1])
        return length

    def noted(*given: Any) -> None:
        spent.append(run_search(*given[:-1], 16))

    run_search: Any = search.search
    monkeypatch.setattr(search, "_try_out", try_out)
    monkeypatch.setattr(champions, "search", noted)
    champions.warm_up()
    assert spent == [length * len(tried)]
    assert spent[0] <= 1.1 * search._MOST_DECISIONS
    assert len(set(tried)) == plans
    assert tried.count(0) == worlds + 1  # and once to see how long it takes


def test_whoever_would_accept_may_counter_as_the_rules_want_it() -> None:
    """The number of cards is shown at this table, whatever was decided about the last offer."""
    (g,), (f,) = lay_out(EDITION, NAMES, ["ponder"])
    begin(g, 0)
    remember_nothing(g, f)
    write_cards(g, at.PURSES, (0, 10, 50))
    g[at.PHASE], g[at.BOUT], g[at.STAKE], g[at.ANIMAL] = at.RESPONDING, 1, 1, 0
    g[at.OWNER] = g[at.CHALLENGER] = 1
    g[at.CHALLENGED] = g[at.ACTOR] = 0
    offer_options(g)
    g[at.DECISION], g[at.DECIDED] = at.ACCEPT, 0
    found = []
    for plan in range(search._write_plans(g, f, 0)):
        search._take_up(g, g, plan)
        found.append(read_decision(g))
    assert found[0] == Accept()
    assert len(found) > 2
    assert all(isinstance(each, Counter) and each.show_count for each in found[1:])


def test_a_belief_below_zero_counts_as_an_empty_purse() -> None:
    """Imagined purses contradict what a seat believes; this one crashed the search."""
    (g,), (f,) = lay_out(EDITION, NAMES, ["ponder"])
    begin(g, 0)
    remember_nothing(g, f)
    write_cards(g, at.PURSES, (0, 10, 50))
    f[belief(0, 1) + 1] = f[belief(0, 1) + 2] = -2.0
    g[at.TOP] = g[at.DECK_SIZE]
    look(g, f, 0)
    stakes.write_stakes(g, f, 0, 1, 0, 1)
    stakes.meet(g, f, 0, 1)
    assert isfinite(stakes.promise(g, f, 0, 1, 0.0, 0.0))


def test_a_search_that_fails_leaves_the_decision_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError

    def noted(*given: Any) -> Action:
        decided.append((given[-1], overruled(*given)))
        return decided[-1][1]

    decided: list[tuple[Action, Action]] = []
    overruled = Search.overruled
    monkeypatch.setattr(Search, "overruled", noted)
    monkeypatch.setattr(champions, "search", fail)
    decide_with_search("ponder", most=2)
    assert decided
    assert all(before == after for before, after in decided)


def test_a_search_tries_no_payment_beyond_what_the_animals_can_be_worth() -> None:
    (g,), (f,) = lay_out(EDITION, NAMES, ["ponder"])
    begin(g, 0)
    remember_nothing(g, f)
    write_cards(g, at.PURSES, (0, 10, 50, 500))
    g[at.PHASE], g[at.BOUT], g[at.STAKE], g[at.ANIMAL] = at.OFFERING, 1, 1, 0
    g[at.OWNER] = g[at.CHALLENGER] = g[at.ACTOR] = 0
    g[at.CHALLENGED] = 1
    offer_options(g)
    g[at.DECISION] = at.OFFER
    sums = []
    for plan in range(1, search._write_plans(g, f, 0)):
        search._take_up(g, g, plan)
        sums.append(worth(g, at.DECIDED_CARDS))
    assert sums == [0, 10, 50, 60]  # a quartet of roosters counts 10


@pytest.mark.slow
def test_what_a_bot_may_not_know_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the others' true purses in an imagined game: the bot, who has none, goes elsewhere."""
    monkeypatch.setattr(imagining, "_deal", lambda h, e, me: None)
    decided = decide_with_search("ponder", most=5)
    assert [played for played, simulated in decided if played != simulated]
