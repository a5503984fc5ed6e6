"""A node with too much to do: new tables are refused, then visitors, then some commands.

Lag is told to the node, not made.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import ClientConnection

from kuhstall.server.limits.load_level import HOLD, CommandWindow, Level
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.table.clock import Clock
from kuhstall.server.wire.command_queue import WAITING
from kuhstall.server.wire.overload import Admission
from tests.machine import patience
from tests.server.players import Player
from tests.server.serving import (
    PATIENCE,
    Serving,
    browser,
    ending,
    greeted,
    guests,
    received,
    serving,
    ticket,
    until,
    wire,
)

pytestmark = pytest.mark.anyio

ALLOWED = 0.25
CALM = 0.0
CROWD = int(CommandWindow.FEWEST)
LAGS = {Level.NO_TABLES: 0.3, Level.NO_VISITORS: 0.4, Level.FEWER_COMMANDS: 0.6}


class Lagging:
    """A served table of three with Ada and Ben, and a loop that is as late as a test says."""

    def __init__(self, here: Serving, ada: Player, ben: Player, zoe: Player) -> None:
        self.here, self.ada, self.ben, self.zoe = here, ada, ben, zoe
        self.url, self.table = here.url, ada.table
        self.admission = here.node.admission
        self.time = here.node.service.clock.steady()
        here.node.service.clock.steady = lambda: self.time

    def be_late(self, lag: float, times: int = 2) -> None:
        for _ in range(times):
            self.time += 0.05 + lag
            self.admission.note_lag(lag)

    def reach(self, level: Level) -> None:
        self.be_late(LAGS[level])
        assert self.admission.level is level

    async def post(self, player: Player | None, path: str, body: Any = None) -> httpx.Response:
        async with browser(None if player is None else player.http.cookies) as http:
            return await http.post(f"{self.url}{path}", json=body or {})

    async def command(self, player: Player | None, cid: str, kind: str) -> httpx.Response:
        order = {"cid": cid, "request": {"type": kind}}
        return await self.post(player, f"/api/tables/{self.table}/commands", order)

    async def figures(self) -> dict[str, float]:
        text = self.here.node.metrics.text().decode()
        return {
            sample.name + "".join(sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    async def rows(self) -> dict[str, int]:
        """Count what the store keeps, of everything, once the relay has passed on all news.

        The relay turns a row of `news` into one of `heard` by itself, whatever is refused.
        """
        store: Any = self.here.node.service.store
        async with asyncio.timeout(patience(PATIENCE)):
            while (await rows(store))["news"]:
                await self.here.node._relay.run()
        return await rows(store)


async def rows(store: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for (name,) in await store._file.rows("SELECT name FROM sqlite_master WHERE type='table'"):
        ((found[name],),) = await store._file.rows(f"SELECT count(*) FROM {name}")  # noqa: S608
    return found


@pytest.fixture
async def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Lagging]:
    async def not_measured(_: Admission) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(Admission, "measure", not_measured)
    async with (
        serving(tmp_path / "kuhstall.db", lag=ALLOWED) as here,
        guests(here.url, "Ada", "Ben", "Zoe") as (ada, ben, zoe),
    ):
        ben.table = await ada.open_table(seats=3)
        await ben.ask("join")
        yield Lagging(here, ada, ben, zoe)


@asynccontextmanager
async def at_table(late: Lagging, player: Player | None) -> AsyncIterator[ClientConnection]:
    cookies = None if player is None else player.http.cookies
    given = await ticket(late.url, late.table, cookies)
    async with wire(late.url, late.table) as connection:
        await greeted(connection, given)
        yield connection


async def sent(connection: ClientConnection, cid: str, kind: str) -> dict[str, Any]:
    order = {"type": "ask", "cid": cid, "request": {"type": kind}}
    await connection.send(json.dumps(order))
    return await received(connection, "ack", "nack", "busy")


def refused(answer: httpx.Response, seconds: int) -> bool:
    return (
        answer.status_code == 503
        and answer.headers.get("retry-after") == str(seconds)
        and answer.json()
        == {
            "code": "busy",
            "text": "",
            "detail": {"retry_after": seconds * 1000},
            "request": answer.headers["x-request-id"],
        }
    )


async def test_new_tables_are_refused_first(late: Lagging) -> None:
    late.reach(Level.NO_TABLES)
    before = await late.rows()
    assert refused(await late.post(late.ada, "/api/tables"), 8)
    assert refused(await late.post(None, "/api/tables", {"name": "New"}), 8)
    assert await late.rows() == before
    # Whoever looks on or sits at a table notices nothing.
    async with at_table(late, None), at_table(late, late.zoe) as zoe, at_table(late, late.ada):
        assert (await sent(zoe, "z1", "join"))["type"] == "ack"
    assert (await late.figures())["kuhstall_load_level"] == 1


async def test_visitors_are_refused_next(late: Lagging) -> None:
    given = [await ticket(late.url, late.table, one) for one in (None, late.zoe.http.cookies)]
    async with AsyncExitStack() as stack:
        watching = await stack.enter_async_context(at_table(late, late.zoe))
        late.reach(Level.NO_VISITORS)
        before = await late.rows()
        assert refused(await late.post(late.ada, "/api/tables"), 8)
        path = f"/api/tables/{late.table}"
        for nobody in (None, late.zoe):
            assert refused(await late.post(nobody, f"{path}/ticket"), 4)
            assert refused(await late.command(nobody, "j1", "join"), 4)
            async with browser(None if nobody is None else nobody.http.cookies) as http:
                for read in ("", "/view", "/lines", "/times", "/events", "/course"):
                    assert refused(await http.get(f"{late.url}{path}{read}"), 4)
        assert refused(await late.post(None, "/api/guests"), 4)
        busy = await sent(watching, "j2", "join")
        assert busy == {"type": "busy", "cid": "j2", "retry_after": 4000}
        assert await late.rows() == before
        for one in given:
            async with wire(late.url, late.table) as connection:
                await connection.send(json.dumps({"type": "hello", "ticket": one}))
                bye = {"type": "bye", "code": "busy", "retry_after": 4000}
                assert await ending(connection) == (1013, "busy", [bye])
        after = await late.rows()
        assert {name for name in after if after[name] != before[name]} <= {"ticket", "tickets"}
        # Those who sit there come back, and play on.
        async with at_table(late, late.ben) as ben, browser(late.ben.http.cookies) as http:
            assert (await sent(ben, "b1", "leave"))["type"] == "ack"
            assert (await http.get(f"{late.url}/api/me")).status_code == 200


async def test_commands_of_those_who_sit_there_are_refused_last_and_not_all(
    late: Lagging,
) -> None:
    async with at_table(late, late.ada) as ada:
        late.reach(Level.FEWER_COMMANDS)
        assert (await sent(ada, "a1", "come_back"))["type"] != "busy"  # there is room
        window = late.admission._window
        window.in_flight += CROWD
        before = await late.rows()
        busy = await sent(ada, "a2", "leave")
        assert busy == {"type": "busy", "cid": "a2", "retry_after": 1000}
        assert refused(await late.command(late.ada, "a3", "leave"), 1)
        assert await late.rows() == before
        window.in_flight -= CROWD
        # Nothing is remembered of it: the same command counts now.
        assert (await sent(ada, "a2", "leave"))["type"] == "ack"
        assert late.admission.in_flight == 0


async def test_neither_the_lock_nor_the_store_is_waited_for(late: Lagging) -> None:
    async with at_table(late, late.ada) as ada, at_table(late, late.zoe) as zoe:
        live = await late.here.node.service.cache.live_table(late.table)
        late.reach(Level.FEWER_COMMANDS)
        late.admission._window.in_flight += CROWD
        async with live.lock:
            assert (await sent(ada, "a1", "leave"))["type"] == "busy"
            assert (await sent(zoe, "z1", "join"))["type"] == "busy"
            assert refused(await late.post(late.zoe, f"/api/tables/{late.table}/ticket"), 4)


async def test_health_is_told_at_every_level(late: Lagging) -> None:
    for level in LAGS:
        late.reach(level)
        async with browser() as http:
            for path in ("/healthz", "/readyz", "/api/lobby", "/"):
                assert (await http.get(f"{late.url}{path}")).status_code in {200, 404}
            assert (await http.get(f"{late.url}/readyz")).text == "ready\n"


async def test_it_recovers_and_has_counted(late: Lagging) -> None:
    late.reach(Level.FEWER_COMMANDS)
    late.admission._window.in_flight += CROWD
    assert refused(await late.command(late.ada, "a1", "leave"), 1)
    late.admission._window.in_flight -= CROWD
    assert refused(await late.post(late.ada, "/api/tables"), 8)
    assert refused(await late.post(late.zoe, f"/api/tables/{late.table}/ticket"), 4)
    figures = await late.figures()
    for kind in ("table", "visitor", "command"):
        assert figures[f"kuhstall_shed_total{kind}"] == 1
    assert figures["kuhstall_loop_lag_seconds_count"] == 2
    steps = int(3 * (HOLD + 0.2) / 0.05)
    late.be_late(CALM, steps)
    assert (await late.figures())["kuhstall_load_level"] == 0
    assert (await late.post(late.ada, "/api/tables")).status_code == 201
    async with at_table(late, None):
        pass
    assert (await late.command(late.ada, "a1", "leave")).status_code == 200


async def test_nothing_stays_in_flight_that_was_answered(late: Lagging) -> None:
    """Not even what was lined up behind another command, and came back because of too many."""
    async with at_table(late, late.ada) as ada:
        live = await late.here.node.service.cache.live_table(late.table)
        order = {"type": "ask", "request": {"type": "leave"}}
        many = WAITING + 40
        async with live.lock:
            for number in range(many):
                await ada.send(json.dumps({**order, "cid": f"c{number}"}))
            over = [await received(ada, "nack") for _ in range(many - WAITING - 1)]
            assert {one["code"] for one in over} == {"slow_down"}
            assert late.admission.in_flight == WAITING + 1
        rest = [await received(ada, "ack", "nack") for _ in range(WAITING + 1)]
        assert {one["cid"] for one in over + rest} == {f"c{number}" for number in range(many)}
        await until(lambda: late.admission.in_flight == 0)


async def test_the_measurement_sees_how_late_the_loop_is() -> None:
    """It sleeps for a twentieth of a second, and its clock says how long that was."""
    metrics, times = Metrics(), iter((10.0, 12.05))
    admission = Admission(ALLOWED, Clock(lambda: next(times, 12.05)), metrics)
    times = iter((10.0, 12.05))
    await admission.measure()
    assert sum_of_lags(metrics) == pytest.approx(2.0)


def sum_of_lags(metrics: Metrics) -> float:
    return next(
        sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
        if sample.name == "kuhstall_loop_lag_seconds_sum"
    )
