"""A crowd that asks the same costs no more than one, and sees what it has done itself at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from kuhstall.server.http.shared_answer import LASTS, SharedAnswer
from kuhstall.server.table.log import UnavailableError
from tests.server.players import NO_TLS
from tests.server.serving import guests, serving

pytestmark = pytest.mark.anyio


class Source:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.time = 0.0
        self.version = 0
        self.fails = False
        self.answer = SharedAnswer(self._ask, lambda: self.time, lambda: self.version)

    async def _ask(self) -> int:
        self.asked += 1
        number = self.asked
        await asyncio.sleep(0)
        if self.fails:
            raise UnavailableError
        return number


async def test_those_who_ask_at_once_and_soon_after_share_an_answer() -> None:
    source = Source()
    assert await asyncio.gather(*(source.answer.get() for _ in range(100))) == [1] * 100
    source.time += LASTS * 0.9
    assert await source.answer.get() == 1
    source.time += LASTS * 0.1
    assert await source.answer.get() == 2


async def test_what_was_changed_here_is_seen_at_once() -> None:
    source = Source()
    before = asyncio.create_task(source.answer.get())
    await asyncio.sleep(0)
    source.version += 1
    assert await source.answer.get() == 2
    assert await before == 1


async def test_a_failure_is_nobody_elses_and_somebody_who_leaves_takes_nothing_along() -> None:
    source = Source()
    source.fails = True
    with pytest.raises(UnavailableError):
        await source.answer.get()
    source.fails = False
    leaving, staying = (asyncio.create_task(source.answer.get()) for _ in range(2))
    await asyncio.sleep(0)
    leaving.cancel()
    assert await staying == 2


async def test_a_lobby_that_many_look_at_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Host") as (host,),
        httpx.AsyncClient(verify=NO_TLS) as http,
    ):
        store, read = here.node.service.store, list[int]()
        lobby = store.lobby

        async def counted(limit: int) -> object:
            read.append(limit)
            return await lobby(limit)

        monkeypatch.setattr(store, "lobby", counted)
        monkeypatch.setattr(here.node.service.clock, "steady", lambda: 1e6)
        for _ in range(5):
            assert (await http.get(f"{here.url}/api/lobby")).json() == []
        assert len(read) == 1
        table = await host.open_table(public=True)
        for _ in range(5):
            (shown,) = (await http.get(f"{here.url}/api/lobby")).json()
            assert shown["table"] == table
        assert len(read) == 2
