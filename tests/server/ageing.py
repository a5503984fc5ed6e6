"""How a test lets everything in a store be older than it is."""

from __future__ import annotations

from kuhstall.server.store import Store
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.simulation.memory_store import MemoryStore

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
}


async def age(store: Store, days: float) -> None:
    """Let some days pass."""
    if isinstance(store, MemoryStore):
        before = store.clock

        def later() -> float:
            return before() + days * DAY

        store.clock = store.people.clock = later
        return
    for table, columns in _TIMES.items():
        for column in columns:
            sql = f"UPDATE {table} SET {column} = {column}"  # noqa: S608 -- all of it is from here
            if isinstance(store, PostgresStore):
                await store._pool.execute(f"{sql} - make_interval(days => $1)", int(days))
            else:
                assert isinstance(store, SqliteStore)
                await store._file.run(f"{sql} - ?", days * DAY)


async def counted(store: Store, table: str) -> int:
    """Count the rows of a table of the database, as far as the store in memory has such."""
    sql = f"SELECT count(*) FROM {table}"  # noqa: S608 -- the test names it
    if isinstance(store, PostgresStore):
        found: int = await store._pool.fetchval(sql)
        return found
    if isinstance(store, SqliteStore):
        ((found,),) = await store._file.rows(sql)
        return int(found)
    assert isinstance(store, MemoryStore)
    return {
        "tables": len(store.kept),
        "people": len(store.people.known),
        "sessions": len(store.people.sessions),
        "chat": len(store.people.said),
        "absences": len(store.absences),
        "refusals": sum(len(kept.refused) for kept in store.kept.values()),
    }[table]
