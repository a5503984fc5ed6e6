"""Replays every table of a store: what is kept is worth what can be made of it again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.server.hot import HotTable
from kuhstall.server.showing import game_view
from kuhstall.server.store import Store

_PAGE: Final = 500


class Replayed(Struct, frozen=True):
    """A table that was folded from its first step to the last, as one number."""

    table: str
    steps: int
    digest: str
    fault: str = ""


async def replayed(store: Store) -> AsyncIterator[Replayed]:
    """Fold all tables, one after the other, in the order of their ids."""
    after = ""
    while tables := await store.ids(after, _PAGE):
        for table in tables:
            yield await _replayed(store, table)
        after = tables[-1]


async def _replayed(store: Store, table: str) -> Replayed:
    kept = await store.kept(table)
    hot = HotTable(table, kept.code, await store.secret(table))
    log = hashlib.sha256()
    try:
        for step in await store.steps(table):
            hot.read(step)
            log.update(f"{step.actor} {step.command} ".encode() + step.events)
        digest = _digest(hot, log.digest())
    except Exception as error:  # noqa: BLE001 -- whatever it is, the table cannot be played on
        return Replayed(table, hot.seq, "", f"{type(error).__name__}: {error}")
    if hot.seq < kept.head:  # a server that runs may have written more meanwhile
        return Replayed(table, hot.seq, "", f"it ends at {hot.seq}, and should at {kept.head}")
    return Replayed(table, hot.seq, digest)


def _digest(hot: HotTable, log: bytes) -> str:
    """Make one number of a table and of how it got there: the same again, or something is lost.

    What nobody may see yet, the deck above all, is in the log. What has come of it is told as
    everybody sees it: a table may hold more than values, its views do not.
    """
    viewers = (*range(len(hot.party.places)), None)
    whole = [
        hot.id,
        hot.code,
        hot.secret,
        hot.seq,
        hot.party,
        hot.game.moment,
        {str(actor): due for actor, due in sorted(hot.timers.items())},
        [game_view(hot, viewer) for viewer in viewers],
        log,
    ]
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()
