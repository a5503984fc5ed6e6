"""A table as an environment of PettingZoo: one seat after the other, with masks.

Bidding goes in strict turns, as at tables that are played over days: who is quickest is nothing
that can be learned from a log. A reward comes at the end: the share of the win less what every
seat would have if all were equal, so that they add up to nothing.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Match
from kuhstall.env.kuhhandel import moves, observation
from kuhstall.env.kuhhandel.moves import AddCard
from kuhstall.games.registry import find

_SECRET = 32


class KuhhandelEnv(AECEnv):  # type: ignore[misc]  # no types published
    """A table with an agent on each seat. It reads what a seat is shown, and nothing else."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kuhhandel_v0",
        "is_parallelizable": False,
        "render_modes": [],
    }

    def __init__(self, edition: str = "kuhhandel/2", players: int = 4, **rules: Any) -> None:
        chosen = find(edition)
        self._edition = chosen.with_rules(chosen.hosted(rules, over_days=True))
        self._edition.opened(players)
        self._players = players
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape = (len(observation.NAMES),)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1, 8, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (len(moves.NAMES),), np.int8),
            }
        )
        self._action_space = spaces.Discrete(len(moves.NAMES))
        self._chances = random.Random()  # noqa: S311 -- games to learn from, and no secrets

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deal. The same seed gives the same game for the same actions; without one it goes on."""
        if seed is not None:
            self._chances = random.Random(seed)  # noqa: S311 -- as above
        self._match = Match(
            self._edition, self._players, SeededChance(self._chances.randbytes(_SECRET))
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._picked: list[int] = []
        self._turn_to_next()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        mine = agent == self.agent_selection
        picked = self._picked if mine else ()
        mask: NDArray[np.int8] = np.zeros(len(moves.NAMES), np.int8)
        if mine:
            mask[list(self._meanings)] = 1
        numbers = observation.observed(self._match.view(seat), seat, picked)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat[agent]
        if action is None or (meaning := self._meanings.get(int(action))) is None:
            name = None if action is None else moves.NAMES[int(action)]
            raise ValueError(f"{name} may not be chosen now: read the mask")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if isinstance(meaning, AddCard):
            self._picked.append(meaning.card)
        else:
            self._picked = []
            self._match.play(seat, meaning)
        self._turn_to_next()
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is open."""

    def _turn_to_next(self) -> None:
        waiting = self._match.actors
        if not waiting:
            self._end()
            return
        seat = waiting[0]
        self.agent_selection = self.possible_agents[seat]
        options = self._match.options(seat)
        self._meanings = moves.meanings(options, seat, self._players, self._picked)

    def _end(self) -> None:
        self._meanings = {}
        winners = self._match.view(None).phase.winners
        for agent, seat in self._seat.items():
            won = 1 / len(winners) if seat in winners else 0.0
            self.rewards[agent] = won - 1 / self._players
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]


def env(edition: str = "kuhhandel/2", players: int = 4, **rules: Any) -> KuhhandelEnv:
    """Set up a table, as PettingZoo's own games are set up."""
    return KuhhandelEnv(edition, players, **rules)
