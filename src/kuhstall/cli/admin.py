"""`kuhstall admin`: what the operator of a server can do on its machine."""

from __future__ import annotations

import argparse
import asyncio
import os
from contextlib import AsyncExitStack, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from kuhstall.cli import serve
from kuhstall.cli.progress import progress
from kuhstall.engine.values import Refused
from kuhstall.server.features.moderation.address_bans import MOST as MOST_BANS
from kuhstall.server.features.moderation.address_bans import (
    AddressBanQueries,
    is_range,
    parse_range,
)
from kuhstall.server.features.moderation.report_queries import ReportQueries

if TYPE_CHECKING:
    from kuhstall.server.limits.callers import Network
    from kuhstall.server.settings import Settings


_LONG: Final = frozenset({"backup", "check", "costs", "history", "restore", "unpack"})
"""Works whose time grows with the store."""

_HOURS: Final = 24.0
_MOST_HOURS: Final = 8784


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "For the host of a server. Works on the store directly (--store and --nats, or"
        " KUHSTALL_STORE and KUHSTALL_NATS, as for serve), so the server may run or not."
    )
    parser.add_argument("--store", help="the store of the server")
    parser.add_argument("--nats", help="the bus of the server, if there is one")
    works = parser.add_subparsers(dest="work", required=True, metavar="WORK")
    works.add_parser("tables", help="list the open tables and their players")
    close = works.add_parser("close", help="close a table")
    close.add_argument("table", help="its id or its invite code")
    who = "the id of a person, as `admin tables` shows it, or a range: 203.0.113.0/24"
    ban = works.add_parser("ban", help="ban a person, or a range of addresses for some hours")
    ban.add_argument("who", help=f"{who}. Sockets close within seconds")
    ban.add_argument("--hours", type=float, help="of a range: for how long; 24 if not given")
    ban.add_argument("--why", help="of a range: a note, for `admin bans`")
    unban = works.add_parser("unban", help="let a banned person or range in again")
    unban.add_argument("who", help=who)
    works.add_parser("banned", help="list the banned people")
    works.add_parser("bans", help="list the banned ranges of addresses, and until when")
    told = works.add_parser("reports", help="list the problems that people report, latest first")
    told.add_argument("--json", action="store_true", help="one JSON object a line")
    keep = works.add_parser("backup", help="write the whole store to a file, at any time")
    keep.add_argument("file", type=Path, help="a new file; keep it as safe as the store")
    keep.add_argument(
        "--pushes",
        action="store_true",
        help="include the key that signs push messages, and push subscriptions; without it browsers"
        " subscribe again at their next visit after a restore",
    )
    bring = works.add_parser("restore", help="fill a new store from a backup")
    bring.add_argument("file", type=Path, help="a file that `admin backup` wrote")
    bring.add_argument(
        "--tombstones",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="accounts deleted since the backup, if not in the file of KUHSTALL_TOMBSTONES",
    )
    erase = works.add_parser("erase", help="delete people's data")
    erase.add_argument("people", nargs="*", metavar="person", help="the id of a person")
    erase.add_argument(
        "--tombstones",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="also everyone in these files; use it after restoring an older backup",
    )
    works.add_parser("unpack", help="unpack all archived games, for an older version")
    check = works.add_parser("check", help="replay every game and print a checksum of the store")
    check.add_argument("--each", action="store_true", help="a line for each table as well")
    works.add_parser("costs", help="what the finished games cost: steps, bytes, processor time")
    history = works.add_parser("history", help="compare the history of games with their logs")
    history.add_argument("--rewrite", action="store_true", help="rewrite those that differ")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    with progress(args.work) if args.work in _LONG else nullcontext():
        return asyncio.run(_run(args))


def settings_of(args: argparse.Namespace) -> Settings:
    """Read the settings that say where the store is."""
    from kuhstall.server.settings import read

    return read(os.environ, {"store": args.store, "nats": args.nats})


