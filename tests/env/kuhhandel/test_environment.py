"""The environment of PettingZoo: its own tests pass, and every game is one by the rules."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from kuhstall.engine.match import Match
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Refused
from kuhstall.env.kuhhandel.adding import may_add, may_stop
from kuhstall.env.kuhhandel.environment import KuhhandelEnv, env
from kuhstall.env.kuhhandel.moves import NAMES, NUMBER
from kuhstall.games.kuhhandel.actions import Pay
from kuhstall.games.kuhhandel.editions import CLASSIC, MASTERS


def test_without_its_extra_it_says_which_one_to_install() -> None:
    asked = (
        "import sys; sys.modules['pettingzoo'] = sys.modules['pyspiel'] = None\n"
        "for name in ('environment', 'openspiel'):\n"
        "    try: __import__(f'kuhstall.env.kuhhandel.{name}')\n"
        "    except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"this needs an extra: pip install 'kuhstall[{extra}]'" for extra in ("env", "openspiel")
    ]


TABLES = [
    (edition.key, players)
    for edition in (*CLASSIC, *MASTERS)
    for players in range(max(3, edition.fewest_seats), edition.most_seats + 1)
]


@pytest.mark.filterwarnings("ignore:Observation")  # it is a dictionary, because of the mask
@pytest.mark.filterwarnings("ignore:Environment has not defined a render")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_pettingzoo_finds_nothing_wrong(edition: str, players: int) -> None:
    api_test(env(edition, players), num_cycles=60)
    seed_test(lambda: env(edition, players), num_cycles=20)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_game_of_chance_comes_to_an_end(edition: str, players: int) -> None:
    table = env(edition, players)
    rewards = played(table, seed=players)

    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0


def played(table: KuhhandelEnv, seed: int) -> dict[str, float]:
    chances = np.random.default_rng(seed)
    table.reset(seed=seed)
    total = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(max_iter=20_000):
        seen, reward, ended, _, _ = table.last()
        total[agent] += reward
        table.step(None if ended else int(chances.choice(np.flatnonzero(seen["action_mask"]))))
    assert not table.agents
    return total


def test_what_the_mask_bars_is_refused() -> None:
    table = env()
    table.reset(seed=1)

    with pytest.raises(ValueError, match="done may not be chosen now"):
        table.step(NUMBER["done"])


def test_rules_are_checked() -> None:
    with pytest.raises(Refused):
        env("kuhhandel/2", players=9)


@given(
    pool=st.lists(st.sampled_from((0, 10, 20, 50, 100)), max_size=6).map(
        lambda c: tuple(sorted(c))
    ),
    fewest=st.integers(0, 2),
    least=st.sampled_from((0, 10, 30, 60, 110)),
    exact=st.booleans(),
    lean=st.booleans(),
    most=st.none() | st.integers(2, 4),
)
@settings(max_examples=150, deadline=None)
def test_card_by_card_leads_to_every_pick_and_to_no_other(**bounds: Any) -> None:
    option = Pick(Pay(()), "cards", **bounds)
    found: set[tuple[int, ...]] = set()
    begun: list[tuple[int, ...]] = [()]
    while begun:
        picked = begun.pop()
        more = list(may_add(option, picked))
        stops = may_stop(option, picked)
        assert stops or more or not picked  # no way leads nowhere
        if stops:
            found.add(picked)
        begun += [(*picked, card) for card in more]

    assert found == {action.cards for action in option.expand() if isinstance(action, Pay)}


def test_names_are_said_once() -> None:
    assert len(set(NAMES)) == len(NAMES)


class Shown:
    """A match that lets nobody look at the table itself."""

    def __init__(self, match: Any) -> None:
        self._match = match

    def __getattr__(self, name: str) -> Any:
        if name not in ("actors", "options", "play", "view"):
            raise AssertionError(f"{name} is nothing that a seat is shown")
        return getattr(self._match, name)


@pytest.mark.parametrize("edition", ["kuhhandel/2", "master"])
def test_an_environment_reads_what_a_seat_is_shown(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kuhstall.env.kuhhandel.turns.Match", lambda *given: Shown(Match(*given)))

    assert max(played(env(edition, 3), seed=1).values()) > 0


def test_the_example_learns(capsys: pytest.CaptureFixture[str]) -> None:
    example = Path(__file__).parents[3] / "examples" / "learner.py"
    main = runpy.run_path(str(example))["main"]

    main(2)

    assert "game 2" in capsys.readouterr().out
