"""How fast the rules of Kuhhandel are: random play, and the cost of a view.

The headline is random play as rivals measure it: strict turns, no player raises their own bid, and
a polled seat passes or raises by 10, 20, 50 or 100 as far as its money goes. Pedigrees are counted
down step by step, each answer a move.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from kuhstall.arena.bench import Speed, play, time_games, timed_view
from kuhstall.arena.chance import QuickChance
from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Option, Range, sample, worths
from kuhstall.engine.values import Action, Actor
from kuhstall.games.kuhhandel.actions import Pass, PlaceBid
from kuhstall.games.kuhhandel.edition import Edition, KuhTable
from kuhstall.games.rule_options import names

ABOVE_LOWEST: Final = (0, 10, 40, 90)
"""Raises by 10, 20, 50 and 100, counted from the lowest bid allowed."""

PASS: Final = Pass()
HEADLINE: Final[dict[str, str | bool]] = {
    "auction_mode": "turns",
    "gavel": "clock",
    "self_raise": False,
}
STEPWISE: Final[dict[str, str | bool]] = {"pedigree_mode": "stepwise", "slap": "lottery"}
"""What the headline adds where an edition has these options: no step waits for a clock."""

_MIDDLE: Final = {False: 200, True: 60}
"""How many moves half a game has; fewer where two divide the deck."""


def random_play(edition: Edition, seats: int, games: int, seed: int) -> Speed:
    """Play the headline's random games."""
    return preset_play(headline(edition), seats, games, seed)


def headline(edition: Edition) -> Edition:
    """Return the edition by the rules of the headline."""
    known = names(type(edition.rules))
    rules = {name: value for name, value in (HEADLINE | STEPWISE).items() if name in known}
    return edition.with_rules(rules)


def preset_play(edition: Edition, seats: int, games: int, seed: int) -> Speed:
    """Play random games by the rules as they are; the clock is one of the actors."""
    return time_games(edition, seats, games, seed, affordable)


def view_cost(edition: Edition, seats: int, seed: int = 1) -> dict[str, float]:
    """Measure one view in the middle of a game, in microseconds, and its size in bytes.

    The sums that a purse can pay are remembered; `new_view_us` is a view of a purse not seen yet.
    """
    chance = QuickChance(seed)
    half = _MIDDLE[edition.divides(seats)]
    table, _ = play(headline(edition), seats, chance, affordable, half)
    return timed_view(table, worths.cache_clear)


def affordable(
    table: KuhTable, actor: Actor, offered: tuple[Option, ...], chance: Chance
) -> Action:
    """Choose uniformly among passing and the raises that the purse can pay."""
    bids = offered[-1]
    if type(bids) is not Range or type(bids.action) is not PlaceBid:
        return sample(offered, chance)
    room = min(bids.high, sum(table.world.purses[actor])) - bids.low
    choice = chance.below("raise", bisect_right(ABOVE_LOWEST, room) + 1)
    return PlaceBid(bids.low + ABOVE_LOWEST[choice - 1]) if choice else PASS
