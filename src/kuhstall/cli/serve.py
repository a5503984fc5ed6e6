"""`kuhstall serve`: run a server."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import socket
import sqlite3
import sys
from collections.abc import Mapping
from fnmatch import fnmatch
from functools import partial
from typing import TYPE_CHECKING, Final, get_args, get_type_hints

from msgspec import Meta
from msgspec.structs import replace

from kuhstall.cli import bot_names
from kuhstall.cli.language import surroundings
from kuhstall.cli.qr_code import qr_code
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.values import Refused
from kuhstall.messages import Catalogue

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings

_log = logging.getLogger(__name__)

_PAUSE: Final = 1.0
"""Seconds between two attempts to open a store that is away."""

_SAID: Final = 30
"""After this many attempts, log again that the store is away."""

_STARTS: Final = 5
"""The number of attempts to start, if the failure is not the store's."""


_GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "where it listens": ("host", "port", "origins", "proxies", "hsts_subdomains"),
    "where games are kept": ("store", "nats", "subject", "connections", "newer", "tombstones"),
    "who runs it": ("imprint", "privacy", "security", "smtp", "mail_from"),
    "bots": ("bots", "bot_workers", "offline"),
    "how long things are kept": ("archive", "keep_*"),
    "load": ("sockets", "drain", "ease", "lag", "tempo"),
    "logs and metrics": ("log", "metrics", "error_reports"),
}
"""Settings by what they are about, as `--help` shows them; all others come last."""


def define(parser: argparse.ArgumentParser) -> None:
    from kuhstall.server.settings import PREFIX, Settings

    parser.description = (
        "Serve tables. Every option can be set by an environment variable instead. For an evening"
        " at home: kuhstall serve --host 0.0.0.0"
    )
    defaults = Settings()
    groups = {title: parser.add_argument_group(title) for title in [*_GROUPS, "more"]}
    for name, kind in get_type_hints(Settings, include_extras=True).items():
        meta = next(part for part in get_args(kind) if isinstance(part, Meta))
        default = getattr(defaults, name)
        shown = f" (default: {default})" if default not in {"", None} else ""
        text = f"{meta.description} [{PREFIX}{name.upper()}]{shown}"
        flag = f"--{name.replace('_', '-')}"
        groups[group_of(name)].add_argument(
            flag, metavar=name.upper(), help=text.replace("%", "%%")
        )
    parser.set_defaults(run=run)


def group_of(setting: str) -> str:
    """Return the title under which a setting is shown."""
    for title, patterns in _GROUPS.items():
        if any(fnmatch(setting, pattern) for pattern in patterns):
            return title
    return "more"


def run(args: argparse.Namespace) -> int:
    from kuhstall.server import logs
    from kuhstall.server.app import server
    from kuhstall.server.settings import PREFIX, names, read

    given = {name: getattr(args, name) for name in names()}
    watched = sys.stdout.isatty() and sys.stderr.isatty()
    if watched and given["log"] is None and f"{PREFIX}LOG" not in os.environ:
        given["log"] = "warning"
    settings = read(os.environ, given)
    ready = partial(tell, settings, Screen(Catalogue.load(surroundings()))) if watched else None
    bot_names.admit(settings.own_bots)
    starts, away = 0, None
    while True:
        asyncio.run(found(settings, away))
        logs.configure(settings.log)
        if settings.own_bots:
            _log.info("tables may seat %s as well", ", ".join(settings.own_bots))
        serving = server(settings, ready=ready)
        try:
            serving.run()
        except SystemExit:  # it could not start
            away = serving.away
            starts += away is None
            if starts == _STARTS or not settings.shared:
                raise
        else:
            return 0 if serving.started else 1


def tell(settings: Settings, screen: Screen) -> None:
    """Tell people at a terminal where the server is, with a QR code for those with phones."""
    from kuhstall.server.features.lobby.local_address import address

    host = "127.0.0.1" if settings.host in {"", "0.0.0.0", "::"} else settings.host  # noqa: S104 -- only read
    own = f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"
    site = next(iter(settings.allowed_origins), "")
    others = site or address(settings.host, settings.port)
    screen.say(screen.text("terminal.home.here", address=site or own), style="bold")
    if others:
        screen.say(screen.text("terminal.home.phones", address=others))
        screen.say(qr_code(others))
        screen.say(screen.text("terminal.home.television", address=f"{others}/screen"))
    else:
        screen.say(screen.text("terminal.home.only_here", option="--host 0.0.0.0"))
    screen.say_unbroken(screen.text("terminal.home.kept", file=settings.store_shown))
    screen.say(screen.text("terminal.home.stop"))


async def found(settings: Settings, away: Exception | None = None) -> None:
    """Return once the store is available; wait for it if it is shared with other machines.

    If the store went away while the server started, do not try it at once, but hold the port
    meanwhile.
    """
    from kuhstall.server.table.log import UnavailableError

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
    """Check the port and the store before serving, so that an error is reported in one line."""
    from kuhstall.server.table.log import UnavailableError

    try_port(settings)
    try:
        await try_store(settings)
    except UnavailableError as error:
        raise _no_store(settings, error) from error


def try_port(settings: Settings) -> None:
    for host, port in filter(None, ((settings.host, settings.port), settings.metrics_address)):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.create_server((host, port), family=family):
                pass
        except OSError as error:
            where = f"{host}:{port}"
            raise Refused("no_port", f"cannot listen on {where}: {error.strerror}") from error


async def try_store(settings: Settings) -> None:
    """Open the store and close it again. UnavailableError means that a retry may help."""
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
    """Hold the port and answer that the service is unavailable, until the store is available."""
    from kuhstall.server import logs
    from kuhstall.server.http.waiting import waiting_server

    logs.configure(settings.log)
    serving = waiting_server(settings.host, settings.port, secure=settings.secure)
    answering = asyncio.create_task(serving.serve())
    looking = asyncio.create_task(_look(settings, error))
    # A signal ends the answering task, and then the process.
    await asyncio.wait({answering, looking}, return_when=asyncio.FIRST_COMPLETED)
    serving.should_exit = True
    if looking.done():
        await answering
        await looking
        return
    looking.cancel()
    await asyncio.wait({looking})
    await answering
    # The signal is raised again after the answering task, and mostly ends the process before this.
    raise KeyboardInterrupt


async def _look(settings: Settings, error: Exception) -> None:
    """Try the store again and again, and log that now and then."""
    from kuhstall.server.table.log import UnavailableError

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
