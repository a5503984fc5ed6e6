"""What lies between the parts of a simulated club: ways that are long, lose things, and are cut.

All that goes wrong here is drawn from the chance of the world, so a seed is enough to see it again.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec import Struct

from kuhstall.server.table.bus import Hint, Listen
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.wire.session import Session
from tests.simulation.virtual_loop import Process, VirtualLoop

_GIVES_UP: Final = 10.0
"""After this many seconds a node takes a store that does not answer for one that is away."""


class Weather(Struct):
    """What is wrong at the moment. Everything at its default: nothing."""

    store_away: bool = False
    store_slow: float = 1.0
    lost_requests: float = 0.0
    lost_answers: float = 0.0
    bus_loses: float = 0.0
    bus_doubles: float = 0.0
    bus_slow: float = 1.0
    clock_ahead: float = 0.0


class FarStore:
    """A store, or its people, at the other end of a wire that every call goes over."""

    def __init__(self, store: Any, weather: Weather, chance: random.Random) -> None:
        self._store = store
        self._weather = weather
        self._chance = chance

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._store, name)
        if not callable(method):
            return method

        async def call(*args: Any, **named: Any) -> Any:
            return await self._call(method, *args, **named)

        return call

    async def _call(self, method: Callable[..., Any], *args: Any, **named: Any) -> Any:
        weather, chance = self._weather, self._chance
        await self._travel()
        if weather.store_away or chance.random() < weather.lost_requests:
            await asyncio.sleep(chance.uniform(0, _GIVES_UP) if weather.store_away else 0)
            raise UnavailableError("it did not hear")
        result, error = None, None
        try:
            result = await method(*args, **named)
        except Exception as raised:  # noqa: BLE001 -- told at the other end of the wire
            error = raised
        lost = chance.random() < weather.lost_answers
        await self._travel()
        if lost or weather.store_away:
            raise UnavailableError("nobody knows whether it heard")
        if error is not None:
            raise error
        return result

    async def _travel(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.0003, 0.002) * self._weather.store_slow)


class Messenger:
    """Carries hints between nodes: late, twice, or not at all."""

    def __init__(self, loop: VirtualLoop, weather: Weather, chance: random.Random) -> None:
        self._loop = loop
        self._weather = weather
        self._chance = chance
        self._listeners: list[tuple[Process, Listen]] = []
        self.followed: set[tuple[Process, str]] = set()
        self.apart: set[Process] = set()
        self.gone = False

    def of(self, process: Process) -> FarBus:
        return FarBus(self, process)

    def listen(self, process: Process, listen: Listen) -> None:
        self._listeners.append((process, listen))

    def carry(self, sender: Process, hint: Hint) -> None:
        """Carry a hint to all others that follow its table."""
        chance, weather = self._chance, self._weather
        if self.gone:
            return
        for process, listen in self._listeners:
            if process is sender or process.dead or {sender, process} & self.apart:
                continue
            if (process, hint.table) not in self.followed:
                continue
            for _ in range(2 if chance.random() < weather.bus_doubles else 1):
                late = chance.uniform(0.0002, 0.003) * weather.bus_slow
                if chance.random() >= weather.bus_loses:
                    self._loop.call_later(late, listen, hint, context=process.context.copy())


class FarBus:
    def __init__(self, messenger: Messenger, process: Process) -> None:
        self._messenger = messenger
        self._process = process

    async def publish(self, hint: Hint) -> None:
        self._messenger.carry(self._process, hint)

    async def subscribe(self, listen: Listen) -> None:
        self._messenger.listen(self._process, listen)

    async def follow(self, table: str) -> None:
        self._messenger.followed.add((self._process, table))

    async def leave(self, table: str) -> None:
        self._messenger.followed.discard((self._process, table))

    def is_away(self) -> bool:
        return False

    async def close(self) -> None: ...


class Hearer(Protocol):
    """Whoever is at the near end of a wire."""

    def hear(self, wire: Wire, frame: bytes) -> None: ...

    def lose(self, wire: Wire, reason: str) -> None: ...


class Wire:
    """A socket: what goes in comes out in order and later, until it is cut or goes dead."""

    def __init__(
        self, loop: VirtualLoop, process: Process, hearer: Hearer, chance: random.Random
    ) -> None:
        self._loop = loop
        self._process = process
        self._hearer = hearer
        self._chance = chance
        self._slowness = chance.choice([0.004, 0.02, 0.08])
        self._down = self._up = 0.0
        self.session: Session | None = None
        self.is_open = True
        self.is_dead = False  # nothing arrives any more, and nobody is told

    @property
    def process(self) -> Process:
        return self._process

    def _arrival(self, before: float) -> float:
        late = self._loop.time() + self._slowness * self._chance.uniform(0.5, 1.5)
        return max(late, before + 1e-6)

    # The far end: what a session needs

    def send(self, frame: bytes) -> None:
        if self.is_open and not self.is_dead:
            self._down = self._arrival(self._down)
            self._at(self._down, self._arrive, frame)

    def close(self, code: int, reason: str) -> None:
        self._down = self._arrival(self._down)
        self._at(self._down, self._lose, reason)

    def _at(self, when: float, callback: Callable[..., None], *args: Any) -> None:
        # What is on its way belongs to nobody: it arrives even if the sender has died.
        self._loop.call_at(when, callback, *args, context=_NOBODY.context.copy())

    def _arrive(self, frame: bytes) -> None:
        if self.is_open and not self.is_dead:
            self._hearer.hear(self, frame)

    def _lose(self, reason: str) -> None:
        if self.is_open and not self.is_dead:
            self.is_open = False
            self._hearer.lose(self, reason)

    # The near end

    def transmit(self, frame: bytes) -> None:
        if self.is_open and not self.is_dead and self.session is not None:
            self._up = self._arrival(self._up)
            self._send_up(self.session.receive, frame)

    def _send_up(self, callback: Callable[..., None], *args: Any) -> None:
        self._loop.call_at(self._up, callback, *args, context=self._process.context.copy())

    def hang_up(self) -> None:
        if self.is_open:
            self.is_open = False
            if self.session is not None and not self.is_dead:
                self._up = self._arrival(self._up)
                self._send_up(self.session.end)

    def cut(self) -> None:
        """Break it: both ends notice, each in its time."""
        if self.is_open:
            self._at(self._loop.time() + self._chance.uniform(0, 0.5), self._lose, "cut")
            if self.session is not None:
                self._up = self._loop.time() + self._chance.uniform(0, 2)
                self._send_up(self.session.end)


_NOBODY: Final = Process("nobody")
