"""The queries of screens, in the tables database: a screen belongs to a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from kuhstall.server.store.db import Database

_ADD = """
INSERT INTO screens (id, secret, code, token, browser, expires)
VALUES (:screen, :secret, :code, :token, :browser, now() + seconds(:lasts))
"""

# One statement, so that of two who use a code at the same time only one pairs the screen.
_PAIR = """
UPDATE screens SET table_id = :table, code = NULL, token = NULL, expires = now() + seconds(:lasts)
WHERE (code = :key OR token = :key) AND expires > now() RETURNING id, browser
"""

# Two calls may follow a rematch at the same time.
_MOVE = """
UPDATE screens SET table_id = :table, code = NULL, token = NULL, expires = now() + seconds(:lasts)
WHERE id = :screen AND (table_id IS NOT DISTINCT FROM :before OR table_id = :table)
"""

_SHOWN: Final = "SELECT id, browser FROM screens WHERE table_id = :table ORDER BY id"


class StoredScreen(Struct, frozen=True):
    """A screen: the table it is paired with, if any, and for how long its code is good."""

    id: str
    table: str | None
    lasts: float


class ScreenQueries:
    def __init__(self, db: Database) -> None:
        self._db = db

    async def add(  # noqa: PLR0913 -- a row
        self, screen: str, *, secret: bytes, code: bytes, token: bytes, browser: str, lasts: float
    ) -> None:
        await self._db.execute(
            _ADD, screen=screen, secret=secret, code=code, token=token, browser=browser, lasts=lasts
        )

    async def find(self, secret: bytes) -> StoredScreen | None:
        """Return the screen with a secret, unless it is expired or removed."""
        row = await self._db.row(
            "SELECT id, table_id, epoch(expires) - epoch(now()) FROM screens"
            " WHERE secret = :secret AND expires > now()",
            secret=secret,
        )
        return None if row is None else StoredScreen(*row)

    async def pair(self, key: bytes, table: str, lasts: float) -> tuple[str, str] | None:
        """Pair the screen that shows a code or a token; return its id and browser, if it exists."""
        row = await self._db.row(_PAIR, key=key, table=table, lasts=lasts)
        return None if row is None else (row[0], row[1])

    async def move(self, screen: str, before: str | None, table: str, lasts: float) -> bool:
        """Pair a screen with a table, or with another one; or note that it is still in use.

        Return False if it was removed meanwhile.
        """
        moved = await self._db.execute(
            _MOVE, screen=screen, before=before, table=table, lasts=lasts
        )
        return moved > 0

    async def at_table(self, table: str) -> Sequence[tuple[str, str]]:
        """Return the screens that are paired with a table, each with the name of its browser."""
        return [(row[0], row[1]) for row in await self._db.fetch(_SHOWN, table=table)]

    async def remove(self, screen: str, table: str) -> None:
        await self._db.execute(
            "DELETE FROM screens WHERE id = :screen AND table_id = :table",
            screen=screen,
            table=table,
        )
