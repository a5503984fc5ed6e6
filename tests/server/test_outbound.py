"""What leaves the server: no host and no person can hold up messages to others."""

from __future__ import annotations

import asyncio
import re
import socket
import statistics
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import asyncpg
import pytest

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications import breaker
from kuhstall.server.features.notifications import outbound_http as outbound
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.outbound_http import OutboundHttp, UndeliveredError
from kuhstall.server.features.notifications.pool import Pool
from kuhstall.server.features.notifications.push import AT_ONCE, PushSender
from kuhstall.server.features.notifications.push_messages import PushMessages, new_key
from kuhstall.server.features.notifications.push_queries import Quiet
from kuhstall.server.features.notifications.resolver import DEADLINE, Resolver
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.node import _repeat
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.log import Position, TakenError, Wait
from tests.machine import Watch
from tests.server.accounts import people_of
from tests.server.databases import borrowed
from tests.server.houses import House
from tests.server.serving import browser, serving, until
from tests.server.test_push import SITE, Phone
from tests.server.test_readiness import told
from tests.simulation.virtual_loop import VirtualLoop

OTHERS = 200
ANSWER = 0.2


class Internet:
    """Hosts that answer after a while; those whose names begin with `silent` never do."""

    def __init__(self) -> None:
        self.answered: list[tuple[float, str]] = []
        self.lookups: Counter[str] = Counter()
        self.open: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    async def resolve(self, host: str) -> Sequence[str]:
        self.lookups[host] += 1
        if host.startswith("unknown"):
            raise socket.gaierror(host)
        return ["93.184.216.34"]

    async def connect(self, _: str, host: str) -> Any:
        self.open[host] += 1
        self.most[host] = max(self.most[host], self.open[host])
        return _Reader(self, host), _Writer(self, host)

    @property
    def outbound(self) -> OutboundHttp:
        return OutboundHttp(self.resolve, self.connect)


class _Reader:
    def __init__(self, internet: Internet, host: str) -> None:
        self.internet = internet
        self.host = host

    async def readuntil(self, _: bytes) -> bytes:
        await asyncio.sleep(1e9 if self.host.startswith("silent") else ANSWER)
        now = asyncio.get_running_loop().time()
        self.internet.answered.append((now, self.host))
        return b"HTTP/1.1 201 Created\r\n"


class _Writer:
    def __init__(self, internet: Internet, host: str) -> None:
        self.internet = internet
        self.host = host

    def write(self, _: bytes) -> None: ...

    async def drain(self) -> None: ...

    def close(self) -> None:
        self.internet.open[self.host] -= 1


async def _people(loop: VirtualLoop, *endpoints: str) -> MemoryStore:
    """A table waits for as many people as there are endpoints."""
    store = MemoryStore(loop.time)
    for number, endpoint in enumerate(endpoints):
        person = f"p{number}"
        await people_of(store).add_person(Person(person, person))
        await people_of(store).add_device(person, Phone(endpoint).device, Quiet(), None)
        await people_of(store).record_summary(
            f"t{number}", Position(1, b"m"), 1, [Wait(person, 9.0)]
        )
    return store


def _pushes(store: MemoryStore, messages: PushMessages, loop: VirtualLoop) -> DeliveryJob:
    people = people_of(store)
    return DeliveryJob(people, PushSender(people, messages, Clock(loop.time), Metrics()))


def test_an_endpoint_that_never_answers_delays_no_other_message() -> None:
    loop, internet = VirtualLoop(), Internet()

    async def told() -> float:
        others = [f"https://push.example/{number}" for number in range(OTHERS)]
        store = await _people(loop, "https://silent.example/x", *others)
        messages = PushMessages(new_key(), SITE, internet.outbound)
        await _pushes(store, messages, loop).run()
        return loop.time()

    ended = loop.run(told(), 60)
    assert ended >= outbound.TIMEOUT
    assert len(internet.answered) == OTHERS
    assert max(at for at, _ in internet.answered) < outbound.TIMEOUT
    assert internet.most["push.example"] == outbound.PER_SITE


