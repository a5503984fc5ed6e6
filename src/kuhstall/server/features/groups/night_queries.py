"""The queries of game nights, in the accounts database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.nights import (
    GRACE,
    REMIND,
    Guest,
    Night,
    NightSeat,
    NightTable,
    State,
    next_start,
    series_of,
)
from kuhstall.server.features.groups.result_queries import lock_group
from kuhstall.server.features.groups.seating import SeatedTable
from kuhstall.server.features.notifications.delivery_queries import lock_people, make_due
from kuhstall.server.store.db import Database, Queries, Row

SHOWN: Final = 12
"""Nights that are listed, newest first."""
MOST_AHEAD: Final = 8
"""Nights of a group that are planned."""

_COLUMNS: Final = "id, epoch(starts), zone, every, rounds, round, ended"

_NIGHTS: Final = f"""
SELECT {_COLUMNS} FROM group_nights
WHERE group_id = :group_id ORDER BY starts DESC, id LIMIT :most
"""  # noqa: S608 -- a constant

_AHEAD: Final = """
SELECT count(*) FROM group_nights
WHERE group_id = :group_id AND starts > now() - seconds(:grace) AND NOT ended
"""

_PLAN: Final = """
INSERT INTO group_nights (id, group_id, starts, zone, every, rounds, round, ended, remind)
VALUES (:night, :group_id, timestamp(:starts), :zone, :every, :rounds, 0, false,
    timestamp(:remind))
ON CONFLICT (id) DO NOTHING
"""

_END: Final = """
UPDATE group_nights SET ended = true, remind = NULL WHERE id = :night AND NOT ended
"""

_IN_SERIES: Final = "group_id = :group_id AND (id = :first OR substr(id, 1, :length) = :begins)"

_END_LATER: Final = f"""
UPDATE group_nights SET ended = true, remind = NULL
WHERE {_IN_SERIES} AND round = 0 AND NOT ended
    AND starts > (SELECT starts FROM group_nights WHERE id = :night)
"""  # noqa: S608 -- a constant

# The first one that is stored, which tells the hour of a series.
_FIRST: Final = f"""
SELECT epoch(starts) FROM group_nights WHERE {_IN_SERIES} ORDER BY starts LIMIT 1
"""  # noqa: S608 -- a constant

_END_SERIES: Final = f"UPDATE group_nights SET every = 0 WHERE {_IN_SERIES}"  # noqa: S608 -- same

_GUESTS: Final = """
SELECT guest.person, guest.state, guest.lot, people.name, member.number
FROM group_night_guests AS guest JOIN people ON people.id = guest.person
JOIN group_nights AS night ON night.id = guest.night_id
LEFT JOIN group_members AS member ON member.group_id = night.group_id
    AND member.person = guest.person AND member.role <> 'removed'
WHERE guest.night_id = :night ORDER BY member.number, guest.person
"""

# An erasure that is under way is waited for: no row of an erased person is written.
_ANSWER: Final = """
INSERT INTO group_night_guests (night_id, person, state, lot)
SELECT :night, id, :state, :lot FROM people WHERE id = :person AND name <> '' FOR SHARE
ON CONFLICT (night_id, person) DO UPDATE SET state = excluded.state
"""

_SUBSCRIBE: Final = """
INSERT INTO group_calendars (token, group_id, person)
SELECT :token, :group_id, id FROM people WHERE id = :person AND name <> '' FOR SHARE
ON CONFLICT (group_id, person) DO UPDATE SET token = group_calendars.token
RETURNING token
"""

# Who has left the group, or was removed, has no subscription any more.
_SUBSCRIBED: Final = """
SELECT groups.id, groups.name FROM group_calendars AS calendar
JOIN groups ON groups.id = calendar.group_id
JOIN group_members AS member ON member.group_id = groups.id
    AND member.person = calendar.person AND member.role <> 'removed'
WHERE calendar.token = :token
"""

# Whoever has left the group, or was removed, is not reminded.
_COMING: Final = """
SELECT guest.person FROM group_night_guests AS guest
JOIN group_members AS member ON member.group_id = :group_id AND member.person = guest.person
    AND member.role <> 'removed'
WHERE guest.night_id = :night AND guest.state = 'coming'
"""

_REMIND: Final = """
UPDATE group_night_guests SET remind = true, mail = true
WHERE night_id = :night AND person = ANY(:people)
"""

_DUE: Final = "SELECT id, group_id FROM group_nights WHERE remind <= now() ORDER BY remind LIMIT 20"


# A table of which the group knows nothing any more was closed before there was a game.
_TABLES: Final = """
SELECT seated.table_id, seated.round, seated.number, seated.bots,
    seated.due IS NULL AND (live.table_id IS NULL OR NOT live.running AND live.seq > 0)
