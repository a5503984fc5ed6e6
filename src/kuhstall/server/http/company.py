"""Whom somebody has blocked, and how that ends. To block is a frame of the socket of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from kuhstall.server.http.lobby import TablePoster
from kuhstall.server.http.routing import Call, Endpoint
from kuhstall.server.limits.rates import ACCOUNTS
from kuhstall.server.store.blocks import BlockedPerson


class EndedBlock(Struct, frozen=True, forbid_unknown_fields=True):
    """Which block ends, by its number in the list."""

    block: Annotated[int, Meta(ge=0, le=2**53 - 1)]


async def blocks(call: Call) -> Sequence[BlockedPerson]:
    """List whom the caller has blocked, the latest first."""
    person = call.caller.person
    return [] if person is None else await call.accounts.people.blocks(person.id)


async def end_block(call: Call) -> Sequence[BlockedPerson]:
    """End a block, and hear that person again; what is over already stays over."""
    person = call.caller.person
    if person is not None:
        other = await call.accounts.people.unblock(person.id, call.body.block)
        if other is not None:
            await call.accounts.people.unmute(person.id, other)
    return await blocks(call)


async def lobby(call: Call) -> bytes:
    """List the public tables that have not begun yet, the newest first.

    The caller is not offered those at which somebody sits whom they have blocked.
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
