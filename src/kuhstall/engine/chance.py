"""Chance comes in from outside, in labelled streams.

A label separates purposes: how often one stream is drawn from never shifts another one, so no
draw can betray a secret by what it does to the next.
"""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 32


class Chance(ABC):
    """A source of labelled draws."""

    @abstractmethod
    def below(self, label: str, bound: int) -> int:
        """Draw a whole number from 0 up to, not including, bound."""

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """Draw a permutation (Fisher-Yates, from the last place down)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            pick = self.below(label, last + 1)
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck)


class SeededChance(Chance):
    """Streams derived from a seed, the same on every machine and in every version.

    stream(label) = HMAC-SHA512(HMAC-SHA512(seed, label), counter), read as big-endian words of
    32 bits; a word that would favour some outcomes is skipped.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._streams: dict[str, _Stream] = {}

    def below(self, label: str, bound: int) -> int:
        stream = self._streams.get(label)
        if stream is None:
            key = hmac.digest(self._seed, label.encode(), "sha512")
            stream = self._streams[label] = _Stream(key)
        fair = _WORD - _WORD % bound
        while (word := stream.word()) >= fair:
            pass
        return word % bound


class _Stream:
    def __init__(self, key: bytes) -> None:
        self._key = key
        self._counter = 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            block = hmac.digest(self._key, self._counter.to_bytes(8, "big"), "sha512")
            self._counter += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(60, -1, -4)]
        return self._words.pop()
