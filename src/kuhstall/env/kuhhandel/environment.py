"""A table as an environment of PettingZoo: one seat after the other, with masks.

Bidding goes in strict turns, as at tables that are played over days: who is quickest is nothing
that can be learned from a log. A reward comes at the end, and all rewards add up to nothing.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("this needs an extra: pip install 'kuhstall[env]'") from error


from kuhstall.engine.chance import SeededChance
from kuhstall.env.kuhhandel import moves, observation
from kuhstall.env.kuhhandel.turns import Turns, in_turns

_SECRET = 32


class KuhhandelEnv(AECEnv):  # type: ignore[misc]  # no types published
    """A table with an agent on each seat. It reads what a seat is shown, and nothing else."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kuhhandel_v0",
        "is_parallelizable": False,
        "render_modes": [],
    }

    def __init__(self, edition: str = "kuhhandel/2", players: int = 4, **rules: Any) -> None:
        self._edition = in_turns(edition, rules)
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
        chance = SeededChance(self._chances.randbytes(_SECRET))
        self._turns = Turns(self._edition, self._players, chance)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn_to_next()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        mine = agent == self.agent_selection
        mask: NDArray[np.int8] = np.zeros(len(moves.NAMES), np.int8)
        if mine:
            mask[list(self._turns.meanings)] = 1
        numbers = observation.observe(
            self._turns.match.view(seat), seat, self._turns.picked_by(seat)
        )
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("choose something: read the mask")
        self._turns.choose(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._turn_to_next()
        self._accumulate_rewards()

    def close(self) -> None:
        """Nothing is open."""

    def _turn_to_next(self) -> None:
        seat = self._turns.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        self.rewards = dict(zip(self.agents, self._turns.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]


def env(edition: str = "kuhhandel/2", players: int = 4, **rules: Any) -> KuhhandelEnv:
    """Set up a table, as PettingZoo's own games are set up."""
    return KuhhandelEnv(edition, players, **rules)
