"""`kuhstall admin`: what the host of a server can do from its own machine."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from kuhstall.cli import serve
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from kuhstall.server.settings import Settings


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
    bring.add_argument(
        "--tombstones",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="who has left for good since, if it is not where KUHSTALL_TOMBSTONES says",
    )
    lose = works.add_parser("forget", help="erase all that is known of people, as they can do")
    lose.add_argument("people", nargs="*", metavar="person", help="the id of somebody")
    lose.add_argument(
        "--tombstones",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="all who are in these files: after an older backup was restored",
    )
    works.add_parser("unpack", help="make rows of all packed games again, for an older version")
    check = works.add_parser("check", help="replay every game, and tell the digest of the whole")
    check.add_argument("--each", action="store_true", help="a line for each table as well")
    past = works.add_parser("past", help="compare the lists of finished games with their logs")
    past.add_argument("--rewrite", action="store_true", help="make those that differ anew")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    return asyncio.run(_run(args))


def settings_of(args: argparse.Namespace) -> Settings:
    """Read where the server has its store."""
    from kuhstall.server.settings import read

    return read(os.environ, {"store": args.store, "nats": args.nats})


async def _run(args: argparse.Namespace) -> int:
    from kuhstall.server.store.backup import drop_remains

    settings = settings_of(args)
    if args.work in {"backup", "restore"}:
        done = _copy(settings.store, args)
        if done or args.work == "backup" or not _gone(settings, args):
            return done
        settings = replace(settings, nats="")  # nobody serves it yet
        done = await _work(settings, args)
        await drop_remains(settings.store)
        return done
    return await _work(settings, args)


async def _work(settings: Settings, args: argparse.Namespace) -> int:
    from kuhstall.server.app import connect_service
    from kuhstall.server.store.migration import NewerSchemaError

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
            "restore": _forget,
            "forget": _forget,
            "check": _check,
            "unpack": _unpack,
            "past": _past,
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


def _gone(settings: Settings, args: argparse.Namespace) -> bool:
    """Find the tombstones for a store that was just restored, and say so if there are none."""
    own = settings.tombstone_file
    if not args.tombstones and own is not None and own.exists():
        args.tombstones = [own]
    if not args.tombstones:
        print("no file of tombstones: whoever has left for good since that backup is back")
    args.people = []
    return bool(args.tombstones)


async def _forget(service: Any, args: argparse.Namespace) -> int:
    """Erase what is known of people. Whoever was erased before stays so."""
    from kuhstall.server.hosting.forgetting import forget_people
    from kuhstall.server.store.tombstones import add_tombstones, read_tombstones

    try:
        people = dict.fromkeys(
            [*args.people, *(one for file in args.tombstones for one in read_tombstones(file))]
        )
        if args.people and (own := settings_of(args).tombstone_file) is not None:
            add_tombstones(own, args.people)
    except OSError as error:
        print(f"forget failed: {error}")
        return 1
    await forget_people(service, list(people))
    print(f"forgot {len(people)} people")
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


async def _past(service: Any, args: argparse.Namespace) -> int:
    """Print one number for all that is kept of finished games. Exit with 1 if logs say otherwise.

    Games that were finished before there were such lists get into them by `--rewrite`.
    """
    import hashlib

    from kuhstall.server.hosting.past import compare_past

    games = rows = differ = 0
    whole = hashlib.sha256()
    async for one in compare_past(service.store, service.people):
        games, rows = games + 1, rows + len(one.told)
        if one.kept != one.told:
            differ += 1
            if args.rewrite:
                await service.people.rewrite_past(one.table, one.told)
        whole.update(msgspec.json.encode(one.told if args.rewrite else one.kept))
    done = "made anew" if args.rewrite else "differ from their logs"
    print(f"{games} games, {rows} rows, {differ} {done}, digest {whole.hexdigest()}")
    return 1 if differ and not args.rewrite else 0


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
        if one.about is not None:
            known = await service.people.person(one.about)
            name = known.name if known is not None else ""
            print(f"    {one.kind or 'about'}: {name} ({one.about}; admin ban {one.about})")
        if one.quote is not None:
            print(f"    line {one.line}: {one.quote}")
        if one.text:
            print(f"    {one.text}")
    return 0
