"""What is drawn for new tables, from a seed."""

from __future__ import annotations

import random

from kuhstall.server.table.party import fair
from kuhstall.server.table.party.opening import ID_LENGTH, LETTERS, Drawn
from kuhstall.server.table.random_source import RandomSource


class SeededRandomSource(RandomSource):
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def letters(self, count: int) -> str:
        return "".join(self._chance.choices(LETTERS, k=count))

    def table(self) -> Drawn:
        return Drawn(self.letters(ID_LENGTH), self._chance.randbytes(fair.VALUE_BYTES))

    def salt(self, length: int) -> bytes:
        """Always the same: what others have sealed must not move what is drawn for somebody."""
        return bytes(range(length))

    def nonce(self) -> int:
        return self._chance.randrange(1, 1 << 48)
