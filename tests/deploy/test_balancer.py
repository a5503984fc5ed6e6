"""The nginx configuration that is shipped, in front of nodes that only say who they are."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import Struct, field

from kuhstall.server.http.endpoint import LONG
from kuhstall.server.settings import Settings
from tests.chaos.processes import free_port
from tests.deploy.balancer import TEMPLATE, Balancer, balanced
from tests.machine import patience
from tests.server.serving import until

pytestmark = pytest.mark.anyio

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NAMES = random.Random(1)
# The ports, and with them the ring, are others each time: a hundred tables, so that no draw of
# ports leaves a node with less than a fifth.
TABLES = ["".join(NAMES.choices(LETTERS, k=26)) for _ in range(100)]


class Stub(Struct):
    """Answers every call with its name, and keeps what it has heard."""

    name: str
    port: int
    status: int = 200
    dies: bool = False  # in the middle of a call
    holds: asyncio.Event | None = None  # no answer before it
    heard: list[tuple[str, str]] = field(default_factory=list)
    server: asyncio.Server | None = None

    async def start(self) -> None:
        self.server = await asyncio.start_server(self._answer, "127.0.0.1", self.port)

    async def stop(self) -> None:
        if self.server is not None:
            self.server.close()
            await self.server.wait_closed()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, path, _ = head.split(" ", 2)
        lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
        headers = {name.lower(): value for name, _, value in lines}
        await reader.readexactly(int(headers.get("content-length", 0)))
        self.heard.append((method, path))
        if self.holds is not None:
            await self.holds.wait()
        if not self.dies:
            body = msgspec.json.encode({"node": self.name, "headers": headers})
            writer.write(b"HTTP/1.1 %d x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%b"
                         % (self.status, len(body), body))  # fmt: skip
        writer.close()


class Front(Struct, frozen=True):
    nginx: Balancer
    plain: str
    nodes: list[Stub]
    http: httpx.AsyncClient

    async def node(self, path: str, method: str = "GET") -> str:
        """Tell which node answers."""
        answer = await self.http.request(method, path)
        assert answer.status_code == 200, (path, answer.status_code)
        return str(answer.json()["node"])


@asynccontextmanager
async def fronted(folder: Path, edit: Callable[[str], str] = str) -> AsyncIterator[Front]:
    ports = [free_port() for _ in range(4)]
    nodes = [Stub(name, port) for name, port in zip(("one", "other"), ports[2:], strict=True)]
    async with AsyncExitStack() as stack:
        for node in nodes:
            await node.start()
            stack.push_async_callback(node.stop)
        nginx = stack.enter_context(balanced(folder, (ports[0], ports[1]), ports[2:], edit))
        http = httpx.AsyncClient(base_url=nginx.url, verify=nginx.trust, timeout=patience(10))
        await stack.enter_async_context(http)
        await _listening(ports[1])
        yield Front(nginx, f"http://127.0.0.1:{ports[0]}", nodes, http)


async def test_everything_about_a_table_goes_to_one_node(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        homes = {}
        for table in TABLES:
            paths = [f"/ws/{table}", f"/api/tables/{table}/view", f"/ws/{table}?x=1"]
            found = {await front.node(path) for path in paths}
            found.add(await front.node(f"/api/tables/{table}/ticket", "POST"))
            assert len(found) == 1, table
            (homes[table],) = found
        shares = [list(homes.values()).count(node.name) for node in front.nodes]
        assert min(shares) >= len(TABLES) // 5

        # A node that is gone is left for the other; the tables of the other stay where they are.
        await front.nodes[0].stop()
        assert {await front.node(f"/ws/{table}") for table in TABLES} == {"other"}
        await front.nodes[0].start()
        assert {table: await front.node(f"/ws/{table}") for table in TABLES} == homes


async def test_a_node_that_stops_is_left_for_the_next(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        front.nodes[0].status = 503
        for table in TABLES[:10]:
            assert await front.node(f"/ws/{table}") == "other"
            assert await front.node(f"/api/tables/{table}/ticket", "POST") == "other"
            assert await front.node(f"/api/tables/{table}/commands", "POST") == "other"
        front.nodes[0].dies = True
        for table in TABLES[:10]:
            assert await front.node(f"/api/tables/{table}/commands", "POST") == "other"
            assert await front.node(f"/api/tables/{table}/view") == "other"


async def test_what_must_not_be_done_twice_is_not_sent_twice(tmp_path: Path) -> None:
    """A node died over it, and nobody knows how far it got."""
    async with fronted(tmp_path) as front:
        for node in front.nodes:
            node.dies = True
        for path in ("/api/guests", "/api/tables", f"/api/tables/{TABLES[0]}/chat"):
            answer = await front.http.post(path)
            assert answer.status_code == 502
            heard = [call for node in front.nodes for call in node.heard if call == ("POST", path)]
            assert len(heard) == 1, path


async def test_a_full_address_takes_no_node_away_from_others(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        for node in front.nodes:
            node.status = 429
        for table in TABLES:
            assert (await front.http.get(f"/ws/{table}")).status_code == 429
        assert sum(len(node.heard) for node in front.nodes) == len(TABLES)
        for node in front.nodes:
            node.status = 200
        assert {await front.node(f"/ws/{table}") for table in TABLES} == {"one", "other"}


async def test_nodes_are_told_who_calls_and_not_what_callers_claim(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        claims = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher"}
        claims["X-Request-Id"] = "0" * 32
        answer: Any = (await front.http.get("/api/me", headers=claims)).json()
        assert answer["headers"]["x-forwarded-for"] == "127.0.0.1"
        assert answer["headers"]["x-forwarded-proto"] == "https"
        assert answer["headers"]["host"] == front.nginx.url.removeprefix("https://")
        ids = {answer["headers"]["x-request-id"]}
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
        answer = (await front.http.get(f"/ws/{TABLES[0]}", headers=upgrade)).json()
        assert answer["headers"]["upgrade"] == "websocket"
        assert answer["headers"]["connection"] == "upgrade"
        ids.add(answer["headers"]["x-request-id"])
        assert len(ids - {claims["X-Request-Id"]}) == 2, "each request has its own"
        assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids), "as a node accepts it"


async def test_a_card_file_gets_through(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        for path in ("/api/tables", f"/api/tables/{TABLES[0]}/commands"):
            assert (await front.http.post(path, content=b"x" * LONG)).status_code == 200


async def test_what_is_not_for_the_public(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        for path in ("/metrics", "/readyz"):
            assert (await front.http.get(path)).status_code == 404
        assert (await front.http.post("/api/me", content=b"x" * (LONG + 1))).status_code == 413
        assert [node.heard for node in front.nodes] == [[], []]
        async with httpx.AsyncClient(verify=front.nginx.trust) as plain:
            moved = await plain.get(f"{front.plain}/t/abc?x=1")
            assert moved.status_code == 308
            assert moved.headers["location"] == f"{front.nginx.url}/t/abc?x=1"
            # An ACME client's answers are files beside, not pages of the nodes or of TLS.
            asked = await plain.get(f"{front.plain}/.well-known/acme-challenge/token")
            assert asked.status_code in {403, 404}
            assert [node.heard for node in front.nodes] == [[], []]


def handshake(nginx: Balancer, ciphers: str, version: ssl.TLSVersion) -> str:
    """Return the cipher that is agreed on, or nothing."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    if ciphers:
        context.set_ciphers(ciphers)
    host, _, port = nginx.url.removeprefix("https://").partition(":")
    with socket.create_connection((host, int(port)), patience(10)) as plain:
        try:
            with context.wrap_socket(plain) as secure:
                agreed = secure.cipher()
        except ssl.SSLError:
            return ""
    assert agreed is not None
    return agreed[0]


