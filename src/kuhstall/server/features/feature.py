"""What a feature registers: all that the rest of the server has to know of its folder.

A feature adds no method to the stores and no line to a list elsewhere, except its own line in
`registry.py`. Its migrations are the numbered files in its folder `migrations`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from kuhstall.server.store.db import Database, Queries
    from kuhstall.server.table.log import Position
    from kuhstall.server.table.summary import TableSummary

DatabaseName: TypeAlias = Literal["tables", "accounts"]
"""No statement and no foreign key crosses the two databases, even if they are the same one.

`tables`: what is written with a step, or belongs to a table. `accounts`: what is about people.
"""


class PersonalData(Struct, frozen=True):
    """What a database table holds about people. Erasure and export follow from it.

    `person`: the columns with ids of people; a row is deleted if any of them is erased. `columns`:
    the other columns that say something about the person. `export`: those of the columns that are
    part of the account export of the first person; none if the feature exports them in a form of
    its own.
    """

    table: str
    person: tuple[str, ...] = ("person",)
    columns: tuple[str, ...] = ()
    export: tuple[str, ...] = ()


class Expiry(Struct, frozen=True):
    """Rows that retention deletes once the time in a column is `seconds` ago."""

    table: str
    key: str
    at: str
    seconds: float


class Job(Struct, frozen=True):
    """Work that is repeated every so many seconds; it is called with the node.

    With `others`, the node that leads does the work for all nodes. Each other node does it only
    every so many times, in case the first cannot, and then works beside it.
    """

    name: str
    every: float
    run: Callable[[Any], Awaitable[None]]
    others: int = 1


Listener: TypeAlias = "Callable[[Database, str, Position, TableSummary], Awaitable[None]]"
Forgetter: TypeAlias = "Callable[[Database, str, Position], Awaitable[None]]"


class Feature(Struct, frozen=True):
    """A feature. `impersonal` lists its columns of text and bytes that say nothing about people.

    `on_summary` is called with the accounts database when a table has moved on: with the id of the
    table, the position of the step, and the summary. It may be called twice for one step.
    `on_set_back` is called with a position that the table has lost: forget what was told of it, and
    of later ones. What the table says now is told next, if it still exists.
    """

    name: str
    database: DatabaseName = "accounts"
    endpoints: Sequence[Any] = ()  # of `http.routing.Endpoint`, which imports too much for here
    personal: Sequence[PersonalData] = ()
    impersonal: Sequence[str] = ()
    expiries: Sequence[Expiry] = ()
    jobs: Sequence[Job] = ()
    on_summary: Listener | None = None
    on_set_back: Forgetter | None = None


def _personal(features: Sequence[Feature], database: DatabaseName) -> Sequence[PersonalData]:
    return [one for feature in features if feature.database == database for one in feature.personal]


async def erase_from(
    transaction: Queries,
    features: Sequence[Feature],
    database: DatabaseName,
    people: Collection[str],
) -> None:
    """Delete the rows of these people from one of the databases."""
    for data in _personal(features, database):
        which = " OR ".join(f"{column} = ANY(:people)" for column in data.person)
        sql = f"DELETE FROM {data.table} WHERE {which}"  # noqa: S608 -- declared names
        await transaction.execute(sql, people=people)


async def export_from(
    db: Database, features: Sequence[Feature], database: DatabaseName, person: str
) -> dict[str, list[dict[str, Any]]]:
    """Return what one of the databases holds about a person and no endpoint exports, by table."""
    found: dict[str, list[dict[str, Any]]] = {}
    for data in _personal(features, database):
        if data.export:
            columns = ", ".join(data.export)
            sql = f"SELECT {columns} FROM {data.table} WHERE {data.person[0]} = :person"  # noqa: S608
            rows = await db.fetch(sql, person=person)
            found[data.table] = [dict(zip(data.export, row, strict=True)) for row in rows]
    return found


async def delete_expired(db: Database, expiry: Expiry, limit: int) -> int:
    """Delete some expired rows; return how many."""
    return await db.execute(
        f"""
DELETE FROM {expiry.table} WHERE {expiry.key} IN (
    WITH old AS MATERIALIZED (
        SELECT {expiry.key} FROM {expiry.table} WHERE {expiry.at} < now() - seconds(:age)
        LIMIT :most FOR UPDATE SKIP LOCKED)
    SELECT {expiry.key} FROM old)
""",  # noqa: S608 -- declared names
        age=expiry.seconds,
        most=limit,
    )
