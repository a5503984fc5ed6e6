"""`kuhstall admin`: what the host of a server can do from its own machine."""

from __future__ import annotations

import argparse
import asyncio
import os
from datetime import UTC, datetime
from typing import Any

import msgspec

from kuhstall.engine.values import Refused


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "admin",
        help="list and close tables, ban people",
        description="For the host of a server. Works on the store directly (--store and --nats, or"
        " KUHSTALL_STORE and KUHSTALL_NATS, as for serve), so the server may run or not.",
    )
    parser.add_argument("--store", help="the store of the server")
    parser.add_argument("--nats", help="the bus of the server, if there is one")
    works = parser.add_subparsers(dest="work", required=True, metavar="WORK")
    works.add_parser("tables", help="list the tables that are not closed, with who sits there")
    close = works.add_parser("close", help="close a table")
    close.add_argument("table", help="its id or its invite code")
    for name, text in (
        ("ban", "ban a person: all sessions end, sockets close within seconds"),
        ("unban", "let a banned person in again"),
    ):
        work = works.add_parser(name, help=text)
        work.add_argument("person", help="the id, as `admin tables` shows it")
    works.add_parser("banned", help="list who is banned")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    from kuhstall.server.app import connected
    from kuhstall.server.settings import read

    settings = read(os.environ, {"store": args.store, "nats": args.nats})
    async with connected(settings) as service:
        works = {
            "tables": _tables,
            "close": _close,
            "ban": _ban,
            "unban": _unban,
            "banned": _banned,
        }
        work: Any = works[args.work]
        code: int = await work(service, args)
        return code


async def _tables(service: Any, args: argparse.Namespace) -> int:
    from kuhstall.server.listing import Poster

    for kept in await service.store.tables(1000):
        poster = msgspec.json.decode(kept.text, type=Poster)
        opened = datetime.fromtimestamp(kept.opened, UTC).strftime("%Y-%m-%d %H:%M")
        seen = "public" if kept.public else "private"
        print(f"{kept.table} {kept.code} {opened} {poster.edition} {poster.stage} {seen}")
        try:
            hot = await service.hot(kept.table)
        except Refused as refused:
            print(f"    cannot be read here: {refused}")
            continue
        for seat, place in enumerate(hot.party.places):
            if place.person is not None:
                print(f"    seat {seat}: {place.person} {hot.names[place.person]!r}")
    return 0


async def _close(service: Any, args: argparse.Namespace) -> int:
    from kuhstall.server.store import UnknownTableError

    table = await service.store.find(args.table) or args.table
    try:
        await service.close_table(table)
    except UnknownTableError:
        print(f"there is no table {args.table}")
        return 1
    print(f"closed {table}")
    return 0


async def _ban(service: Any, args: argparse.Namespace) -> int:
    if not await service.people.ban(args.person):
        print(f"there is no person {args.person}")
        return 1
    print(f"banned {args.person}")
    return 0


async def _unban(service: Any, args: argparse.Namespace) -> int:
    await service.people.unban(args.person)
    print(f"{args.person} may come again")
    return 0


async def _banned(service: Any, args: argparse.Namespace) -> int:
    for person in await service.people.banned():
        print(f"{person.id} {person.name!r}")
    return 0
