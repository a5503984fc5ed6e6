"""The delivery queue for push messages, mails and webhooks, in the accounts database.

There is one row for each recipient, and none for a message: a row says when to look at a recipient
next, and what to send is read when it is sent. So a node that dies while sending loses nothing.

Each change of what a delivery depends on increases its generation, and so does each claim. What a
claim has found out is written only if the generation is still the one of the claim. If there is a
newer one, the delivery stays due.

Locks are taken in this order, and by id: people, then push subscriptions, mail addresses and
webhooks, then deliveries, then waits. So no two transactions wait for each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.store.db import Database, Queries

Kind: TypeAlias = Literal["push", "mail", "webhook"]

LONGEST: Final = 2 * 86400.0
"""Longer than any delivery is postponed: a later time means that a clock was wrong."""

# Every node runs this every other second. It reads the two ends of the index: a range of `due` is
# planned without knowing `longest`, and would be a walk through all rows.
ANY_DUE: Final = """
SELECT coalesce((SELECT min(due) FROM deliveries WHERE due IS NOT NULL) <= now()
    OR (SELECT max(due) FROM deliveries WHERE due IS NOT NULL) > now() + seconds(:longest), false)
"""

_IS_DUE: Final = """
SELECT coalesce((SELECT min(due) FROM deliveries WHERE due IS NOT NULL) <= now(), false)
"""

_AGE: Final = """
SELECT epoch(now()) - epoch(due) FROM deliveries
WHERE kind = ANY(:kinds) AND due <= now() ORDER BY due LIMIT 1
"""

_LOCK_DUE: Final = """
SELECT recipient, generation + 1, attempts, lease IS NOT NULL,
    coalesce(lease > now() AND lease <= now() + seconds(:longest), false)
FROM deliveries WHERE kind = :kind AND due <= now()
ORDER BY due LIMIT :most FOR UPDATE SKIP LOCKED
"""

_LOCK_MISTIMED: Final = _LOCK_DUE.replace("due <= now()", "due > now() + seconds(:longest)")

_CLAIM: Final = """
UPDATE deliveries SET generation = generation + 1, claimed = generation + 1,
    lease = now() + seconds(:lease), due = now() + seconds(:lease)
WHERE kind = :kind AND recipient = ANY(:recipients)
"""

_WAIT_FOR_LEASE: Final = """
UPDATE deliveries SET due = lease WHERE kind = :kind AND recipient = ANY(:recipients)
"""

_RELEASE: Final = """
UPDATE deliveries SET lease = CASE WHEN :unfinished THEN now() END,
    attempts = CASE WHEN generation = :generation THEN :attempts ELSE attempts END,
    due = CASE WHEN generation = :generation THEN now() + seconds(:seconds) ELSE now() END
WHERE kind = :kind AND recipient = :recipient AND claimed = :generation
"""

# Another node may have claimed the delivery by now, and must learn that something was sent.
_FINISH: Final = """
UPDATE deliveries SET lease = CASE WHEN claimed = :generation THEN NULL ELSE lease END,
    attempts = CASE WHEN generation = :generation THEN 0 ELSE attempts END,
    due = CASE WHEN generation = :generation THEN NULL ELSE now() END,
    generation = generation + CASE WHEN generation = :generation THEN 0 ELSE 1 END
WHERE kind = :kind AND recipient = :recipient
"""

_RESTART: Final = """
INSERT INTO deliveries (kind, recipient, generation, due) VALUES (:kind, :recipient, 1, now())
ON CONFLICT (kind, recipient) DO UPDATE SET generation = deliveries.generation + 1, due = now(),
    attempts = 0, lease = NULL, claimed = NULL
