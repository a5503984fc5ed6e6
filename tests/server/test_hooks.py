"""The one address of a table: told once a moment that it waits, and never who has answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.metrics import Metrics
from kuhstall.server.hosting.relay import Relay
from kuhstall.server.push import calling
from kuhstall.server.push.calling import Calling
from kuhstall.server.push.courier import Courier
from kuhstall.server.store import Position, Store
from tests.server.ageing import age
from tests.server.houses import House
from tests.server.serving import browser, serving
from tests.server.test_push import FORBIDDEN, PushService, push_service
from tests.simulation.memory_store import MemoryStore

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
        self.relay = Relay(made.store, made.people, made.cache, made.clock, made.metrics)
        self.calling = Calling(made.store, service.courier, Metrics())

    async def heard(self) -> list[dict[str, object]]:
        self.service.sent.clear()
        for _ in range(2):
            await self.relay.run()
            await self.calling.run()
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
    await store.set_hook(live.id, PLACE)
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
    await told.store.set_hook(told.live.id, "")
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
    assert await told.store.hook(told.live.id) == ""


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_one_that_is_busy_is_told_later(told: Told, status: int) -> None:
    told.service.answers = [status]
    assert len(await told.heard()) == 1
    await told.store.put_off_call(told.live.id, -1.0, 1)
    assert len(await told.heard()) == 1
    assert await told.heard() == []
    for attempt in range(calling._ATTEMPTS):
        told.service.answers = [status]
        await told.store.put_off_call(told.live.id, -1.0, attempt)
    assert await told.heard() == []


async def test_what_is_over_is_not_told_any_more(told: Told) -> None:
    told.service.answers = [500]
    assert len(await told.heard()) == 1
    await told.go_on()
    (said,) = await told.heard()
    assert said["moment"] == told.live.state.moment
    await told.go_on()
    await told.relay.run()
    live, store = told.live, told.store
    await store.note_moment(live.id, live.position, live.state.moment + 1, b"[0]")
    assert len(await told.heard()) == 1  # of the moment that is: of the other there is no news
    await store.note_moment(live.id, Position(1, b""), 99_999, None)
    await told.go_on()
    assert len(await told.heard()) == 1


async def test_a_node_that_dies_after_it_has_told_tells_once_more(told: Told) -> None:
    """Whoever is told knows by the moment that it is the same."""
    await told.relay.run()
    (claimed,) = await told.store.claim_calls(60.0, 10)
    assert await told.heard() == []
    await age(told.store, 1)
    assert [one["moment"] for one in await told.heard()] == [claimed.moment]


async def test_no_table_tells_a_network_of_ours() -> None:
    """By the real courier: what is written as a number is looked up by no network."""
    house = House(MemoryStore())
    live = await house.start(("anna", "ben", "carl"), pace="slow")
    store = house.service.store
    for moment, address in enumerate(FORBIDDEN):
        written = f"[{address}]" if ":" in address else address
        await store.set_hook(live.id, f"https://{written}/")
        await store.note_moment(live.id, live.position, moment, b"[0]")
        metrics = Metrics()
        await Calling(store, Courier(), metrics).run()
        assert metrics.hooks.labels("4xx")._value.get() == 1
        assert await store.hook(live.id) == "", address


@pytest.mark.parametrize(
    "wrong", ["http://a.example/", "https://a.example:8443/", "https://a@b.example/", "a.example"]
)
async def test_the_host_names_an_address_of_https(tmp_path: Path, wrong: str) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        opened = (await http.post(f"{here.url}/api/tables", json={"pace": "slow"})).json()
        path = f"{here.url}/api/tables/{opened['table']}/hook"
        refused = await http.post(path, json={"address": wrong})
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
        assert (await http.post(path, json={"address": PLACE})).status_code == 200
        assert (await http.get(path)).json() == {"place": "hooks.example"}
        assert (await http.post(path, json={"address": ""})).status_code == 200
        assert (await http.get(path)).json() == {"place": ""}
