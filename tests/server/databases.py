"""A database of its own for each test that wants one, on the PostgreSQL of this machine."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from tests.machine import count

ADDRESS = os.environ.get("KUHSTALL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")


@asynccontextmanager
async def database() -> AsyncIterator[str]:
    """Create a database, and drop it whatever happens."""
    count("databases")
    name = f"kuhstall_test_{secrets.token_hex(6)}"
    keeper = await asyncpg.connect(f"{ADDRESS}/postgres")
    try:
        await keeper.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{ADDRESS}/{name}"
        finally:
            await keeper.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
    finally:
        await keeper.close()