"""

_MAKE_DUE: Final = """
UPDATE deliveries SET generation = generation + 1, attempts = 0, due = now()
WHERE kind = :kind AND recipient = ANY(:recipients)
"""

_CLEAR_DUE: Final = """
UPDATE deliveries SET generation = generation + 1, attempts = 0, due = NULL
WHERE kind = :kind AND recipient = ANY(:recipients)
"""

_LOCK: Final = """
SELECT 1 FROM deliveries WHERE kind = ANY(:kinds) AND recipient = ANY(:recipients)
ORDER BY kind DESC, recipient FOR NO KEY UPDATE
"""


class Delivery(Struct, frozen=True):
    """A claimed delivery: to a person, or to the webhook of a table.

    `unfinished`: an earlier claim has ended without a result, so something may have been sent.
    """

    kind: Kind
    recipient: str
    generation: int
    attempts: int = 0
    unfinished: bool = False


class DeliveryQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def any_delivery_due(self) -> bool:
        """Return whether a delivery is due, or so far ahead that a clock was set back."""
        return bool(await self.db.value(ANY_DUE, longest=LONGEST))

    async def is_delivery_due(self) -> bool:
        return bool(await self.db.value(_IS_DUE))

    async def delivery_age(self, kinds: Collection[Kind]) -> float:
        """Return how many seconds ago the oldest delivery of these kinds became due."""
        return max(0.0, await self.db.value(_AGE, kinds=list(kinds)) or 0.0)

    async def claim_deliveries(self, kind: Kind, lease: float, limit: int) -> Sequence[Delivery]:
        """Claim deliveries that are due. No other node gets them while the lease lasts."""
        claimed: list[Delivery] = []
        while len(claimed) < limit:
            async with self.db.transaction() as transaction:
                found, free = await _claim(transaction, kind, lease, limit - len(claimed))
            claimed += free
            if not found:
                break
        return claimed

    async def postpone_delivery(
        self, delivery: Delivery, seconds: float | None, attempts: int = 0
    ) -> None:
        """Look at a recipient again after `seconds`; if None, when something has happened."""
        await release(self.db, delivery, seconds, attempts, unfinished=delivery.unfinished)


async def _claim(
    transaction: Queries, kind: Kind, lease: float, limit: int
) -> tuple[bool, Sequence[Delivery]]:
    """Return whether any delivery was due, and those that no other node has claimed."""
    values = {"kind": kind, "longest": LONGEST, "most": limit}
    rows = await transaction.fetch(_LOCK_DUE, **values)
    rows = rows or await transaction.fetch(_LOCK_MISTIMED, **values)
    free = [
        Delivery(kind, recipient, generation, attempts, bool(unfinished))
        for recipient, generation, attempts, unfinished, leased in rows
        if not leased
    ]
    if held := [recipient for recipient, *_, leased in rows if leased]:
        await transaction.execute(_WAIT_FOR_LEASE, kind=kind, recipients=held)
    if free:
        recipients = [one.recipient for one in free]
        await transaction.execute(_CLAIM, kind=kind, recipients=recipients, lease=lease)
    return bool(rows), free


async def release(
    queries: Queries,
    delivery: Delivery,
    seconds: float | None,
    attempts: int = 0,
    *,
    unfinished: bool = False,
) -> None:
    """End a claim after which nothing was sent, or nothing that another claim must know.

    `unfinished`: the claim stays visible, as an earlier one has no result: that may have sent.
    """
    await queries.execute(
        _RELEASE,
        kind=delivery.kind,
        recipient=delivery.recipient,
        generation=delivery.generation,
        seconds=seconds,
        attempts=attempts,
        unfinished=unfinished,
    )


async def finish(queries: Queries, delivery: Delivery) -> None:
    """End a claim after which something was sent."""
    await queries.execute(
        _FINISH,
        kind=delivery.kind,
        recipient=delivery.recipient,
        generation=delivery.generation,
    )


async def restart(queries: Queries, kind: Kind, recipient: str) -> None:
    """Make a recipient due, and forget its claim and its attempts."""
    await queries.execute(_RESTART, kind=kind, recipient=recipient)


async def make_due(queries: Queries, kind: Kind, *recipients: str) -> None:
    """Make recipients due, because something has happened."""
    await queries.execute(_MAKE_DUE, kind=kind, recipients=recipients)


async def clear_due(queries: Queries, kind: Kind, *recipients: str) -> None:
    """Clear the due time of recipients until the next event."""
    await queries.execute(_CLEAR_DUE, kind=kind, recipients=recipients)


async def lock_people(queries: Queries, people: Collection[str]) -> None:
    """Lock people, so that one transaction at a time changes what waits for them or tells them."""
    sql = "SELECT 1 FROM people WHERE id = ANY(:people) ORDER BY id FOR NO KEY UPDATE"
    await queries.fetch(sql, people=people)


async def lock_deliveries(queries: Queries, kinds: Sequence[Kind], people: Collection[str]) -> None:
    """Lock the deliveries to people, before something changes on which they depend."""
    await queries.fetch(_LOCK, kinds=kinds, recipients=people)
