"""`python -m tests.deploy.upgrade_drill [COMMIT]`: from the version before to this one, under load.

Two nodes of the version before stand behind nginx, and people play. One node after the other is
stopped and started again as this version, which changes the schema while the other one serves. In
between both versions serve the same tables. Every command has to be answered, and to be in the
log as it was answered; no call may fail. `make drill` runs it.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import asyncpg
import msgspec

from kuhstall.server.audit import replayed
from kuhstall.server.store.postgres import PostgresStore
from tests.chaos.processes import free_port
from tests.deploy.balancer import balanced
from tests.deploy.regulars import Book, Regular
from tests.deploy.versions import NodeOf, checked_out, rehearsed
from tests.server.databases import database
from tests.server.test_nodes import NATS

EDITIONS: Final = ("kuhhandel/2", "kuhhandel/1", "kuhhandel/2-ru")
SEATS: Final = 3


async def drill(
    folder: Path, commit: str = "", *, tables: int = 10, together: float = 10.0
) -> dict[str, Any]:
    with checked_out(folder, commit) as (before, old):
        new, rehearsal = rehearsed(folder, old)
        figures: dict[str, Any] = {
            "from": before.commit,
            "why": before.why,
            "rehearsed_migration": rehearsal,
            "tables_at_once": tables,
            "people": tables * SEATS,
        }
        async with database() as store:
            await _upgrade(folder, store, (old, new), figures, together)
            figures |= await _judged(store, figures.pop("book"))
        return figures


async def _upgrade(
    folder: Path, store: str, versions: tuple[Path, Path], figures: dict[str, Any], together: float
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
        "SOCKETS": "1000",
        "DRAIN": "1",
    }
    old, new = versions
    nodes = [NodeOf(old, port, settings, folder / f"node{port}.log") for port in ports[2:]]
    book = figures["book"] = Book()
    with balanced(folder, (ports[0], ports[1]), ports[2:]) as nginx:
        try:
            for node in nodes:
                await asyncio.to_thread(node.await_ready)
            async with asyncio.TaskGroup() as load:
                for number in range(figures["tables_at_once"]):
                    crew = [Regular(nginx.url, nginx.trust, f"p{number}-{seat}", book)
                            for seat in range(SEATS)]  # fmt: skip
                    load.create_task(_crew(crew, EDITIONS[number % len(EDITIONS)], book))
                await asyncio.sleep(together / 2)
                for at, port in enumerate(ports[2:]):
                    began = time.monotonic()
                    await asyncio.to_thread(nodes[at].stop)
                    stopped = time.monotonic()
                    nodes[at] = NodeOf(new, port, settings, folder / f"node{port}.log")
                    await asyncio.to_thread(nodes[at].await_ready)
                    figures[f"node{at + 1}"] = {
                        "drained_seconds": round(stopped - began, 2),
                        "replaced_seconds": round(time.monotonic() - stopped, 2),
                    }
                    await asyncio.sleep(together)
                book.stopping = True
        finally:
            for node in nodes:
                node.kill()
    figures["complaints"] = _complaints(folder)


async def _crew(crew: list[Regular], edition: str, book: Book) -> None:
    """Play game after game."""
    try:
        for one in crew:
            await one.enter()
        while not book.stopping:
            host, *guests = crew
            table = (await host.post("/api/tables", {"edition": edition, "seats": SEATS}))["table"]
            for guest in guests:
                await _asked(guest, table, "join")
            await _asked(host, table, "start")
            await asyncio.gather(*(one.play(table) for one in crew))
            book.counts["games ended"] += crew[0].ended
    except ConnectionError:
        pass  # it is in the book
    finally:
        for one in crew:
            await one.close()


async def _asked(person: Regular, table: str, request: str) -> None:
    order = {"cid": secrets.token_hex(8), "request": {"type": request}}
    await person.post(f"/api/tables/{table}/commands", order)


async def _judged(store: str, book: Book) -> Mapping[str, Any]:
    """Compare what people were answered with what is in the log."""
    connection = await asyncpg.connect(store)
    try:
        rows = await connection.fetch("SELECT table_id, command, seq FROM steps")
        people = await connection.fetch("SELECT name, id FROM people")
        migrations = await connection.fetchval("SELECT count(*) FROM migrations")
        fences = await connection.fetchval(
            "SELECT count(*) FROM (SELECT table_id, max(seq) AS last, count(seq) AS steps FROM"
            " steps GROUP BY table_id) AS logs WHERE last <> steps"
        )
    finally:
        await connection.close()
    ids = {row["name"]: row["id"] for row in people}
    kept: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        kept.setdefault((row["table_id"], row["command"]), []).append(row["seq"])
    acked = [one for one in book.sent.values() if one.seq is not None and one.code is None]
    lost = [
        one for one in acked if kept.get((one.table, f"{ids[one.person]}/{one.cid}")) != [one.seq]
    ]
    waits = sorted(one.answered - one.at for one in book.sent.values() if one.answered is not None)
    again = await PostgresStore.connect(store)
    try:
        faults = [one.fault async for one in replayed(again) if one.fault]
    finally:
        await again.close()
    return {
        "commands": len(book.sent),
        "acked": len(acked),
        "refused_by_rules": sum(one.code is not None for one in book.sent.values()),
        "unanswered": sum(one.answered is None for one in book.sent.values()),
        "lost_or_doubled": len(lost),
        "failed_calls": book.failures,
        **book.counts,
        "longest_wait_seconds": round(waits[-1], 2) if waits else None,
        "p99_wait_seconds": round(waits[int(len(waits) * 0.99)], 3) if waits else None,
        "reconnects": len(book.absences),
        "longest_absence_seconds": round(max(book.absences, default=0), 2),
        "gaps": fences,
        "games_that_do_not_replay": faults,
        "migrations": migrations,
    }


def failed(figures: Mapping[str, Any]) -> list[str]:
    """List what must not be."""
    wrong = ["unanswered", "lost_or_doubled", "failed_calls", "gaps", "games_that_do_not_replay"]
    return [f"{name}: {figures[name]}" for name in wrong if figures[name]]


def _complaints(folder: Path) -> list[str]:
    lines = [
        line for log in folder.glob("node*.log") for line in log.read_text("utf-8").splitlines()
    ]
    return sorted({line.partition('"text"')[2][:160] for line in lines if '"error"' in line})


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="kuhstall-drill-") as folder:
        commit = sys.argv[1] if len(sys.argv) > 1 else ""
        figures = asyncio.run(drill(Path(folder), commit))
    print(msgspec.json.encode({"upgrade": figures}).decode())
    for failure in failed(figures):
        print(f"FAILED: {failure}")
    return 1 if failed(figures) else 0


if __name__ == "__main__":
    sys.exit(main())
