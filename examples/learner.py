"""A learner of sixty lines: it tries the environment, and notes which first moves tend to win.

    pip install 'kuhstall[env]'
    python examples/learner.py 20

It is no strong player. It shows all that a stronger learner needs: observations, masks, rewards.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np

from kuhstall.env.kuhhandel.environment import env
from kuhstall.env.kuhhandel.moves import NAMES
from kuhstall.env.kuhhandel.observation import PHASES


class Averages:
    """The mean reward of each move in each phase: the smallest table that can be learned."""

    def __init__(self, seed: int) -> None:
        self._chances = np.random.default_rng(seed)
        self._sums = np.zeros((len(PHASES), len(NAMES)))
        self._times = np.ones_like(self._sums)

    def choose(self, seen: dict[str, np.ndarray]) -> tuple[int, int]:
        """Mostly do what has done best so far; now and then try something else."""
        phase = int(np.argmax(seen["observation"][: len(PHASES)]))
        allowed = np.flatnonzero(seen["action_mask"])
        if self._chances.random() < 0.3:
            return phase, int(self._chances.choice(allowed))
        means = self._sums[phase, allowed] / self._times[phase, allowed]
        return phase, int(allowed[np.argmax(means + self._chances.random(len(allowed)) * 1e-6)])

    def learn(self, moves: list[tuple[int, int]], reward: float) -> None:
        for phase, move in moves:
            self._sums[phase, move] += reward
            self._times[phase, move] += 1


def main(games: int) -> None:
    table = env("kuhhandel/2", players=4)
    averages = Averages(seed=1)
    for game in range(games):
        table.reset(seed=game)
        moves: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for agent in table.agent_iter():
            seen, reward, ended, _, _ = table.last()
            if ended:
                averages.learn(moves[agent], reward)
                table.step(None)
                continue
            choice = averages.choose(seen)
            moves[agent].append(choice)
            table.step(choice[1])
        print(f"game {game + 1}: {sum(map(len, moves.values()))} decisions")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
