"""The simulator's random streams: the same compiled, uncompiled and in the engine.

L'Ecuyer's two combined generators: every step stays within whole numbers of 63 bits.
"""

from __future__ import annotations

import hashlib
from typing import Final

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import MOST_SEATS, STREAMS
from kuhstall.engine.chance import Chance

TABLE: Final = MOST_SEATS
"""The stream of the table; the others are those of the seats."""

THOUGHT: Final = TABLE + 1
"""The stream of what a seat imagines; its start is drawn from the seat's own."""

_FIRST: Final = 2147483563
_SECOND: Final = 2147483399


@compiled
def below(g: Row, stream: int, bound: int) -> int:
    """Draw a whole number from 0 up to, not including, bound."""
    at = STREAMS + 2 * stream
    g[at] = g[at] * 40014 % _FIRST
    g[at + 1] = g[at + 1] * 40692 % _SECOND
    word = (g[at] - g[at + 1]) % (_FIRST - 1)
    return word * bound // (_FIRST - 1)


@compiled
def derive(g: Row, stream: int, h: Row, other: int) -> None:
    """Start a stream of one game by numbers of a stream of another, or of the same."""
    first, second = 1 + below(h, other, _FIRST - 1), 1 + below(h, other, _SECOND - 1)
    g[STREAMS + 2 * stream] = first
    g[STREAMS + 2 * stream + 1] = second


def think(g: Row, chance: Chance) -> None:
    """Start the stream of thought from a bot's own chance."""
    at = STREAMS + 2 * THOUGHT
    g[at] = 1 + chance.below("think", _FIRST - 1)
    g[at + 1] = 1 + chance.below("think", _SECOND - 1)


def seed_stream(seed: str, stream: int) -> tuple[int, int]:
    """Return the start of a stream."""
    found = hashlib.sha256(f"{seed}/{stream}".encode()).digest()
    first, second = int.from_bytes(found[:8], "big"), int.from_bytes(found[8:16], "big")
    return 1 + first % (_FIRST - 1), 1 + second % (_SECOND - 1)


def sow(g: Row, seed: str) -> None:
    """Start all streams of a game."""
    for stream in range(TABLE + 1):
        at = STREAMS + 2 * stream
        g[at], g[at + 1] = seed_stream(seed, stream)


class StreamChance(Chance):
    """One stream as the engine draws from it: whatever the label, the next number."""

    def __init__(self, seed: str, stream: int) -> None:
        self._first, self._second = seed_stream(seed, stream)

    def below(self, label: str, bound: int) -> int:
        self._first = self._first * 40014 % _FIRST
        self._second = self._second * 40692 % _SECOND
        return (self._first - self._second) % (_FIRST - 1) * bound // (_FIRST - 1)
