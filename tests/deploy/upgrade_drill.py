"""`python -m tests.deploy.upgrade_drill [VERSION]`: from an older version to this one, under load.

Two nodes of the older version stand behind nginx, and people play all games with clients of that
version. One node after another is stopped and started again as this version, which changes the
schema while the other one serves. Then one goes back. So both versions serve the same tables for a
while, each on what the other has written. Every command has to be answered, and to be in the log
as it was answered; no call may fail, no frame may puzzle an older client, and every game has to
end. `make drill` runs it.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import asyncpg
import jsonschema_rs
import msgspec

from kuhstall.server.ops.audit import audit_tables
from kuhstall.server.store.postgres import PostgresStore
from tests.chaos.processes import free_port
from tests.deploy.balancer import balanced
from tests.deploy.regulars import Book, Regular, Sent
from tests.deploy.versions import NodeOf, check_out, rehearsed, released
from tests.machine import stretched
from tests.server.databases import database
from tests.server.test_nodes import NATS

EDITIONS: Final = ("kuhhandel/2", "master", "kuhfstein", "kuhhandel/1", "master-en")
SEATS: Final = 3
COMMANDS: Final = 300
"""Answered before the next node is replaced, and after: a slow machine takes longer."""
_LIMIT: Final = 240.0


async def drill(folder: Path, version: str = "", *, tables: int = 10) -> dict[str, Any]:
    release = released(version)
    old = check_out(folder, release)
    new, rehearsal = rehearsed(folder, old)
    figures: dict[str, Any] = {
        "from": release.name,
        "commit": release.commit,
        "rehearsed_migration": rehearsal,
        "tables_at_once": tables,
        "people": tables * SEATS,
    }
    async with database() as store:
        await _upgrade(folder, store, (old / "src", new), figures, Book(known_to(old)))
        figures |= await _judged(store, figures.pop("book"), figures.pop("replaced"))
    return figures


async def _upgrade(
    folder: Path, store: str, versions: tuple[Path, Path], figures: dict[str, Any], book: Book
) -> None:
    ports = [free_port() for _ in range(4)]
    settings = {
        "STORE": store,
        "NATS": NATS,
        "SUBJECT": f"drill.{secrets.token_hex(6)}",
        "ORIGINS": f"https://127.0.0.1:{ports[1]}",
        "PROXIES": "127.0.0.1",
        "TEMPO": "0.1",
        "EASE": "0",
        "LAG": "0",
        "SOCKETS": "1000",
        "DRAIN": "1",
    }
    old, new = versions
    nodes = [NodeOf(old, port, settings, folder / f"node{port}.log") for port in ports[2:]]
    figures |= {"book": book, "replaced": []}
    with balanced(folder, (ports[0], ports[1]), ports[2:]) as nginx:
        try:
            for node in nodes:
                await asyncio.to_thread(node.await_ready)
            async with asyncio.TaskGroup() as load:
                for number in range(figures["tables_at_once"]):
                    crew = [Regular(nginx.url, nginx.trust, f"p{number}-{seat}", book)
                            for seat in range(SEATS)]  # fmt: skip
                    load.create_task(_crew(crew, EDITIONS[number % len(EDITIONS)], book))
                await _answered(book)
                for at, version in ((0, new), (1, new), (0, old)):
                    figures["replaced"].append(datetime.now(UTC))
                    began = time.monotonic()
                    await asyncio.to_thread(nodes[at].stop)
                    stopped = time.monotonic()
                    port = ports[2 + at]
                    nodes[at] = NodeOf(version, port, settings, folder / f"node{port}.log")
                    await asyncio.to_thread(nodes[at].await_ready)
                    told = "back" if version == old else "up"
                    figures[f"node{at + 1}_{told}"] = {
                        "starts": nodes[at].starts,
                        "drained_seconds": round(stopped - began, 2),
                        "replaced_seconds": round(time.monotonic() - stopped, 2),
                    }
                    await _answered(book)
                book.last = True
                load.create_task(_stop(book, figures["tables_at_once"]))
        finally:
            for node in nodes:
                node.kill()
    figures["complaints"] = _complaints(folder)


async def _answered(book: Book) -> None:
    """Wait for so many answers that both versions must have given some."""
    enough = book.answered + COMMANDS
    await _until(lambda: book.answered >= enough)


async def _stop(book: Book, tables: int) -> None:
    """Let games end that go on, and break off what does not."""
    await _until(lambda: book.counts["crews done"] == tables)
    book.stopping = True


async def _until(done: Callable[[], bool]) -> None:
    """Wait for something, but no longer than this machine needs for it."""
    deadline = time.monotonic() + stretched(_LIMIT)
    while not done():
        if time.monotonic() > deadline:
            return
        await asyncio.sleep(0.1)


async def _crew(crew: list[Regular], edition: str, book: Book) -> None:
    """Play game after game."""
    try:
        for one in crew:
            await one.enter()
        while not book.last:
            host, *guests = crew
            table = (await host.post("/api/tables", {"edition": edition, "seats": SEATS}))["table"]
            for guest in guests:
                await _asked(guest, table, "join")
            await _asked(host, table, "start")
            await asyncio.gather(*(one.play(table) for one in crew))
            book.counts["games ended"] += crew[0].ended
            book.counts["games unfinished"] += not crew[0].ended
    except ConnectionError:
        pass  # it is in the book
    finally:
        book.counts["crews done"] += 1
        for one in crew:
            await one.close()


async def _asked(person: Regular, table: str, request: str) -> None:
    order = {"cid": secrets.token_hex(8), "request": {"type": request}}
    await person.post(f"/api/tables/{table}/commands", order)


def known_to(release: Path) -> jsonschema_rs.Draft202012Validator:
    """Return the protocol as the clients of a release know it.

    They pass over unknown fields, and only look whether one of the rights that they know is there.
    """
    known = msgspec.json.decode((release / "docs" / "protocol.schema.json").read_bytes())["$defs"]
    known["Right"] = {"type": "string"}
    for shape in known.values():
        shape.pop("additionalProperties", None)
    return jsonschema_rs.Draft202012Validator({"$ref": "#/$defs/Outbound", "$defs": known})


async def _judged(store: str, book: Book, replaced: list[datetime]) -> Mapping[str, Any]:
    """Compare what people were answered with what is in the log."""
    connection = await asyncpg.connect(store)
    try:
        rows = await connection.fetch("SELECT table_id, command, seq FROM steps")
        sealed = await connection.fetch("SELECT table_id, command FROM sealed")
        people = await connection.fetch("SELECT name, id FROM people")
        migrations = await connection.fetchval("SELECT count(*) FROM migrations")
        fences = await connection.fetchval(
            "SELECT count(*) FROM (SELECT table_id, max(seq) AS last, count(seq) AS steps FROM"
            " steps GROUP BY table_id) AS logs WHERE last <> steps"
        )
        across = await connection.fetchval(
            "SELECT count(*) FROM (SELECT table_id, min(at) AS first, max(at) AS last FROM steps"
            " GROUP BY table_id) AS logs WHERE first < $1 AND last > $2",
            replaced[0],
            replaced[-1],
        )
    finally:
        await connection.close()
    ids = {row["name"]: row["id"] for row in people}
    kept: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        kept.setdefault((row["table_id"], row["command"]), []).append(row["seq"])
    acked = [one for one in book.sent.values() if one.seq is not None and one.code is None]
    held = Counter((row["table_id"], row["command"]) for row in sealed)
    lost = [one for one in acked if not _is_kept(one, ids[one.person], kept, held)]
    waits = sorted(one.answered - one.at for one in book.sent.values() if one.answered is not None)
    again = await PostgresStore.connect(store)
    try:
        faults = [one.fault async for one in audit_tables(again) if one.fault]
    finally:
        await again.close()
    return {
        "commands": len(book.sent),
        "acked": len(acked),
        "sealed": sum(one.sealed for one in acked),
        "refused_by_rules": sum(one.code is not None for one in book.sent.values()),
        "unanswered": sum(one.answered is None for one in book.sent.values()),
        "lost_or_doubled": len(lost),
        "failed_calls": book.failures,
        "misfits": dict(book.misfits.most_common(10)),
        "games_unfinished": book.counts.pop("games unfinished"),
        "tables_of_all_versions": across,
        **book.counts,
        "longest_wait_seconds": round(waits[-1], 2) if waits else None,
        "p99_wait_seconds": round(waits[int(len(waits) * 0.99)], 3) if waits else None,
        "reconnects": len(book.reconnect_seconds),
        "longest_absence_seconds": round(max(book.reconnect_seconds, default=0), 2),
        "gaps": fences,
        "games_that_do_not_replay": faults,
        "migrations": migrations,
    }


def _is_kept(
    one: Sent,
    person: str,
    steps: Mapping[tuple[str, str], list[int]],
    sealed: Mapping[tuple[str, str], int],
) -> bool:
    """Whether a command is kept as it was answered, once: as a step, or sealed."""
    command = one.table, f"{person}/{one.cid}"
    if sealed.get(command):
        return sealed[command] == 1 and command not in steps
    return steps.get(command) == [one.seq]


def failed(figures: Mapping[str, Any]) -> list[str]:
    """List what must not be."""
    wrong = ["unanswered", "lost_or_doubled", "failed_calls", "misfits", "games_unfinished", "gaps",
             "games_that_do_not_replay"]  # fmt: skip
    return [f"{name}: {figures[name]}" for name in wrong if figures[name]]


def _complaints(folder: Path) -> list[str]:
    lines = [
        line for log in folder.glob("node*.log") for line in log.read_text("utf-8").splitlines()
    ]
    return sorted({line.partition('"text"')[2][:160] for line in lines if '"error"' in line})


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="kuhstall-drill-") as folder:
        version = sys.argv[1] if len(sys.argv) > 1 else ""
        figures = asyncio.run(drill(Path(folder), version))
    print(msgspec.json.encode({"upgrade": figures}).decode())
    for failure in failed(figures):
        print(f"FAILED: {failure}")
    return 1 if failed(figures) else 0


if __name__ == "__main__":
    sys.exit(main())
