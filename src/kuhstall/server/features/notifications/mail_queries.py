"""Who wants a mail when a table waits or a game night is near, and which addresses got one today.

No address gets more than one mail a day, no matter how many people give it or how often. So the day
is marked as used before a mail goes out, and unmarked if sending fails.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

from msgspec import Struct

from kuhstall.server.features.accounts.session_queries import require_session
from kuhstall.server.features.notifications.delivery_queries import (
    LONGEST,
    Delivery,
    lock_deliveries,
    lock_people,
    make_due,
    release,
    restart,
)
from kuhstall.server.features.notifications.push_queries import Quiet
from kuhstall.server.store.db import Database, Queries

DAY: Final = 86_400.0
PATIENCE: Final = 3600.0
"""Seconds that a table must wait before a mail is sent: a player about to answer needs none.

The triggers on waits know it, too.
"""
UNCONFIRMED: Final = 2 * DAY
"""Seconds after which an unconfirmed address is deleted."""
_LONGEST_RETRY: Final = 2 * 3600.0
"""More than the seconds between two attempts."""

_BOX: Final = "address, language, token, quiet_from, quiet_to, confirmed"

_WANT: Final = """
INSERT INTO mails (person, address, digest, language, token, quiet_from, quiet_to, added)
SELECT id, :address, :digest, :language, :token, :begins, :ends, now() FROM people
WHERE id = :person AND NOT EXISTS (SELECT 1 FROM unwanted WHERE unwanted.digest = :digest)
ON CONFLICT (person) DO UPDATE SET language = excluded.language,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    token = CASE WHEN mails.address = excluded.address THEN mails.token ELSE excluded.token END,
    confirmed = mails.confirmed AND mails.address = excluded.address,
    asked = mails.asked AND mails.address = excluded.address,
    added = CASE WHEN mails.address = excluded.address THEN mails.added ELSE excluded.added END,
    address = excluded.address, digest = excluded.digest
"""

_CONFIRM: Final = "UPDATE mails SET confirmed = true WHERE token = :token RETURNING person"

_END: Final = f"DELETE FROM mails WHERE token = :token RETURNING {_BOX}"  # noqa: S608 -- a constant

# Whoever has withdrawn an answer knows that the table waits: such a wait has a revision.
_LOOK_AT: Final = f"""
SELECT epoch(now()), asked, epoch(added),
    (SELECT epoch(min(since)) FROM waits
        WHERE waits.person = mails.person AND NOT answered AND revision = 0),
    (SELECT epoch(at) FROM mailed
        WHERE mailed.digest = mails.digest AND at BETWEEN now() - seconds(:day) AND now()),
    EXISTS (SELECT 1 FROM group_night_guests AS guest
        JOIN group_nights AS night ON night.id = guest.night_id
        JOIN group_members AS member ON member.group_id = night.group_id
            AND member.person = guest.person AND member.role <> 'removed'
        WHERE guest.person = mails.person AND guest.mail AND guest.state = 'coming'
            AND night.starts > now() AND NOT night.ended),
    {_BOX}
FROM mails WHERE person = :person
"""  # noqa: S608 -- same

_EXPIRE: Final = """
DELETE FROM mails WHERE person = :person AND NOT confirmed AND added <= now() - seconds(:age)
"""

_OLD: Final = """
DELETE FROM mailed WHERE digest IN (
    SELECT digest FROM mailed WHERE at < now() - seconds(:day) AND digest <> :digest
    ORDER BY at LIMIT 10 FOR UPDATE SKIP LOCKED)
"""

_TAKE_DAY: Final = """
INSERT INTO mailed (digest, at)
SELECT :digest, now() WHERE NOT EXISTS (SELECT 1 FROM unwanted WHERE unwanted.digest = :digest)
ON CONFLICT (digest) DO UPDATE SET at = excluded.at
    WHERE mailed.at NOT BETWEEN now() - seconds(:day) AND now()