async def test_only_ciphers_that_keep_a_secret_for_good(tmp_path: Path) -> None:
    async with fronted(tmp_path) as front:
        old, new = ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
        for ciphers, version, agreed in (
            ("ECDHE-ECDSA-AES128-GCM-SHA256", old, "ECDHE-ECDSA-AES128-GCM-SHA256"),
            ("ECDHE-ECDSA-CHACHA20-POLY1305", old, "ECDHE-ECDSA-CHACHA20-POLY1305"),
            ("ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA", old, ""),
            ("ECDHE-ECDSA-AES256-CCM8:ECDHE-ECDSA-CAMELLIA128-SHA256", old, ""),
        ):
            assert await asyncio.to_thread(handshake, front.nginx, ciphers, version) == agreed
        assert (await asyncio.to_thread(handshake, front.nginx, "", new)).startswith("TLS_")


def listed(ciphers: str) -> list[str]:
    found = subprocess.run(
        ["openssl", "ciphers", "-v", "-s", "-tls1_2", ciphers],
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


async def test_the_ciphers_for_any_certificate() -> None:
    """With a certificate for RSA there would be more to refuse: look at the whole list."""
    (named,) = re.findall(r"ssl_ciphers (\S+);", TEMPLATE.read_text(encoding="utf-8"))
    ciphers = await asyncio.to_thread(listed, named)
    assert len(ciphers) == 6
    assert all("Kx=ECDH" in line and "Mac=AEAD" in line for line in ciphers)


async def test_one_address_does_not_take_all_connections(tmp_path: Path) -> None:
    (most,) = map(int, re.findall(r"limit_conn \w+ (\d+);", TEMPLATE.read_text(encoding="utf-8")))
    assert most > Settings().sockets, "a node refuses sockets first, and says why"
    async with fronted(tmp_path) as front, AsyncExitStack() as stack:
        for node in front.nodes:
            node.holds = asyncio.Event()
            stack.callback(node.holds.set)
        port = int(front.nginx.url.rpartition(":")[2])
        readers = []
        for _ in range(most + 1):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=front.nginx.trust)
            stack.callback(writer.close)
            writer.write(b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            await writer.drain()
            readers.append(reader)
        async with asyncio.timeout(patience(20)):
            waiting = {asyncio.create_task(one.readline()) for one in readers}
            done, rest = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            assert [task.result().split()[1] for task in done] == [b"429"]
            for node in front.nodes:
                assert node.holds is not None
                node.holds.set()
            assert {line.split()[1] for line in await asyncio.gather(*rest)} == {b"200"}


def _believing(text: str) -> str:
    """Let a header say where a call comes from, and let each household have one connection."""
    text = re.sub(r"(limit_conn \w+) \d+;", r"\1 1;", text)
    return text.replace(
        "server_tokens off;", "set_real_ip_from 127.0.0.1; real_ip_header X-Comes-From;"
    )


async def test_a_household_is_one_caller_with_all_its_ipv6_addresses(tmp_path: Path) -> None:
    async with fronted(tmp_path, _believing) as front, AsyncExitStack() as stack:
        for node in front.nodes:
            node.holds = asyncio.Event()
            stack.callback(node.holds.set)

        async def call(address: str) -> int:
            headers = {"X-Comes-From": address, "Connection": "close"}
            return (await front.http.get("/api/lobby", headers=headers)).status_code

        async def begun(address: str) -> asyncio.Task[int]:
            heard = sum(len(node.heard) for node in front.nodes)
            calls = asyncio.create_task(call(address))
            await until(lambda: sum(len(node.heard) for node in front.nodes) > heard)
            return calls

        # The third has a newline in its network, and zeros: it is bytes that are compared.
        different = ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:0:a0a::1", "::ffff:192.0.2.1"]
        calls = [await begun(one) for one in (*different, "::ffff:192.0.2.2", "192.0.2.3")]
        for again in (
            "2001:db8:1:2:ffff::9",
            "2001:db8:1:3:a0a::",
            "2001:0:a0a:0:5::a",
            "192.0.2.3",
        ):
            assert await call(again) == 429, again
        for node in front.nodes:
            assert node.holds is not None
            node.holds.set()
        assert set(await asyncio.gather(*calls)) == {200}


async def _listening(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
            continue
        writer.close()
        return
    raise TimeoutError("nginx does not listen")
