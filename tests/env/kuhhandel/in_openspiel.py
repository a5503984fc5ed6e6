"""OpenSpiel finds nothing wrong with the game, and it is the one that PettingZoo's learners play.

`make openspiel` runs this, in a folder that has the extra. CI has not, and so its name is none
that pytest would look for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import pyspiel
import pytest

from kuhstall.engine.chance import SeededChance
from kuhstall.env.kuhhandel import openspiel
from kuhstall.env.kuhhandel.environment import env
from kuhstall.env.kuhhandel.moves import NAMES
from kuhstall.games.kuhhandel.editions import CLASSIC, MASTERS, find

T = TypeVar("T")

TABLES = [
    (edition.key, players)
    for edition in (*CLASSIC, *MASTERS)
    for players in range(max(3, edition.fewest_seats), edition.most_seats + 1)
]
TWINS = 25
"""Pairs of games for each table."""
TRIES = 10


def game(edition: str, players: int) -> Any:
    return pyspiel.load_game(f"python_kuhhandel(edition={edition},players={players})")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_openspiel_finds_nothing_wrong(edition: str, players: int) -> None:
    pyspiel.random_sim_test(game(edition, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_it_is_the_game_of_pettingzoo(edition: str, players: int) -> None:
    """From equal chance, both offer the same numbers all the time, show and pay the same."""
    chances = random.Random(players)
    table = env(edition, players)
    table.reset(seed=players)
    lots = SeededChance(random.Random(players).randbytes(32))
    state = game(edition, players).new_initial_state()
    rewards = [0.0] * players
    for agent in table.agent_iter(max_iter=20_000):
        drawn(state, lots)
        seen, reward, ended, _, _ = table.last()
        seat = table.possible_agents.index(agent)
        rewards[seat] += reward
        legal = [] if ended else state.legal_actions()
        assert legal == list(np.flatnonzero(seen["action_mask"]))
        assert state.observation_tensor(seat) == list(seen["observation"])
        number = None if ended else chances.choice(legal)
        table.step(number)
        if number is not None:
            assert state.current_player() == seat
            state.apply_action(number)
    assert state.is_terminal()
    assert state.returns() == rewards


def drawn(state: Any, lots: SeededChance) -> None:
    """Draw from the engine's streams what OpenSpiel has to draw."""
    while state.is_chance_node():
        draw = state.course.asked
        assert [lot for lot, _ in state.chance_outcomes()] == list(range(draw.bound))
        state.apply_action(lots.below(draw.label, draw.bound))


def test_a_clone_goes_its_own_way() -> None:
    state = game("master", 3).new_initial_state()
    chances = random.Random(1)
    while state.move_number() < 400:
        walk(state, chances)
    told = str(state), state.information_state_string(0)
    other = state.clone()
    assert (str(other), other.information_state_string(0)) == told
    while not other.is_terminal():
        walk(other, chances)
    assert (str(state), state.information_state_string(0)) == told
    assert not state.is_terminal()


def walk(state: Any, chances: random.Random) -> None:
    legal = [lot for lot, _ in state.chance_outcomes()] if state.is_chance_node() else None
    state.apply_action(chances.choice(legal or state.legal_actions()))


def test_more_players_than_an_edition_has_are_refused() -> None:
    with pytest.raises(Exception, match="players, not 9"):
        openspiel.KuhhandelGame({"edition": "kuhhandel/2", "players": 9})


def lots_for(cards: Sequence[T], wanted: Sequence[T]) -> list[int]:
    """Say what has to be drawn so that cards come to lie as wanted."""
    deck, lots = list(cards), []
    for last in range(len(deck) - 1, 0, -1):
        lot = deck.index(wanted[last], 0, last + 1)
        deck[last], deck[lot] = deck[lot], deck[last]
        lots.append(lot)
    return lots


