"""The same game on a server's table and on an offline one, in virtual time, with what came of it.

Run as a program: `python -m tests.server.offline_twin EDITION BOT SEATS SEED`. It prints digests of
the log and of the frames for both. Under Pyodide, only the
first half runs.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import json
import random
import sys
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from kuhstall.server.offline.worker import PERSON, PREFIX, Offline
from kuhstall.server.table.log import Step
from kuhstall.server.table.party.opening import Drawn
from tests.server.choosing import chosen
from tests.simulation.seeded_random import SeededRandomSource

EPOCH: Final = 1_800_000_000.0
LONGEST: Final = 200_000.0
"""Seconds that a game may take, in virtual time."""

THINKS: Final = 0.3
"""Seconds after which the player acts."""

NAME: Final = "Ada"


class Source(SeededRandomSource):
    """Draws the same table for both halves."""

    def table(self) -> Drawn:
        drawn = super().table()
        return Drawn(PREFIX + drawn.table, drawn.secret)


class Player:
    """Acts at random whenever there is an option, and keeps a digest of all frames but pings."""

    def __init__(self, seed: int, sent: int = 0) -> None:
        """`sent`: so many commands were sent before, with ids that count no more."""
        self.is_over = False
        self.frames = 0
        self._chance = random.Random(seed)
        self._digest = sha256()
        self._sent = sent

    def hear(self, frame: str) -> str | None:
        """Take a frame; return what to send after a while."""
        told = json.loads(frame)
        if told["type"] == "ping":
            return None
        self.frames += 1
        self._digest.update(frame.encode())
        if told["type"] not in {"step", "snapshot"}:
            return None
        if told.get("party") and told["party"]["stage"] == "ended":
            self.is_over = True
        elif told["options"]:
            self._sent += 1
            action, moment = chosen(told["options"], self._chance), told["view"]["moment"]
            sent = {"type": "cmd", "cid": f"c{self._sent}", "moment": moment, "action": action}
            return json.dumps(sent)
        return None

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()


def digest_of(steps: list[Step]) -> str:
    whole = sha256()
    for step in steps:
        whole.update(f"{step.seq} {step.actor} {step.command} ".encode() + step.events)
    return whole.hexdigest()


def wish(edition: str, bot: str, seats: int) -> dict[str, Any]:
    return {"edition": edition, "seats": seats, "bots": [bot] * (seats - 1)}


class VirtualPage:
    """A page whose time passes only when nothing is left to do. It saves at once."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self.player = Player(seed)
        self.answers: dict[str, tuple[int, Any]] = {}
        self.heads: dict[str, str] = {}
        self.steps: dict[str, dict[int, str]] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()
        self._wakes: float | None = None
        self.start(seed)

    def start(self, seed: int) -> None:
        """Start the worker, as the page does when it is loaded."""
        self.offline = Offline(
            self,
            random_source=Source(random.Random(seed)),
            steady=lambda: self.now,
            now=lambda: EPOCH + self.now,
        )

    # What the worker calls

    def save(self, number: int, table: str, head: str, steps: str) -> None:
        self.heads[table] = head
        self.steps.setdefault(table, {}).update(json.loads(steps))
        self._later(0, lambda: self.offline.saved(number))

    def answer(self, call: str, status: int, body: str) -> None:
        self.answers[call] = status, json.loads(body)

    def frame(self, socket: str, data: str) -> None:
        told = json.loads(data)
        if told["type"] == "ping":
            pong = json.dumps({"type": "pong", "nonce": told["nonce"]})
            self._later(0, lambda: self.offline.receive(socket, pong))
        action = self.player.hear(data)
        if action is not None:
            self._later(THINKS, lambda: self.offline.receive(socket, action))

    def closed(self, socket: str, code: int, reason: str) -> None:
        raise AssertionError(f"the worker has closed a socket: {reason}")

    def wake(self, milliseconds: float) -> None:
        self._wakes = self.now + milliseconds / 1000

    # What a page does

    def _later(self, seconds: float, work: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now + seconds, next(self._numbers), work))

    def run_until(self, is_done: Callable[[], bool]) -> None:
        while not is_done():
            event = self._events[0][0] if self._events else LONGEST
            wakes = LONGEST if self._wakes is None else self._wakes
            self.now = max(self.now, min(event, wakes))
            assert self.now < LONGEST, "nothing is left to do"
            if wakes <= event:
                self._wakes = None
                self.offline.turn()
            else:
                heapq.heappop(self._events)[2]()

    def call(
        self, method: str, path: str, body: Any = None, name: str = NAME, player: int = 0
    ) -> Any:
        number = f"call:{next(self._numbers)}"
        text = json.dumps(body) if body else ""
        self.offline.call(number, method, path, text, name, player)
        self.run_until(lambda: number in self.answers)
        status, answer = self.answers[number]
        assert status < 300, answer
        return answer

    def sit_down(self, table: str, player: int = 0) -> None:
        ticket = self.call("POST", f"/api/tables/{table}/ticket", name="", player=player)
        self.offline.open("socket", ticket["socket"])
        hello = {"type": "hello", "ticket": ticket["ticket"]}
        self.offline.receive("socket", json.dumps(hello))

    def reload(self, seed: int) -> None:
        """Lose the worker with all that it holds, and load what was saved."""
        self._events.clear()
        self._wakes = None
        self.start(seed)
        for table, head in self.heads.items():
            steps = [text for _, text in sorted(self.steps[table].items())]
            self.offline.restore(table, head, json.dumps(steps))