FROM group_night_tables AS seated
LEFT JOIN group_tables AS live ON live.table_id = seated.table_id
WHERE seated.night_id = :night ORDER BY seated.round, seated.number
"""

# Results are in the history once for each table and person, however often the outbox tells them.
_SEATS: Final = """
SELECT seat.table_id, seat.person, played.place
FROM group_night_tables AS seated
JOIN group_night_seats AS seat ON seat.table_id = seated.table_id
LEFT JOIN played ON played.table_id = seat.table_id AND played.person = seat.person
WHERE seated.night_id = :night ORDER BY seated.round, seated.number, seat.seat
"""

_BEGIN_ROUND: Final = """
UPDATE group_nights SET round = :round
WHERE id = :night AND round = :round - 1 AND round < rounds AND NOT ended
"""

_SET_TABLE: Final = """
INSERT INTO group_night_tables (table_id, night_id, round, number, bots, due)
VALUES (:table, :night, :round, :number, :bots, now())
"""

_SET_SEAT: Final = """
INSERT INTO group_night_seats (table_id, person, seat)
SELECT :table, id, :seat FROM people WHERE id = :person AND name <> '' FOR SHARE
"""

# One seat for each person and round.
_TAKE_SEAT: Final = """
INSERT INTO group_night_seats (table_id, person, seat)
SELECT seated.table_id, people.id, :seat
FROM people, group_night_tables AS seated JOIN group_nights AS night ON night.id = seated.night_id
WHERE seated.table_id = :table AND people.id = :person AND people.name <> ''
    AND night.round = seated.round AND NOT night.ended
    AND NOT EXISTS (SELECT 1 FROM group_night_seats AS own
        JOIN group_night_tables AS other ON other.table_id = own.table_id
        WHERE own.person = :person AND other.night_id = seated.night_id
            AND other.round = seated.round)
"""

_ADD_BOTS: Final = """
UPDATE group_night_tables SET bots = CASE WHEN bots + :more < 0 THEN 0 ELSE bots + :more END
WHERE table_id = :table
"""

# The lease is short: if the node dies, people wait. A later time means that a clock was wrong.
_CLAIM: Final = """
UPDATE group_night_tables SET due = now() + seconds(:lease) WHERE table_id IN (
    SELECT table_id FROM group_night_tables
    WHERE due <= now() OR due > now() + seconds(:longest)
    ORDER BY due LIMIT :most FOR UPDATE SKIP LOCKED)
