"""A player's blocklist, and unblocking. Blocking is a frame of the table's socket."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kuhstall.server.features.lobby.lobby import TablePoster
from kuhstall.server.features.moderation.blocklist_queries import BlockedPerson
from kuhstall.server.http.endpoint import Call, Endpoint
from kuhstall.server.limits.rates import ACCOUNTS


class EndedBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """The block to end, by its number in the list."""

    block: Annotated[int, Meta(ge=0, le=2**53 - 1)]


async def blocks(call: Call) -> Sequence[BlockedPerson]:
    """List the people whom you have blocked, latest first."""
    person = call.caller.person
    return [] if person is None else await call.accounts.people.blocks(person.id)


async def end_block(call: Call) -> Sequence[BlockedPerson]:
    """Unblock and unmute a person. If the block has ended already, nothing changes."""
    person = call.caller.person
    if person is not None:
        other = await call.accounts.people.unblock(person.id, call.body.block)
        if other is not None:
            await call.accounts.people.unmute(person.id, other)
    return await blocks(call)


async def lobby(call: Call) -> bytes:
    """List the public tables that have not started yet, newest first.

    Tables at which a person sits whom you have blocked are left out.
    """
    shown, person = await call.lobby.get(), call.caller.person
    blocked = set() if person is None else await call.accounts.people.blocked_people(person.id)
    if not blocked:
        return shown
    hidden = await call.node.service.store.tables_with(blocked)
    posters = msgspec.json.decode(shown, type=list[TablePoster])
    return msgspec.json.encode([one for one in posters if one.table not in hidden])


ENDPOINTS: Final = (
    Endpoint("GET", "/api/blocks", blocks, list[BlockedPerson], who="person"),
    Endpoint(
        "POST", "/api/blocks/end", end_block, list[BlockedPerson], EndedBlock, "person", ACCOUNTS
    ),
    Endpoint("GET", "/api/lobby", lobby, list[TablePoster]),
)
