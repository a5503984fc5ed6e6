"""How a test lets everything in a store be older than it is."""

from __future__ import annotations

from msgspec.structs import replace

from kuhstall.server.store import Store
from kuhstall.server.store.archive import pack_refusals, unpack_refusals
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore

DAY = 86400.0

_TIMES = {
    "tables": ("opened",),
    "steps": ("at",),
    "chat": ("at",),
    "sessions": ("seen", "opened"),
    "finishers": ("at",),
    "absences": ("since",),
    "chores": ("until",),
    "reports": ("at",),
    "news": ("at",),
    "heard": ("at",),
    "waits": ("since",),
    "mails": ("added",),
    "deliveries": ("due", "lease"),
    "webhooks": ("failing_since",),
    "mailed": ("at",),
    "attempts": ("full_at",),
}


async def age(store: Store, days: float) -> None:
    """Let some days pass."""
    if isinstance(store, MemoryStore):
        before = store.clock

        def later() -> float:
            return before() + days * DAY

        store.clock = later
        return
    for table, columns in _TIMES.items():
        for column in columns:
            sql = f"UPDATE {table} SET {column} = {column}"  # noqa: S608 -- all of it is from here
            if isinstance(store, PostgresStore):
                await store._pool.execute(f"{sql} - make_interval(days => $1)", int(days))
            else:
                assert isinstance(store, SqliteStore)
                await store._file.run(f"{sql} - ?", days * DAY)
    await _age_packed(store, days)


async def _age_packed(store: Store, days: float) -> None:
    """Let what is packed be older as well, and the archive itself."""
    sql = "SELECT table_id, refusals FROM archive WHERE refusals IS NOT NULL"
    if isinstance(store, PostgresStore):
        for table, refusals in await store._pool.fetch(sql):
            await store._pool.execute(
                "UPDATE archive SET refusals = $2, refused = to_timestamp($3) WHERE table_id = $1",
                table,
                *_older(refusals, days),
            )
        await store._pool.execute(
            "UPDATE migrations SET at = at - make_interval(days => $1)", int(days)
        )
    else:
        assert isinstance(store, SqliteStore)
        for table, refusals in await store._file.rows(sql):
            await store._file.run(
                "UPDATE archive SET refusals = ?2, refused = ?3 WHERE table_id = ?1",
                table,
                *_older(refusals, days),
            )


def _older(refusals: bytes, days: float) -> tuple[bytes | None, float | None]:
    found = [replace(one, at=one.at - days * DAY) for one in unpack_refusals(refusals)]
    return pack_refusals(found)


async def counted(store: Store, table: str) -> int:
    """Count the rows of a table of the database."""
    if isinstance(store, MemoryStore):
        kept = {
            "tables": len(store.kept),
            "chat": len(store.said),
            "news": len(store.outbox),
            "refusals": sum(len(kept.refused) for kept in store.kept.values()),
        }
        if table in kept:
            return kept[table]
    return int(await store.db.value(f"SELECT count(*) FROM {table}"))  # noqa: S608
