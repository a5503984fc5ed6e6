"""`python -m bench.push_latency`: how long after a commit a push message is sent.

Prints a line of JSON: so many slow tables that begin to wait, one after the other, each for
somebody with two browsers. A message counts when the push service, which is in this process, has
decrypted it. Beside that stands the floor: the same messages without tables, news and taps. Then
all leave, and what stands on the second browser has to be withdrawn. `cpu_share` is what this
process got of a processor while it told: little on a busy machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Any, Final

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.outbound_http import OutboundHttp
from kuhstall.server.features.notifications.push import AT_ONCE, PushSender
from kuhstall.server.features.notifications.push_messages import PushMessages, new_key
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.node import Node
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Leave, Start
from kuhstall.server.table.service import Service
from tests.server.accounts import people_of
from tests.server.databases import database

TABLES: Final = 500
BROWSERS: Final = 2
WITHIN: Final = 10.0
"""Seconds within which 99 of 100 have to be told."""
_PATIENCE: Final = 600.0
_WISH: Final = Wish(
    seats=3, bots=["random", "random"], pace="slow", rules={"start_player": "seat:0"}
)


class Browser:
    """Keys of its own, and when it read what."""

    def __init__(self, place: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.device = PushSubscription(f"https://fcm.googleapis.com{place}", point, self._auth)
        self.heard: list[tuple[float, bool]] = []

    def read(self, sealed: bytes) -> None:
        plain = http_ece.decrypt(
            sealed, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        self.heard.append((time.monotonic(), msgspec.json.decode(plain)["waits"]))


class PushService:
    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.port = 0

    def add(self, place: str) -> Browser:
        self.browsers[place] = Browser(place)
        return self.browsers[place]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        body = await reader.readexactly(int(headers["Content-Length"]))
        self.browsers[first.split(" ")[1]].read(body)
        writer.write(b"HTTP/1.1 201 Created\r\n\r\n")
        writer.close()

    async def resolve(self, host: str) -> Sequence[str]:
        return ["93.184.216.34"]

    async def connect(self, address: str, host: str) -> Any:
        return await asyncio.open_connection("127.0.0.1", self.port)


def _figures(seconds: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(seconds, n=100)
    return {
        "p50_s": round(median(seconds), 3),
        "p99_s": round(cuts[98], 3),
        "max_s": round(max(seconds), 3),
    }


async def _floor(messages: PushMessages, service: PushService, count: int) -> dict[str, float]:
    """Send as many messages as well, as many at once as a node does, and nothing else."""
    browsers = [service.add(f"/floor/{number}") for number in range(count)]
    took: list[float] = []
    for at in range(0, count, AT_ONCE):
        some = browsers[at : at + AT_ONCE]
        begun = time.monotonic()
        await asyncio.gather(*(messages.send(one.device, "waits") for one in some))
        took += [one.heard[0][0] - begun for one in some]
    return _figures(took)


async def measured(tables: int) -> dict[str, Any]:
    service = PushService()
    listening = await asyncio.start_server(service.serve, "127.0.0.1", 0, backlog=1000)
    service.port = listening.sockets[0].getsockname()[1]
    messages = PushMessages(
        new_key(), "https://kuhstall.example", OutboundHttp(service.resolve, service.connect)
    )
    async with listening, database() as address:
        store = await PostgresStore.connect(address, connections=8)
        served = Service(store, people_of(store), LocalBus(), Clock())
        sender = PushSender(served.people, messages, served.clock, Metrics())
        node = Node(served, origins=[], deliveries=DeliveryJob(served.people, sender))
        await node.start()
        try:
            floor = await _floor(messages, service, tables)
            found = await _told(served, service, tables)
        finally:
            await node.stop()
            await store.close()
    return {"tables": tables, "browsers": tables * BROWSERS, "floor": floor, **found}


async def _told(served: Service[Any, Any], service: PushService, tables: int) -> dict[str, Any]:
    people, opened = [f"p{number}" for number in range(tables)], []
    for person in people:
        await served.people.add_person(Person(person, person))
        for number in range(BROWSERS):
            browser = service.add(f"/{person}/{number}")
            await served.people.add_device(person, browser.device, Quiet(), None)
        opened.append((await served.open_table(person, _WISH)).table)
    committed, begun, spent = {}, time.monotonic(), time.process_time()
    for person, table in zip(people, opened, strict=True):
        await served.ask(table, person, "start-0001", Start())
        committed[person] = time.monotonic()
    await _until(lambda: all(service.browsers[f"/{one}/1"].heard for one in people))
    busy = (time.process_time() - spent) / (time.monotonic() - begun)
    told = [
        service.browsers[f"/{one}/{number}"].heard[0][0] - committed[one]
        for one in people
        for number in range(BROWSERS)
    ]
    twice = sum(len(service.browsers[f"/{one}/0"].heard) > 1 for one in people)
    answered = {}
    for person, table in zip(people, opened, strict=True):
        await served.ask(table, person, "leave-0001", Leave())
        answered[person] = time.monotonic()
    await _until(lambda: all(_is_withdrawn(service, one) for one in people))
    withdrawn = [service.browsers[f"/{one}/1"].heard[-1][0] - answered[one] for one in people]
    return {
        "told": _figures(told),
        "told_twice": twice,
        "withdrawn": _figures(withdrawn),
        "cpu_share": round(busy, 2),
    }


def _is_withdrawn(service: PushService, person: str) -> bool:
    return not service.browsers[f"/{person}/1"].heard[-1][1]


async def _until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(_PATIENCE):
        while not done():  # noqa: ASYNC110 -- looked at twenty times a second, and no oftener
            await asyncio.sleep(0.05)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.push_latency", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help=f"how many ({TABLES})")
    found = asyncio.run(measured(parser.parse_args().tables))
    print(json.dumps({**found, "within": found["told"]["p99_s"] <= WITHIN}))


if __name__ == "__main__":
    main()
