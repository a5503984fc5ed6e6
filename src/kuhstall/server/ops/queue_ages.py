"""How long the oldest entry of each queue has been due: an alarm rings if nobody works on one."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.ops.lead import Lead
from kuhstall.server.store import Store

OUTBOX: Final = "outbox"
DELIVERIES: Final = "deliveries"
QUEUES: Final = (OUTBOX, DELIVERIES)


class QueueAges:
    """Only the node that leads asks the databases."""

    def __init__(self, store: Store, deliveries: DeliveryJob, lead: Lead) -> None:
        self._store = store
        self._deliveries = deliveries
        self._lead = lead
        self._ages: dict[str, float] = {}

    async def run(self) -> None:
        if not self._lead.is_here:
            self._ages = {}
            return
        self._ages = {
            OUTBOX: await self._store.outbox_age(),
            DELIVERIES: await self._deliveries.age(),
        }

    def age(self, queue: str) -> float:
        return self._ages.get(queue, 0.0)
