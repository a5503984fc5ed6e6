"""A table of the server without sockets and database: commands go in, frames come out.

This is the only module here that knows the inside of the server. A part is looked for by its
places and names of today, then by those of 0.1.0, so that both can be measured alike.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Coroutine
from typing import Any

import msgspec
from msgspec import Struct
from uvicorn.loops.auto import auto_loop_factory

from kuhstall.arena.chance import QuickChance
from kuhstall.engine.kernel import begin, options
from kuhstall.engine.option import sample
from kuhstall.games.registry import find

_LIVE = {"auction_mode": "turns", "pedigree_mode": "stepwise"}
"""What a table is played by where an edition has these options: nothing waits for a clock."""


def _part(*places: str) -> Any:
    """Return a part of the server from the first place, `module:name`, that has it."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            return getattr(importlib.import_module(f"kuhstall.server.{module}"), name)
        except (ModuleNotFoundError, AttributeError):
            continue
    raise ImportError(f"the server has none of {', '.join(places)}")


class _Store:
    """Keeps nothing, and accepts every step."""

    def __init__(self) -> None:
        self._accepted = _part("table.log:Accepted", "store:Accepted")

    async def append(self, step: Any, **_: Any) -> Any:
        return self._accepted(step.seq)

    async def sealed_actions(self, table: str, moment: int) -> tuple[Any, ...]:
        return ()

    sealed = sealed_actions


class _Clock:
    """Moves on by a second whenever it is read, so that every run has the same times."""

    def __init__(self) -> None:
        self._now = 1_700_000_000.0

    def now(self) -> float:
        self._now += 1.0
        return self._now

    def steady(self) -> float:
        return self._now


class Setting(Struct, frozen=True):
    """The table: who sits there, who only watches, and the seed of all that is drawn."""

    edition: str
    seats: int
    spectators: int
    seed: int


class Told(Struct):
    """What came of it: commands that were accepted, frames and their bytes."""

    commands: int = 0
    frames: int = 0
    frame_bytes: int = 0


class _Wire:
    """Counts the frames of one socket."""

    def __init__(self, told: Told) -> None:
        self._told = told

    def send(self, frame: bytes) -> None:
        self._told.frames += 1
        self._told.frame_bytes += len(frame)

    def close(self, code: int, reason: str) -> None:
        raise RuntimeError(f"a socket was closed: {code} {reason}")


class _Admission:
    """Refuses nothing."""

    def refuse_command(self, *, seated: bool) -> None: ...

    def finish_command(self, waited: float) -> None: ...


class _Node:
    """Runs what a session asks for."""

    ease = 0.0

    def __init__(self, service: Any) -> None:
        self.service = service
        self.admission = _Admission()
        self.tasks: set[asyncio.Task[None]] = set()

    def mark_present(self, session: Any) -> None: ...

    def mark_absent(self, session: Any) -> None: ...

    joined, parted = mark_present, mark_absent

    def admits_command(self, table: str, person: str | None, address: str) -> bool:
        return True

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def run(setting: Setting, most: int) -> Told:
    """Play on the loop that the server runs on: uvloop, wherever that is."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(play(setting, most))


async def play(setting: Setting, most: int) -> Told:
    """Play up to `most` commands at one table, each once the one before has been answered."""
    told = Told()
    chance = QuickChance(setting.seed)
    service = _part("table.service:Service", "hosting.service:Service", "service:Service")(
        _Store(),
        None,
        _part("table.bus:LocalBus", "hosting.bus:LocalBus", "bus:LocalBus")(),
        _Clock(),
        alarms=False,
    )
    node = _Node(service)
    table, sessions = _seated(setting, node, told, chance)
    while told.commands < most:
        state = table.state if hasattr(table, "state") else table.game
        actor = next((seat for seat in state.phase.actors(state) if seat >= 0), None)
        if actor is None or state.phase.sealed:
            break  # the rest is up to the clock
        seq = table.seq
        session = sessions[actor]
        receive = session.receive if hasattr(session, "receive") else session.received
        receive(
            msgspec.json.encode(
                {
                    "type": "cmd",
                    "cid": f"{told.commands:016x}",
                    "moment": state.moment,
                    "action": sample(options(state, actor), chance),
                }
            )
        )
        await asyncio.gather(*node.tasks)
        if table.seq == seq:
            raise RuntimeError(f"a command was not accepted in {state.phase}")
        told.commands += 1
    return told


def _seated(
    setting: Setting, node: _Node, told: Told, chance: QuickChance
) -> tuple[Any, list[Any]]:
    """Put a table that has just been dealt where the server keeps it, with its sessions."""
    place = _part("table.party.party:Place", "party.party:Place", "party:Place")
    key, seats = setting.edition, setting.seats
    known = msgspec.structs.asdict(find(key).rules)
    rules = {name: value for name, value in _LIVE.items() if name in known}
    people = [f"person{seat}".ljust(26, "x") for seat in range(seats)]
    table: Any = _part(
        "table.live_table:LiveTable", "hosting.live_table:LiveTable", "hot:HotTable"
    )("t".ljust(26, "x"), "code", b"s" * 32)
    table.party = _part("table.party.party:Party", "party.party:Party", "party:Party")(
        edition=key,
        rules=rules,
        pace="live",
        public=True,
        promise="x" * 64,
        places=tuple(place(person, here=True) for person in people),
        host=people[0],
        stage="playing",
    )
    state: Any
    state, _ = begin(find(key).with_rules(rules), seats, chance)
    cache = getattr(node.service, "cache", node.service)
    setattr(table, "game" if cache is node.service else "state", state)
    table.seq = 1
    table.names = dict.fromkeys(people, "Name")
    cache.tables[table.id] = table
    sessions = []
    for number in range(seats + setting.spectators):
        session = _part("wire.session:Session", "ws.session:Session", "session:Session")(
            node, _Wire(told), table.id
        )
        session.live = session.hot = table
        session.person = people[number] if number < seats else None
        cache.watch(table, session)
        sessions.append(session)
    return table, sessions
