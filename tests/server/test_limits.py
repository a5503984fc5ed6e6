"""Limits are exact: the last call is served, the next one is not, and credits return in time."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from kuhstall.engine.values import Refused
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.limits import rates as limits
from kuhstall.server.limits.callers import household, tiers
from kuhstall.server.limits.rates import (
    ACCOUNTS,
    BLOCKS,
    CALENDARS,
    CARD_FILES,
    CHANGES,
    COACHINGS,
    CODES,
    COMMANDS,
    DEVICES,
    ENTRIES,
    ERROR_REPORTS,
    EXPORTS,
    FRAMES,
    GROUPS,
    GUESTS,
    HISTORY,
    JOININGS,
    KEYS,
    KNOWN,
    LOOKS,
    MAIL_LINKS,
    MAIL_REQUESTS,
    OWN_MAIL_REQUESTS,
    OWN_REPORTS,
    PAIRINGS,
    REPORTS,
    REQUESTS,
    ROUNDS,
    SCREENS,
    SHEETS,
    TABLES,
    TICKETS,
    VISITS,
    WEBHOOKS,
    Limit,
    Limiter,
)
from kuhstall.server.settings import read
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table import chat_limit
from kuhstall.server.table.party.requests import Join
from kuhstall.server.wire.frames import EMOTES
from tests.server.houses import SetClock
from tests.server.rawsocket import CONTINUED, PING, PONG, TEXT, RawSocket, framed
from tests.server.serving import (
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


@asynccontextmanager
async def stopped_clock(folder: Path, **settings: Any) -> AsyncIterator[tuple[Serving, SetClock]]:
    """Serve with a stopped clock, so that no credits return unless a test moves it."""
    async with serving(folder / "kuhstall.db", **{"ease": 1.0, **settings}) as here:
        clock = SetClock(here.node.service.clock.now())
        here.node.service.clock = clock
        yield here, clock


async def pass_time(here: Serving, clock: SetClock, seconds: float) -> None:
    """Move the clock of a node, and that of the store, which counts some limits for all nodes."""
    clock.time += seconds
    store = here.node.service.store
    assert isinstance(store, SqliteStore)
    await store._file.run("UPDATE attempts SET full_at = full_at - ?", seconds)


async def _call(http: httpx.AsyncClient, url: str, limit: Limit) -> int:
    """Call an endpoint that this limit applies to, and return the status."""
    http.cookies.clear()
    if limit is GUESTS:
        return (await http.post(f"{url}/api/guests", json={})).status_code
    if limit is REQUESTS:
        return (await http.get(f"{url}/api/editions")).status_code
    endpoint = next(endpoint for endpoint in ENDPOINTS if endpoint.limit is limit)
    parts = {"code": 7, "table": 26, "screen": 12, "night": 12, "token": 32}
    named = {name: "a" * length for name, length in parts.items()}
    path = endpoint.path.format(viewer="all", page=0, **named)
    body = b"{" if endpoint.body else b""  # malformed: it is counted before it is read
    sent = {"Content-Type": "application/json"}
    answer = await http.request(endpoint.method, f"{url}{path}", content=body, headers=sent)
    return answer.status_code


# What a call within its limit gets: bodies are malformed, and what paths name does not exist.
SERVED = {
    GUESTS: 200,
    REQUESTS: 200,
    TABLES: 400,
    CODES: 404,
    TICKETS: 404,
    REPORTS: 400,
    ERROR_REPORTS: 400,
    COACHINGS: 404,
    DEVICES: 400,
    HISTORY: 400,
    MAIL_REQUESTS: 400,
    WEBHOOKS: 400,
    SCREENS: 400,
    GROUPS: 400,
    JOININGS: 400,
    SHEETS: 400,
    ROUNDS: 400,
    CALENDARS: 404,
    KEYS: 401,
    PAIRINGS: 400,
    ACCOUNTS: 400,
    ENTRIES: 400,
    EXPORTS: 401,
}


def test_every_limit_is_tried() -> None:
    known = {limit for limit in vars(limits).values() if isinstance(limit, Limit)}
    assert known == set(SERVED) | {
        *(
            FRAMES,
            CARD_FILES,
            COMMANDS,
            VISITS,
            LOOKS,
            CHANGES,
            OWN_REPORTS,
            OWN_MAIL_REQUESTS,
            MAIL_LINKS,
        ),
        BLOCKS,
    }
    assert len(known) == 33, "two limits that are equal would share their credits"
    assert {endpoint.limit for endpoint in ENDPOINTS} == set(SERVED) - {GUESTS}


@pytest.mark.parametrize(
    "limit",
    SERVED,
    ids=[
        *("guests", "requests", "tables", "codes", "tickets", "reports", "errors", "coachings"),
        *(
            "devices",
            "past",
            "mails",
            "hooks",
            "screens",
            "groups",
            "joinings",
            "sheets",
            "rounds",
            "calendars",
        ),
        *("keys", "pairings", "accounts", "entries", "exports"),
    ],
)
async def test_the_call_after_the_last_is_refused(tmp_path: Path, limit: Limit) -> None:
    async with stopped_clock(tmp_path) as (here, clock), browser() as http:
        statuses = [await _call(http, here.url, limit) for _ in range(limit.times + 2)]
        assert statuses == [SERVED[limit]] * limit.times + [429, 429]
        await pass_time(here, clock, limit.seconds / limit.times * 1.001)
        assert await _call(http, here.url, limit) == SERVED[limit]
        assert await _call(http, here.url, limit) == 429
        await pass_time(here, clock, limit.seconds * 10)  # but never more than the limit
        again = [await _call(http, here.url, limit) for _ in range(limit.times + 1)]
        assert again == [SERVED[limit]] * limit.times + [429]


async def test_card_files_are_counted_apart_from_other_commands(tmp_path: Path) -> None:
    async with stopped_clock(tmp_path) as (here, clock), browser() as http:
        await http.post(f"{here.url}/api/guests", json={})

        async def arranged(**wishes: Any) -> int:
            order = {"cid": "12345678", "request": {"type": "arrange", **wishes}}
            answer = await http.post(f"{here.url}/api/tables/{'a' * 26}/commands", json=order)
            return answer.status_code

        statuses = [await arranged(cards="no file") for _ in range(CARD_FILES.times + 1)]
        assert statuses == [404] * CARD_FILES.times + [429]
        assert await arranged(seats=3) == 404
        clock.time += CARD_FILES.seconds / CARD_FILES.times * 1.001
        assert await arranged(cards="no file") == 404


async def test_a_refusal_says_so_and_costs_others_nothing(tmp_path: Path) -> None:
    async with stopped_clock(tmp_path, proxies="127.0.0.1") as (here, _), browser() as http:
        for address in ("203.0.113.1", "203.0.113.2"):
            sent = {"X-Forwarded-For": address}
            for _ in range(GUESTS.times):
                answer = await http.post(f"{here.url}/api/guests", json={}, headers=sent)
                assert answer.status_code == 200
                http.cookies.clear()
            answer = await http.post(f"{here.url}/api/guests", json={}, headers=sent)
            assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")
            assert "set-cookie" not in answer.headers


async def test_nobody_evades_a_limit_by_forging_addresses(tmp_path: Path) -> None:
    """Only a trusted proxy is believed, and only what it has seen itself: the last address."""
    cases: list[tuple[str, str]] = [
        ("", "203.0.113.{n}"),
        ("127.0.0.1", "198.51.100.{n}, 203.0.113.9"),
        ("127.0.0.1", "2001:db8:1:2:{n}::{n}"),  # one customer has a whole /64
    ]
    for number, (proxies, forwarded) in enumerate(cases):
        folder = tmp_path / str(number)
        folder.mkdir()
        async with stopped_clock(folder, proxies=proxies) as (here, _), browser() as http:
            statuses = []
            for n in range(GUESTS.times + 1):
                sent = {"X-Forwarded-For": forwarded.format(n=n)}
                answer = await http.post(f"{here.url}/api/guests", json={}, headers=sent)
                statuses.append(answer.status_code)
                http.cookies.clear()
            assert statuses == [200] * GUESTS.times + [429]


async def test_sockets_are_counted_by_the_address_that_the_proxy_saw(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", proxies="127.0.0.1", sockets=1) as here:
        seen = {"additional_headers": {"X-Forwarded-For": "198.51.100.1, 203.0.113.1"}}
        other = {"additional_headers": {"X-Forwarded-For": "198.51.100.1, 203.0.113.2"}}
        async with wire(here.url, "a" * 26, **seen), wire(here.url, "a" * 26, **other):
            assert set(here.node._addresses) == {"203.0.113.1", "203.0.113.2"}


async def test_every_proxy_in_a_trusted_network_is_believed(tmp_path: Path) -> None:
    """A chain of proxies is traced to the client; a client that claims to be one gains nothing."""
    trusted = "127.0.0.0/8, 10.1.0.0/16"
    async with serving(tmp_path / "kuhstall.db", proxies=trusted) as here:
        for forwarded, seen in (
            ("203.0.113.7", "203.0.113.7"),
            ("203.0.113.7, 10.1.2.3", "203.0.113.7"),
            ("10.1.2.3, 203.0.113.7", "203.0.113.7"),
            ("10.2.0.1, 10.1.0.1", "10.2.0.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("nonsense", "nonsense"),
            ("", "127.0.0.1"),
        ):
            headers = {"X-Forwarded-For": forwarded}
            async with wire(here.url, "a" * 26, additional_headers=headers):
                assert set(here.node._addresses) == {name for name, _ in tiers(seen)}
            await until(lambda: not here.node._addresses)


def test_an_invalid_network_is_refused() -> None:
    with pytest.raises(Refused, match=r"10\.0\.0\.1/8"):
        read({"KUHSTALL_PROXIES": "127.0.0.1,10.0.0.1/8"}, {})


async def test_the_frame_after_the_last_closes_the_socket(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0) as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table()
        pong = json.dumps({"type": "pong", "nonce": 1})
        for over in (0, 1):
            async with wire(here.url, table) as eager:
                await greeted(eager, await ticket(here.url, table))
                for _ in range(FRAMES.times - 2 + over):
                    await eager.send(pong)
                await eager.send(json.dumps({"type": "resume", "last_seq": 1}))
                if over:
                    assert await ending(eager) == (1008, "slow_down", [])
                else:
                    await received(eager, "snapshot")


async def test_pings_and_fragments_count_as_frames(tmp_path: Path) -> None:
    """Each is answered or buffered, so a flood of them would fill the server's memory."""
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0) as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table()
        for opcode in (PING, PONG, CONTINUED):
            flood = await RawSocket.connect(here.url, table)
            piece = framed(opcode, b"", final=opcode != CONTINUED)
            begun = framed(TEXT, b"", final=False) if opcode == CONTINUED else b""
            flood.send(begun + piece * (FRAMES.times + 1))
            assert await flood.settled(None, closes=True) == "1008 slow_down"
            await flood.leave()


