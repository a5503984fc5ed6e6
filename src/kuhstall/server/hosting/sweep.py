"""The sweep: acting on tables whose own node has died or sleeps."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.sealing import look_after
from kuhstall.server.hosting.table_cache import TableCache
from kuhstall.server.store import Store, UnavailableError

_log = logging.getLogger(__name__)


async def sweep_overdue(
    store: Store, cache: TableCache, metrics: Metrics, fire: Callable[[str], Awaitable[None]]
) -> None:
    """Claim what is overdue, and do it."""
    for overdue in await store.claim_overdue(late=0.5, lease=2.0, limit=64):
        metrics.sweeps.inc()
        try:
            await look_after(store, cache, overdue, fire)
        except UnavailableError:
            raise
        except Exception:  # noqa: BLE001 -- one table that cannot be read must not stop the rest
            _log.exception("%s is overdue and cannot go on", overdue.table)