async def _run(args: argparse.Namespace) -> int:
    from kuhstall.server.store.backup import drop_remains

    settings = settings_of(args)
    if args.work in {"backup", "restore"}:
        done = _copy(settings.store, args)
        if done or args.work == "backup" or not _gone(settings, args):
            return done
        settings = replace(settings, nats="")  # the store is not served yet
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
            "banned": _list_bans,
            "bans": _list_ranges,
            "reports": _reports,
            "restore": _erase,
            "erase": _erase,
            "check": _check,
            "costs": _costs,
            "unpack": _unpack,
            "history": _history,
        }
        work: Any = works[args.work]
        code: int = await work(service, args)
        return code


def _copy(store: str, args: argparse.Namespace) -> int:
    from kuhstall.server.store.backup import BackupError, backup, restore

    try:
        if args.work == "backup":
            backup(store, args.file, pushes=args.pushes)
        else:
            restore(store, args.file)
    except (BackupError, OSError) as error:
        print(f"{args.work} failed: {error}")
        return 1
    done = "written to" if args.work == "backup" else "restored from"
    print(f"{done} {args.file}: {args.file.stat().st_size / 1e6:.1f} MB")
    return 0


def _gone(settings: Settings, args: argparse.Namespace) -> bool:
    """Find the tombstones for a store that was just restored; warn if there are none."""
    own = settings.tombstone_file
    if not args.tombstones and own is not None and own.exists():
        args.tombstones = [own]
    if not args.tombstones:
        print("no tombstones file: accounts deleted since that backup are back")
    args.people = []
    return bool(args.tombstones)


async def _erase(service: Any, args: argparse.Namespace) -> int:
    """Erase people. It is safe to repeat for people who were erased before."""
    from kuhstall.server.features.accounts.erase import forget_people
    from kuhstall.server.store.tombstones import add_tombstones, read_tombstones

    try:
        people = dict.fromkeys(
            [*args.people, *(one for file in args.tombstones for one in read_tombstones(file))]
        )
        if args.people and (own := settings_of(args).tombstone_file) is not None:
            add_tombstones(own, args.people)
    except OSError as error:
        print(f"erase failed: {error}")
        return 1
    await forget_people(service, list(people))
    print(f"erased {len(people)} people")
    return 0


async def _check(service: Any, args: argparse.Namespace) -> int:
    """Print a checksum of the whole store, to compare with a copy. Exit with 1 on any fault."""
    import hashlib

    from kuhstall.server.ops.audit import audit_tables

    tables = steps = faults = 0
    whole = hashlib.sha256()
    async for one in audit_tables(service.store):
        tables, steps, faults = tables + 1, steps + one.steps, faults + bool(one.fault)
        whole.update(f"{one.table} {one.digest}\n".encode())
        if args.each or one.fault:
            print(f"{one.table} {one.steps} {one.digest or one.fault}")
    print(f"{tables} tables, {steps} steps, {faults} faults, digest {whole.hexdigest()}")
    return 1 if faults else 0


async def _costs(service: Any, args: argparse.Namespace) -> int:
    """Print medians for each family of games and kind of table."""
    from kuhstall.server.ops.game_costs import game_costs

    for one in await game_costs(service.store):
        print(
            f"{one.game} {one.kind}: {one.games} games, {one.steps:g} steps,"
            f" {one.size / 1e3:.1f} kB, {one.seconds * 1e3:.1f} ms to read again"
        )
    return 0


async def _history(service: Any, args: argparse.Namespace) -> int:
    """Print checksums of the history of games, and of the results of groups.

    Exit with 1 if they do not match the logs. Games that were finished before there was a history
    are added by `--rewrite`.
    """
    import hashlib

    from kuhstall.server.features.history.finished_games import compare_history

    games = rows = differ = 0
    whole = hashlib.sha256()
    async for one in compare_history(service.store, service.people):
        games, rows = games + 1, rows + len(one.computed)
        if one.kept != one.computed:
            differ += 1
            if args.rewrite:
                await service.people.rewrite_history(one.table, one.computed)
        whole.update(msgspec.json.encode(one.computed if args.rewrite else one.kept))
    done = "rewritten" if args.rewrite else "differ from their logs"
    print(f"{games} games, {rows} rows, {differ} {done}, digest {whole.hexdigest()}")
    unlike = await _results(service, args)
    return 1 if differ + unlike and not args.rewrite else 0