class SteadyTime:
    """A steady clock that stands still until it is set."""

    def __init__(self, now: float) -> None:
        self.now = now

    def read(self) -> float:
        return self.now


@asynccontextmanager
async def _table_of_two(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Serving, SteadyTime, str, str]]:
    """Serve a table at which Ada sits, with a steady clock that a test sets."""
    async with (
        serving(folder / "kuhstall.db", ease=1.0) as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table(seats=5)
        clock = here.node.service.clock
        steady = SteadyTime(clock.steady())
        monkeypatch.setattr(clock, "steady", steady.read)
        host = (await here.node.service.cache.live_table(table)).party.host
        assert host is not None
        yield here, steady, table, host


async def test_commands_are_counted_by_person_in_steady_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _table_of_two(tmp_path, monkeypatch) as (here, steady, table, host):

        def admitted(times: int) -> list[bool]:
            return [here.node.admits_command(table, host, f"{n}") for n in range(times)]

        assert admitted(COMMANDS.times + 2) == [True] * COMMANDS.times + [False] * 2
        steady.now += COMMANDS.seconds / COMMANDS.times * 1.001
        assert admitted(2) == [True, False]
        steady.now += COMMANDS.seconds * 10  # but never more than the limit
        assert admitted(COMMANDS.times + 1) == [True] * COMMANDS.times + [False]


async def test_visits_are_counted_by_address_and_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _table_of_two(tmp_path, monkeypatch) as (here, steady, table, host):

        def admitted(address: str, who: str = "zoe", times: int = 1) -> list[bool]:
            names = (f"{who}{number}" for number in range(times))
            return [here.node.admits_command(table, name, address) for name in names]

        assert admitted("a", times=VISITS.times + 2) == [True] * VISITS.times + [False] * 2
        assert admitted("a", "nobody else") == [False]
        assert admitted("b") == [True]
        assert here.node.admits_command("b" * 26, "zoe", "a")
        # Whoever sits there does not suffer for others in the house.
        assert here.node.admits_command(table, host, "a")
        steady.now += VISITS.seconds / VISITS.times * 1.001
        assert admitted("a", times=2) == [True, False]


async def test_the_quickest_play_of_a_whole_house_is_within_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket that sends more than so many frames is closed before its commands are too many."""
    assert COMMANDS.times / COMMANDS.seconds >= 2 * FRAMES.times / FRAMES.seconds
    assert COMMANDS.times >= 2 * FRAMES.times
    async with _table_of_two(tmp_path, monkeypatch) as (here, steady, table, host):
        live = await here.node.service.cache.live_table(table)
        for seat in range(1, 5):
            await here.node.service.ask(table, f"p{seat}", "join", Join(seat))
        assert live.party.people == (host, "p1", "p2", "p3", "p4")
        for _ in range(4 * 120):  # two minutes of bids, each as soon as the page lets one tap
            for person in live.party.people:
                assert here.node.admits_command(table, person, "one address")
            steady.now += 0.25


async def test_commands_over_http_are_counted_with_the_others(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", ease=1.0) as here,
        guests(here.url, "Ada", "Mallory") as (ada, mallory),
    ):
        table = await ada.open_table()
        found: list[tuple[int, str]] = []
        for number in range(VISITS.times + 5):
            order = {"cid": f"c{number}", "request": {"type": "start"}}
            url = f"{here.url}/api/tables/{table}/commands"
            answer = await mallory.http.post(url, json=order)
            found.append((answer.status_code, answer.json()["code"]))
        assert found[: LOOKS.times] == [(409, "not_seated")] * LOOKS.times
        assert set(found[LOOKS.times :]) <= {(409, "not_seated"), (429, "slow_down")}
        assert found[-1] == (429, "slow_down")


async def test_the_sixth_chat_line_within_ten_seconds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        async with wire(here.url, table) as talking:
            await greeted(talking, await ticket(here.url, table, ada.http.cookies))

            async def say(cid: str, **line: str) -> str:
                await talking.send(json.dumps({"type": "say", "cid": cid, **line}))
                answer = await received(talking, "ack", "nack")
                assert answer["cid"] == cid
                return str(answer.get("code", "said"))

            codes = [await say(f"a{n}", phrase="hello") for n in range(7)]
            assert codes == ["said"] * 5 + ["slow_down"] * 2
            assert len(await here.node.service.store.lines(table)) == 5
            monkeypatch.setattr(chat_limit, "_WINDOW", 0.0)  # ten seconds later
            assert await say("b0", text="Moo") == "said"
            assert await say("b1", text="Moo") == "said_already"
            assert await say("b2", text="Moo!") == "said"


async def test_emotes_are_limited_like_phrases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table(public=True)
        async with wire(here.url, table) as talking:
            await greeted(talking, await ticket(here.url, table, ada.http.cookies))

            async def say(cid: str, text: str) -> str:
                await talking.send(json.dumps({"type": "say", "cid": cid, "text": text}))
                answer = await received(talking, "ack", "nack")
                return str(answer.get("code", "said"))

            codes = [await say(f"a{n}", "😂") for n in range(7)]
            assert codes == ["said"] * 5 + ["slow_down"] * 2
            monkeypatch.setattr(chat_limit, "_WINDOW", 0.0)  # ten seconds later
            assert [await say(f"b{n}", one) for n, one in enumerate(EMOTES)] == ["said"] * 6
            for n, more in enumerate(("😂😂", "😂 ", "🐄", "Moo")):  # only the face alone
                assert await say(f"c{n}", more) == "phrases_only"


async def test_an_ease_of_zero_switches_limits_off(tmp_path: Path) -> None:
    async with stopped_clock(tmp_path, ease=0.0) as (here, _), browser() as http:
        statuses = {await _call(http, here.url, GUESTS) for _ in range(2 * GUESTS.times)}
        assert statuses == {200}


def _admitted(limiter: Limiter, limit: Limit, who: str, times: int = 50) -> int:
    return sum(limiter.admits(limit, who, 1000.0) for _ in range(times))


def test_a_caller_with_no_credits_left_is_not_forgotten_for_others() -> None:
    limiter = Limiter()
    assert _admitted(limiter, ENTRIES, "198.51.100.1") == ENTRIES.times
    for other in range(2 * KNOWN):  # who do something else, and the same
        limiter.admits(REQUESTS, f"{other}", 1000.0)
        limiter.admits(ENTRIES, f"{other}", 1000.0)
    assert _admitted(limiter, ENTRIES, "198.51.100.1") == 0
    assert {len(known) <= KNOWN for known in limiter._full_at.values()} == {True}
    later = 1000.0 + ENTRIES.seconds / ENTRIES.times * 1.001
    assert [limiter.admits(ENTRIES, "198.51.100.1", later) for _ in range(2)] == [True, False]


def test_full_buckets_are_dropped_before_spent_ones() -> None:
    limiter = Limiter()
    for old in range(KNOWN // 2):
        limiter.admits(ENTRIES, f"old{old}", 0.0)
    for spent in range(KNOWN // 2):
        assert limiter.admits(ENTRIES, f"spent{spent}", 1000.0)
    limiter.admits(ENTRIES, "one more", 1000.0)
    known = set(limiter._full_at[ENTRIES])
    assert known == {f"spent{spent}" for spent in range(KNOWN // 2)} | {"one more"}


def test_a_whole_ipv6_network_is_not_as_many_callers_as_it_has_parts() -> None:
    limiter = Limiter()
    callers = [household(f"2001:db8:1:{part:x}::1") for part in range(0, 65_536, 16)]
    assert sum(_admitted(limiter, GUESTS, caller, 1) for caller in callers) == 16 * GUESTS.times
    near = [household(f"2001:db8:2:{part:x}::1") for part in range(256)]
    assert sum(_admitted(limiter, GUESTS, caller, 1) for caller in near) == 4 * GUESTS.times
    assert _admitted(limiter, GUESTS, household("2001:db8:3::1")) == GUESTS.times
    # Whoever is refused in their own network uses up nothing of the neighbours'.
    assert _admitted(limiter, GUESTS, household("2001:db8:3:1::1")) == GUESTS.times
    for name in ("nonsense/64", "10.0.0.0/64", "a" * 16):
        assert tiers(name) == ((name, 1),)


async def test_sockets_of_a_whole_ipv6_network_are_counted(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", sockets=1) as here:
        callers = [household(f"2001:db8:1:{part:x}::1") for part in range(256)]
        admitted = [caller for caller in callers if here.node.admit(caller)]
        assert len(admitted) == 4
        for caller in admitted:
            here.node.release(caller)
        assert not here.node._addresses


@pytest.mark.parametrize(
    "path", ["/api/sign-in/recovery-code", "/api/sign-in/link", "/api/sign-in/passkey/options"]
)
async def test_all_nodes_count_attempts_together(tmp_path: Path, path: str) -> None:
    """A restart does not give anybody new attempts either."""
    file = tmp_path / "kuhstall.db"
    limit = next(endpoint.limit for endpoint in ENDPOINTS if endpoint.path == path)
    body = {} if path == "/api/sign-in/passkey/options" else {"code": "abcd"}
    async with serving(file, ease=1.0) as one, serving(file, ease=1.0) as two, browser() as http:
        statuses = []
        for number in range(limit.times + 4):
            url = (one, two)[number % 2].url
            statuses.append((await http.post(f"{url}{path}", json=body)).status_code)
        assert set(statuses[: limit.times]) == {403}
        assert statuses[limit.times :] == [429] * 4
    async with serving(file, ease=1.0) as again, browser() as http:
        assert (await http.post(f"{again.url}{path}", json=body)).status_code == 429
