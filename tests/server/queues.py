"""How a test looks at the delivery queue, and lets time pass for it."""

from __future__ import annotations

from kuhstall.server.features.notifications.delivery_queries import Kind
from kuhstall.server.features.people import People


async def make_due(people: People, kind: Kind, recipient: str, attempts: int = 0) -> None:
    """Let a lease or a pause end now, after so many attempts."""
    await people.db.execute(
        "UPDATE deliveries SET due = now(), lease = now(), attempts = :attempts"
        " WHERE kind = :kind AND recipient = :recipient",
        kind=kind,
        recipient=recipient,
        attempts=attempts,
    )
