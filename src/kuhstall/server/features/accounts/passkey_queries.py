"""Passkeys, recovery codes, links and one-time tokens. Secrets are stored as hashes only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from kuhstall.server.features.accounts.person_queries import UnknownPersonError
from kuhstall.server.features.accounts.session_queries import (
    open_authenticated,
    use_up_code,
    use_up_token,
    was_authenticated,
)
from kuhstall.server.store.db import ConflictError, Database, Queries
from kuhstall.server.table.log import TakenError

MOST_KEYS: Final = 20
SWEPT: Final = 4  # expired rows deleted with each new one: more than are issued

Question: TypeAlias = Literal["claim", "enter"]
"""A WebAuthn challenge, to be answered once: register a new passkey, or sign in with a known one.
"""

PassKind: TypeAlias = Question | Literal["link"]
"""The kinds of one-time tokens: the answer to a challenge, or a link for a second device."""

Kept: TypeAlias = Literal["first", "more", "full"]
"""The result of adding a passkey: the person's first, an additional one, or over the limit."""

_KEYS: Final = """
SELECT id, person, public, counter, name, epoch(added), epoch(used) FROM passkeys
"""

_ADD: Final = """
INSERT INTO passkeys (id, person, public, counter, name, added)
VALUES (:passkey, :person, :public, :counter, :name, now())
"""

# Sessions first: a request that is about to add something with one of them waits for this, or its
# row is already there to be deleted.
_END_ALL: Final = tuple(
    f"DELETE FROM {table} WHERE person = :person"  # noqa: S608 -- a constant
    for table in ("sessions", "recovery_codes", "passes", "taps", "mails", "webhooks")
)

_USE_KEY: Final = """
UPDATE passkeys SET counter = :counter, used = now()
WHERE id = :passkey AND (counter < :counter OR (counter = 0 AND :counter = 0)) RETURNING id
"""

_SWEEP: Final = """
DELETE FROM passes WHERE pass IN (
    SELECT pass FROM passes WHERE expires < now()
    ORDER BY expires LIMIT :swept FOR UPDATE SKIP LOCKED)
"""

_GIVE: Final = """
INSERT INTO passes (pass, kind, person, expires)
VALUES (:token, :kind, :person, now() + seconds(:lasts))
"""

# A time farther ahead than all credits take to come back was written by a wrong clock.
_ATTEMPT: Final = """
INSERT INTO attempts AS known (slot, full_at) VALUES (:slot, now() + seconds(:step))
ON CONFLICT (slot) DO UPDATE SET full_at = seconds(:step) + CASE
    WHEN known.full_at BETWEEN now() AND now() + seconds(:all) * 2
    THEN known.full_at ELSE now() END
WHERE known.full_at NOT BETWEEN now() + seconds(:all) - seconds(:step) * 0.999
    AND now() + seconds(:all) * 2
RETURNING slot
"""

_SWEEP_ATTEMPTS: Final = """
DELETE FROM attempts WHERE slot IN (
    SELECT slot FROM attempts WHERE full_at < now() AND slot <> :slot
    ORDER BY full_at LIMIT :swept FOR UPDATE SKIP LOCKED)
"""


class UnprovenError(Exception):
    """The person has a passkey, and this session was not reauthenticated recently enough."""


class Requester(Struct, frozen=True):
    """The session that requests a change, and for how many seconds a reauthentication counts."""

    session: bytes
    within: float


class NewSession(Struct, frozen=True):
    """The session that a first passkey opens, in place of all earlier ones."""

    token: bytes
    browser: str = ""


class Passkey(Struct, frozen=True):
    """A passkey as the server knows it. Times are seconds since 1970."""

    id: bytes
    person: str
    public: bytes
    counter: int
    name: str
    added: float = 0
    used: float | None = None


class PasskeyQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    # The next three methods check the request in the transaction that writes, while no other device
    # of that person can write: the session has not ended, and if there is a passkey by now, the
    # session was reauthenticated. A session that was ended while a passkey was being created cannot
    # add it, and of two requests that add the first passkey, one succeeds.

    async def add_passkey(self, passkey: Passkey, by: Requester, new: NewSession) -> Kept:
        """Add a passkey, unless the person has the maximum; TakenError if it is known.

        The first passkey ends all that a mere guest session has made, since that may have been
        stolen: all sessions, codes, links, push devices and the mail address. The new session is
        the only one left. Whatever a request of an ended session still tries to add is refused.
        """
        person = passkey.person
        try:
            async with self.db.transaction() as transaction:
                many = await _count_passkeys(transaction, person, by)
                if many >= MOST_KEYS:
                    return "full"
                if not many:
                    for statement in _END_ALL:
                        await transaction.execute(statement, person=person)
                    await open_authenticated(
                        transaction, new.token, person, "key", new.browser, by.session
                    )
                await transaction.execute(
                    _ADD,
                    passkey=passkey.id,
                    person=person,
                    public=passkey.public,
                    counter=passkey.counter,
                    name=passkey.name,
                )
        except ConflictError as error:
            raise TakenError(passkey.id.hex()) from error
        return "more" if many else "first"

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Requester) -> None:
        """Replace the person's recovery codes; the old ones become invalid."""
        async with self.db.transaction() as transaction:
            await _count_passkeys(transaction, person, by)
            await transaction.execute(
                "DELETE FROM recovery_codes WHERE person = :person", person=person
            )
            await transaction.execute_many(
                "INSERT INTO recovery_codes (code, person) VALUES (:code, :person)",
                [{"code": code, "person": person} for code in codes],
            )

    async def give_link(self, pass_: bytes, person: str, lasts: float, by: Requester) -> None:
        """Store a link, replacing the previous one."""
        async with self.db.transaction() as transaction:
            await _count_passkeys(transaction, person, by)
            await transaction.execute(
                "DELETE FROM passes WHERE person = :person AND kind = 'link'", person=person
            )
            await _give(transaction, pass_, "link", person, lasts)

    async def passkey(self, passkey: bytes) -> Passkey | None:
        row = await self.db.row(f"{_KEYS} WHERE id = :passkey", passkey=passkey)
        return None if row is None else Passkey(*row)

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        """List the person's passkeys, oldest first."""
        rows = await self.db.fetch(
            f"{_KEYS} WHERE person = :person ORDER BY added, id", person=person
        )
        return [Passkey(*row) for row in rows]

    async def use_passkey(self, passkey: bytes, counter: int) -> bool:
        """Store the signature counter; False if the passkey is gone, or a copy of it was used.

        A counter that did not grow means a copy. A passkey that does not count stays at 0. Of two
        sign-ins with the same count, one succeeds.
        """
        return await self.db.row(_USE_KEY, passkey=passkey, counter=counter) is not None

    async def name_passkey(self, person: str, passkey: bytes, name: str) -> None:
        await self.db.execute(
            "UPDATE passkeys SET name = :name WHERE id = :passkey AND person = :person",
            person=person,
            passkey=passkey,
            name=name,
        )

    async def remove_passkey(self, person: str, passkey: bytes) -> None:
        await self.db.execute(
            "DELETE FROM passkeys WHERE id = :passkey AND person = :person",
            person=person,
            passkey=passkey,
        )

    async def codes(self, person: str) -> tuple[int, int]:
        """Count the person's recovery codes: how many are left, and how many there were."""
        ((left, made),) = await self.db.fetch(
            "SELECT count(*) - count(used), count(*) FROM recovery_codes WHERE person = :person",
            person=person,
        )
        return left, made

    async def code_owner(self, code: bytes) -> str | None:
        """Return the owner of a recovery code, if it is still valid."""
        person: str | None = await self.db.value(
            "SELECT person FROM recovery_codes WHERE code = :code AND used IS NULL", code=code
        )
        return person

    async def use_code(self, code: bytes, person: str) -> bool:
        """Use up a recovery code of the person; False if they have no such code, or it is used."""
        return await use_up_code(self.db, code, person)

    async def issue_token(
        self, pass_: bytes, kind: Question, person: str | None, lasts: float
    ) -> None:
        """Store a one-time token."""
        async with self.db.transaction() as transaction:
            await _give(transaction, pass_, kind, person, lasts)

    async def look_at_pass(self, pass_: bytes, kind: PassKind) -> str | None:
        """Return the owner of a one-time token, if it is still valid."""
        person: str | None = await self.db.value(
            "SELECT person FROM passes WHERE pass = :token AND kind = :kind AND expires > now()",
            token=pass_,
            kind=kind,
        )
        return person

    async def consume_token(self, pass_: bytes, kind: PassKind, person: str | None) -> bool:
        """Use up a one-time token of this person, or of none. Of two callers, one succeeds."""
        return await use_up_token(self.db, pass_, kind, person)

    async def count_attempt(self, slot: int, step: float, seconds: float) -> bool:
        """Use up one credit of a slot, if it has one. The count is shared by all nodes.

        One credit comes back after `step` seconds, all of them after `seconds`.
        """
        # The sweep comes last, as it waits for no row: two callers that first lock a slot that the
        # other counts would wait for each other.
        async with self.db.transaction() as transaction:
            counted = await transaction.row(_ATTEMPT, slot=slot, step=step, all=seconds)
            await transaction.execute(_SWEEP_ATTEMPTS, slot=slot, swept=SWEPT)
        return counted is not None


async def _give(
    transaction: Queries, token: bytes, kind: PassKind, person: str | None, lasts: float
) -> None:
    await transaction.execute(_SWEEP, swept=SWEPT)
    await transaction.execute(_GIVE, token=token, kind=kind, person=person, lasts=lasts)


async def _count_passkeys(transaction: Queries, person: str, by: Requester) -> int:
    """Lock the person, check that the session may change sign-in methods, and count passkeys."""
    # Not FOR UPDATE: that deadlocks with a transaction that opens a session of the same person.
    await transaction.fetch(
        "SELECT id FROM people WHERE id = :person FOR NO KEY UPDATE", person=person
    )
    owner = await transaction.value(
        "SELECT person FROM sessions WHERE token = :token FOR SHARE", token=by.session
    )
    if owner != person:
        raise UnknownPersonError(person)
    many = await transaction.value(
        "SELECT count(*) FROM passkeys WHERE person = :person", person=person
    )
    if many and not await was_authenticated(transaction, by.session, by.within):
        raise UnprovenError
    return int(many)
