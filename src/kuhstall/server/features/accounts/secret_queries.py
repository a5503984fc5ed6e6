"""The secret keys of the server, which all nodes share."""

from __future__ import annotations

from kuhstall.server.store.db import Database


class SecretQueries:
    def __init__(self, db: Database) -> None:
        self.db = db

    async def key(self, name: str, new: bytes) -> bytes:
        """Return a secret key of the server; store `new` if there is none yet."""
        sql = "INSERT INTO keys (name, secret) VALUES (:name, :new) ON CONFLICT DO NOTHING"
        await self.db.execute(sql, name=name, new=new)
        secret: bytes = await self.db.value("SELECT secret FROM keys WHERE name = :name", name=name)
        return secret
