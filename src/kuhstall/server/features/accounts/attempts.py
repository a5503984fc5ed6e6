"""Rate limits for codes, links and passkeys, counted in the store across all nodes."""

from __future__ import annotations

from hashlib import blake2b
from http import HTTPStatus
from typing import Final

from kuhstall.server.features.accounts.passkey_queries import PasskeyQueries
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.callers import tiers
from kuhstall.server.limits.rates import Limit

SLOTS: Final = 2**18
"""The number of rows at most. Callers who share a slot share its credits: it takes thousands."""


class Attempts:
    def __init__(self, people: PasskeyQueries, secret: bytes, ease: float) -> None:
        self._people = people
        self._secret = secret
        self._ease = ease

    async def count(self, limit: Limit, caller: str) -> None:
        """Use up one credit of the caller and of each wider network, or refuse."""
        if not self._ease:
            return
        for name, times in tiers(caller):
            step = limit.seconds / (limit.times * self._ease * times)
            slot = self._slot(f"{limit.times}/{limit.seconds}/{name}")
            if not await self._people.count_attempt(slot, step, limit.seconds):
                raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")

    def _slot(self, text: str) -> int:
        """Hash with a secret, so that callers cannot choose with whom they share a slot."""
        drawn = blake2b(text.encode(), digest_size=8, key=self._secret).digest()
        return int.from_bytes(drawn, "big") % SLOTS
