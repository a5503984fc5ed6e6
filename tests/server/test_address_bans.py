"""Bans of address ranges: whom they keep out, from when, and until when."""

from __future__ import annotations

import asyncio
import json
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from kuhstall.cli import main
from kuhstall.server.features.moderation.address_bans import (
    AddressBanQueries,
    AddressBans,
    parse_range,
)
from kuhstall.server.store import Store
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.houses import SetClock
from tests.server.serving import browser, ending, greeted, guests, serving, ticket, until, wire

pytestmark = pytest.mark.anyio

DAY = 86_400.0
INSIDE, OUTSIDE = "203.0.113.77", "198.51.100.1"


# What every store promises


async def test_a_ban_is_kept_until_it_ends(store: Store) -> None:
    db = people_of(store).db
    queries = AddressBanQueries(db)
    first, second = ip_network("203.0.113.0/24"), ip_network("2001:db8::/32")
    assert await queries.ban(first, 2 * DAY, "a flood")
    assert await queries.ban(second, DAY, "")
    assert await queries.ban(first, 3 * DAY, "again")
    found = await queries.bans()
    assert [(one.network, one.why) for one in found] == [(str(second), ""), (str(first), "again")]
    assert [round(one.ends - one.begun) for one in found] == [DAY, 3 * DAY]
    await db.execute("UPDATE address_bans SET ends = ends - seconds(:age)", age=DAY + 1)
    assert [one.network for one in await queries.bans()] == [str(first)]
    assert not await queries.unban(second), "it has ended"
    assert await queries.unban(first)
    assert not await queries.unban(first)
    assert await queries.bans() == []


async def test_there_are_not_too_many(store: Store) -> None:
    queries = AddressBanQueries(people_of(store).db)
    networks = [ip_network(f"203.0.{number}.0/24") for number in range(4)]
    taken = [await queries.ban(one, DAY, "", most=3) for one in networks]
    assert taken == [True, True, True, False]
    assert await queries.ban(networks[0], 2 * DAY, "", most=3), "it is one of them"


@pytest.mark.parametrize(
    ("network", "inside", "outside"),
    [
        ("203.0.113.0/24", [INSIDE, "203.0.113.0", f"::ffff:{INSIDE}"], [OUTSIDE, "203.0.112.255"]),
        ("203.0.113.77", [INSIDE], ["203.0.113.76", "203.0.113.78"]),
        ("10.0.0.0/8", ["10.255.255.255"], ["11.0.0.0", "::10.0.0.0"]),
        ("2001:db8:5::/48", ["2001:db8:5::", "2001:db8:5:ffff::1"], ["2001:db8:6::1", INSIDE]),
        ("2001:db8::1", ["2001:db8::1"], ["2001:db8::2", "2001:db8::"]),
        ("::ffff:203.0.113.0/120", [INSIDE], [OUTSIDE, "::ffff:198.51.100.1"]),
    ],
)
async def test_a_range_holds_its_addresses(
    store: Store, network: str, inside: list[str], outside: list[str]
) -> None:
    db, clock = people_of(store).db, SetClock(await store.now())
    bans = AddressBans(lambda: db, clock.now)
    assert bans.end(inside[0]) is None
    await AddressBanQueries(db).ban(parse_range(network), DAY, "")
    await bans.refresh()
    assert all(bans.end(one) for one in inside)
    assert not [one for one in [*outside, "", "unknown", "unix:"] if bans.end(one)]
    clock.time += DAY + 1
    assert bans.end(inside[0]) is None, "it ends without anybody looking at the store"


async def test_of_two_bans_the_longer_one_counts(store: Store) -> None:
    db, clock = people_of(store).db, SetClock(await store.now())
    bans = AddressBans(lambda: db, clock.now)
    for network, days in (("203.0.0.0/16", 2), ("203.0.113.0/24", 1)):
        await AddressBanQueries(db).ban(ip_network(network), days * DAY, "")
    await bans.refresh()
    end = bans.end(INSIDE)
    assert end is not None
    assert end - clock.now() > 1.5 * DAY


# What a server does


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_range_is_kept_out_within_seconds(kind: str, tmp_path: Path) -> None:
    if kind == "sqlite":
        await _kept_out(str(tmp_path / "kuhstall.db"))
    else:
        async with database() as address:
            await _kept_out(address)


async def _admin(store: str, *words: str) -> None:
    assert await asyncio.to_thread(main, ["admin", "--store", store, *words]) == 0


async def _kept_out(store: str) -> None:
    async with (
        serving(store, proxies="127.0.0.1") as here,
        guests(here.url, "Host") as (host,),
        browser() as banned,
    ):
        bans = here.node.address_bans
        table = await host.open_table()
        banned.headers["X-Forwarded-For"] = INSIDE
        sent: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": f"{OUTSIDE}, {INSIDE}"}}
        other: dict[str, Any] = {"additional_headers": {"X-Forwarded-For": f"{INSIDE}, {OUTSIDE}"}}
        async with (
            wire(here.url, table, **sent) as looking,
            wire(here.url, table, **other) as neighbour,
        ):
            await greeted(looking, await ticket(here.url, table))
            await greeted(neighbour, await ticket(here.url, table))
            await _admin(store, "ban", "203.0.113.0/24", "--hours", "1", "--why", "a flood")
            await until(lambda: bans.end(INSIDE))
            code, reason, frames = await ending(looking)
            assert (code, reason) == (1008, "banned_address")
            assert frames[-1] == {"type": "bye", "code": "banned_address"}
            await neighbour.send(json.dumps({"type": "resume", "last_seq": 0}))
            assert json.loads(await neighbour.recv())["type"] in {"snapshot", "ping", "step"}
        for method, path in (("POST", "tables"), ("GET", "lobby"), ("POST", "guests")):
            answer = await banned.request(method, f"{here.url}/api/{path}", json={})
            assert (answer.status_code, answer.json()["code"]) == (403, "banned_address")
            assert answer.json()["detail"]["until"] / 1000 == pytest.approx(bans.end(INSIDE), abs=1)
            assert "set-cookie" not in answer.headers
        assert (await banned.get(f"{here.url}/healthz")).status_code == 200
        claim = {"X-Forwarded-For": f"{INSIDE}, {OUTSIDE}"}
        answer = await host.http.get(f"{here.url}/api/lobby", headers=claim)
        assert answer.status_code == 200, "what a caller claims of itself does not count"
        with pytest.raises(InvalidStatus) as refused:
            async with wire(here.url, table, **sent):
                pass
        response = refused.value.response
        assert (response.status_code, bytes(response.body or b"")) == (403, b"banned_address\n")
        async with wire(here.url, table, **other):
            pass
        await _admin(store, "unban", "203.0.113.0/24")
        await until(lambda: not bans.end(INSIDE))
        assert (await banned.get(f"{here.url}/api/lobby")).status_code == 200
