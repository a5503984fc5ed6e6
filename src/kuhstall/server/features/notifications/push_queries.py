"""Who wants a push message when a table waits for them, and on which devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.features.accounts.session_queries import require_session
from kuhstall.server.features.notifications.delivery_queries import (
    Delivery,
    finish,
    lock_people,
    release,
    restart,
)
from kuhstall.server.store.db import Database

MOST_DEVICES: Final = 10
"""Devices per person: a new one replaces the oldest."""

_WANT: Final = """
INSERT INTO taps (person, quiet_from, quiet_to) SELECT id, :begins, :ends FROM people
WHERE id = :person
ON CONFLICT (person) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
"""

_ADD: Final = """
INSERT INTO devices (endpoint, person, public, auth, added)
SELECT :endpoint, person, :public, :auth, now() FROM taps WHERE person = :person
ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, public = excluded.public,
    auth = excluded.auth, added = excluded.added
"""

_SURPLUS: Final = """
DELETE FROM devices WHERE endpoint IN (
    SELECT endpoint FROM devices WHERE person = :person
    ORDER BY added DESC, endpoint LIMIT 1000 OFFSET :most)
"""

_REMOVE: Final = """
DELETE FROM devices
WHERE endpoint = :endpoint AND (CAST(:person AS text) IS NULL OR person = :person)
"""

_DEVICES: Final = """
SELECT endpoint, public, auth FROM devices WHERE person = :person ORDER BY added
"""

_LOOK_AT: Final = """
SELECT quiet_from, quiet_to, told IS NOT NULL, looked,
    EXISTS (SELECT 1 FROM waits WHERE waits.person = taps.person AND NOT answered),
    EXISTS (SELECT 1 FROM waits WHERE waits.person = taps.person AND NOT answered AND fresh),
    EXISTS (SELECT 1 FROM group_night_guests AS guest
        JOIN group_nights AS night ON night.id = guest.night_id
        JOIN group_members AS member ON member.group_id = night.group_id
            AND member.person = guest.person AND member.role <> 'removed'
        WHERE guest.person = taps.person AND guest.remind AND guest.state = 'coming'
            AND night.starts > now() AND NOT night.ended)
FROM taps WHERE person = :person
"""

_LOOKED: Final = """
UPDATE taps SET looked = true WHERE person = :person AND told IS NOT NULL AND NOT looked
"""

_SEEN: Final = "UPDATE waits SET fresh = false WHERE person = :person AND fresh"

_REMINDED: Final = """
UPDATE group_night_guests SET remind = false WHERE person = :person AND remind
"""

_TOLD: Final = """
UPDATE taps SET told = CASE WHEN :waits THEN now() END, looked = false WHERE person = :person
"""


class PushSubscription(Struct, frozen=True):
    """A browser: its address at a push service, and the keys with which only it can decrypt."""

    endpoint: str
    public: bytes
    auth: bytes


class Quiet(Struct, frozen=True):
    """Quiet hours, from one minute of the day (UTC) to another. If both are the same: none."""

    begins: int = 0
    ends: int = 0


class DuePush(Struct, frozen=True):
    """A push message to a person: a table waits for them, or none does any more.

    `night`: it reminds them of a game night instead, and says nothing about tables.
    """

    waits: bool
    quiet: Quiet
    devices: tuple[PushSubscription, ...]
    night: bool = False


class PushQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def add_device(
        self, person: str, device: PushSubscription, quiet: Quiet, session: bytes | None
    ) -> None:
        """Send push messages of the person to this device, and of no other person.

        If a session is given, it must still belong to that person; otherwise raise
        UnknownPersonError.
        """
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            await require_session(transaction, person, session)
            times = {"begins": quiet.begins, "ends": quiet.ends}
            if not await transaction.execute(_WANT, person=person, **times):
                return
            await transaction.execute(
                _ADD,
                person=person,
                endpoint=device.endpoint,
                public=device.public,
                auth=device.auth,
            )
            await transaction.execute(_SURPLUS, person=person, most=MOST_DEVICES)
            await restart(transaction, "push", person)

    async def remove_device(self, endpoint: str, person: str | None = None) -> None:
        """Remove a device; if a person is given, only if it belongs to them."""
        await self.db.execute(_REMOVE, endpoint=endpoint, person=person)

    async def devices(self, person: str) -> tuple[Quiet, Sequence[PushSubscription]] | None:
        """Return the person's quiet hours and devices; None if they want no push messages."""
        sql = "SELECT quiet_from, quiet_to FROM taps WHERE person = :person"
        row = await self.db.row(sql, person=person)
        return None if row is None else (Quiet(*row), await self._devices(person))

    async def _devices(self, person: str) -> tuple[PushSubscription, ...]:
        rows = await self.db.fetch(_DEVICES, person=person)
        return tuple(PushSubscription(*row) for row in rows)

    async def note_look(self, person: str) -> None:
        """Note that the person has seen what waits: the next wait may trigger a push message."""
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            await transaction.execute(_LOOKED, person=person)
            await transaction.execute(_SEEN, person=person)

    async def due_push(self, person: str) -> DuePush | None:
        """Return the push message that a person should get now, if any.

        They are told once that a table waits, until they have looked.
        """
        row = await self.db.row(_LOOK_AT, person=person)
        if row is None:
            return None
        begins, ends, told, looked, waits, fresh, night = row
        if not night and not (fresh and (looked or not told) if waits else told):
            return None
        devices = await self._devices(person)
        quiet = Quiet(begins, ends)
        return DuePush(bool(waits), quiet, devices, bool(night)) if devices else None

    async def note_withdrawal(self, person: str) -> None:
        """Note that a person is about to be told that nothing waits any more.

        They count as having looked: that message may be delivered without the server learning of
        it, and then they would not be told of the next table.
        """
        await self.db.execute(_LOOKED, person=person)

    async def note_reminded(self, delivery: Delivery) -> None:
        """Record that a person was reminded. What else there is to tell them is due at once."""
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [delivery.recipient])
            await transaction.execute(_REMINDED, person=delivery.recipient)
            await release(transaction, delivery, 0)

    async def note_told(self, delivery: Delivery, *, waits: bool) -> None:
        """Record that a person was told."""
        person = delivery.recipient
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            await transaction.execute(_TOLD, person=person, waits=waits)
            await finish(transaction, delivery)
            if waits:
                await transaction.execute(_SEEN, person=person)
