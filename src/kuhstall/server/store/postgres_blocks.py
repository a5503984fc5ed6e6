"""The blocks on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kuhstall.server.store.blocks import MOST, BlockedPerson
from kuhstall.server.store.postgres_pool import PostgresPool

# A row that is there already stays as it is. Two at once may make one too many: nobody minds.
_BLOCK = """
INSERT INTO blocks (person, other)
SELECT $1, id FROM people
WHERE id = $2 AND (SELECT count(*) FROM blocks WHERE person = $1) < $3
ON CONFLICT (person, other) DO NOTHING
"""

_LIST = """
SELECT blocks.id, name, extract(epoch FROM at)::float8 FROM blocks JOIN people ON people.id = other
WHERE person = $1 AND name <> '' ORDER BY blocks.id DESC
"""


class PostgresBlocks:
    _pool: PostgresPool

    async def block(self, person: str, other: str, most: int = MOST) -> bool:
        await self._pool.execute(_BLOCK, person, other, most)
        blocked: bool = await self._pool.fetchval(
            "SELECT EXISTS (SELECT FROM blocks WHERE person = $1 AND other = $2)", person, other
        )
        return blocked

    async def unblock(self, person: str, block: int) -> str | None:
        other: str | None = await self._pool.fetchval(
            "DELETE FROM blocks WHERE person = $1 AND id = $2 RETURNING other", person, block
        )
        return other

    async def blocks(self, person: str) -> Sequence[BlockedPerson]:
        return [BlockedPerson(*row) for row in await self._pool.fetch(_LIST, person)]

    async def blocked_people(self, person: str) -> set[str]:
        rows = await self._pool.fetch("SELECT other FROM blocks WHERE person = $1", person)
        return {row["other"] for row in rows}

    async def blocks_among(self, people: Collection[str]) -> set[tuple[str, str]]:
        rows = await self._pool.fetch(
            "SELECT person, other FROM blocks WHERE person = ANY($1) AND other = ANY($1)",
            list(people),
        )
        return {(row["person"], row["other"]) for row in rows}

    async def known_since(self, person: str) -> float | None:
        since: float | None = await self._pool.fetchval(
            "SELECT extract(epoch FROM min(opened))::float8 FROM sessions WHERE person = $1", person
        )
        return since
