"""The webhook of a table, which is called when the table waits: one address, set by the host.

It is in the accounts database, like all that is delivered, and outlives its table: a job that
removes tables must also drop their webhooks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from kuhstall.server.features.accounts.session_queries import require_session
from kuhstall.server.features.notifications.delivery_queries import (
    Delivery,
    clear_due,
    lock_people,
    make_due,
    release,
    restart,
)
from kuhstall.server.store.db import Database

if TYPE_CHECKING:
    from kuhstall.server.table.log import Position

DAY: Final = 86_400.0
"""A webhook that has failed for so many seconds is switched off."""

_SET: Final = """
INSERT INTO webhooks (table_id, code, address, person)
SELECT :table, :code, :address, id FROM people WHERE id = :person
ON CONFLICT (table_id) DO UPDATE SET address = excluded.address, person = excluded.person,
    failing_since = NULL, last_error = '', disabled = false
"""

_MOMENT: Final = """
UPDATE webhooks SET moment = :moment, body = :body,
    delivered_moment = CASE WHEN :silent THEN :moment ELSE delivered_moment END
WHERE table_id = :table AND moment < :moment AND EXISTS (
    SELECT 1 FROM heard WHERE heard.table_id = :table AND seq = :seq AND mark = :mark)
"""

_DUE: Final = """
SELECT table_id, code, address, moment, body, person FROM webhooks
WHERE table_id = :table AND delivered_moment < moment AND NOT disabled
"""

# A moment that is greater than the newest one never was: the table was set back.
_CALLED: Final = """
UPDATE webhooks SET failing_since = NULL, last_error = '', delivered_moment = CASE
    WHEN :moment BETWEEN delivered_moment AND moment THEN :moment ELSE delivered_moment END
WHERE table_id = :table AND address = :address
"""

_FAILED: Final = """
UPDATE webhooks SET last_error = :error, failing_since = coalesce(failing_since, now()),
    disabled = disabled OR coalesce(failing_since <= now() - seconds(:day), false),
    delivered_moment = CASE WHEN :done AND :moment BETWEEN delivered_moment AND moment
        THEN :moment ELSE delivered_moment END
WHERE table_id = :table AND address = :address
"""


class Webhook(Struct, frozen=True):
    """The webhook of a table. If its latest call has failed: since when, and why."""

    address: str
    person: str
    failing_since: float | None = None
    last_error: str = ""
    disabled: bool = False


class DueWebhook(Struct, frozen=True):
    """A webhook call to make: its table waits, as of a moment of the game."""

    table: str
    code: str
    address: str
    moment: int
    body: bytes
    person: str


class WebhookQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def set_webhook(
        self, table: str, code: str, address: str, person: str, session: bytes | None = None
    ) -> None:
        """Set the webhook of a table, and switch it on.

        If a session is given, it must still belong to that person; otherwise raise
        UnknownPersonError.
        """
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            await require_session(transaction, person, session)
            values = {"table": table, "code": code, "address": address, "person": person}
            if await transaction.execute(_SET, **values):
                await restart(transaction, "webhook", table)

    async def webhook(self, table: str) -> Webhook | None:
        row = await self.db.row(
            "SELECT address, person, epoch(failing_since), last_error, disabled"
            " FROM webhooks WHERE table_id = :table",
            table=table,
        )
        if row is None:
            return None
        address, person, failing_since, error, disabled = row
        return Webhook(address, person, failing_since, error, bool(disabled))

    async def webhooks_of(self, person: str) -> Sequence[tuple[str, str]]:
        """List the tables of which a person has set the webhook, and its address."""
        sql = "SELECT table_id, address FROM webhooks WHERE person = :person ORDER BY table_id"
        return [(table, address) for table, address in await self.db.fetch(sql, person=person)]

    async def note_moment(
        self, table: str, position: Position, moment: int, body: bytes | None
    ) -> None:
        """Queue a call about a moment, once; a `body` of None means that there is nothing to send.

        It replaces an earlier moment that was not sent yet. Nothing changes unless the summary at
        this position is the newest that was heard.
        """
        if await self.webhook(table) is None:
            return
        async with self.db.transaction() as transaction:
            noted = await transaction.execute(
                _MOMENT,
                table=table,
                seq=position.seq,
                mark=position.mark,
                moment=moment,
                body=body or b"",
                silent=body is None,
            )
            if noted:
                await (clear_due if body is None else make_due)(transaction, "webhook", table)
        if not noted:
            await self.db.confirm()

    async def due_webhook(self, table: str) -> DueWebhook | None:
        """Return the webhook call to make now, if any."""
        row = await self.db.row(_DUE, table=table)
        return None if row is None else DueWebhook(*row)

    async def note_called(self, delivery: Delivery, call: DueWebhook) -> None:
        """Record a call that was answered."""
        async with self.db.transaction() as transaction:
            await transaction.execute(
                _CALLED, table=call.table, address=call.address, moment=call.moment
            )
            await release(transaction, delivery, None)

    async def note_failed(
        self, delivery: Delivery, call: DueWebhook, error: str, seconds: float | None
    ) -> None:
        """Record a call that has failed, and retry after `seconds`; if None, give it up.

        A webhook that has failed for a day is switched off.
        """
        async with self.db.transaction() as transaction:
            await transaction.execute(
                _FAILED,
                table=call.table,
                address=call.address,
                moment=call.moment,
                error=error,
                done=seconds is None,
                day=DAY,
            )
            attempts = 0 if seconds is None else delivery.attempts + 1
            await release(transaction, delivery, seconds, attempts)

    async def drop_webhook(self, table: str, address: str | None = None) -> None:
        """Delete the webhook of a table; if an address is given, unless it has another one now."""
        await self.db.execute(
            "DELETE FROM webhooks WHERE table_id = :table"
            " AND (CAST(:address AS text) IS NULL OR address = :address)",
            table=table,
            address=address,
        )

    async def webhook_tables(self, after: str, limit: int) -> Sequence[str]:
        """List tables with a webhook, in ascending order after `after`."""
        sql = "SELECT table_id FROM webhooks WHERE table_id > :after ORDER BY table_id LIMIT :most"
        return await self.db.column(sql, after=after, most=limit)

    async def drop_webhooks(self, tables: Collection[str]) -> None:
        """Delete the webhooks of tables that were removed."""
        await self.db.execute("DELETE FROM webhooks WHERE table_id = ANY(:tables)", tables=tables)

    async def drop_webhooks_of(self, person: str) -> None:
        """Delete the webhooks that a person has set."""
        await self.db.execute("DELETE FROM webhooks WHERE person = :person", person=person)
