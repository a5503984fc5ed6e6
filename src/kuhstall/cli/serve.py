"""`kuhstall serve`: tables for everybody."""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sqlite3
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from msgspec import Meta
from msgspec.structs import replace

from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings


def add_to(commands: Any) -> None:
    from kuhstall.server.settings import PREFIX, Settings

    parser = commands.add_parser(
        "serve",
        help="serve tables to browsers and programs",
        description="Serve tables. Every option can be set by an environment variable instead.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    defaults = Settings()
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        meta = next(part for part in get_args(kind) if isinstance(part, Meta))
        default = getattr(defaults, name)
        shown = f" (default: {default})" if default not in {"", None} else ""
        text = f"{meta.description} [{PREFIX}{name.upper()}]{shown}"
        parser.add_argument(f"--{name}", metavar=name.upper(), help=text.replace("%", "%%"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.server import logs
    from kuhstall.server.app import server
    from kuhstall.server.settings import names, read

    settings = read(os.environ, {name: getattr(args, name) for name in names()})
    asyncio.run(tried(settings))
    logs.configure(settings.log)
    serving = server(settings)
    serving.run()
    return 0 if serving.started else 1


async def tried(settings: Settings) -> None:
    """Open the store once before serving, so that what is wrong with it is said in one line."""
    import asyncpg

    from kuhstall.server.app import connected
    from kuhstall.server.store import UnavailableError
    from kuhstall.server.store.postgres import UnsafeDatabaseError

    try:
        with socket.create_server((settings.host, settings.port)):
            pass
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise Refused("no_port", f"cannot listen on {where}: {error.strerror}") from error
    try:
        async with connected(replace(settings, nats="")):
            pass
    except UnsafeDatabaseError as error:
        raise Refused("unsafe_store", f"this database may forget: {error}") from error
    except (UnavailableError, OSError, asyncpg.PostgresError, sqlite3.Error) as error:
        raise Refused("no_store", f"{settings.store} cannot be opened: {error}") from error