def play_offline(edition: str, bot: str, seats: int, seed: int) -> dict[str, Any]:
    page = VirtualPage(seed)
    table = page.call("POST", "/api/tables", wish(edition, bot, seats))["table"]
    start = {"cid": "start", "request": {"type": "start"}}
    page.call("POST", f"/api/tables/{table}/commands", start)
    page.sit_down(table)
    page.run_until(lambda: page.player.is_over)
    return _told(page.offline.log.kept[table].steps, page.player)


def play_on_server(edition: str, bot: str, seats: int, seed: int) -> dict[str, Any]:
    """Play at a server's table: service, session and log without offline play's own parts."""
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
    from kuhstall.server.wire.presence import Presence
    from kuhstall.server.wire.session import Session
    from tests.simulation.virtual_loop import VirtualLoop

    loop, player = VirtualLoop(), Player(seed)
    over = asyncio.Event()

    class Context:
        ease = 0.0

        def __init__(self, service: Service[MemoryStore, MemoryPeople]) -> None:
            presence = Presence(service, lambda: True)
            self.service = service
            self.limiter = Limiter(0)
            self.admission = Admission(0, service.clock, NoCounters())
            self.mark_present = presence.mark_present
            self.mark_absent = presence.mark_absent
            self.tasks: set[asyncio.Task[None]] = set()

        def admits_command(self, table: str, person: str | None, address: str) -> bool:
            return True

        def spawn(self, work: Any) -> None:
            task = loop.create_task(work)
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    class Link:
        session: Session

        def send(self, frame: bytes) -> None:
            action = player.hear(frame.decode())
            if action is not None:
                loop.call_later(THINKS, self.session.receive, action.encode())
            if player.is_over:
                over.set()

        def close(self, code: int, reason: str) -> None:
            raise AssertionError(f"the server has closed a socket: {reason}")

    async def live() -> list[Step]:
        store = MemoryStore(lambda: EPOCH + loop.time())
        source = Source(random.Random(seed))
        people = MemoryPeople({PERSON: NAME})
        service = Service(
            store, people, LocalBus(), Clock(loop.time), ease=0.0, random_source=source
        )
        await service.clock.start_by(store)
        opened = Wish(**wish(edition, bot, seats))
        table = (await service.open_table(PERSON, opened)).table
        await service.ask(table, PERSON, "start", Start())
        await store.give_ticket(sha256(b"t").digest(), Holder(table, PERSON, None), 30.0)
        link = Link()
        link.session = Session(Context(service), link, table)
        link.session.receive(json.dumps({"type": "hello", "ticket": "t"}).encode())
        await over.wait()
        service.silence()
        return store.kept[table].steps

    return _told(loop.run(live(), LONGEST), player)


def _told(steps: list[Step], player: Player) -> dict[str, Any]:
    return {
        "steps": len(steps),
        "log": digest_of(steps),
        "frames": player.frames,
        "shown": player.digest,
    }


def main() -> None:
    edition, bot, seats, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    told = {
        "offline": play_offline(edition, bot, seats, seed),
        "server": play_on_server(edition, bot, seats, seed),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
