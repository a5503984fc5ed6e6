"""Who ponders: the bot that sees only its own side decides as the shadow does, and it may do so."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.arena.kuhhandel.shadow.comparing import play_on
from kuhstall.bots import registry
from kuhstall.bots.kuhhandel import pondered as champions
from kuhstall.bots.kuhhandel.champion import Ponderer
from kuhstall.bots.kuhhandel.pondered import MODELS
from kuhstall.bots.kuhhandel.shadow import imagining, pondering
from kuhstall.bots.kuhhandel.shadow import layout as at
from kuhstall.bots.kuhhandel.shadow.chance import TABLE, THOUGHT, StreamChance, derive
from kuhstall.bots.kuhhandel.shadow.compiling import rows
from kuhstall.bots.kuhhandel.shadow.decisions import read_decision, write_decision
from kuhstall.bots.kuhhandel.shadow.memory import remember_nothing
from kuhstall.bots.kuhhandel.shadow.options import offer_options
from kuhstall.bots.kuhhandel.shadow.playing import decide, lay_out, models, step
from kuhstall.bots.kuhhandel.shadow.setting import begin, deal, write_cards
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import Accept, Counter
from tests.arena.kuhhandel.shadow.games import preset

NAMES = ("hard", "farmer@1", "farmer@2")
EDITION = preset("kuhhandel/2")


def pondered(seed: str, most: int) -> list[tuple[Action, Action]]:
    """Play on the engine and in the shadow; return the first decisions that were pondered on."""
    match = Match(EDITION, len(NAMES), StreamChance(seed, TABLE))
    thinker = Ponderer(0, StreamChance(seed, 0), worlds=1)
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
        if seat == 0 and pondering.ponders(g):
            derive(g, THOUGHT, g, 0)
            pondering.ponder(g, f, 0, (h, e), (k, d), models(MODELS), 1)
            found.append((action, read_decision(g)))
            write_decision(g, action)
        step(g, f)
        play_on(match, seat, action)
    return found


def test_a_bot_that_sees_its_own_side_alone_decides_as_the_shadow_does() -> None:
    for played, shadowed in pondered("ponder", most=5):
        assert played == shadowed


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
        spent.append(ponder(*given[:-1], 16))

    ponder: Any = pondering.ponder
    monkeypatch.setattr(pondering, "_try_out", try_out)
    monkeypatch.setattr(champions, "ponder", noted)
    champions.warm_up()
    assert spent == [length * len(tried)]
    assert spent[0] <= 1.1 * pondering._MOST_DECISIONS
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
    for plan in range(pondering._write_plans(g, 0)):
        pondering._take_up(g, g, plan)
        found.append(read_decision(g))
    assert found[0] == Accept()
    assert len(found) > 2
    assert all(isinstance(each, Counter) and each.show_count for each in found[1:])


def test_what_a_bot_may_not_know_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the others' true purses in an imagined game: the bot, who has none, goes elsewhere."""
    monkeypatch.setattr(imagining, "_deal", lambda h, e, me: None)
    decided = pondered("ponder", most=5)
    assert [played for played, shadowed in decided if played != shadowed]
