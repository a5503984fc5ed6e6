"""A screen for the room: paired with a table by its players, it sees what a spectator sees."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from kuhstall.server.features.accounts.sessions import digest
from kuhstall.server.features.screens.api import MOST, PAIRING_LASTS
from kuhstall.server.features.screens.queries import ScreenQueries
from kuhstall.server.http import socket as sockets
from kuhstall.server.limits.rates import PAIRINGS
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.events import Ended
from kuhstall.server.table.party.opening import LETTERS, Wish
from kuhstall.server.table.rows import PARTY
from tests.server.databases import database
from tests.server.players import Player
from tests.server.serving import (
    Serving,
    browser,
    ending,
    greeted,
    guests,
    received,
    serving,
    until,
    wire,
)

pytestmark = pytest.mark.anyio

TV = "Mozilla/5.0 (Linux; Android 12; TV) AppleWebKit/537.36 Chrome/120.0 Safari/537.36"


Shown: TypeAlias = "tuple[ClientConnection, dict[str, Any]]"
"""The socket of a screen, and the snapshot it began with."""


class Screen:
    """A browser that shows a code, and then a table."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = browser(headers={"User-Agent": TV})
        self.secret = self.code = self.token = ""

    async def begin(self, **fields: Any) -> None:
        answer = await self.http.post(f"{self.url}/api/screens", json=fields)
        assert answer.status_code == 201, answer.text
        assert "set-cookie" not in answer.headers
        found = answer.json()
        self.secret, self.code, self.token = found["screen"], found["code"], found["token"]

    async def ask(self, url: str = "") -> httpx.Response:
        place = f"{url or self.url}/api/screens/ticket"
        return await self.http.post(place, json={"screen": self.secret})

    @asynccontextmanager
    async def showing(self, url: str = "") -> AsyncIterator[Shown]:
        given = (await self.ask(url)).json()
        async with wire(url or self.url, given["table"]) as connection:
            yield connection, await greeted(connection, given["ticket"])


@asynccontextmanager
async def begun(url: str, **fields: Any) -> AsyncIterator[Screen]:
    screen = Screen(url)
    async with screen.http:
        await screen.begin(**fields)
        yield screen


async def pair(player: Player, **key: str) -> httpx.Response:
    return await player.http.post(f"{player.nodes[0]}/api/tables/{player.table}/screens", json=key)


async def paired(player: Player, screen: Screen) -> str:
    answer = await pair(player, code=screen.code)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def listed(player: Player) -> Any:
    place = f"{player.nodes[0]}/api/tables/{player.table}/screens"
    return (await player.http.get(place)).json()


def on(here: Serving, table: str) -> frozenset[str]:
    return here.node.service.cache.tables[table].party.screens


@asynccontextmanager
async def table_of_two(here: Serving) -> AsyncIterator[tuple[Player, Player, Player]]:
    async with guests(here.url, "Anna", "Ben", "Stranger") as (anna, ben, stranger):
        table = await anna.open_table(seats=3, bots=["easy"])
        ben.table = stranger.table = table
        await ben.ask("join")
        yield anna, ben, stranger


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_player_pairs_a_screen_and_the_host_removes_it(kind: str, tmp_path: Path) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        serving(store) as here,
        table_of_two(here) as (anna, ben, stranger),
        begun(here.url) as screen,
    ):
        assert (await screen.ask()).json().keys() == {"lasts"}
        assert 0 < (await screen.ask()).json()["lasts"] <= PAIRING_LASTS * 1000
        # Only people with a seat, and with the right code
        for player, status in ((stranger, 403), (ben, 404)):
            assert (await pair(player, code="aaaaaaaaa")).status_code == status
        assert (await pair(stranger, token=screen.token)).status_code == 403
        typed = f"{screen.code[:3]} {screen.code[3:6]}-{screen.code[6:]}".upper()
        found = await pair(ben, code=typed)
        assert found.json() == {"id": found.json()["id"], "browser": "Chrome, Android", "on": False}
        name = found.json()["id"]
        # Once
        for again in ({"code": screen.code}, {"token": screen.token}, {}):
            assert (await pair(anna, **again)).status_code == 404
        async with screen.showing() as (connection, snapshot):
            assert (snapshot["you"], snapshot["may"], snapshot["options"]) == (None, [], [])
            await until(lambda: on(here, anna.table) == {name})
            step = await received(connection, "step")
            assert step["party"]["screens"] == 1
            assert (await listed(ben))[0]["on"]
            assert (await listed(stranger))["code"] == "not_seated"
            kick = f"{here.url}/api/tables/{anna.table}/screens/{name}"
            assert (await ben.http.delete(kick)).json()["code"] == "not_host"
            waiting = (await screen.ask()).json()["ticket"]
            assert (await anna.http.delete(kick)).status_code == 200
            code, reason, _ = await ending(connection)
            assert (code, reason) == (1008, "kicked")
        # Not even with a ticket from before
        assert on(here, anna.table) == set()
        async with wire(here.url, anna.table) as connection:
            await connection.send(json.dumps({"type": "hello", "ticket": waiting}))
            assert (await ending(connection))[:2] == (1008, "kicked")
        assert (await screen.ask()).json()["code"] == "no_such_screen"
        assert (await anna.http.delete(kick)).status_code == 404
        assert await listed(anna) == []


