"""`kuhstall play` in the browser: start a local server and open a table on it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kuhstall.cli import bot_names, edition, serve
from kuhstall.cli.language import catalogue
from kuhstall.cli.qr_code import qr_code
from kuhstall.cli.terminal.screen import Screen
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings
    from kuhstall.server.table.party.events import PaceName
    from kuhstall.server.table.party.opening import Wish

PORT: Final = 8000
_PORTS: Final = 20
"""The number of ports to try, if none was requested."""

_LAST_PORT: Final = 65_535
STARTS: Final = ("host", "full", "bots")
HOST: Final = "0.0.0.0"  # noqa: S104 -- phones in the same network may join
STORE: Final = "kuhstall.db"
OPEN_SCREEN: Final = "/screen#open"
"""The page of a screen that opens the table of the house, where the first to join is host."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    browser = parser.add_argument_group("in the browser")
    browser.add_argument(
        "--pace",
        choices=("live", "relaxed", "slow"),
        help="the time limits: seconds, more of them, or days (live; with --screen relaxed)",
    )
    browser.add_argument(
        "--screen",
        action="store_true",
        help="show the table here for the whole room, while everybody plays on a phone: all seats"
        " wait for people, and the auctioneer holds the gavel unless --set says otherwise",
    )
    browser.add_argument(
        "--starts",
        choices=STARTS,
        default=STARTS[0],
        help="who starts the game: the host (as usual); the table itself once it is full; or"
        " with bots, which take the free seats after a minute. A table that starts by itself"
        " waits for people on all seats, unless --people says on how many",
    )
    browser.add_argument(
        "--no-browser", action="store_true", help="open no browser, only print the address"
    )
    browser.add_argument(
        "--host",
        default=HOST,
        help="the address to listen on (all); 127.0.0.1: only this machine",
    )
    browser.add_argument(
        "--port", type=int, help=f"the port to listen on ({PORT}, or the next that is free)"
    )
    browser.add_argument(
        "--data", type=Path, metavar="DIR", help="the folder of the games (your data directory)"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C is pressed."""
    from kuhstall.server import logs
    from kuhstall.server.app import server
    from kuhstall.server.features.lobby.local_address import address
    from kuhstall.server.http.client_files import Pages

    screen = Screen(catalogue(args))
    wish = table_options(args)
    if not Pages().is_built:
        raise Refused("no_client", "the browser client is not built: `make web`, or --terminal")
    folder = args.data or data_directory()
    port = free_port(args.host, args.port)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    settings = _settings(args, folder / STORE, port)
    asyncio.run(serve.tried(settings))
    logs.configure(settings.log)
    own = f"http://{_here(args.host)}:{port}{OPEN_SCREEN if args.screen else '/play'}"

    def ready() -> None:
        told(screen, own, address(args.host, port), settings.store, wish)
        if args.port is None and port != PORT:
            screen.say(screen.text("terminal.home.other_port", taken=PORT, port=port))
        if not args.no_browser and _has_browser():
            threading.Thread(target=webbrowser.open, args=[own], daemon=True).start()

    serving = server(settings, wish, ready)
    with contextlib.suppress(KeyboardInterrupt):
        serving.run()
    if not serving.started:
        return 1
    screen.say()
    screen.say(screen.text("terminal.goodbye"))
    return 0


def table_options(args: argparse.Namespace) -> Wish:
    """Turn the arguments into table options; refuse now what the table would refuse later."""
    from kuhstall.server.table.party.opening import Wish, first_step
    from kuhstall.server.table.random_source import RandomSource

    for name in ("seed", "save", "names"):
        if getattr(args, name):
            raise Refused("terminal_only", f"--{name} is for --terminal")
    alone = 1 if args.starts == "host" and not args.screen else args.players
    people = alone if args.people is None else args.people
    if not 1 <= people <= args.players:
        reason = f"{people} people do not fit: from 1 to {args.players} may play"
        raise Refused("people", reason, low=1, high=args.players)
    pace: PaceName = args.pace or ("relaxed" if args.screen else "live")
    named = {name for name, _ in args.house_rules}
    room = {"gavel": "auctioneer"} if args.screen and pace == "relaxed" else {}
    if "auction_mode" in named:  # there may be no calls
        room = {}
    played = edition.chosen(args, **room)
    others = bot_names.on_seats(args.bot, played.key, args.players - people)
    chosen = msgspec.to_builtins(played.rules)
    drawn = RandomSource().table()
    wish = Wish(
        edition=args.edition,
        rules={name: chosen[name] for name in named | (room.keys() & chosen.keys())},
        seats=args.players,
        pace=pace,
        public=True,  # all who reach the server may see it on the first page
        bots=others,
        table=drawn.table,
        cards=_cards(args.cards),
        starts=args.starts,
        filler=bot_names.on_seats(args.bot, played.key, 1)[0],
    )
    first_step(wish, "nobody", drawn, 0.0, 1.0)
    return wish


def _cards(path: Path | None) -> str:
    """Read the card file, if given; refuse one longer than a table in the browser accepts."""
    from kuhstall.server.table.party.requests import LONGEST_FILE

    text = "" if path is None else edition.card_text(path)
    if len(text) > LONGEST_FILE:
        raise Refused("bad_cards", f"{path} is longer than {LONGEST_FILE} characters")
    return text


def data_directory() -> Path:
    """Return the directory that the system intends for user data."""
    from platformdirs import user_data_path

    return user_data_path("kuhstall", appauthor=False)


def free_port(host: str, wanted: int | None) -> int:
    """Return the requested port, or the next free one if none was requested."""
    if wanted is not None:
        return _listening(host, wanted)
    for port in range(PORT, PORT + _PORTS):
        if listens(host, port) is not None:
            return port
    return _listening(host, PORT)


def _listening(host: str, port: int) -> int:
    """Return the port, or a free one for port 0; refuse with the real reason."""
    where = f"{host}:{port}"
    if not 0 <= port <= _LAST_PORT:
        reason = f"{port} is not a port: ports go from 1 to {_LAST_PORT}"
        raise Refused("not_a_port", reason, given=port, low=1, high=_LAST_PORT)
    try:
        return _try_port(host, port)
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                raise Refused(
                    "port_in_use", f"cannot listen on {where}: the port is in use", given=where
                ) from error
            case errno.EACCES:
                reason = f"cannot listen on {where}: not allowed; ports below 1024 are the system's"
                raise Refused("port_forbidden", reason, given=where) from error
            case errno.EADDRNOTAVAIL:
                reason = f"cannot listen on {where}: this machine has no such address"
                raise Refused("no_such_address", reason, given=where) from error
        reason = f"cannot listen on {where}: {error.strerror}"
        raise Refused("no_port", reason, given=where) from error


def listens(host: str, port: int) -> int | None:
    """Return the port if it is free, or a free one for port 0; None if not."""
    try:
        return _try_port(host, port) if 0 <= port <= _LAST_PORT else None
    except OSError:
        return None


def _try_port(host: str, port: int) -> int:
    with socket.create_server((host, port)) as server:
        port = int(server.getsockname()[1])
    # Some systems let a process listen on all addresses while another one listens on this one.
    with socket.create_server((_here(host), port)):
        return port


def told(screen: Screen, own: str, address: str, store: str, wish: Wish) -> None:
    """Print the player's address, the one for the others, and how to stop."""
    shown = own.endswith(OPEN_SCREEN)
    here = "terminal.home.screen" if shown else "terminal.home.here"
    screen.say(screen.text(here, address=own), style="bold")
    if address:
        waits = len(wish.bots) < wish.seats - 1
        link = f"{address}/t/{wish.table}" if waits else address
        screen.say(screen.text("terminal.home.phones", address=link))
        if screen.is_terminal:
            screen.say(qr_code(link))
        if not waits:
            screen.say(screen.text("terminal.home.more_people"))
        if shown:
            screen.say(screen.text("terminal.home.television", address=f"{address}/screen"))
    if wish.starts != "host":
        screen.say(screen.text(f"terminal.home.starts.{wish.starts}", bot=wish.filler))
    screen.say_unbroken(screen.text("terminal.home.kept", file=store))
    screen.say(screen.text("terminal.home.stop"))


def _settings(args: argparse.Namespace, store: Path, port: int) -> Settings:
    from kuhstall.server.settings import read

    given: dict[str, Any] = {
        "store": str(store),
        "host": args.host,
        "port": port,
        # Settings for a club's server do not apply to this one.
        **dict.fromkeys(("nats", "origins", "proxies"), ""),
    }
    if "KUHSTALL_LOG" not in os.environ:
        given["log"] = "warning"
    return read(os.environ, given)


def _here(host: str) -> str:
    """Return the host name that a browser on this machine uses."""
    return "127.0.0.1" if host == HOST else host


def _has_browser() -> bool:
    """Return whether there is a display. A browser in the terminal would overwrite our output."""
    if sys.platform.startswith(("win", "darwin")):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
