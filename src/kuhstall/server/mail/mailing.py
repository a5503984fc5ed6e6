"""Writes to people for whom a table waits: once a day at the most, not while they want quiet."""

from __future__ import annotations

import logging
from typing import Final

from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.mail.carrier import Carrier, UnsentError
from kuhstall.server.mail.letters import Letters
from kuhstall.server.push.tapping import quiet_for
from kuhstall.server.store.mails import Letter
from kuhstall.server.store.people import People

_log = logging.getLogger(__name__)

LEASE: Final = 600.0
AT_ONCE: Final = 10
_FIRST_WAIT: Final = 120.0
_ATTEMPTS: Final = 7
"""With twice the wait each time, about four hours."""


class Mailing:
    def __init__(
        self, people: People, letters: Letters, carrier: Carrier, clock: Clock, metrics: Metrics
    ) -> None:
        self._people = people
        self._letters = letters
        self._carrier = carrier
        self._clock = clock
        self._metrics = metrics

    async def run(self) -> None:
        """Write to everybody who is to be written to, one after the other."""
        claimed = AT_ONCE
        while claimed == AT_ONCE:
            letters = await self._people.claim_letters(LEASE, AT_ONCE)
            claimed = len(letters)
            for letter in letters:
                await self._write(letter)

    async def _write(self, letter: Letter) -> None:
        box, person = letter.box, letter.person
        # Who asks for mails is awake: the question comes at once.
        wait = quiet_for(box.quiet, self._clock.now()) if box.confirmed else 0.0
        if wait:
            await self._people.put_off_letter(person, wait, letter.attempts)
            return
        if not await self._people.take_day(box.address):
            return  # another guest with the same address was quicker
        write = self._letters.digest if box.confirmed else self._letters.question
        try:
            fate = await self._carrier.send(write(box))
        except UnsentError as error:
            _log.warning("a mail was not sent: %s", error)
            await self._put_off(letter)
            return
        self._metrics.mails.labels(fate).inc()
        if fate == "refused":
            await self._people.drop_address(box.address)
        else:
            await self._people.note_mailed(person)

    async def _put_off(self, letter: Letter) -> None:
        """Try again later. After too many attempts the day is over for this address."""
        self._metrics.mails.labels("put_off").inc()
        if letter.attempts + 1 >= _ATTEMPTS:
            await self._people.note_mailed(letter.person)
            return
        await self._people.give_day_back(letter.box.address)
        again = _FIRST_WAIT * 2**letter.attempts
        await self._people.put_off_letter(letter.person, again, letter.attempts + 1)