async def test_at_a_public_table_only_the_host_pairs_a_screen(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Anna", "Ben") as (anna, ben),
        begun(here.url) as screen,
    ):
        ben.table = await anna.open_table(seats=3, bots=["easy"], public=True)
        await ben.ask("join")
        refused = await pair(ben, token=screen.token)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_host")
        assert (await pair(anna, token=screen.token)).status_code == 201


async def test_a_screen_that_goes_or_comes_back_is_told_to_the_players(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", tempo=0.001) as here,
        table_of_two(here) as (anna, _, _),
        begun(here.url) as one,
        begun(here.url) as other,
    ):
        both = {await paired(anna, one), await paired(anna, other)}
        async with other.showing() as (connection, _):
            async with one.showing():
                await until(lambda: on(here, anna.table) == both)
            await until(lambda: len(on(here, anna.table)) == 1)
            async with one.showing() as (_, snapshot):
                assert snapshot["party"]["screens"] == 1
                await until(lambda: on(here, anna.table) == both)
            await connection.close()
            await until(lambda: on(here, anna.table) == set())
        assert not any(one["on"] for one in await listed(anna))
        look = (await anna.http.get(f"{here.url}/api/tables/{anna.table}")).json()
        assert "screens" not in look


async def test_a_screen_goes_on_to_the_rematch(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        table_of_two(here) as (anna, _, _),
        begun(here.url) as screen,
    ):
        name, before = await paired(anna, screen), anna.table
        await anna.ask("start")
        await here.node.service._answer(
            before, PARTY, "end", lambda hot: decide._outcome(hot.situation, [Ended("5" * 64)])
        )
        assert (await screen.ask()).json()["table"] == before
        await anna.ask("rematch")
        anna.table = here.node.service.cache.tables[before].party.rematch or ""
        async with screen.showing() as (_, snapshot):
            assert snapshot["party"]["stage"] == "open"
            await until(lambda: on(here, anna.table) == {name})
        assert [one["id"] for one in await listed(anna)] == [name]
        anna.table = before
        assert await listed(anna) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_screen_that_is_removed_as_it_asks_gets_no_ticket(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        database() if kind == "postgres" else nullcontext(str(tmp_path / "kuhstall.db")) as store,
        serving(store) as here,
        table_of_two(here) as (anna, _, _),
        begun(here.url) as screen,
    ):
        name, find = await paired(anna, screen), ScreenQueries.find
        # Two calls at the same time: the other one has moved it to the rematch already.
        queries = ScreenQueries(here.node.service.store.db)
        assert await queries.move(name, "before", anna.table, 60)
        assert not await queries.move(name, "before", "elsewhere", 60)

        async def removing(self: ScreenQueries, secret: bytes) -> Any:
            found = await find(self, secret)
            place = f"{here.url}/api/tables/{anna.table}/screens/{name}"
            assert (await anna.http.delete(place)).is_success
            return found

        monkeypatch.setattr(ScreenQueries, "find", removing)
        answer = await screen.ask()
        assert (answer.status_code, answer.json()["code"]) == (403, "no_such_screen")


# Guessing


def drawn_code(chance: random.Random) -> str:
    return "".join(chance.choices(LETTERS, k=9))


async def test_no_code_is_guessed() -> None:
    """10,000 guesses against 1,000 open codes, without a limit: there are 2 to the 44."""
    chance = random.Random(35)
    async with serving(":memory:") as here, table_of_two(here) as (anna, _, _):
        async with begun(here.url) as screen:
            assert len(screen.code) * math.log2(len(LETTERS)) >= 40
            assert len(screen.token) * 6 >= 128
        queries = ScreenQueries(here.node.service.store.db)
        shown = {drawn_code(chance) for _ in range(1000)}
        for name in shown:
            secret, code = digest(f"secret {name}"), digest(name)
            await queries.add(
                name, secret=secret, code=code, token=secret, browser="", lasts=PAIRING_LASTS
            )
        found = [
            await queries.pair(digest(drawn_code(chance)), anna.table, 1.0) for _ in range(10_000)
        ]
        assert (len(shown), found) == (1000, [None] * 10_000)
        # Over the whole way in; the right one would have been found.
        assert (await pair(anna, code=drawn_code(chance))).json()["code"] == "no_such_screen"
        assert (await pair(anna, code=shown.pop())).status_code == 201


