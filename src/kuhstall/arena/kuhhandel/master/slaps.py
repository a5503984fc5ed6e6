"""Who wins a slap, when hands and wires differ: two people, one pedigree, many times over.

The winner is the engine's, and what a wire is made up for comes in from outside, so that it is the
very function that a server uses. What is assumed is how people react: in 260 ms on average, as
those do who wait for something to happen, and hardly ever below 160.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.table import Table
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.editions import MASTER
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow
from kuhstall.games.kuhhandel.master.events import Slapped
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.slapping import STEP_MS, Sale

Way: TypeAlias = Literal["lottery", "reflex"]

Reacted: TypeAlias = Callable[[float, float, float], float]
"""From the arrival, what the client says, and the believed round trip: how long a hand took."""

Believed: TypeAlias = Callable[[Sequence[float]], float]
"""From round trips as they were measured: the one that is believed."""

_FASTEST: Final = 150.0
_SHAPE, _SCALE = 4.0, 27.5
_JITTER: Final = 0.05
_PINGS: Final = 20
_HELD_BACK: Final = 200.0
_COUNT: Final = 5


class Hand(Struct, frozen=True):
    """A player who wants to slap. A script reacts in a fixed time; a cheat claims zero time.

    A player who holds back pongs seems to be further away. All times are milliseconds.
    """

    trip: float
    script: float | None = None
    forges: bool = False
    holds_back: bool = False


class Server(Struct, frozen=True):
    """How the server measures, and how long it waits."""

    reacted: Reacted
    believed: Believed
    step: float
    grace: float


def share(one: Hand, other: Hand, way: Way, server: Server, games: int) -> float:
    """Return the share of wins of the first player, without undecided games."""
    luck = random.Random(f"1/{one}/{other}/{way}")
    chance = SeededChance(luck.randbytes(64))
    edition = MASTER.with_rules({"slap": way})
    table: Table[Any, Any]
    table, _ = begin(edition, 3, chance)
    counting = Countdown(Sale("cow", auctioneer=0), _COUNT)
    wins = {1: 0, 2: 0}
    for moment in range(games):
        held: dict[Seat, Action] = {}
        for seat, hand in ((1, one), (2, other)):
            arrival, told = _slap(hand, luck)
            if arrival <= server.step + server.grace:
                held[seat] = _handed_in(way, hand, server, (arrival, told), luck)
        if held:
            step = replace(table, phase=counting, moment=moment)
            slapped = next(iter(counting.unseal(step, held, chance)))
            if isinstance(slapped, Slapped):
                wins[slapped.seat] += 1
    return wins[1] / (wins[1] + wins[2])


def _slap(hand: Hand, luck: random.Random) -> tuple[float, float]:
    """Return when a slap arrives, counted from the step, and what the client says."""
    human = _FASTEST + luck.gammavariate(_SHAPE, _SCALE)
    took = human if hand.script is None else hand.script
    return _way(hand, luck) / 2 + took + _way(hand, luck) / 2, 0.0 if hand.forges else took


def _way(hand: Hand, luck: random.Random) -> float:
    """Return a round trip of the wire as it is just now."""
    return hand.trip * (1 + luck.expovariate(1 / _JITTER))


def _handed_in(
    way: Way, hand: Hand, server: Server, slap: tuple[float, float], luck: random.Random
) -> Action:
    """Return what the server holds of a slap."""
    if way == "lottery":
        return Slap(_COUNT)
    late = _HELD_BACK if hand.holds_back else 0.0
    trips = [_way(hand, luck) + late for _ in range(_PINGS)]
    return SlapNow(min(round(server.reacted(*slap, server.believed(trips))), STEP_MS))