async def _results(service: Any, args: argparse.Namespace) -> int:
    """Print a checksum of the results of groups; return in how many they do not match the logs."""
    import hashlib

    from kuhstall.server.features.groups.recomputing import compare_results, rewrite_results

    groups = games = differ = 0
    whole = hashlib.sha256()
    async for one in compare_results(service.store, service.people):
        groups, games = groups + 1, games + one.games
        if one.kept != one.computed:
            differ += 1
            if args.rewrite:
                await rewrite_results(service.people, one)
        whole.update((one.computed if args.rewrite else one.kept).encode())
    done = "rewritten" if args.rewrite else "differ from their logs"
    print(f"{groups} groups, {games} results, {differ} {done}, digest {whole.hexdigest()}")
    return differ


async def _unpack(service: Any, args: argparse.Namespace) -> int:
    """Unpack all archived games. A running server packs them again, unless that is turned off."""
    count = 0
    while tables := await service.store.packed_games("", 100):
        for table in tables:
            count += await service.store.unpack_game(table)
    print(f"unpacked {count} games")
    return 0


async def _tables(service: Any, args: argparse.Namespace) -> int:
    from kuhstall.server.table.party.listing import Poster

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
    from kuhstall.server.table.log import UnknownTableError

    table = await service.store.find(args.table) or args.table
    try:
        await service.close_table(table)
    except UnknownTableError:
        print(f"there is no table {args.table}")
        return 1
    print(f"closed {table}")
    return 0


async def _ban(service: Any, args: argparse.Namespace) -> int:
    if is_range(args.who):
        return await _ban_range(service, args)
    if args.hours is not None or args.why is not None:
        print("--hours and --why are for ranges of addresses; a person is banned until `unban`")
        return 1
    if not await service.people.ban(args.who):
        print(f"there is no person {args.who}")
        return 1
    print(f"banned {args.who}")
    return 0


async def _ban_range(service: Any, args: argparse.Namespace) -> int:
    hours = _HOURS if args.hours is None else args.hours
    if not 0 < hours <= _MOST_HOURS:
        print(f"--hours must be more than 0 and at most {_MOST_HOURS}")
        return 1
    network = _range(args.who)
    if network is None:
        return 1
    queries = AddressBanQueries(service.people.db)
    if not await queries.ban(network, hours * 3600.0, " ".join((args.why or "").split())):
        print(f"{MOST_BANS} ranges are banned: end some, or ban a wider one")
        return 1
    (end,) = (one.ends for one in await queries.bans() if one.network == str(network))
    print(f"banned {network} until {_minute(end)}")
    return 0


async def _unban(service: Any, args: argparse.Namespace) -> int:
    if not is_range(args.who):
        await service.people.unban(args.who)
        print(f"{args.who} may come again")
        return 0
    network = _range(args.who)
    if network is None:
        return 1
    if not await AddressBanQueries(service.people.db).unban(network):
        print(f"{network} is not banned; `kuhstall admin bans` lists what is")
        return 1
    print(f"{network} may come again")
    return 0


def _range(text: str) -> Network | None:
    try:
        return parse_range(text)
    except ValueError as error:
        print(f"no range of addresses: {error}")
        return None


async def _list_ranges(service: Any, args: argparse.Namespace) -> int:
    for one in await AddressBanQueries(service.people.db).bans():
        print(f"{one.network} until {_minute(one.ends)}" + (f": {one.why}" if one.why else ""))
    return 0


def _minute(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


async def _list_bans(service: Any, args: argparse.Namespace) -> int:
    for person in await service.people.banned_people():
        print(f"{person.id} {person.name!r}")
    return 0


async def _reports(service: Any, args: argparse.Namespace) -> int:
    for one in await ReportQueries(service.store.db).reports():
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
