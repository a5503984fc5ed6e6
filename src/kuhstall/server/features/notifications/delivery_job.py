"""Delivers push messages, mails and webhook calls: one job for all, with a sender for each kind."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from kuhstall.server.features.notifications.delivery_queries import (
    Delivery,
    DeliveryQueries,
    Kind,
)
from kuhstall.server.features.notifications.pool import Pool, Source

if TYPE_CHECKING:
    from kuhstall.server.features.notifications.mail.sender import MailSender
    from kuhstall.server.features.notifications.push import PushSender
    from kuhstall.server.features.notifications.webhooks import WebhookSender


class Sender(Protocol):
    """Sends what a recipient should get now, if anything, and records the result."""

    @property
    def kind(self) -> Kind: ...

    @property
    def lease(self) -> float:
        """Longer than a delivery takes: a node that has no result by then has died."""
        ...

    @property
    def most(self) -> int:
        """How many deliveries of this kind may be sent at the same time."""
        ...

    async def send(self, delivery: Delivery) -> None: ...


_WHOLE_LOOK: Final = 30
"""Every so many looks the job also looks for deliveries that are due too far ahead."""


class DeliveryJob:
    """A node has only those senders that its settings allow: `push` and `mail` need https."""

    def __init__(
        self,
        queries: DeliveryQueries,
        push: PushSender | None = None,
        mail: MailSender | None = None,
        webhooks: WebhookSender | None = None,
    ) -> None:
        self._queries = queries
        self.push = push
        self.mail = mail
        self.webhooks = webhooks
        senders: tuple[Sender | None, ...] = (push, webhooks, mail)
        self._kinds = [one.kind for one in senders if one is not None]
        self._looks = itertools.count()
        self._pool = Pool(*(self._source(one) for one in senders if one is not None))

    async def run(self) -> None:
        """Send everything that is due."""
        whole = next(self._looks) % _WHOLE_LOOK == 0
        queries = self._queries
        if await (queries.any_delivery_due() if whole else queries.is_delivery_due()):
            await self._pool.run()

    async def age(self) -> float:
        """Return for how many seconds a delivery has been due that this node could send."""
        return await self._queries.delivery_age(self._kinds)

    def _source(self, sender: Sender) -> Source[Delivery]:
        async def claim(limit: int) -> Sequence[Delivery]:
            return await self._queries.claim_deliveries(sender.kind, sender.lease, limit)

        return Source(claim, sender.send, sender.most)