@pytest.mark.parametrize(
    ("host", "most"),
    [
        ("fcm.googleapis.com", 2 * AT_ONCE),
        ("updates.push.services.mozilla.com", 2 * AT_ONCE),
        ("evil-fcm.googleapis.com", outbound.PER_SITE),
        ("push.apple.com.example", outbound.PER_SITE),
    ],
)
def test_a_burst_of_messages_finds_room_at_the_push_services_of_browsers(
    host: str, most: int
) -> None:
    """Two browsers each: if one of them finds no place, it is not told later either."""
    loop, internet = VirtualLoop(), Internet()

    async def told() -> None:
        store = await _people(loop, *(f"https://{host}/{number}" for number in range(OTHERS)))
        for number in range(OTHERS):
            second = Phone(f"https://{host}/{number}/second").device
            await people_of(store).add_device(f"p{number}", second, Quiet(), None)
        messages = PushMessages(new_key(), SITE, internet.outbound)
        task = asyncio.create_task(_pushes(store, messages, loop).run())
        await asyncio.sleep(outbound.TIMEOUT)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    loop.run(told(), 60)
    assert internet.most[host] == most
    assert (len(internet.answered) == 2 * OTHERS) == (most > outbound.PER_SITE)


def test_a_site_with_many_silent_names_leaves_room_for_others() -> None:
    """As many endpoints as there are places, each with a name of its own, all of one site."""
    loop, internet = VirtualLoop(), Internet()

    async def told() -> None:
        silent = [f"https://silent{number}.evil.example/" for number in range(4 * AT_ONCE)]
        others = [f"https://push.example/{number}" for number in range(OTHERS)]
        store = await _people(loop, *silent, *others)
        messages = PushMessages(new_key(), SITE, internet.outbound)
        task = asyncio.create_task(_pushes(store, messages, loop).run())
        await asyncio.sleep(outbound.TIMEOUT)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    loop.run(told(), 60)
    assert len(internet.answered) == OTHERS
    assert not +internet.open  # a pool that is stopped closes its connections


async def _with_webhooks(store: MemoryStore, *owners: str) -> House:
    """Slow tables, each with a webhook of one of these people that is due."""
    house = House(store)
    for number, owner in enumerate(owners):
        live = await house.start((f"a{number}", f"b{number}", f"c{number}"), pace="slow")
        address, people = f"https://silent{number}.org{number}.example/", house.service.people
        with suppress(TakenError):
            await people.add_person(Person(owner, owner.title()))
        await people.set_webhook(live.id, live.code, address, owner)
        await people.record_summary(live.id, live.position, live.state.moment, [])
        await people.note_moment(live.id, live.position, live.state.moment, b"[0]")
    return house


@pytest.mark.anyio
async def test_webhooks_of_one_owner_take_a_few_connections_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbound, "TIMEOUT", 0.05)
    monkeypatch.setattr(breaker, "_PATIENCE", 0.01)
    internet, store = Internet(), MemoryStore()
    house = await _with_webhooks(store, *["anna"] * 8, "ben")
    people = house.service.people
    most = 0
    connect = internet.connect

    async def counted(address: str, host: str) -> Any:
        nonlocal most
        made = await connect(address, host)
        most = max(most, internet.open.total())
        return made

    sender = WebhookSender(people, OutboundHttp(internet.resolve, counted), Metrics())
    await DeliveryJob(people, webhooks=sender).run()
    assert most == outbound.PER_OWNER + 1


def test_a_host_that_fails_gets_no_more_messages_for_a_while() -> None:
    loop, internet = VirtualLoop(), Internet()

    async def posted(sender: OutboundHttp, host: str) -> float:
        """Return how long it took until a message was given up."""
        began = loop.time()
        with pytest.raises(UndeliveredError):
            await sender.post(f"https://{host}/", {}, b"")
        return loop.time() - began

    async def sent() -> None:
        sender = internet.outbound
        waits = [await posted(sender, "silent.example") for _ in range(breaker.FAILURES + 2)]
        assert waits == [*[outbound.TIMEOUT] * breaker.FAILURES, 0.0, 0.0]
        assert [await posted(sender, "unknown.example") for _ in range(3)] == [0.0] * 3
        assert internet.lookups["unknown.example"] == 1
        assert await sender.post("https://push.example/", {}, b"") == 201
        await asyncio.sleep(breaker.REST)
        assert await posted(sender, "silent.example") == outbound.TIMEOUT
        assert await posted(sender, "silent.example") == 0.0

    loop.run(sent(), 600)