"""

# Not who is to be tried again later: two such addresses would wake each other again and again.
_DAY_IS_FREE: Final = """
UPDATE deliveries SET generation = generation + 1, due = now()
WHERE kind = 'mail' AND recipient = ANY(:people)
    AND (due > now() + seconds(:retry) OR lease > now())
"""

_REMINDED: Final = """
UPDATE group_night_guests SET mail = false WHERE person = :person AND mail
"""

_ASKED: Final = """
UPDATE mails SET asked = true WHERE person = :person AND address = :address
"""


class MailBox(Struct, frozen=True):
    """The address for a person's mails, their language, and their quiet hours.

    The token confirms or ends the subscription without signing in. It is in every mail, and nowhere
    else.
    """

    address: str
    language: str
    token: str
    quiet: Quiet = Quiet()
    confirmed: bool = False


class DueMail(Struct, frozen=True):
    """A mail to a person: that a table waits for them, or else that a `night` is near.

    If their address is not confirmed, it asks for that instead.
    """

    box: MailBox
    night: bool = False


_GMAIL: Final = {"gmail.com", "googlemail.com"}


def digest_of(address: str) -> bytes:
    """Return a digest that is the same for all addresses of one mailbox.

    It tells addresses apart without storing them. All big providers treat what follows a + as a
    tag. Only one of them ignores dots; elsewhere two addresses that differ by a dot belong to two
    people.
    """
    name, _, host = address.casefold().rpartition("@")
    name = name.partition("+")[0] or name
    if host in _GMAIL:
        name, host = name.replace(".", ""), "gmail.com"
    return sha256(f"{name}@{host}".encode()).digest()


class MailQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def want_mail(self, person: str, box: MailBox, session: bytes | None) -> None:
        """Set a person's mail address.

        It gets mails once it is confirmed; the same address stays confirmed. If the address refuses
        mail, nothing changes, and the caller does not learn that. If a session is given, it must
        still belong to that person; otherwise raise UnknownPersonError.
        """
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            await require_session(transaction, person, session)
            wanted = await transaction.execute(
                _WANT,
                person=person,
                address=box.address,
                digest=digest_of(box.address),
                language=box.language,
                token=box.token,
                begins=box.quiet.begins,
                ends=box.quiet.ends,
            )
            if wanted:
                await restart(transaction, "mail", person)

    async def mail_box(self, person: str) -> MailBox | None:
        sql = f"SELECT {_BOX} FROM mails WHERE person = :person"  # noqa: S608 -- a constant
        row = await self.db.row(sql, person=person)
        return None if row is None else _box(*row)

    async def find_mail(self, token: str) -> MailBox | None:
        sql = f"SELECT {_BOX} FROM mails WHERE token = :token"  # noqa: S608 -- a constant
        row = await self.db.row(sql, token=token)
        return None if row is None else _box(*row)

    async def confirm_mail(self, token: str) -> MailBox | None:
        """Mark the address with this token as confirmed; None if there is none."""
        async with self.db.transaction() as transaction:
            await make_due(transaction, "mail", *await transaction.column(_CONFIRM, token=token))
        return await self.find_mail(token)

    async def end_mail(self, token: str) -> MailBox | None:
        """Delete the address with this token, so that it gets no more mails."""
        row = await self.db.row(_END, token=token)
        return None if row is None else _box(*row)

    async def unwant_mail(self, person: str) -> None:
        await self.db.execute("DELETE FROM mails WHERE person = :person", person=person)

    async def drop_address(self, address: str) -> None:
        """Delete an address that does not accept mail, from every person who gave it.

        Other addresses of the same mailbox stay: this says nothing about them.
        """
        digest = digest_of(address)
        async with self.db.transaction() as transaction:
            await _lock_mailbox(transaction, digest)
            dropped = await transaction.execute(
                "DELETE FROM mails WHERE digest = :digest AND lower(address) = lower(:address)",
                digest=digest,
                address=address,
            )
        if not dropped:
            await self.db.confirm()

    async def refuse_mail(self, digest: bytes) -> None:
        """Never send to this address again, even if it is re-entered; delete it from all people."""
        async with self.db.transaction() as transaction:
            await _lock_mailbox(transaction, digest)
            await transaction.execute("DELETE FROM mails WHERE digest = :digest", digest=digest)
            sql = "INSERT INTO unwanted (digest) VALUES (:digest) ON CONFLICT DO NOTHING"
            added = await transaction.execute(sql, digest=digest)
        if not added:
            await self.db.confirm()

    async def allow_mail(self, digest: bytes) -> None:
        await self.db.execute("DELETE FROM unwanted WHERE digest = :digest", digest=digest)

    async def refuses_mail(self, digest: bytes) -> bool:
        sql = "SELECT 1 FROM unwanted WHERE digest = :digest"
        return await self.db.value(sql, digest=digest) is not None

    async def due_mail(self, person: str) -> DueMail | float | None:
        """Return the mail that a person should get now.

        If none is, return the seconds after which to look again; None: when something has happened.
        An address that was not confirmed in time is deleted.
        """
        row = await self.db.row(_LOOK_AT, person=person, day=DAY)
        if row is None:
            return None
        now, asked, added, since, mailed, night, *rest = row
        box = _box(*rest)
        night = bool(night and box.confirmed)
        expires = LONGEST if box.confirmed else min(LONGEST, added + UNCONFIRMED - now)
        if expires <= 0:
            await self.db.execute(_EXPIRE, person=person, age=UNCONFIRMED)
            return None
        if box.confirmed and since is None and not night:
            return None
        if asked and not box.confirmed:
            return expires
        wait = since + PATIENCE - now if box.confirmed and not night else 0.0
        free = 0.0 if mailed is None else mailed + DAY - now
        return min(expires, max(wait, free)) if max(wait, free) > 0 else DueMail(box, night)

    async def take_day(self, address: str) -> bool:
        """Mark an address as mailed today; False if it already was, or refuses mail."""
        digest = digest_of(address)
        async with self.db.transaction() as transaction:
            taken = await transaction.execute(_TAKE_DAY, digest=digest, day=DAY)
            # The sweep comes last, as it waits for no row: two addresses would each hold the row
            # that the other one takes.
            await transaction.execute(_OLD, digest=digest, day=DAY)
        return taken > 0

    async def give_day_back(self, delivery: Delivery, address: str) -> None:
        """Unmark an address: a mail was not sent. Others with the address become due."""
        digest = digest_of(address)
        async with self.db.transaction() as transaction:
            people = await transaction.column(
                "SELECT person FROM mails WHERE digest = :digest AND person <> :person",
                digest=digest,
                person=delivery.recipient,
            )
            await lock_deliveries(transaction, ["mail"], people)
            await transaction.execute(_DAY_IS_FREE, people=people, retry=_LONGEST_RETRY)
            await transaction.execute("DELETE FROM mailed WHERE digest = :digest", digest=digest)

    async def note_mailed(self, delivery: Delivery, due: DueMail) -> None:
        """Record that a mail was sent, or given up."""
        person, address = delivery.recipient, due.box.address
        async with self.db.transaction() as transaction:
            await lock_people(transaction, [person])
            if due.night:
                await transaction.execute(_REMINDED, person=person)
            await transaction.execute(_ASKED, person=person, address=address)
            await release(transaction, delivery, 0.0)


async def _lock_mailbox(transaction: Queries, digest: bytes) -> None:
    """Lock the people with this mailbox and their deliveries, in the order of all others."""
    sql = "SELECT person FROM mails WHERE digest = :digest"
    people = await transaction.column(sql, digest=digest)
    await lock_people(transaction, people)
    await lock_deliveries(transaction, ["mail"], people)


def _box(*row: Any) -> MailBox:
    address, language, token, begins, ends, confirmed = row
    return MailBox(address, language, token, Quiet(begins, ends), bool(confirmed))
