"""What is drawn for new tables, from a seed."""

from __future__ import annotations

import random

from kuhstall.server.hosting.draws import Draws
from kuhstall.server.party import fair
from kuhstall.server.party.opening import ID_LENGTH, LETTERS, Drawn


class SeededDraws(Draws):
    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def letters(self, count: int) -> str:
        return "".join(self._chance.choices(LETTERS, k=count))

    def table(self) -> Drawn:
        return Drawn(self.letters(ID_LENGTH), self._chance.randbytes(fair.VALUE_BYTES))

    def nonce(self) -> int:
        return self._chance.randrange(1, 1 << 48)