RETURNING table_id
"""

_ORDERED: Final = """
SELECT night.group_id, groups.preset, seated.bots
FROM group_night_tables AS seated JOIN group_nights AS night ON night.id = seated.night_id
JOIN groups ON groups.id = night.group_id WHERE seated.table_id = :table
"""

LEASE: Final = 5.0
_LONGEST: Final = 60.0
AT_ONCE: Final = 50


class OrderedTable(Struct, frozen=True):
    """A table that is to be opened. Whoever was erased meanwhile is not among the people."""

    group: str
    preset: Preset
    people: Sequence[str]
    bots: int


class Subscription(Struct, frozen=True):
    group: str
    name: str


class NightQueries:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def nights(self, group: str) -> Sequence[Night]:
        """List the newest nights, and those that are planned; newest first."""
        rows = await self._db.fetch(_NIGHTS, group_id=group, most=SHOWN)
        return [_night(row) for row in rows]

    async def find(self, group: str, night: str) -> Night | None:
        row = await self._db.row(
            f"SELECT {_COLUMNS} FROM group_nights WHERE id = :night AND group_id = :group_id",  # noqa: S608 -- a constant
            group_id=group,
            night=night,
        )
        return None if row is None else _night(row)

    async def ahead(self, group: str) -> int:
        """Count the nights that are planned."""
        return int(await self._db.value(_AHEAD, group_id=group, grace=GRACE))

    async def plan(self, group: str, night: Night) -> None:
        await _plan(self._db, group, night)

    async def guests(self, night: str) -> Sequence[Guest]:
        """List who has answered, in the order in which they have joined the group."""
        rows = await self._db.fetch(_GUESTS, night=night)
        return [Guest(*row) for row in rows]

    async def answer(self, night: str, person: str, state: State, lot: int) -> None:
        """Note what a member says. The lot stays the first one."""
        await self._db.execute(_ANSWER, night=night, person=person, state=state, lot=lot)

    async def end(self, group: str, night: Night, *, series: bool) -> None:
        """End a night, or call it off. The next one of its series is planned, unless that ends.

        With the series end its nights that are planned already, but none that is being played.
        """
        async with self._db.transaction() as transaction:
            await lock_group(transaction, group)  # or the next night may be planned meanwhile
            ended = await transaction.execute(_END, night=night.id)
            if series:
                named = {"group_id": group, **_named(night.id)}
                await transaction.execute(_END_LATER, night=night.id, **named)
                await transaction.execute(_END_SERIES, **named)
            elif ended:
                await _plan_next(transaction, group, night)

    async def tables(self, night: str) -> Sequence[NightTable]:
        rows = await self._db.fetch(_TABLES, night=night)
        return [
            NightTable(table, number, at, bots, bool(over))
            for table, number, at, bots, over in rows
        ]

    async def seats(self, night: str) -> Sequence[NightSeat]:
        """List who sat where, with the results that there are."""
        return [NightSeat(*row) for row in await self._db.fetch(_SEATS, night=night)]

    async def begin_round(
        self, night: str, number: int, tables: Sequence[tuple[str, SeatedTable]]
    ) -> bool:
        """Store the tables of a round, to be opened; return False if it has begun already."""
        async with self._db.transaction() as transaction:
            if not await transaction.execute(_BEGIN_ROUND, night=night, round=number):
                return False
            await transaction.execute_many(
                _SET_TABLE,
                [
                    {
                        "table": table,
                        "night": night,
                        "round": number,
                        "number": at,
                        "bots": one.bots,
                    }
                    for at, (table, one) in enumerate(tables, 1)
                ],
            )
            await transaction.execute_many(
                _SET_SEAT,
                [
                    {"table": table, "person": person, "seat": seat}
                    for table, one in tables
                    for seat, person in enumerate(one.people)
                ],
            )
        return True

    async def take_seat(self, table: str, person: str, seat: Seat) -> bool:
        """Note that a person sits at a table of the round that goes on, in the place of a bot.

        Return False if they have a seat in this round already.
        """
        async with self._db.transaction() as transaction:
            await lock_people(transaction, [person])
            taken = await transaction.execute(_TAKE_SEAT, table=table, person=person, seat=seat)
            if taken:
                await transaction.execute(_ADD_BOTS, table=table, more=-1)
        return taken > 0

    async def vacate_seat(self, table: str, person: str) -> None:
        """Note that a person has left a table before the deal: a bot takes the seat."""
        async with self._db.transaction() as transaction:
            left = await transaction.execute(
                "DELETE FROM group_night_seats WHERE table_id = :table AND person = :person",
                table=table,
                person=person,
            )
            if left:
                await transaction.execute(_ADD_BOTS, table=table, more=1)

    async def claim_tables(self) -> Sequence[str]:
        """Claim tables that are to be opened. No other node gets them while the lease lasts."""
        return await self._db.column(_CLAIM, lease=LEASE, longest=_LONGEST, most=AT_ONCE)

    async def ordered(self, table: str) -> OrderedTable | None:
        row = await self._db.row(_ORDERED, table=table)
        if row is None:
            return None
        people = await self._db.column(
            "SELECT person FROM group_night_seats WHERE table_id = :table ORDER BY seat",
            table=table,
        )
        return OrderedTable(row[0], msgspec.json.decode(row[1], type=Preset), people, row[2])

    async def note_opened(self, table: str) -> None:
        await self._db.execute(
            "UPDATE group_night_tables SET due = NULL WHERE table_id = :table", table=table
        )

    async def subscribe(self, group: str, person: str, token: str) -> str:
        """Return the token of a member's calendar: this one, unless there is one already."""
        return str(
            await self._db.value(_SUBSCRIBE, group_id=group, person=person, token=token) or token
        )

    async def subscription(self, token: str) -> Subscription | None:
        row = await self._db.row(_SUBSCRIBED, token=token)
        return None if row is None else Subscription(*row)

    async def remind(self) -> None:
        """Remind those who come to a night that is near, and plan the next one of its series."""
        for night, group in await self._db.fetch(_DUE):
            async with self._db.transaction() as transaction:
                await lock_group(transaction, group)
                row = await transaction.row(
                    "UPDATE group_nights SET remind = NULL WHERE id = :night AND remind <= now()"  # noqa: S608 -- a constant
                    f" RETURNING {_COLUMNS}",
                    night=night,
                )
                if row is not None:
                    await _plan_next(transaction, group, _night(row))
                    coming = await transaction.column(_COMING, night=night, group_id=group)
                    await lock_people(transaction, coming)
                    await transaction.execute(_REMIND, night=night, people=coming)
                    await make_due(transaction, "push", *coming)
                    await make_due(transaction, "mail", *coming)


async def _plan(queries: Queries, group: str, night: Night) -> None:
    await queries.execute(
        _PLAN,
        night=night.id,
        group_id=group,
        starts=night.starts,
        zone=night.zone,
        every=night.every,
        rounds=night.rounds,
        remind=night.starts - REMIND,
    )


async def _plan_next(transaction: Queries, group: str, night: Night) -> None:
    """Plan the next night of a series, if there is one; once, as its id is always the same."""
    if not night.every:
        return
    first = await transaction.value(_FIRST, group_id=group, **_named(night.id))
    following = replace(
        night, id=following_id(night.id), starts=next_start(night, first), round=0, ended=False
    )
    await _plan(transaction, group, following)


def _named(night: str) -> dict[str, Any]:
    """Return the parameters of `_IN_SERIES`."""
    first = series_of(night)
    return {"first": first, "begins": first + "0", "length": len(first) + 1}


def following_id(night: str) -> str:
    """Return the id of the next night of a series, which is the same on each node."""
    first = series_of(night)
    return f"{first}0{int(night[len(first) + 1 :] or 0) + 1}"


def _night(row: Row) -> Night:
    night, starts, zone, every, rounds, number, ended = row
    return Night(night, starts, zone, every, rounds, number, bool(ended))
