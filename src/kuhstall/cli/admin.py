"""`kuhstall admin`: what the host of a server can do from its own machine."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from kuhstall.cli import serve
from kuhstall.engine.values import Refused


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "admin",
        help="list and close tables, ban people, read reports, back up and restore",
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
    told = works.add_parser("reports", help="list the problems that people report, latest first")
    told.add_argument("--json", action="store_true", help="one JSON object a line")
    keep = works.add_parser("backup", help="write all that the store holds to a file, at any time")
    keep.add_argument("file", type=Path, help="a new file; keep it as safe as the store")
    bring = works.add_parser("restore", help="fill a new store from such a file")
    bring.add_argument("file", type=Path, help="what `admin backup` has written")
    works.add_parser("unpack", help="make rows of all packed games again, for an older version")
    check = works.add_parser("check", help="replay every game, and tell the digest of the whole")
    check.add_argument("--each", action="store_true", help="a line for each table as well")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


async def _run(args: argparse.Namespace) -> int:
    from kuhstall.server.app import connect_service
    from kuhstall.server.settings import read
    from kuhstall.server.store.migration import NewerSchemaError

    settings = read(os.environ, {"store": args.store, "nats": args.nats})
    if args.work in {"backup", "restore"}:
        return _copy(settings.store, args)
    async with AsyncExitStack() as stack:
        try:
            service = await stack.enter_async_context(connect_service(settings))
        except NewerSchemaError as error:
            raise serve.newer_store(settings, error) from error
        works = {
            "tables": _tables,
            "close": _close,
            "ban": _ban,
            "unban": _unban,
            "banned": _banned,
            "reports": _reports,
            "check": _check,
            "unpack": _unpack,
        }
        work: Any = works[args.work]
        code: int = await work(service, args)
        return code


def _copy(store: str, args: argparse.Namespace) -> int:
    from kuhstall.server.store.backup import BackupError, backup, restore

    try:
        {"backup": backup, "restore": restore}[args.work](store, args.file)
    except (BackupError, OSError) as error:
        print(f"{args.work} failed: {error}")
        return 1
    done = "written to" if args.work == "backup" else "restored from"
    print(f"{done} {args.file}: {args.file.stat().st_size / 1e6:.1f} MB")
    return 0


async def _check(service: Any, args: argparse.Namespace) -> int:
    """Print one number for the whole store, to compare a copy with. Exit with 1 on any fault."""
    import hashlib

    from kuhstall.server.hosting.audit import audit_tables

    tables = steps = faults = 0
    whole = hashlib.sha256()
    async for one in audit_tables(service.store):
        tables, steps, faults = tables + 1, steps + one.steps, faults + bool(one.fault)
        whole.update(f"{one.table} {one.digest}\n".encode())
        if args.each or one.fault:
            print(f"{one.table} {one.steps} {one.digest or one.fault}")
    print(f"{tables} tables, {steps} steps, {faults} faults, digest {whole.hexdigest()}")
    return 1 if faults else 0


async def _unpack(service: Any, args: argparse.Namespace) -> int:
    """Undo the archive. A server that runs would pack them again, unless it is told not to."""
    count = 0
    while tables := await service.store.packed("", 100):
        for table in tables:
            count += await service.store.unpack_game(table)
    print(f"unpacked {count} games")
    return 0


async def _tables(service: Any, args: argparse.Namespace) -> int:
    from kuhstall.server.party.listing import Poster

    for kept in await service.store.tables(1000):
        poster = msgspec.json.decode(kept.text, type=Poster)
        opened = datetime.fromtimestamp(kept.opened, UTC).strftime("%Y-%m-%d %H:%M")
        seen = "public" if kept.public else "private"
        print(f"{kept.table} {kept.code} {opened} {poster.edition} {poster.stage} {seen}")
        try:
            hot = await service.cache.live_table(kept.table)
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
    for person in await service.people.banned_people():
        print(f"{person.id} {person.name!r}")
    return 0


async def _reports(service: Any, args: argparse.Namespace) -> int:
    for one in await service.store.reports():
        if args.json:
            print(msgspec.json.encode(one).decode())
            continue
        at = datetime.fromtimestamp(one.at, UTC).strftime("%Y-%m-%d %H:%M")
        place = "no table" if one.table is None else f"table {one.table} step {one.step}"
        print(f"{at} {one.version} {one.language} {place}")
        print(f"    {one.text}")
    return 0
