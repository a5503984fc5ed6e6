"""The queries of groups, in the accounts database.

What a page reads is bounded: the members, who are few, and the running tables, of which it lists
the newest. It does not grow with the number of games that the group has played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.server.features.accounts.person_queries import UnknownPersonError
from kuhstall.server.features.groups.members import Member, Preset, Role
from kuhstall.server.features.groups.rating_queries import RatingQueries
from kuhstall.server.features.groups.result_queries import drop_result, lock_group, note_result
from kuhstall.server.store.db import Database, Queries, Row
from kuhstall.server.table.log import Position
from kuhstall.server.table.party.listing import Poster
from kuhstall.server.table.summary import TableSummary

MOST: Final = 200
"""Members of one group."""
MOST_GROUPS: Final = 50
"""Groups of one person."""
SHOWN: Final = 20
"""Running tables that a page lists."""
HERE: Final = 45.0
"""Seconds for which a member is shown as here after their page has last asked."""
SEEN_EVERY: Final = 20.0
"""How often that is stored."""
USED_EVERY: Final = 86_400.0

Joined: TypeAlias = Literal["joined", "unknown", "full", "too_many"]
RoleChange: TypeAlias = Literal["set", "full", "changed"]

# One statement for everyone, whether or not the link exists and the caller may use it.
_FIND = """
SELECT groups.id, groups.name, groups.preset, link.current, here.code,
    member.number, member.role, epoch(now()) - epoch(member.seen),
    epoch(now()) - epoch(groups.used)
FROM group_links AS link
JOIN groups ON groups.id = link.group_id
JOIN group_links AS here ON here.group_id = groups.id AND here.current
LEFT JOIN group_members AS member ON member.group_id = groups.id AND member.person = :person
WHERE link.code = :code
"""

_MEMBERS = """
SELECT person, number, role, people.name, epoch(now()) - epoch(seen)
FROM group_members JOIN people ON people.id = person WHERE group_id = :group_id ORDER BY number
"""

_OF_PERSON = """
SELECT link.code, groups.name, member.role,
    (SELECT count(*) FROM group_members AS all_members
        WHERE all_members.group_id = groups.id AND all_members.role <> 'removed')
FROM group_members AS member
JOIN groups ON groups.id = member.group_id
JOIN group_links AS link ON link.group_id = groups.id AND link.current
WHERE member.person = :person AND member.role <> 'removed' ORDER BY groups.used DESC, groups.id
"""

TABLES: Final = """
SELECT table_id, poster, people FROM group_tables
WHERE group_id = :group_id AND running ORDER BY opened DESC, table_id LIMIT :most
"""

# An erasure that is under way is waited for: no row of an erased person is written.
_JOIN = """
INSERT INTO group_members (group_id, person, number, role, seen)
SELECT :group_id, id, :number, :role, now() FROM people
WHERE id = :person AND name <> '' FOR SHARE
"""

# The same one as in `members.present`.
_APPOINT_HEIR = """
UPDATE group_members SET role = 'host'
WHERE group_id = :group_id AND number = (SELECT number FROM group_members
    WHERE group_id = :group_id AND role <> 'removed' ORDER BY role <> 'helper', number LIMIT 1)
AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = :group_id AND role = 'host')
"""

_ADD_TABLE = """
INSERT INTO group_tables (table_id, group_id, seq, running, poster, people, opened)
VALUES (:table, :group_id, 0, false, :poster, :people, now()) ON CONFLICT (table_id) DO NOTHING
"""

_NOTE_TABLE = """
UPDATE group_tables SET seq = :seq, running = :running, poster = :poster, people = :people
WHERE table_id = :table AND seq < :seq
"""

_FORGET = """
UPDATE group_tables SET seq = 0, running = false WHERE table_id = :table AND seq <= :seq
"""

# A rematch belongs to the same group. Its own summary may be late, or have come already.
_NOTE_REMATCH = """
INSERT INTO group_tables (table_id, group_id, seq, running, poster, people, opened)
SELECT :rematch, group_id, 0, true, :poster, people, now()
FROM group_tables WHERE table_id = :table ON CONFLICT (table_id) DO NOTHING
"""


class FoundGroup(Struct, frozen=True):
    """A group that a link leads to, and what the caller is in it. `current`: the link admits."""

    id: str
    name: str
    preset: Preset
    current: bool
    code: str
    number: int | None
    role: Role | None
    unseen: float | None
    unused: float


class GroupTable(Struct, frozen=True):
    table: str
    poster: Poster
    people: Sequence[str]


class _Stage(Struct, frozen=True):
    """All of a poster that is needed for a table of no group."""

    stage: str = ""


class OwnGroupRow(Struct, frozen=True):
    code: str
    name: str
    role: Role
    size: int


class GroupQueries:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def find(self, code: str, person: str | None) -> FoundGroup | None:
        row = await self._db.row(_FIND, code=code, person=person or "")
        return None if row is None else _found(row)

    async def members(self, group: str) -> Sequence[Member]:
        """List the members, and those who were removed, in the order in which they joined."""
        rows = await self._db.fetch(_MEMBERS, group_id=group)
        return [
            Member(person, number, role, name, unseen < HERE)
            for person, number, role, name, unseen in rows
        ]

    async def size(self, group: str) -> int:
        return await _size(self._db, group)

    async def of_person(self, person: str) -> Sequence[OwnGroupRow]:
        rows = await self._db.fetch(_OF_PERSON, person=person)
        return [OwnGroupRow(*row) for row in rows]

    async def tables(self, group: str) -> Sequence[GroupTable]:
        """List the running tables, newest first."""
        rows = await self._db.fetch(TABLES, group_id=group, most=SHOWN)
        return [
            GroupTable(
                table,
                msgspec.json.decode(poster, type=Poster),
                msgspec.json.decode(people, type=tuple[str, ...]),
            )
            for table, poster, people in rows
        ]

    async def create(self, group: str, code: str, name: str, preset: Preset, person: str) -> None:
        """Create a group with its first member, who is the host."""
        values = {"group_id": group, "name": name, "preset": msgspec.json.encode(preset)}
        async with self._db.transaction() as transaction:
            await transaction.execute(
                "INSERT INTO groups (id, name, preset, joined, used)"
                " VALUES (:group_id, :name, :preset, 1, now())",
                **values,
            )
            await _add_link(transaction, group, code)
            if not await _add_member(transaction, group, person, 1, "host"):
                raise UnknownPersonError(person)

    async def join(self, group: str, person: str) -> Joined:
        """Add a member. Who is one already stays one; who was removed is told nothing."""
        async with self._db.transaction() as transaction:
            # It locks the group: two who join at the same time get two numbers.
            number = await transaction.value(
                "UPDATE groups SET joined = joined + 1 WHERE id = :group_id RETURNING joined",
                group_id=group,
            )
            if number is None:
                return "unknown"
            rows = await transaction.fetch(
                "SELECT person, role FROM group_members WHERE group_id = :group_id", group_id=group
            )
            roles: dict[str, Role] = dict(rows)
            if person in roles:
                return "unknown" if roles[person] == "removed" else "joined"
            if sum(role != "removed" for role in roles.values()) >= MOST:
                return "full"
            own = await transaction.value(
                "SELECT count(*) FROM group_members WHERE person = :person", person=person
            )
            if own >= MOST_GROUPS:
                return "too_many"
            if not await _add_member(transaction, group, person, number, "member"):
                raise UnknownPersonError(person)
        return "joined"

    async def leave(self, group: str, person: str) -> None:
        """Remove a member who leaves; a group without members goes with the last one.

        If it was the last host, another one is appointed.
        """
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)
            await transaction.execute(
                "DELETE FROM group_members"
                " WHERE group_id = :group_id AND person = :person AND role <> 'removed'",
                group_id=group,
                person=person,
            )
            await transaction.execute(
                "DELETE FROM groups WHERE id = :group_id AND NOT EXISTS (SELECT 1"
                " FROM group_members WHERE group_id = :group_id AND role <> 'removed')",
                group_id=group,
            )
            await transaction.execute(_APPOINT_HEIR, group_id=group)

    async def appoint_heir(self, group: str) -> None:
        """Make a member the host of a group that has none: its last one was erased."""
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)
            await transaction.execute(_APPOINT_HEIR, group_id=group)

    async def delete(self, group: str) -> None:
        await self._db.execute("DELETE FROM groups WHERE id = :group_id", group_id=group)

    async def set_role(self, group: str, number: int, before: Role, role: Role) -> RoleChange:
        """Set the role of a member, unless it has changed meanwhile, or the group is full."""
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)
            if before == "removed" != role and await _size(transaction, group) >= MOST:
                return "full"
            changed = await transaction.execute(
                "UPDATE group_members SET role = :role"
                " WHERE group_id = :group_id AND number = :number AND role = :before",
                group_id=group,
                number=number,
                before=before,
                role=role,
            )
        return "set" if changed else "changed"

    async def set_preset(self, group: str, name: str, preset: Preset) -> None:
        await self._db.execute(
            "UPDATE groups SET name = :name, preset = :preset WHERE id = :group_id",
            group_id=group,
            name=name,
            preset=msgspec.json.encode(preset),
        )

    async def renew_link(self, group: str, code: str) -> None:
        """Replace the link. Whoever is not a member cannot use the old one any more."""
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)
            await transaction.execute(
                "UPDATE group_links SET current = false WHERE group_id = :group_id",
                group_id=group,
            )
            await _add_link(transaction, group, code)

    async def note_seen(self, group: FoundGroup, person: str) -> None:
        """Note that a member is here, and that the group is in use."""
        if group.unseen is None or group.unseen > SEEN_EVERY:
            await self._db.execute(
                "UPDATE group_members SET seen = now()"
                " WHERE group_id = :group_id AND person = :person",
                group_id=group.id,
                person=person,
            )
        if group.unused > USED_EVERY:
            await self._db.execute(
                "UPDATE groups SET used = now() WHERE id = :group_id", group_id=group.id
            )

    async def add_table(self, group: str, table: str, poster: Poster, person: str) -> bool:
        """Note a table before it is opened: whatever happens then, its games count.

        Return False if it is noted already.
        """
        added = await self._db.execute(
            _ADD_TABLE,
            table=table,
            group_id=group,
            poster=msgspec.json.encode(poster),
            people=msgspec.json.encode((person,)),
        )
        return added > 0

    async def show_table(self, table: str) -> None:
        """Show a table that was opened, unless there is a summary of it already."""
        await self._db.execute(
            "UPDATE group_tables SET running = true WHERE table_id = :table AND seq = 0",
            table=table,
        )

    async def is_unopened(self, group: str, table: str) -> bool:
        """Return whether a table is noted for this group, and nothing is known of it yet."""
        sql = (
            "SELECT 1 FROM group_tables"
            " WHERE table_id = :table AND group_id = :group_id AND seq = 0"
        )
        return await self._db.row(sql, table=table, group_id=group) is not None

    async def drop_table(self, group: str, table: str) -> None:
        """Drop a table that could not be opened, unless it was by another call."""
        await self._db.execute(
            "DELETE FROM group_tables WHERE table_id = :table AND group_id = :group_id"
            " AND seq = 0 AND NOT running",
            table=table,
            group_id=group,
        )


async def note_summary(db: Database, table: str, position: Position, summary: TableSummary) -> None:
    """Note what a table's newest summary says, if it is the table of a group."""
    if summary.finishers:
        await _note_result(db, table)  # first: whoever sees the table go sees its result
    stage = msgspec.json.decode(summary.poster, type=_Stage).stage
    running = stage not in {"ended", "closed"}
    changed = await db.execute(
        _NOTE_TABLE,
        table=table,
        seq=position.seq,
        running=running,
        poster=bytes(summary.poster),
        people=msgspec.json.encode(summary.people if running else ()),
    )
    if not changed:
        return
    if summary.rematch is not None:
        poster = msgspec.json.decode(summary.poster, type=Poster)
        expected = msgspec.structs.replace(poster, stage="open")
        await db.execute(
            _NOTE_REMATCH,
            table=table,
            rematch=summary.rematch,
            poster=msgspec.json.encode(expected),
        )
        await _note_result(db, summary.rematch)  # if it has ended before we knew of it
    if stage == "closed" and not summary.finishers:  # there was no game
        await db.execute("DELETE FROM group_tables WHERE table_id = :table", table=table)


