"""`kuhstall serve`: tables for everybody."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sqlite3
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from msgspec import Meta
from msgspec.structs import replace

from kuhstall.cli import bot_names
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings

_log = logging.getLogger(__name__)

_PAUSE: Final = 1.0
"""Seconds between two looks for a store that is away."""

_SAID: Final = 30
"""After so many looks it is said again that the store is away."""

_STARTS: Final = 5
"""So often a server begins, if it is not its store that keeps it from it."""


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
        flag = f"--{name.replace('_', '-')}"
        parser.add_argument(flag, metavar=name.upper(), help=text.replace("%", "%%"))
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.server import logs
    from kuhstall.server.app import server
    from kuhstall.server.settings import names, read

    settings = read(os.environ, {name: getattr(args, name) for name in names()})
    bot_names.admit(settings.own_bots)
    starts, away = 0, None
    while True:
        asyncio.run(found(settings, away))
        logs.configure(settings.log)
        if settings.own_bots:
            _log.info("tables may seat %s as well", ", ".join(settings.own_bots))
        serving = server(settings)
        try:
            serving.run()
        except SystemExit:  # it could not begin
            away = serving.away
            starts += away is None
            if starts == _STARTS or not settings.shared:
                raise
        else:
            return 0 if serving.started else 1


async def found(settings: Settings, away: Exception | None = None) -> None:
    """Return once the store is there; one that other machines keep is waited for.

    A store that went away while the server began is not tried at once: the port is held meanwhile.
    """
    from kuhstall.server.store import UnavailableError

    try_port(settings)
    if away is not None and settings.shared:
        await _wait(settings, away)
        return
    try:
        await try_store(settings)
    except UnavailableError as error:
        if not settings.shared:
            raise _no_store(settings, error) from error
        await _wait(settings, error)


async def tried(settings: Settings) -> None:
    """Open everything once before serving, so that what is wrong with it is said in one line."""
    from kuhstall.server.store import UnavailableError

    try_port(settings)
    try:
        await try_store(settings)
    except UnavailableError as error:
        raise _no_store(settings, error) from error


def try_port(settings: Settings) -> None:
    try:
        with socket.create_server((settings.host, settings.port)):
            pass
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise Refused("no_port", f"cannot listen on {where}: {error.strerror}") from error


async def try_store(settings: Settings) -> None:
    """Open the store and close it again; only one that is away is no reason to give up."""
    import asyncpg

    from kuhstall.server.app import connect_service
    from kuhstall.server.store.migration import NewerSchemaError
    from kuhstall.server.store.postgres_schema import UnsafeDatabaseError

    try:
        async with connect_service(replace(settings, nats="")):
            pass
    except UnsafeDatabaseError as error:
        raise Refused("unsafe_store", f"this database may forget: {error}") from error
    except NewerSchemaError as error:
        raise newer_store(settings, error) from error
    except (OSError, ValueError, asyncpg.PostgresError, sqlite3.Error) as error:
        raise _no_store(settings, error) from error


def newer_store(settings: Settings, error: Exception) -> Refused:
    text = f"{settings.store_shown} is newer than this version: {error}; install the newer one"
    return Refused("newer_store", text)


def _no_store(settings: Settings, error: Exception) -> Refused:
    return Refused("no_store", f"{settings.store_shown} cannot be opened: {error}")


async def _wait(settings: Settings, error: Exception) -> None:
    """Hold the port and say that nothing can be served, until the store is there."""
    from kuhstall.server import logs
    from kuhstall.server.http.waiting import waiting_server

    logs.configure(settings.log)
    serving = waiting_server(settings.host, settings.port, secure=settings.secure)
    answering = asyncio.create_task(serving.serve())
    looking = asyncio.create_task(_look(settings, error))
    # A signal ends the answering, and then the process.
    await asyncio.wait({answering, looking}, return_when=asyncio.FIRST_COMPLETED)
    serving.should_exit = True
    if looking.done():
        await answering
        await looking
        return
    looking.cancel()
    await asyncio.wait({looking})
    await answering
    # The signal comes once more after the answering, and most often ends us before we are here.
    raise KeyboardInterrupt


async def _look(settings: Settings, error: Exception) -> None:
    """Try the store again and again, and say so now and then."""
    from kuhstall.server.store import UnavailableError

    looks = 0
    while True:
        if looks % _SAID == 0:
            _log.warning("waiting for the store %s: %s", settings.store_shown, error)
        looks += 1
        await asyncio.sleep(_PAUSE)
        try:
            await try_store(settings)
        except UnavailableError as again:
            error = again
        else:
            _log.info("the store is there")
            return