async def test_the_thirteenth_guess_is_refused(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0) as here,
        begun(here.url) as screen,
        guests(here.url, "Anna") as (anna,),
    ):
        await anna.open_table(seats=3)
        statuses = [(await pair(anna, code="aaaaaaaaa")).status_code for _ in range(12)]
        assert statuses == [404] * PAIRINGS.times
        refused = await pair(anna, code=screen.code)
        assert (refused.status_code, refused.json()["code"]) == (429, "slow_down")


async def test_a_code_is_good_for_five_minutes(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        table_of_two(here) as (anna, _, _),
        begun(here.url) as late,
        begun(here.url) as screen,
    ):
        db = here.node.service.store.db
        await paired(anna, screen)
        await db.execute("UPDATE screens SET expires = expires - seconds(:age)", age=301.0)
        for key in ({"code": late.code}, {"token": late.token}):
            assert (await pair(anna, **key)).status_code == 404
        assert (await late.ask()).status_code == 403
        assert (await screen.ask()).status_code == 200  # which counts as a use
        keeper = Retention(
            here.node.service.store,
            here.node.service.people,
            here.node.service.clock,
            here.node.metrics,
            Settings().terms,
        )
        assert (await keeper.run())["screens"] == 1
        # Nobody has used it for a month: the game has long ended
        await db.execute("UPDATE screens SET expires = expires - seconds(:age)", age=30 * 86_400.0)
        assert (await keeper.run())["screens"] == 1
        assert await listed(anna) == []


async def test_a_table_has_few_screens(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, table_of_two(here) as (anna, _, _):
        for _ in range(MOST):
            async with begun(here.url) as screen:
                await paired(anna, screen)
        async with begun(here.url) as screen:
            refused = await pair(anna, token=screen.token)
        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_screens")


# At home


async def test_the_machine_of_the_server_opens_its_table_as_a_screen(tmp_path: Path) -> None:
    """Nobody sits there yet: the first who joins is the host."""
    wish = Wish(seats=3, table="t" * 26, pace="relaxed", rules={"gavel": "auctioneer"})
    async with serving(tmp_path / "kuhstall.db", wish=wish) as here:
        async with begun(here.url, opens=True) as screen, screen.showing() as (_, snapshot):
            assert snapshot["party"]["host"] is None
            await until(lambda: len(on(here, "t" * 26)) == 1)
            async with guests(here.url, "Anna") as (anna,):
                anna.table = "t" * 26
                await anna.ask("join")
                live = here.node.service.cache.tables[anna.table]
                assert live.party.seat(live.party.host) == 0
                # Another browser of the same machine shows the same table
                async with begun(here.url, opens=True) as other:
                    assert (await other.ask()).json()["table"] == anna.table
                await anna.ask("leave")
                assert live.party.stage == "open", "the screen waits for people"
        await here.node.service.close_table("t" * 26)
        async with begun(here.url, opens=True) as again:
            assert (await again.ask()).json()["table"] != "t" * 26


async def test_nobody_else_opens_that_table_as_a_screen(tmp_path: Path) -> None:
    wish = Wish(seats=3, table="t" * 26)
    async with (
        serving(tmp_path / "kuhstall.db", wish=wish, proxies="127.0.0.1") as here,
        serving(tmp_path / "other.db") as public,
        browser() as http,
    ):
        for url, address in ((here.url, "192.168.1.7"), (public.url, "127.0.0.1")):
            sent = {"X-Forwarded-For": address}
            answer = await http.post(f"{url}/api/screens", json={"opens": True}, headers=sent)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_here")


# The same turn


async def test_the_screen_is_written_in_the_turn_of_the_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count the frames of steps that the sockets write in each turn of the event loop."""
    turns: list[list[Any]] = [[]]

    def send(self: Any, frame: bytes) -> None:
        if b'"type":"step"' in frame[:20]:
            if not turns[-1]:
                asyncio.get_running_loop().call_soon(lambda: turns.append([]))
            turns[-1].append(self._session.person or self._session.screen)
        real(self, frame)

    real = sockets.SocketProtocol.send
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        table_of_two(here) as (anna, ben, _),
        begun(here.url) as screen,
    ):
        name = await paired(anna, screen)
        async with screen.showing():
            for player in (anna, ben):
                await player.connect()
            await until(lambda: on(here, anna.table) == {name})
            live = here.node.service.cache.tables[anna.table]
            await until(lambda: len(live.watchers) == 3)
            monkeypatch.setattr(sockets.SocketProtocol, "send", send)
            for _ in range(20):
                await anna.ask("arrange", pace="slow")
                await anna.ask("arrange", pace="live")
            await until(lambda: sum(map(len, turns)) >= 120)
    together = [turn for turn in turns if turn]
    assert len(together) == 40
    assert {tuple(sorted(turn)) for turn in together} == {tuple(sorted([*live.party.people, name]))}
