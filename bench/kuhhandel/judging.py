"""`python -m bench.kuhhandel.judging`: how often search contradicts what the coach says of endings.

Every remark on a trade with the deck empty is tried out: what was played and what the coach would
have done, each in the same imagined games. One line of JSON for each kind of remark: how many there
are, how many search decides (by more than two standard errors), and in how many of these what was
played was better. Needs `kuhstall[train]`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.driver import play_out
from kuhstall.bots import registry
from kuhstall.bots.bot import HARD
from kuhstall.bots.coach import Decision, decisions
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import personality_of
from kuhstall.bots.kuhhandel.search import MODELS, write_memory, write_table
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.chance import think
from kuhstall.bots.kuhhandel.simulator.compiling import rows
from kuhstall.bots.kuhhandel.simulator.decisions import write_decision
from kuhstall.bots.kuhhandel.simulator.imagining import imagine
from kuhstall.bots.kuhhandel.simulator.options import offer_options
from kuhstall.bots.kuhhandel.simulator.playing import models, seat
from kuhstall.bots.kuhhandel.simulator.search import _PLAN, _try_out
from kuhstall.engine.match import Match
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.view import OfferingView, RespondingView
from kuhstall.games.registry import EDITIONS

EDITION: Final = "kuhhandel/2"
LINE_UP: Final = ("easy", "medium", "random", "farmer:bluffer")
"""Who is judged: players of all kinds, four at a table."""
_SURE: Final = 2
"""Standard errors beyond which search has decided."""


class Comparer:
    """Tries out actions of a seat in imagined games."""

    def __init__(self, worlds: int) -> None:
        self._worlds = worlds
        self._rows = rows(3, at.WHOLE, at.REALS)
        self._models = models(MODELS)

    def gain(self, decision: Decision, better: Action) -> tuple[float, float]:
        """Return by how much the other action ends better, and the standard error of that."""
        (g, h, k), (f, e, d) = self._rows
        seen = decision.seen
        memory = Memory(seen.seat)
        memory.listen(seen.heard)
        write_table(g, seen, memory)
        write_memory(g, f, memory)
        seat(g, f, seen.seat, personality_of(HARD))
        offer_options(g)
        for plan, action in enumerate((decision.action, better)):
            write_decision(g, action)
            for part in range(_PLAN):
                g[at.PLANNED + _PLAN * plan + part] = g[at.DECISION + part]
        think(g, QuickChance(decision.step))
        gains = []
        for _ in range(self._worlds):
            imagine(g, f, seen.seat, h, e, self._models)
            found = []
            for plan in (0, 1):
                f[at.HOPES + plan] = 0.0
                _try_out(g, f, seen.seat, (h, e), (k, d), plan)
                found.append(f[at.HOPES + plan])
            gains.append(float(found[1] - found[0]))
        return fmean(gains), stdev(gains) / sqrt(self._worlds)


def played(seed: int) -> Match:
    """Play a game of all kinds of players, who change seats from game to game."""
    names = [LINE_UP[(place + seed) % len(LINE_UP)] for place in range(len(LINE_UP))]
    chance = QuickChance(f"judging {seed}")
    match = Match(EDITIONS[EDITION], len(names), chance)
    bots = [registry.make(name, EDITION, place, chance) for place, name in enumerate(names)]
    for _ in play_out(match, bots, chance):
        pass
    return match


def remarks(match: Match) -> Iterator[tuple[Decision, Any]]:
    """Tell what the coach says of trades with the deck empty."""
    for place in range(len(LINE_UP)):
        judge = registry.judge(EDITION, place)
        for decision in decisions(match.log, place):
            verdict = judge.verdict(decision)
            view = decision.seen.view
            ending = not view.deck and isinstance(view.phase, OfferingView | RespondingView)
            if verdict is not None and ending:
                yield decision, verdict


def told(kind: str, found: Sequence[tuple[float, float]]) -> dict[str, Any]:
    decided = [gain for gain, error in found if abs(gain) > _SURE * error]
    return {
        "remark": kind,
        "remarks": len(found),
        "decided": len(decided),
        "contradicted": sum(gain < 0 for gain in decided),
        "gain": round(fmean(gain for gain, _ in found), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="of the processor")
    parser.add_argument("--worlds", type=int, default=400, help="imagined games for each remark")
    parser.add_argument("--games", type=int, default=10_000, help="at most so many games")
    args = parser.parse_args()
    comparer = Comparer(args.worlds)
    found = defaultdict[str, list[tuple[float, float]]](list)
    begun, games = time.process_time(), 0
    for games in count(1):
        for decision, verdict in remarks(played(games)):
            gain = comparer.gain(decision, verdict.better)
            found[verdict.reason.key.removeprefix("review.")].append(gain)
        if games == args.games or time.process_time() - begun > args.seconds:
            break
    for kind in sorted(found):
        print(json.dumps(told(kind, found[kind])))
    everything = [gain for each in found.values() for gain in each]
    print(json.dumps({"games": games} | told("all", everything)))


if __name__ == "__main__":
    main()
