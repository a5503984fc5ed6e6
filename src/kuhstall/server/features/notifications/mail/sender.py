"""Sends mail when a table waits or a game night is near.

At most once a day, and not during the player's quiet hours.
"""

from __future__ import annotations

import logging
from typing import Final

from kuhstall.server.features.notifications.delivery_queries import Delivery, Kind
from kuhstall.server.features.notifications.mail.messages import MailMessages
from kuhstall.server.features.notifications.mail.transport import MailTransport, UnsentError
from kuhstall.server.features.notifications.mail_queries import DueMail
from kuhstall.server.features.notifications.push import quiet_for
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.table.clock import Clock

_log = logging.getLogger(__name__)

LEASE: Final = 600.0
AT_ONCE: Final = 4
_FIRST_WAIT: Final = 120.0
_ATTEMPTS: Final = 7
"""With twice the wait each time, about four hours."""
HOUR: Final = 3600.0
QUESTIONS: Final = 60
"""The most confirmation mails that a site sends within an hour, to all addresses together.

Further ones wait.
"""
_SLOT: Final = -1
"""The slot in which they are counted: those of callers' attempts are never negative."""


class MailSender:
    kind: Kind = "mail"

    def __init__(
        self,
        people: People,
        messages: MailMessages,
        transport: MailTransport,
        clock: Clock,
        metrics: Metrics,
    ) -> None:
        self._people = people
        self.messages = messages
        self._transport = transport
        self._clock = clock
        self._metrics = metrics

    @property
    def lease(self) -> float:
        return LEASE

    @property
    def most(self) -> int:
        return AT_ONCE

    async def send(self, delivery: Delivery) -> None:
        """Send the mail that a person should get now, if any."""
        due = await self._people.due_mail(delivery.recipient)
        if not isinstance(due, DueMail):
            await self._people.postpone_delivery(delivery, due, delivery.attempts)
            return
        box = due.box
        # A player who has just asked for mail is awake: send the confirmation mail at once.
        wait = quiet_for(box.quiet, self._clock.now()) if box.confirmed else 0.0
        if wait:
            await self._people.postpone_delivery(delivery, wait, delivery.attempts)
            return
        if not await self._people.take_day(box.address):
            # Another guest with the same address was quicker, or the address refuses mail.
            await self._people.postpone_delivery(delivery, HOUR, delivery.attempts)
            return
        if not box.confirmed and not await self._may_ask():
            await self._people.give_day_back(delivery, box.address)
            await self._people.postpone_delivery(delivery, HOUR, delivery.attempts)
            return
        await self._write(delivery, due)

    async def _write(self, delivery: Delivery, due: DueMail) -> None:
        box = due.box
        try:
            fate = await self._transport.send(self.messages.letter(due))
        except UnsentError as error:
            _log.warning("a mail was not sent: %s", error)
            await self._put_off(delivery, due)
            return
        self._metrics.mail.labels(fate).inc()
        if fate == "refused":
            await self._people.drop_address(box.address)
        else:
            await self._people.note_mailed(delivery, due)

    async def _may_ask(self) -> bool:
        if await self._people.count_attempt(_SLOT, HOUR / QUESTIONS, HOUR):
            return True
        _log.warning("more than %d questions an hour: one is put off", QUESTIONS)
        self._metrics.mail.labels("put_off").inc()
        return False

    async def _put_off(self, delivery: Delivery, due: DueMail) -> None:
        """Retry later. After too many attempts, count it as this address's mail of the day."""
        self._metrics.mail.labels("put_off").inc()
        if delivery.attempts + 1 >= _ATTEMPTS:
            await self._people.note_mailed(delivery, due)
            return
        await self._people.give_day_back(delivery, due.box.address)
        again = _FIRST_WAIT * 2**delivery.attempts
        await self._people.postpone_delivery(delivery, again, delivery.attempts + 1)