def test_a_breaker_remembers_a_limited_number_of_hosts() -> None:
    loop = VirtualLoop()

    async def filled() -> int:
        hosts = breaker.Breaker()
        for number in range(breaker._HOSTS + 50):
            hosts.note_failure(f"h{number}.example", breaker.FAILURES)
        return len(hosts._failed)

    assert loop.run(filled(), 1) == breaker._HOSTS


# Names


class SilentNameServer(asyncio.DatagramProtocol):
    """A name server on this machine that never answers, and the names it was asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def datagram_received(self, data: bytes, _: Any) -> None:
        labels = re.findall(rb"[a-z0-9-]+", data[12:])
        self.asked.add(b".".join(labels).decode())

    def knows(self, prefix: str, many: int) -> bool:
        """Whether it was asked for so many names; some of another turn may be asked again."""
        return sum(one.startswith(prefix) for one in self.asked) >= many


@asynccontextmanager
async def silent_names() -> AsyncIterator[tuple[SilentNameServer, OutboundHttp]]:
    """Run such a server, and an HTTP client that asks it."""
    transport, server = await asyncio.get_running_loop().create_datagram_endpoint(
        SilentNameServer, ("127.0.0.1", 0)
    )
    resolver = Resolver(["127.0.0.1:{1}".format(*transport.get_extra_info("sockname"))])
    try:
        yield server, OutboundHttp(resolver.look_up)
    finally:
        await resolver.close()
        transport.close()


@pytest.mark.anyio
async def test_no_shared_thread_waits_for_a_silent_name_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What resolves the name of the database shares its threads with nobody's webhooks."""
    loop, used = asyncio.get_running_loop(), list[str]()
    monkeypatch.setattr(loop, "run_in_executor", lambda *_: used.append("executor"))
    monkeypatch.setattr(loop, "getaddrinfo", lambda *_: used.append("getaddrinfo"))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: used.append("socket"))
    async with silent_names() as (server, sender):
        began = time.monotonic()
        posts = (sender.post(f"https://h.e{number}.example/", {}, b"") for number in range(16))
        failed = await asyncio.gather(*posts, return_exceptions=True)
        took = time.monotonic() - began
    assert used == []
    assert len(server.asked) == 16
    assert {type(one) for one in failed} == {UndeliveredError}
    Watch().expect("16 names are given up in time", took, DEADLINE + 0.5)


@pytest.mark.slow
@pytest.mark.anyio
async def test_silent_name_servers_do_not_keep_a_node_from_its_database() -> None:
    """The node resolves the name of its database again, while 16 webhooks wait for theirs."""
    watch = Watch()
    async with (
        silent_names() as (server, sender),
        borrowed() as address,
        serving(address.replace("127.0.0.1", "localhost")) as here,
        browser() as http,
    ):
        keeper = await asyncpg.connect(address)
        # The webhooks are called here, when their turn has come.
        people = here.node.service.people
        here.node.deliveries._pool = Pool()

        async def ready_again() -> float:
            """Cut the node's connections, and return the seconds until it is ready."""
            await keeper.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            began = time.monotonic()
            await told(http, here.url, 200)
            return time.monotonic() - began

        alone = [await ready_again() for _ in range(5)]
        await keeper.execute(
            "INSERT INTO people (id, name) SELECT 'p' || n, 'P' FROM generate_series(0, 4) n"
        )
        attacked = []
        for turn in range(5):
            server.asked.clear()
            for n in range(1, 17):
                place = f"https://h{turn}.e{n}.example/"
                await people.set_webhook(f"t{n}", f"c{n}", place, f"p{n // 4}")
            await keeper.execute("UPDATE webhooks SET moment = 1, body = '[0]'")
            webhooks = WebhookSender(people, sender, Metrics())
            deliveries = DeliveryJob(people, webhooks=webhooks)
            waiting = asyncio.create_task(_repeat(0.01, deliveries.run))
            await until(partial(server.knows, f"h{turn}.", 16))
            attacked.append(await ready_again())
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        await keeper.close()
    print(f"ready again after {alone}, with silent name servers after {attacked}")
    usual = statistics.median(alone)
    watch.expect("ready again", statistics.median(attacked), 3 * usual)
    watch.expect("ready again at the latest", max(attacked), 2.0)
