"""A simulated club: nodes, their store and bus, people at tables, and what goes wrong there."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.push import PushSender
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.node import Node
from kuhstall.server.table.chat_log import Holder
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.pace import PACES
from kuhstall.server.table.party.requests import Join, Start
from kuhstall.server.table.service import Service
from kuhstall.server.wire.session import Session
from tests.simulation.faults import drawn
from tests.simulation.guests import Guest
from tests.simulation.judge import judge, stuck_tables
from tests.simulation.ledger import Ledger
from tests.simulation.seeded_random import SeededRandomSource
from tests.simulation.told import Outside
from tests.simulation.virtual_loop import Process, StuckError, VirtualLoop
from tests.simulation.watched_store import WatchedStore
from tests.simulation.wires import FarStore, Messenger, Weather, Wire

EPOCH: Final = 1_800_000_000.0
TEMPO: Final = 0.2
LIES: Final = 5.0
CALM: Final = 14.0
"""Simulated seconds after the last fault, within which every table must have moved on."""
SETTLING: Final = 14.0
TICKET: Final = 10.0
HEARD: Final = 3.0
"""Within this time everybody has heard of a step, even if no hint told of it."""
MOST: Final = 600.0

# The second starts by itself, whatever goes wrong then. At the third somebody is alone, has no
# clock, and lets the table wait now and then. The last one goes on by days: home must know for whom
# it waits, and envelopes are changed and withdrawn.
TABLES: Final = (
    Wish(edition="kuhhandel/2", seats=3, bots=["random"], rules={"gavel": "auctioneer"}),
    Wish(edition="master", seats=3, bots=["random"], starts="full"),
    Wish(edition="kuhfstein", seats=3, bots=["herder", "herder"]),
    Wish(edition="master", seats=3, bots=["random"], pace="slow"),
)


class Report(Struct, frozen=True):
    """What came of a seed."""

    seed: int
    faults: tuple[str, ...]
    violations: tuple[str, ...]
    trace: str
    seconds: float
    acked: int
    refused: int
    steps: int
    went_back: int
    sightings: int
    packed: int
    pushed: int
    called: int


class House:
    """A node and its process."""

    def __init__(self, number: int, process: Process, node: Node) -> None:
        self.number = number
        self.process = process
        self.node = node


class World:
    def __init__(self, seed: int, *, nodes: int = 2) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.loop = VirtualLoop()
        self.weather = Weather()
        self.ledger = Ledger()
        self.store = WatchedStore(lambda: EPOCH + self.loop.time() + self.weather.clock_ahead)
        self.messenger = Messenger(self.loop, self.weather, self._branch("bus"))
        self.outside = Outside()
        self.houses: list[House | None] = [None] * nodes
        self.guests: list[Guest] = []
        self.wires: list[Wire] = []
        self.happened: list[str] = []
        self._starts = 0
        self.packed = 0

    def _branch(self, name: str) -> random.Random:
        """Return a chance of its own for something, so that others do not depend on it."""
        return random.Random(f"{self.seed}/{name}")

    def now(self) -> float:
        return self.loop.time()

    def tell(self, what: str) -> None:
        self.happened.append(f"{self.now():.1f} {what}")

    # Nodes

    async def start(self, number: int) -> None:
        """Start a node, in a process of its own."""
        self._starts += 1
        process = Process(f"node {number}.{self._starts}")
        chance = self._branch(process.name)

        def made() -> Node:
            clock = Clock(self.loop.time)
            store: Any = FarStore(self.store, self.weather, chance)
            people: Any = FarStore(self.store.people, self.weather, chance)
            bus = self.messenger.of(process)
            service = Service(
                store,
                people,
                bus,
                clock,
                tempo=TEMPO,
                random_source=SeededRandomSource(chance),
                bots=BotThread(),
            )
            outside: Any = self.outside
            return Node(
                service,
                origins=[],
                deliveries=DeliveryJob(
                    people,
                    PushSender(people, outside, clock, Metrics()),
                    webhooks=WebhookSender(people, outside, Metrics()),
                ),
            )

        node: Node = process.context.run(made)
        while not process.dead:
            try:
                await self.loop.create_task(node.start(), context=process.context.copy())
            except UnavailableError:
                await asyncio.sleep(0.5)
                continue
            self.houses[number] = House(number, process, node)
            return

    def kill(self, number: int) -> None:
        house = self.houses[number]
        if house is not None:
            self.houses[number] = None
            self.loop.stop_for_good(house.process)
            for wire in self.wires:
                if wire.process is house.process:
                    wire.cut()

    def number_of(self, process: Process | None) -> int | None:
        """Find the node that runs in a process."""
        running = (house for house in self.houses if house is not None)
        return next((house.number for house in running if house.process is process), None)

    def pause(self, number: int, seconds: float) -> None:
        house = self.houses[number]
        if house is not None:
            self.loop.stop_for_a_while(house.process, seconds)

    # Doors

    async def enter(self, guest: Guest) -> Wire | None:
        """Get a ticket at some node, and a wire to it."""
        houses = [house for house in self.houses if house is not None]
        if not houses:
            return None
        house = self.chance.choice(houses)
        asked = self.loop.create_task(
            self._ticket(house, guest), context=house.process.context.copy()
        )
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())
        # Not `wait_for`: that waits until a task has heard of it, and the dead never do.
        await asyncio.wait({asked}, timeout=TICKET)
        if not asked.done() or asked.exception() is not None:
            return None
        ticket = asked.result()
        if house.process.dead:
            return None
        wire = Wire(self.loop, house.process, guest, self._branch(f"wire {len(self.wires)}"))
        self.wires.append(wire)
        wire.session = house.process.context.run(Session, house.node, wire, guest.table, guest.name)
        hello = {"type": "hello", "ticket": ticket, "last_seq": guest.seq or None}
        wire.transmit(msgspec.json.encode(hello))
        return wire

    @staticmethod
    async def _ticket(house: House, guest: Guest) -> str:
        person = None if guest.name.startswith("watcher") else guest.name
        holder = Holder(guest.table, person, None)
        ticket = f"{guest.name}-{house.process.name}-{house.node.service.random_source.nonce()}"
        digest = hashlib.sha256(ticket.encode()).digest()
        await house.node.service.store.give_ticket(digest, holder, 30.0)
        return ticket

    # A whole life

    async def furnish(self) -> None:
        """Open the tables and seat everybody, while nothing goes wrong yet."""
        for number in range(len(self.houses)):
            await self.start(number)
        house = self.houses[0]
        assert house is not None
        for place, wish in enumerate(TABLES):
            names = [f"p{place}{seat}" for seat in range(wish.seats - len(wish.bots))]
            for name in names:
                await self.store.people.add_person(Person(name, name.title()))
                browser = PushSubscription(f"https://push.example/{name}", b"", b"")
                await self.store.people.add_device(name, browser, Quiet(), None)
            service = house.node.service
            opened = await service.open_table(names[0], wish)
            table, address = opened.table, f"https://hooks.example/{place}"
            await self.store.people.set_webhook(table, opened.code, address, names[0])
            for name in names[1:]:
                await service.ask(table, name, "join", Join())
            if wish.starts == "host":
                await service.ask(table, names[0], "start", Start())
            for name in [*names, f"watcher{place}"]:
                branch = self._branch(name)
                self.guests.append(Guest(self, self.ledger, name, table, branch))

    async def live(self, faults: Iterator[Any]) -> None:
        await self.furnish()
        living = [self.loop.create_task(guest.live()) for guest in self.guests]
        living.append(self.loop.create_task(self.pack()))
        for fault in faults:
            await asyncio.sleep(self.chance.uniform(0.5, 4.0))
            self.tell(fault.__name__)
            await fault(self)
        await self.heal()
        heads = self._heads()
        await asyncio.sleep(CALM)
        self.ledger.violations += stuck_tables(self, heads)
        for guest in self.guests:
            guest.acting = False
        await asyncio.sleep(SETTLING)
        heads = self._heads()
        await asyncio.sleep(HEARD)
        self.ledger.violations += judge(self, heads)
        for task in living:
            task.cancel()

    async def pack(self) -> None:
        """Pack some table now and then, though no game is over: that must not matter to anybody."""
        chance = self._branch("pack")
        while True:
            await asyncio.sleep(chance.uniform(0.5, 3.0))
            self.store.squeeze(chance.choice(list(self.store.kept.values())))
            self.packed += 1

    def _heads(self) -> dict[str, int]:
        return {table: len(kept.steps) for table, kept in self.store.kept.items()}

    async def heal(self) -> None:
        """Put everything right again."""
        self.tell("healed")
        ahead = self.weather.clock_ahead
        for name in Weather.__struct_fields__:
            setattr(self.weather, name, getattr(Weather(), name))
        self.weather.clock_ahead = ahead  # a clock that was set stays set
        self.messenger.apart.clear()
        for number, house in enumerate(self.houses):
            if house is None:
                await self.start(number)


def run(seed: int, faults: Iterator[Any] | None = None) -> Report:
    """Live through a seed."""
    world, slow = World(seed), PACES["slow"]
    # Ten minutes are longer than a life: envelopes lie for a second or two here.
    PACES["slow"] = replace(slow, lies=LIES)
    try:
        world.loop.run(world.live(drawn(seed) if faults is None else faults), MOST)
    except StuckError as error:
        world.ledger.violations.append(str(error))
    finally:
        PACES["slow"] = slow
    trace = hashlib.sha256(b"".join(guest.trace.digest() for guest in world.guests))
    ledger = world.ledger
    return Report(
        seed,
        tuple(world.happened),
        tuple(ledger.violations),
        trace.hexdigest(),
        world.now(),
        len(ledger.acked),
        len(ledger.refused),
        world.store.written,
        ledger.went_back,
        ledger.sightings,
        world.packed,
        world.outside.pushed,
        sum(map(len, world.outside.moments.values())),
    )
