"""The one address of a table: told once a moment that it waits, and never who has answered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.notifications import outbound_http, webhooks
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.outbound_http import OutboundHttp
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.outbox_relay import OutboxRelay
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Position
from tests.server.accounts import people_of
from tests.server.ageing import age
from tests.server.houses import House
from tests.server.queues import make_due
from tests.server.serving import Serving, browser, guests, serving, until
from tests.server.test_push import FORBIDDEN, PushService, push_service

pytestmark = pytest.mark.anyio

PLACE = "https://hooks.example/t"


class Told:
    """A slow table of three, a relay, and what its address was told."""

    def __init__(self, house: House, live: LiveTable, service: PushService) -> None:
        self.house = house
        self.live = live
        self.service = service
        made = house.service
        self.store = made.store
        self.people = made.people
        self.relay = OutboxRelay(made.store, made.people, made.cache, made.clock, Metrics())
        sender = WebhookSender(made.people, service.outbound, Metrics())
        self.deliveries = DeliveryJob(made.people, webhooks=sender)

    async def heard(self) -> list[dict[str, object]]:
        self.service.sent.clear()
        for _ in range(2):
            await self.relay.run()
            await self.deliveries.run()
        return [msgspec.json.decode(body) for _, _, body in self.service.sent]

    def asked(self) -> list[int]:
        game = self.live.state
        return [seat for seat in game.phase.actors(game) if seat != CLOCK]

    async def go_on(self) -> None:
        """Let those who are asked act until the game asks something else."""
        before = self.live.state.moment
        while self.live.state.moment == before:
            seat = next((one for one in self.asked() if one not in self.live.held), None)
            if seat is None:  # envelopes lie a while before they are opened
                await self.house.tick(self.live.id, 600)
                continue
            person = self.live.party.places[seat].person
            await self.house.play(self.live.id, person, self.live.think(seat))


@pytest.fixture
async def told(store: Store) -> AsyncIterator[Told]:
    house = House(store)
    live = await house.start(("anna", "ben", "carl"), pace="slow")
    await house.service.people.set_webhook(live.id, live.code, PLACE, "anna")
    async with push_service() as service:
        yield Told(house, live, service)


async def test_each_moment_is_told_once_with_the_seats_that_are_asked(told: Told) -> None:
    code = (await told.store.table_row(told.live.id)).code
    for _ in range(6):
        said = {"code": code, "moment": told.live.state.moment, "seats": told.asked()}
        assert await told.heard() == [{**said, "waits": True}]
        assert await told.heard() == []
        await told.go_on()
    await told.heard()
    ((first, headers, _),) = told.service.sent
    assert (first, headers["Content-Type"]) == ("POST /t HTTP/1.1", "application/json")
    await told.people.drop_webhook(told.live.id)
    await told.go_on()
    assert await told.heard() == []


async def test_who_has_answered_in_secret_is_not_told(told: Told) -> None:
    while not told.live.state.phase.sealed:
        await told.go_on()
    asked = told.asked()
    assert len(asked) > 1
    seat = asked[0]
    await told.house.play(told.live.id, told.live.party.places[seat].person, told.live.think(seat))
    assert [one["seats"] for one in await told.heard()] == [asked]
    assert await told.heard() == []


@pytest.mark.parametrize("status", [404, 410])
async def test_an_address_that_is_gone_is_forgotten(told: Told, status: int) -> None:
    told.service.answers = [status]
    assert len(await told.heard()) == 1
    assert await told.people.webhook(told.live.id) is None


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_one_that_is_busy_is_told_later(told: Told, status: int) -> None:
    told.service.answers = [status]
    assert len(await told.heard()) == 1
    await make_due(told.people, "webhook", told.live.id, 1)
    assert len(await told.heard()) == 1
    assert await told.heard() == []
    for attempt in range(webhooks._ATTEMPTS):
        told.service.answers = [status]
        await make_due(told.people, "webhook", told.live.id, attempt)
    assert await told.heard() == []


async def test_what_is_over_is_not_told_any_more(told: Told) -> None:
    told.service.answers = [500]
    assert len(await told.heard()) == 1
    await told.go_on()
    (said,) = await told.heard()
    assert said["moment"] == told.live.state.moment
    await told.go_on()
    await told.relay.run()
    live, people = told.live, told.people
    await people.note_moment(live.id, Position(99, b""), live.state.moment + 1, b"[0]")
    assert len(await told.heard()) == 1  # of the moment that is: nobody has heard of the other
    await people.note_moment(live.id, Position(1, b""), 99_999, None)
    await told.go_on()
    assert len(await told.heard()) == 1


async def test_a_node_that_dies_after_it_has_told_tells_once_more(told: Told) -> None:
    """Whoever is told knows by the moment that it is the same."""
    await told.relay.run()
    (delivery,) = await told.people.claim_deliveries("webhook", 60.0, 10)
    claimed = await told.people.due_webhook(delivery.recipient)
    assert claimed is not None
    assert await told.heard() == []
    await age(told.store, 1)
    assert [one["moment"] for one in await told.heard()] == [claimed.moment]


async def test_no_table_tells_a_network_of_ours() -> None:
    """By the real HTTP client: what is written as a number is looked up by no network."""
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl"), pace="slow")
    people = house.service.people
    await people.record_summary(live.id, live.position, live.state.moment, [])
    for moment, address in enumerate(FORBIDDEN):
        written = f"[{address}]" if ":" in address else address
        await people.set_webhook(live.id, live.code, f"https://{written}/", "anna")
        await people.note_moment(live.id, live.position, moment, b"[0]")
        metrics = Metrics()
        sender = WebhookSender(people, OutboundHttp(), metrics)
        await DeliveryJob(people, webhooks=sender).run()
        assert metrics.webhooks.labels("4xx")._value.get() == 1
        assert await people.webhook(live.id) is None, address


@asynccontextmanager
async def answering(here: Serving) -> AsyncIterator[PushService]:
    """Let a server of this machine answer for all addresses of tables."""
    async with push_service() as service:
        assert here.node.deliveries.webhooks is not None
        here.node.deliveries.webhooks._http = service.outbound
        yield service


async def test_an_address_proves_that_it_wants_to_be_told(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        browser() as http,
        answering(here) as service,
    ):
        opened = (await http.post(f"{here.url}/api/tables", json={"pace": "slow"})).json()
        path = f"{here.url}/api/tables/{opened['table']}/webhook"
        service.proves = False
        refused = await http.post(path, json={"address": PLACE})
        assert (refused.status_code, refused.json()["code"]) == (422, "webhook_unproven")
        assert (await http.get(path)).json() == {"place": ""}
        service.proves = True
        assert (await http.post(path, json={"address": PLACE})).status_code == 200
        service.proves = False
        other = await http.post(path, json={"address": "https://victim.example/"})
        assert other.status_code == 422
        assert (await http.get(path)).json() == {"place": "hooks.example"}, "it stays"
        assert service.sent == [], "nobody is told anything by being asked"


async def test_a_host_who_left_while_the_address_was_asked_sets_nothing(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Ada", "Ben") as (ada, ben),
        answering(here) as service,
    ):
        ben.table = await ada.open_table(seats=3)
        await ben.ask("join")
        service.ready.clear()
        path = f"{here.url}/api/tables/{ada.table}/webhook"
        call = asyncio.create_task(ada.http.post(path, json={"address": PLACE}))
        try:
            await until(lambda: service.challenged == 1)
            await ada.ask("leave")
        finally:
            service.ready.set()
        answer = await call
        assert (answer.status_code, answer.json()["code"]) == (403, "not_host")
        assert await here.node.service.people.webhook(ada.table) is None


async def test_an_address_that_never_ends_its_answer_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbound_http, "TIMEOUT", 0.05)
    async with push_service() as service:
        service.ready.clear()
        made = WebhookSender(people_of(MemoryStore()), service.outbound, Metrics())
        assert not await made.proves(PLACE, "anna")
        assert service.challenged == 1
        service.ready.set()


async def test_no_network_of_ours_is_asked_for_a_proof() -> None:
    async with push_service() as service:
        for address in FORBIDDEN:

            async def resolve(_: str, found: str = address) -> list[str]:
                return [found]

            made = WebhookSender(
                people_of(MemoryStore()), OutboundHttp(resolve, service.connect), Metrics()
            )
            assert not await made.proves(PLACE, "anna"), address
        assert service.challenged == 0


@pytest.mark.parametrize(
    ("answer", "proved"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n%s", True),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n%s\r\n0\r\n\r\n", True),
        (b'HTTP/1.1 200 OK\r\n\r\n{"challenge":"%s"}', False),  # as one that repeats anything
        (b"HTTP/1.1 200 OK\r\nX-Echo:\r\n %s\r\n\r\n", False),
        (b"HTTP/1.1 404 No\r\n\r\n%s", False),
        (b"HTTP/1.1 302 No\r\nLocation: /\r\n\r\n%s", False),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 9000 + b"\n%s", False),
        (b"HTTP/1.1 200 OK", False),
        (b"", False),
    ],
)
async def test_only_the_challenge_on_a_line_by_itself_is_a_proof(
    answer: bytes, *, proved: bool
) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(re.findall(r"Content-Length: (\d+)", head)[0])
        challenge = msgspec.json.decode(await reader.readexactly(length))["challenge"]
        writer.write(answer.replace(b"%s", challenge.encode()))
        writer.close()

    async def resolve(_: str) -> list[str]:
        return ["93.184.216.34"]

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]

        async def connect(*_: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            return await asyncio.open_connection("127.0.0.1", port)

        made = WebhookSender(people_of(MemoryStore()), OutboundHttp(resolve, connect), Metrics())
        assert await made.proves(PLACE, "anna") is proved


@pytest.mark.parametrize(
    "wrong", ["http://a.example/", "https://a.example:8443/", "https://a@b.example/", "a.example"]
)
async def test_the_host_names_an_address_of_https(tmp_path: Path, wrong: str) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http, answering(here):
        opened = (await http.post(f"{here.url}/api/tables", json={"pace": "slow"})).json()
        path = f"{here.url}/api/tables/{opened['table']}/webhook"
        refused = await http.post(path, json={"address": wrong})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
        assert (await http.post(path, json={"address": PLACE})).status_code == 200
        assert (await http.get(path)).json() == {"place": "hooks.example"}
        assert (await http.post(path, json={"address": ""})).status_code == 200
        assert (await http.get(path)).json() == {"place": ""}
