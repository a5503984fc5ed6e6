"""`python -m tests.server.oracle`: whether the time of an answer tells that somebody acted unseen.

On PostgreSQL, with a distance added to it, tables in a sealed phase are looked at by sixteen people
each, while somebody acts or nobody does, by chance. Whoever bets on the answers' times is right as
often as by a coin if the AUC is 0.5. `--locked` seals under the table's lock, as it was once: that
must be seen, or the measure is worth nothing. `tests/simulation/test_oracle.py` is the exact proof,
on virtual time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from statistics import fmean
from typing import Any, Final
from unittest.mock import patch
from urllib.parse import urlsplit

import msgspec

from kuhstall.engine.kernel import options
from kuhstall.server.ops.node import Node
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.service import Service
from kuhstall.server.wire.session import Session
from tests.server.accounts import people_of
from tests.server.choosing import chosen
from tests.server.databases import database
from tests.server.houses import House

PEOPLE: Final = ("anna", "ben", "carl")
WATCHERS: Final = 16
EVERY: Final = 0.003
AFTER: Final = 0.015
"""Seconds until somebody acts: some answers are on their way by then, others still asked for."""
FAIR: Final = (0.45, 0.55)
SEEN: Final = 0.65


class Ear:
    """The near end of a socket: it notes when something comes."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()
        self.at = 0.0

    def send(self, frame: bytes) -> None:
        self.at = asyncio.get_running_loop().time()
        self.heard.set()

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(f"closed: {reason}")

    async def wait(self) -> float:
        await self.heard.wait()
        return self.at


class SealedTable:
    """One table in a sealed phase, looked at again and again."""

    def __init__(self, store: PostgresStore, table: str, chance: random.Random) -> None:
        self._store = store
        self._table = table
        self._chance = chance
        self._tickets = 0

    async def trial(self, *, acts: bool) -> list[float]:
        """Return how long everybody who looked on waited, in seconds."""
        service = Service(self._store, people_of(self._store), LocalBus(), Clock(), alarms=False)
        await service.clock.set_by(self._store)
        live = await service.cache.live_table(self._table)
        node = Node(service, origins=[], ease=0)
        watching = await asyncio.gather(*(self._watch(node) for _ in range(WATCHERS)))
        loop = asyncio.get_running_loop()
        again = msgspec.json.encode({"type": "resume", "last_seq": live.seq})
        began, acting = loop.time(), None
        order = list(range(WATCHERS))
        self._chance.shuffle(order)
        for place, number in enumerate(order):
            session, ear = watching[number]
            ear.heard.clear()
            loop.call_at(began + EVERY * place, session.receive, again)
        if acts:
            acting = loop.create_task(self._act(service, live, began + AFTER))
        at = await asyncio.gather(*(watching[number][1].wait() for number in order))
        if acting is not None:
            await acting
        for session, _ in watching:
            session.end()
        return [when - began - EVERY * place for place, when in enumerate(at)]

    async def _watch(self, node: Node) -> tuple[Session, Ear]:
        self._tickets += 1
        ticket = f"{self._table}-{self._tickets}"
        holder = Holder(self._table, None, None)
        await self._store.give_ticket(sha256(ticket.encode()).digest(), holder, 30)
        ear = Ear()
        session = Session(node, ear, self._table)
        session.receive(msgspec.json.encode({"type": "hello", "ticket": ticket}))
        await ear.wait()
        return session, ear

    async def _act(self, service: Service[Any, Any], live: LiveTable, at: float) -> None:
        """Let the first who may do something do it, and forget it for the next time."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(at - loop.time())
        seat = next(seat for seat in live.state.phase.actors(live.state) if seat >= 0)
        offered = msgspec.to_builtins(options(live.state, seat))
        action = msgspec.json.encode(chosen(offered, self._chance))
        person = live.party.places[seat].person
        await service.play(live.id, person, "c1", live.state.moment, action)


def auc(quiet: Sequence[float], acted: Sequence[float]) -> float:
    """Return how often a time with somebody's action is the longer one of two."""
    ranked = sorted([(one, 0) for one in quiet] + [(one, 1) for one in acted])
    below = wins = 0.0
    place = 0
    while place < len(ranked):
        end = place
        while end < len(ranked) and ranked[end][0] == ranked[place][0]:
            end += 1
        tied = [kind for _, kind in ranked[place:end]]
        wins += sum(tied) * (below + (len(tied) - sum(tied)) / 2)
        below += len(tied) - sum(tied)
        place = end
    return wins / (len(quiet) * len(acted))


