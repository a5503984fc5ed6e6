"""Replays every table of a store, to check that each log can still be read."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Final

import msgspec
from msgspec import Struct

from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.party.timers import store_timers
from kuhstall.server.wire.views import game_view

_PAGE: Final = 500


class Audit(Struct, frozen=True):
    """The result of folding a table from its first step to its last, as one digest."""

    table: str
    steps: int
    digest: str
    fault: str = ""


async def audit_tables(store: Store) -> AsyncIterator[Audit]:
    """Fold all tables, one after the other, in the order of their ids."""
    after = ""
    while tables := await store.ids(after, _PAGE):
        for table in tables:
            yield await _audit_table(store, table)
        after = tables[-1]


async def _audit_table(store: Store, table: str) -> Audit:
    kept = await store.table_row(table)
    live = LiveTable(table, kept.code, await store.secret(table))
    log = hashlib.sha256()
    try:
        for step in await store.steps(table):
            live.read(step)
            log.update(f"{step.actor} {step.command} ".encode() + step.events)
        digest = _digest(live, log.digest())
    except Exception as error:  # noqa: BLE001 -- whatever it is, the table cannot be played on
        return Audit(table, live.seq, "", f"{type(error).__name__}: {error}")
    if live.seq < kept.head:  # a running server may have written more meanwhile
        return Audit(table, live.seq, "", f"it ends at {live.seq}, and should at {kept.head}")
    return Audit(table, live.seq, digest)


def _digest(live: LiveTable, log: bytes) -> str:
    """Return one digest of a table and its log. If it changes, something is lost.

    Hidden information, above all the deck, enters through the log. The table enters through its
    views: it may hold more than plain values, its views do not.
    """
    viewers = (*range(len(live.party.places)), None)
    whole = [
        live.id,
        live.code,
        live.secret,
        live.seq,
        live.party,
        live.state.moment,
        {str(actor): due for actor, due in sorted(store_timers(live.timers).items())},
        [game_view(live, viewer) for viewer in viewers],
        log,
    ]
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()
