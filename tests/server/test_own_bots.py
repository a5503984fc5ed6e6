"""Bots of somebody's own at the tables of a server: whatever they do, the table goes on."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kuhstall.bots import registry
from kuhstall.engine import Seen, sample
from kuhstall.engine.chance import Chance
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.party.requests import ComeBack
from tests.server.houses import House
from tests.server.serving import browser, serving

pytestmark = pytest.mark.anyio

SITE = "http://kuh.test"


class Unready:
    def __init__(self, chance: Chance) -> None:
        raise RuntimeError("the opening book is missing")


class Slow:
    """Thinks for as long as it is told, by a clock that only it moves."""

    now = 0.0
    takes = 0.0

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, seen: Seen) -> Any:
        Slow.now += Slow.takes
        return sample(seen.options, self._chance)


@pytest.fixture(autouse=True)
def _let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    makers: Any = {"mine:Unready": Unready, "mine:Slow": Slow}
    monkeypatch.setattr(registry, "_own", makers)
    Slow.now = Slow.takes = 0.0


@pytest.fixture
async def house() -> AsyncIterator[House]:
    store = await SqliteStore.connect(":memory:")
    yield House(store)
    await store.close()


async def play_out(house: House, table: str) -> None:
    """Let a game be played to its end; Anna comes back whenever the table waits for her."""
    live = await house.run_out(table)
    while live.party.stage != "ended":
        await house.ask(table, "anna", ComeBack())
        await house.run_out(table)


def warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


async def test_a_bot_that_cannot_be_made_is_replaced_and_told_of_once(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    live = await house.start(("anna",), bots=["mine:Unready", "farmer"])
    await play_out(house, live.id)
    assert warned(caplog) == [f"cannot create bot mine:Unready, another plays at table {live.id}"]


async def test_a_bot_that_keeps_all_tables_waiting_is_named_now_and_then(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.service._bots = BotThread(steady=lambda: Slow.now)
    live = await house.start(("anna",), bots=["mine:Slow", "farmer"])
    Slow.takes = 0.9
    await house.run_out(live.id)  # until the table waits for Anna
    assert Slow.now > 0
    assert not warned(caplog)
    Slow.takes = 1.5
    before = Slow.now
    await play_out(house, live.id)
    told = warned(caplog)
    assert set(told) == {"the bot mine:Slow has thought for 1.5 s, all tables waited"}
    minutes = (Slow.now - before) / 60
    assert 1 <= len(told) <= minutes + 1


async def test_a_page_learns_which_bots_the_host_has_brought(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        told = (await http.get(f"{here.url}/api/house")).json()
        assert told["bots"] == ["mine:Unready", "mine:Slow"]


async def test_a_host_who_has_brought_none_says_nothing_of_bots(tmp_path: Path) -> None:
    registry._own.clear()
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        assert "bots" not in (await http.get(f"{here.url}/api/house")).json()
