"""What the notes register."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kuhstall.server.features.feature import Expiry, Feature, Job, PersonalData
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.ops.node import Node
from kuhstall.server.store.db import Database
from kuhstall.server.table.log import Position
from kuhstall.server.table.summary import TableSummary

MONTH: Final = 30 * 86400.0

_ADD = "INSERT INTO notes (person, body, at) VALUES (:person, :body, now())"


class NewNote(Struct, frozen=True):
    body: str


async def add(call: Call) -> Nothing:
    """Keep a note."""
    assert call.caller.person is not None
    await call.accounts.people.db.execute(_ADD, person=call.caller.person.id, body=call.body.body)
    return Nothing()


async def shout(node: Node) -> None:
    await node.service.people.db.execute("UPDATE notes SET body = upper(body)")


async def note_waits(db: Database, table: str, position: Position, summary: TableSummary) -> None:
    for wait in summary.waits:
        body = f"{table} waits"
        await db.execute("DELETE FROM notes WHERE body = :body", body=body)
        await db.execute(_ADD, person=wait.person, body=body)


FEATURE: Final = Feature(
    "notes",
    endpoints=(Endpoint("POST", "/api/notes", add, Nothing, NewNote, "guest", status=201),),
    personal=(PersonalData("notes", columns=("body",), export=("body",)),),
    expiries=(Expiry("notes", "id", "at", MONTH),),
    jobs=(Job("shout", 0.05, shout),),
    on_summary=note_waits,
)
