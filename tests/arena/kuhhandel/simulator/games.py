"""Games on the engine, with the simulator beside them."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.arena.chance import QuickChance
from kuhstall.arena.kuhhandel.simulator.beside import watch
from kuhstall.arena.kuhhandel.simulator.comparing import SimulatedGame
from kuhstall.bots import registry
from kuhstall.bots.bot import Bot
from kuhstall.bots.kuhhandel.simulator.setting import in_turns
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Match, Seen
from kuhstall.engine.option import Pick, sample
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.editions import find
from kuhstall.games.kuhhandel.money import BLUFF

PRESETS = ("kuhhandel/2", "kuhhandel/2-ru", "kuhhandel/1", "master", "master-en")


class TyingBot:
    """Plays anything, but lays nothing except bluff cards, so that trades are tied twice."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, seen: Seen) -> Action:
        for way in seen.options:
            if not isinstance(way, Pick) or way.least or way.most is not None:
                continue  # nothing to be laid face down
            bluffs = tuple(card for card in way.pool if card == BLUFF)
            if len(bluffs) >= way.fewest:
                return way.fill(bluffs)
        return sample(seen.options, self._chance)


def _bot(name: str, edition: Edition, seat: Seat, chance: Chance) -> Bot:
    if name == "tying":
        return TyingBot(chance)
    return registry.make(name, edition.key, seat, chance)


def play_both(edition: Edition, names: Sequence[str], seed: str) -> SimulatedGame:
    """Play a game on the engine, by its chance, and compare after every decision."""
    match = Match(edition, len(names), QuickChance(f"{seed}/table"))
    bots = [
        _bot(name, edition, seat, QuickChance(f"{seed}/seat {seat}"))
        for seat, name in enumerate(names)
    ]
    return watch(match, bots)


def preset(key: str) -> Edition:
    return in_turns(find(key))
