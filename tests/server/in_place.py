"""A whole game through frames, in one thread, with all packages blocked that need a network.

Run as a program: `python -m tests.server.in_place EDITION SEATS`. It imports every module of the
packages that must work without a network, plays, and prints how the game went.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.abc
import json
import os
import pkgutil
import random
import subprocess
import sys
import threading
from collections.abc import Coroutine, Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Final, NoReturn

BLOCKED: Final = {
    "aiodns",
    "aiosmtplib",
    "aiosqlite",
    "asyncpg",
    "cryptography",
    "http_ece",
    "icalendar",
    "multiprocessing",
    "nats",
    "prometheus_client",
    "sqlite3",
    "starlette",
    "uvicorn",
    "uvloop",
    "webauthn",
    "websockets",
}
WHOLE: Final = (
    "kuhstall.bots",
    "kuhstall.engine",
    "kuhstall.games",
    "kuhstall.server.offline",
    "kuhstall.server.table",
    "kuhstall.server.wire",
)
"""Packages of which every module can be imported without a network."""

EPOCH: Final = 1_800_000_000.0
LONGEST: Final = 200_000.0
"""Seconds that a game may take, in virtual time."""


class Blocker(importlib.abc.MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in BLOCKED:
            raise ImportError(f"{fullname} is blocked")
        return None


def block() -> None:
    """Make the import of a blocked package fail, and the start of any thread or process."""

    def refuse(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("no thread and no process can be started here")

    sys.meta_path.insert(0, Blocker())
    threading.Thread.start = refuse  # type: ignore[method-assign]
    subprocess.Popen.__init__ = refuse  # type: ignore[method-assign]
    os.fork = refuse
    os.posix_spawn = refuse


def import_all() -> list[str]:
    """Import every module of the packages, and return their names."""
    names = list(WHOLE)
    for package in WHOLE:
        path = importlib.import_module(package).__path__
        names += [found.name for found in pkgutil.walk_packages(path, f"{package}.")]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    return names


def play(edition: str, seats: int, seed: int) -> dict[str, Any]:
    """Play to the end: a person who acts at random, a medium bot, and easy bots."""
    from kuhstall.server.limits.rates import Limiter
    from kuhstall.server.store.memory.people import MemoryPeople
    from kuhstall.server.store.memory.store import MemoryStore
    from kuhstall.server.table.bus import LocalBus
    from kuhstall.server.table.chat_log import Holder
    from kuhstall.server.table.clock import Clock
    from kuhstall.server.table.counters import NoCounters
    from kuhstall.server.table.party.opening import Wish
    from kuhstall.server.table.party.requests import Start
    from kuhstall.server.table.service import Service
    from kuhstall.server.wire.overload import Admission
    from kuhstall.server.wire.session import Session
    from tests.server.choosing import chosen
    from tests.simulation.seeded_random import SeededRandomSource
    from tests.simulation.virtual_loop import VirtualLoop

    loop, chance = VirtualLoop(), random.Random(seed)
    count: dict[str, int] = {}
    over = asyncio.Event()

    class Context:
        """The node, as far as a session needs it."""

        ease = 0.0

        def __init__(self, service: Service[MemoryStore, Any]) -> None:
            self.service = service
            self.limiter = Limiter(0)
            self.admission = Admission(0, service.clock, NoCounters())
            self.tasks: set[asyncio.Task[None]] = set()

        def admits_command(self, table: str, person: str | None, address: str) -> bool:
            return True

        def mark_present(self, session: Session) -> None: ...

        def mark_absent(self, session: Session) -> None: ...

        def spawn(self, work: Coroutine[Any, Any, None]) -> None:
            task = loop.create_task(work)
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    class Link:
        """The other end of the session: acts whenever it has an option."""

        session: Session

        def send(self, frame: bytes) -> None:
            told = json.loads(frame)
            count[told["type"]] = count.get(told["type"], 0) + 1
            if told["type"] not in {"step", "snapshot"}:
                return
            if told.get("party") and told["party"]["stage"] == "ended":
                over.set()
            elif told["options"]:
                number = count["sent"] = count.get("sent", 0) + 1
                action = chosen(told["options"], chance)
                moment = told["view"]["moment"]
                sent = {"type": "cmd", "cid": f"c{number}", "moment": moment, "action": action}
                loop.call_later(0.3, self.session.receive, json.dumps(sent).encode())

        def close(self, code: int, reason: str) -> None:
            count[f"closed: {reason}"] = code
            over.set()

    async def live() -> int:
        store = MemoryStore()
        store.clock = lambda: EPOCH + loop.time()
        source = SeededRandomSource(random.Random(seed))
        service = Service(
            store, MemoryPeople({"p": "P"}), LocalBus(), Clock(loop.time), random_source=source
        )
        await service.clock.start_by(store)
        bots = ["medium", *["easy"] * (seats - 2)]
        wish = Wish(edition=edition, seats=seats, bots=bots)
        table = (await service.open_table("p", wish)).table
        await service.ask(table, "p", "start", Start())
        ticket = sha256(b"t").digest()
        await store.give_ticket(ticket, Holder(table, "p", None), 30.0)
        link = Link()
        link.session = Session(Context(service), link, table)
        link.session.receive(json.dumps({"type": "hello", "ticket": "t"}).encode())
        await over.wait()
        service.silence()
        await service.background.finish()
        return len(await store.steps(table))

    steps = loop.run(live(), LONGEST)
    return {"steps": steps, "frames": count}


def main() -> None:
    block()
    imported = import_all()
    edition, seats = sys.argv[1], int(sys.argv[2])
    told = play(edition, seats, 7)
    loaded = {name.partition(".")[0] for name in sys.modules} & BLOCKED
    print(json.dumps(told | {"loaded": sorted(loaded), "imported": imported}))


if __name__ == "__main__":
    main()