class Twins:
    """Two games that a seat cannot tell apart for long: what it has not seen differs."""

    def __init__(self, edition: str, players: int, seed: int) -> None:
        self.chances = random.Random(f"{edition}/{players}/{seed}")
        self.viewer = self.chances.randrange(players)
        cards = list(find(edition).deck)
        one = self.chances.sample(cards, len(cards))
        same = self.chances.randrange(len(cards) // 2, len(cards))
        rest = one[same:]
        other = one[:same] + self.chances.sample(rest, len(rest))
        start = self.chances.randrange(players)
        self.states = [
            self._dealt(game(edition, players), [*lots_for(cards, deck), start])
            for deck in (one, other)
        ]

    def _dealt(self, table: Any, lots: Sequence[int]) -> Any:
        state = table.new_initial_state()
        for lot in lots:
            if state.is_chance_node():
                state.apply_action(lot)
        return state

    def step(self) -> bool:
        """Let both go on: alike where the seat would notice, and apart where it would not."""
        one, other = self.states
        if one.current_player() != other.current_player() or one.is_terminal():
            return False
        if one.is_chance_node():
            lots = min(state.course.asked.bound for state in self.states)
            lot = self.chances.randrange(lots)
            for state in self.states:
                state.apply_action(lot)
            return True
        secret = one.current_player() != self.viewer and self._is_secret(one)
        laid = self._act(one)
        return self._follow(other, (secret and self._instead(other, laid)) or laid)

    def _is_secret(self, state: Any) -> bool:
        """Whether others are not told at once what the acting seat does."""
        sealed = state.course.turns.match.table.phase.sealed
        names = [NAMES[number] for number in state.legal_actions()]
        return sealed or any(name.startswith(("add", "lay_card")) for name in names)

    def _act(self, state: Any) -> list[int]:
        """Let a seat do anything, card by card if it picks."""
        done: list[int] = []
        while not done or state.course.turns.picked:
            done.append(self.chances.choice(state.legal_actions()))
            state.apply_action(done[-1])
        return done

    def _instead(self, state: Any, laid: Sequence[int]) -> Sequence[int] | None:
        """Find something else to do that looks the same: as many cards, of other values."""
        for _ in range(TRIES):
            found = self._act(state.clone())
            alike = len(found) == len(laid) and (len(found) == 1 or found[-1] == laid[-1])
            if alike and found != laid:
                return found
        return None

    def _follow(self, state: Any, wanted: Sequence[int]) -> bool:
        """Do what is wanted, unless that cannot be done here."""
        for number in wanted:
            if number not in state.legal_actions():
                return False
            state.apply_action(number)
        return True

    def seen(self, state: Any) -> Any:
        """Return all that the engine lets the seat know, and what it has done itself."""
        acted = [each.action for each in state.full_history() if each.player == self.viewer]
        return state.course.turns.match.seen(self.viewer), acted

    @property
    def purses_apart(self) -> bool:
        """Whether somebody has other money in one game than in the other."""
        one, other = [state.course.turns.match.table.world.purses for state in self.states]
        return bool(one != other)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_who_has_seen_the_same_is_in_the_same_state(edition: str, players: int) -> None:
    found = Counter[str]()
    for seed in range(TWINS):
        twins = Twins(edition, players, seed)
        one, other = twins.states
        going = True
        while going:
            same = twins.seen(one) == twins.seen(other)
            told = [state.information_state_string(twins.viewer) for state in twins.states]
            assert same == (told[0] == told[1]), "a state tells more or less than was seen"
            if not same:
                break
            found["steps"] += 1
            found["purses apart"] += twins.purses_apart
            assert one.observation_tensor(twins.viewer) == other.observation_tensor(twins.viewer)
            if one.current_player() == other.current_player() == twins.viewer:
                assert one.legal_actions() == other.legal_actions()
            going = twins.step()
    print(edition, players, dict(found))
    assert found["steps"] > 20 * TWINS
    assert found["purses apart"] >= 5


@pytest.mark.parametrize("wrong", [str, lambda log: str(len(log))])
def test_a_state_that_tells_too_much_or_too_little_is_found(
    wrong: Callable[[list[Any]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison would notice if a state were made of the log as it is, or of its length."""
    monkeypatch.setattr(
        openspiel.Course, "history", lambda course, _seat: wrong(course.turns.match.log)
    )
    with pytest.raises(AssertionError, match="more or less than was seen"):
        test_who_has_seen_the_same_is_in_the_same_state("kuhhandel/2", 4)