async def forget_position(db: Database, table: str, position: Position) -> None:
    """Forget what a table has lost: how far it was, and how its game ended."""
    sql = "SELECT group_id FROM group_tables WHERE table_id = :table AND seq <= :seq"
    group = await db.value(sql, table=table, seq=position.seq)
    if group is None:
        return
    async with db.transaction() as transaction:
        await lock_group(transaction, group)
        if await transaction.execute(_FORGET, table=table, seq=position.seq):
            await drop_result(transaction, group, table)
    await RatingQueries(db).catch_up(group)


async def _note_result(db: Database, table: str) -> None:
    group = await note_result(db, table)
    if group is not None:
        await RatingQueries(db).catch_up(group)


async def _size(queries: Queries, group: str) -> int:
    sql = "SELECT count(*) FROM group_members WHERE group_id = :group_id AND role <> 'removed'"
    return int(await queries.value(sql, group_id=group))


async def _add_link(transaction: Queries, group: str, code: str) -> None:
    await transaction.execute(
        "INSERT INTO group_links (code, group_id, current) VALUES (:code, :group_id, true)",
        code=code,
        group_id=group,
    )


async def _add_member(
    transaction: Queries, group: str, person: str, number: int, role: Role
) -> bool:
    values: dict[str, Any] = {"group_id": group, "person": person, "number": number, "role": role}
    return await transaction.execute(_JOIN, **values) > 0


def _found(row: Row) -> FoundGroup:
    group, name, preset, current, code, number, role, unseen, unused = row
    decoded = msgspec.json.decode(preset, type=Preset)
    return FoundGroup(
        group, name, decoded, bool(current), code, number, role, unseen, float(unused)
    )