@asynccontextmanager
async def distant(address: str, seconds: float) -> AsyncIterator[str]:
    """Yield an address at which PostgreSQL is farther away: a process of its own stands between."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.oracle", "--wire", address, str(seconds)),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        port = int(await process.stdout.readline())
        yield address.replace(urlsplit(address).netloc, f"postgres@127.0.0.1:{port}")
    finally:
        process.terminate()
        await process.wait()


async def carry(address: str, seconds: float) -> None:
    """Pass on what two ends say, each word half of the added time later."""
    parts = urlsplit(address)

    async def one_way(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(65536):
            loop.call_later(seconds / 2, writer.write, data)
        loop.call_later(seconds / 2, writer.close)

    async def both(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far = await asyncio.open_connection(parts.hostname, parts.port or 5432)
        await asyncio.gather(one_way(reader, far[1]), one_way(far[0], writer))

    server = await asyncio.start_server(both, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def measured(trials: int, tables: int, seconds: float) -> dict[str, Any]:
    chance = random.Random(14)
    waits: dict[bool, list[list[float]]] = {False: [], True: []}
    async with database() as address, distant(address, seconds) as far:
        near = await PostgresStore.connect(address, connections=4)
        store = await PostgresStore.connect(far, connections=32)
        house = House(near)
        started = [(await house.start(PEOPLE, edition="master")).id for _ in range(tables)]
        for table in started:
            await house.play_to(table, "Countdown")

        async def rounds(table: str) -> None:
            looked_at = SealedTable(store, table, chance)
            for _ in range(trials // tables):
                acts = chance.random() < 0.5
                waits[acts].append(await looked_at.trial(acts=acts))
                # The next one begins with nothing sealed, as this one did.
                await near._pool.execute("DELETE FROM sealed WHERE table_id = $1", table)

        await asyncio.gather(*(rounds(table) for table in started))
        await store.close()
        await near.close()
    figures: dict[str, Callable[[Sequence[float]], float]] = {"mean": fmean, "most": max}
    return {
        "trials": sum(map(len, waits.values())),
        "tables": tables,
        "added_ms": 1e3 * seconds,
        "wait_ms": {kind: round(1e3 * fmean(map(fmean, waits[kind])), 3) for kind in (False, True)},
        "auc": {
            name: round(auc([*map(of, waits[False])], [*map(of, waits[True])]), 4)
            for name, of in figures.items()
        },
    }


def _seal_locked() -> Any:
    seal: Callable[..., Any] = Service._seal

    async def locked(self: Service[Any, Any], live: LiveTable, *args: Any) -> Any:
        async with live.lock:
            return await seal(self, live, *args)

    return patch.object(Service, "_seal", locked)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.oracle", description=__doc__)
    parser.add_argument("--trials", type=int, default=2400)
    parser.add_argument("--tables", type=int, default=8, help="at once")
    parser.add_argument("--distance", type=float, default=0.02, help="seconds, to PostgreSQL")
    parser.add_argument("--locked", action="store_true", help="seal as it was once")
    parser.add_argument("--wire", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.wire:
        asyncio.run(carry(args.wire[0], float(args.wire[1])))
        return 0
    if args.locked:
        with _seal_locked():
            report = asyncio.run(measured(args.trials, args.tables, args.distance))
        fine = max(report["auc"].values()) > SEEN
    else:
        report = asyncio.run(measured(args.trials, args.tables, args.distance))
        fine = all(FAIR[0] <= one <= FAIR[1] for one in report["auc"].values())
    print(json.dumps(report | {"ok": fine}, indent=2))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
