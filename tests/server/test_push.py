"""A tap on the shoulder: what leaves the server, where it may go, and to whom, and how often."""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import http_ece
import httpx
import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.groups.members import Preset
from kuhstall.server.features.groups.night_queries import NightQueries
from kuhstall.server.features.groups.nights import REMIND, Night, State
from kuhstall.server.features.groups.queries import GroupQueries
from kuhstall.server.features.notifications import outbound_http as outbound
from kuhstall.server.features.notifications import push
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.outbound_http import (
    ForbiddenAddressError,
    OutboundHttp,
    UndeliveredError,
    host_of,
    is_public,
)
from kuhstall.server.features.notifications.push import PushSender, quiet_for
from kuhstall.server.features.notifications.push_messages import (
    PushMessages,
    decode,
    encode,
    new_key,
    seal,
)
from kuhstall.server.features.notifications.push_queries import (
    MOST_DEVICES,
    PushSubscription,
    Quiet,
)
from kuhstall.server.features.people import People
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.store import Store
from kuhstall.server.table.log import Position, Wait
from tests.server.accounts import people_of
from tests.server.houses import SetClock
from tests.server.queues import make_due
from tests.server.serving import Serving, browser, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
PLACE = "https://push.example/send/abc"
NEVER = Quiet()


class Phone:
    """A browser with keys of its own, as a push service knows it."""

    def __init__(self, endpoint: str = PLACE) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.device = PushSubscription(endpoint, point, self._auth)

    def read(self, sealed: bytes) -> Any:
        plain = http_ece.decrypt(
            sealed, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return msgspec.json.decode(plain)

    @property
    def body(self) -> dict[str, Any]:
        return {
            "endpoint": self.device.endpoint,
            "public": encode(self.device.public),
            "auth": encode(self._auth),
            "quiet_from": 0,
            "quiet_to": 0,
        }


class PushService:
    """A push service on this machine: what it was sent, and what it answers."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.asked: list[str] = []
        self.port = 0
        self.proves = True
        self.challenged = 0
        self.ready = asyncio.Event()  # a challenge is answered as soon as this is set
        self.ready.set()

    async def resolve(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        return ["93.184.216.34"]

    async def connect(self, address: str, host: str) -> Any:
        assert (address, host) == ("93.184.216.34", self.asked[-1])
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        body = await reader.readexactly(int(headers["Content-Length"]))
        if body.startswith(b'{"challenge":'):
            self.challenged += 1
            await self.ready.wait()
            echo = msgspec.json.decode(body)["challenge"] if self.proves else "no"
            writer.write(f"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n{echo}\n".encode())
            writer.close()
            return
        self.sent.append((first, headers, body))
        status = self.answers.pop(0) if self.answers else 201
        writer.write(f"HTTP/1.1 {status} So\r\nLocation: http://127.0.0.1/\r\n\r\n".encode())
        writer.close()

    @property
    def outbound(self) -> OutboundHttp:
        return OutboundHttp(self.resolve, self.connect)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    listening = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.port = listening.sockets[0].getsockname()[1]
    async with listening:
        yield service


# Where messages may go

FORBIDDEN = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",  # what tells machines in a cloud their secrets
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104 -- refused
    "::1",
    "fd12:3456::1",
    "fe80::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
]


def test_there_are_twelve() -> None:
    assert len(set(FORBIDDEN)) == 12


@pytest.mark.parametrize("address", FORBIDDEN)
async def test_no_address_of_a_network_of_ours_is_connected_to(address: str) -> None:
    """Written as it is, behind a name, and as one of several that a name has."""

    async def connect(address: str, host: str) -> Any:
        raise AssertionError(f"{address} was connected to")

    assert not is_public(address)
    written = f"[{address}]" if ":" in address else address
    for host, found in (
        (written, [address]),
        ("innocent.example", [address]),
        ("innocent.example", ["93.184.216.34", address]),
    ):

        async def resolve(_: str, found: list[str] = found) -> Sequence[str]:
            return found

        with pytest.raises(ForbiddenAddressError):
            await OutboundHttp(resolve, connect).post(f"https://{host}/webhook", {}, b"")


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "ftp://push.example/x",
        "//push.example/x",
        "https:///x",
        "https://user@push.example/x",
        "https://user:word@push.example/x",
        "https://push.example:22/x",
        "https://push.example:99999/x",
        "https://push.example/x#y",
        "https://push.example/x y",
        "https://push.example/x\r\nHost: other",
        "https://push.exämple/x",
        "https://push.example/" + "x" * 1000,
    ],
)
def test_no_other_address_is_one(address: str) -> None:
    with pytest.raises(ForbiddenAddressError):
        host_of(address)


async def test_the_real_way_asks_the_real_names() -> None:
    """Without anything injected, the own machine is refused by name and by number."""
    for host in ("localhost", "127.0.0.1", "[::1]"):
        with pytest.raises((ForbiddenAddressError, UndeliveredError)):
            await OutboundHttp().post(f"https://{host}/", {}, b"")


async def test_certificates_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading them takes as long as forty moves, and every table of the node would wait."""
    read: list[ssl.SSLContext] = []
    made = ssl.create_default_context

    def counted() -> ssl.SSLContext:
        read.append(made())
        return read[-1]

    monkeypatch.setattr(ssl, "create_default_context", counted)
    outbound._trust.cache_clear()
    for _ in range(3):
        with pytest.raises(ConnectionRefusedError):
            await outbound.connect_securely("127.0.0.1", "push.example")
    assert len(read) == 1


async def test_a_redirect_is_not_followed() -> None:
    async with push_service() as service:
        service.answers = [307]
        assert await service.outbound.post(PLACE, {}, b"") == 307
        assert len(service.sent) == 1


async def test_what_is_not_http_is_not_delivered() -> None:
    async def connect(address: str, host: str) -> Any:
        raise ssl.SSLError("not the one it says")

    async with push_service() as service:
        with pytest.raises(UndeliveredError):
            await OutboundHttp(service.resolve, connect).post(PLACE, {}, b"")


# What a message says


def signed_by(authorization: str) -> tuple[Any, str]:
    """Return what a push service is told, and by whom, if that is who has signed it (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    given = dict(part.split("=", 1) for part in rest.split(","))
    signed, _, signature = given["t"].rpartition(".")
    numbers = decode(signature)
    one, other = (int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(given["k"]))
    key.verify(encode_dss_signature(one, other), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (msgspec.json.decode(decode(part)) for part in signed.split("."))
    assert (scheme, head["alg"]) == ("vapid", "ES256")
    return claims, given["k"]


async def test_only_the_browser_reads_the_message_and_it_says_no_more() -> None:
    phone, key = Phone(), new_key()
    async with push_service() as service:
        messages = PushMessages(key, SITE, service.outbound)
        assert await messages.send(phone.device, "waits") == 201
        assert await messages.send(phone.device, "rests") == 201
    (first, headers, body), (_, _, other) = service.sent
    assert first == "POST /send/abc HTTP/1.1"
    assert headers["Host"] == "push.example"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["Topic"] == "waits"
    assert int(headers["TTL"]) > 0
    token, signer = signed_by(headers["Authorization"])
    assert token["aud"] == f"https://{urlsplit(phone.device.endpoint).hostname}"
    assert 0 < token["exp"] - time.time() <= 24 * 3600  # push services accept no longer ones
    assert signer == messages.public_key
    with pytest.raises(InvalidSignature):
        signed_by(headers["Authorization"].replace("vapid t=ey", "vapid t=eY"))
    assert (phone.read(body), phone.read(other)) == ({"waits": True}, {"waits": False})
    assert len(body) == len(other)
    with pytest.raises(http_ece.ECEException):
        Phone().read(body)
    assert seal(phone.device, "waits") != seal(phone.device, "waits")
    lengths = {len(seal(phone.device, one)) for one in ("waits", "rests", "night")}
    assert len(lengths) == 1


# Who is told, and how often


class Bells:
    """Anna has a phone, and tables wait for her."""

    def __init__(self, people: People, service: PushService) -> None:
        self.people = people
        self.service = service
        self.phone = Phone()
        self.seq = 0
        self.clock = SetClock(1_800_000_000.0)
        messages = PushMessages(new_key(), SITE, service.outbound)
        sender = PushSender(people, messages, self.clock, Metrics())
        self.deliveries = DeliveryJob(people, sender)

    async def ask(self, *tables: str) -> None:
        self.seq += 1
        for table in tables:
            await self.people.record_summary(
                table, Position(self.seq, b"m"), self.seq, [Wait("anna", 9.0)]
            )

    async def answer(self, *tables: str) -> None:
        self.seq += 1
        for table in tables:
            await self.people.record_summary(table, Position(self.seq, b"m"), self.seq, [])

    async def told(self) -> list[bool]:
        """Tell everybody, and say what Anna's phone got."""
        self.service.sent.clear()
        await self.deliveries.run()
        await self.deliveries.run()
        return [self.phone.read(body)["waits"] for _, _, body in self.service.sent]


@pytest.fixture
async def bells(store: Store) -> AsyncIterator[Bells]:
    people = people_of(store)
    await people.add_person(Person("anna", "Anna"))
    async with push_service() as service:
        bells = Bells(people, service)
        await people.add_device("anna", bells.phone.device, NEVER, None)
        yield bells


async def test_once_until_they_have_looked_and_withdrawn_when_answered(
    bells: Bells,
) -> None:
    assert await bells.told() == []
    await bells.ask("t1")
    assert await bells.told() == [True]
    await bells.ask("t2")
    assert await bells.told() == []
    await bells.people.note_look("anna")
    assert await bells.told() == []
    await bells.ask("t3")
    assert await bells.told() == [True]
    await bells.answer("t1", "t2")
    assert await bells.told() == []
    await bells.people.note_answer("t3", "anna", 99)
    assert await bells.told() == [False]
    assert await bells.told() == []
    await bells.ask("t1")
    assert await bells.told() == [True]


async def test_a_game_night_is_reminded_of_once(bells: Bells) -> None:
    db, now = bells.people.db, time.time()
    await GroupQueries(db).create("g", "code", "Cows", Preset(), "anna")
    nights = NightQueries(db)

    async def heard() -> list[Any]:
        bells.service.sent.clear()
        for _ in range(3):
            await bells.deliveries.run()
        return [bells.phone.read(body) for _, _, body in bells.service.sent]

    async def planned(name: str, begins: float, state: State) -> None:
        await nights.plan("g", Night(name, now + begins, "UTC", 0, 3, 0, ended=False))
        await nights.answer(name, "anna", state, 1)
        await nights.remind()

    assert await heard() == []
    await planned("far", REMIND + 3600, "coming")
    await planned("absent", 3600, "absent")
    assert await heard() == []
    await planned("near", 3600, "coming")
    assert await heard() == [{"night": True}]
    assert bells.service.sent[0][1]["Topic"] == "night"
    await nights.remind()
    assert await heard() == []
    # A table that waits is told of beside it, and one does not take the place of the other.
    await bells.ask("t1")
    await planned("next", 3600, "coming")
    assert await heard() == [{"night": True}, {"waits": True}]
    # Too late, or called off: nothing.
    await planned("late", -60, "coming")
    assert await heard() == []
    # Nor for who was removed since they were to be told.
    await planned("other", 3600, "coming")
    assert await GroupQueries(db).set_role("g", 1, "host", "removed") == "set"
    assert await heard() == []


async def test_who_looks_or_answers_first_is_not_told(bells: Bells) -> None:
    await bells.ask("t1")
    await bells.people.note_look("anna")
    assert await bells.told() == []
    await bells.ask("t1")
    await bells.answer("t1")
    assert await bells.told() == []


async def test_who_has_no_device_is_not_told(bells: Bells) -> None:
    await bells.people.remove_device(PLACE, "ben")
    await bells.ask("t1")
    assert await bells.told() == [True]
    await bells.people.remove_device(PLACE, "anna")
    await bells.people.note_look("anna")
    await bells.ask("t1")
    assert await bells.told() == []


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_forgotten(bells: Bells, status: int) -> None:
    bells.service.answers = [status]
    await bells.ask("t1")
    assert len(await bells.told()) == 1
    found = await bells.people.devices("anna")
    assert found == (NEVER, found[1]) if found else False
    assert not list(found[1]) if found else False


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_what_fails_is_tried_again_later_and_then_not_twice(
    bells: Bells, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bells.service.answers = [status, status]
    await bells.ask("t1")
    assert await bells.told() == [True]
    assert await bells.told() == []  # not at once
    monkeypatch.setattr(push, "_FIRST_WAIT", -1.0)
    await make_due(bells.people, "push", "anna", 1)
    assert await bells.told() == [True, True]
    assert await bells.told() == []


async def test_a_node_that_dies_after_telling_tells_the_same_again(
    bells: Bells, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A push service has one message of ours at a time, and a browser shows one."""
    await bells.ask("t1")
    (claimed,) = await bells.people.claim_deliveries("push", 60.0, 10)
    push = await bells.people.due_push(claimed.recipient)
    assert push is not None
    assert push.waits
    assert push.devices == (bells.phone.device,)
    assert await bells.told() == []
    await make_due(bells.people, "push", "anna")  # the lease ends
    assert await bells.told() == [True]
    assert bells.service.sent[0][1]["Topic"] == "waits"


async def test_who_may_have_heard_that_nothing_waits_is_told_of_the_next(bells: Bells) -> None:
    """The message that takes the first one away may have arrived, whatever was answered."""
    await bells.ask("t1")
    assert await bells.told() == [True]
    await bells.answer("t1")
    bells.service.answers = [503]
    assert await bells.told() == [False]
    await bells.ask("t2")
    await make_due(bells.people, "push", "anna", 1)
    assert await bells.told() == [True]
    assert await bells.told() == []


async def test_nobody_is_told_in_their_quiet_hours(bells: Bells) -> None:
    minute = int(bells.clock.time / 60 % 1440)
    quiet = Quiet((minute - 10) % 1440, (minute + 5) % 1440)
    await bells.people.add_device("anna", bells.phone.device, quiet, None)
    await bells.ask("t1")
    assert await bells.told() == []
    bells.clock.time += 301
    await make_due(bells.people, "push", "anna")
    assert await bells.told() == [True]


def test_quiet_hours_may_go_past_midnight() -> None:
    night = Quiet(22 * 60, 8 * 60)
    for hour, left in ((21.99, 0), (22, 10), (23.5, 8.5), (0, 8), (7.5, 0.5), (8, 0), (12, 0)):
        assert quiet_for(night, 5 * 86400 + hour * 3600) == pytest.approx(left * 3600)
    assert quiet_for(NEVER, 0) == 0


async def test_a_device_is_one_persons_and_a_person_has_a_few(bells: Bells) -> None:
    people = bells.people
    await people.add_person(Person("ben", "Ben"))
    await people.add_device("ben", bells.phone.device, NEVER, None)
    assert (await people.devices("anna") or ((), ()))[1] in ([], ())
    for number in range(MOST_DEVICES + 2):
        await people.add_device("ben", Phone(f"https://push.example/{number}").device, NEVER, None)
    kept = (await people.devices("ben") or ((), ()))[1]
    assert len(kept) == MOST_DEVICES
    assert kept[-1].endpoint == f"https://push.example/{MOST_DEVICES + 1}"
    await people.forget("ben")
    assert await people.devices("ben") is None


async def test_all_nodes_sign_with_the_first_key(store: Store) -> None:
    people = people_of(store)
    assert await people.key("push", b"first") == b"first"
    assert await people.key("push", b"second") == b"first"


# Over HTTP


async def _push(http: httpx.AsyncClient, here: Serving, **changed: Any) -> int:
    body = {**Phone().body, **changed}
    return (await http.post(f"{here.url}/api/push", json=body)).status_code


async def test_a_guest_is_told_on_a_browser_and_then_no_more(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", origins=SITE) as here,
        browser() as http,
    ):
        entered = await http.post(f"{here.url}/api/guests", json={}, headers={"origin": SITE})
        http.headers["cookie"] = entered.headers["set-cookie"].split(";")[0]
        found = (await http.get(f"{here.url}/api/push")).json()
        assert len(found["key"]) == 87
        assert found["devices"] == 0
        assert await _push(http, here, quiet_from=1320, quiet_to=480) == 201
        found = (await http.get(f"{here.url}/api/push")).json()
        assert (found["devices"], found["quiet_from"], found["quiet_to"]) == (1, 1320, 480)
        ended = await http.post(f"{here.url}/api/push/end", json={"endpoint": PLACE})
        assert ended.status_code == 200
        assert (await http.get(f"{here.url}/api/push")).json()["devices"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://push.example:8080/x"},
        {"public": "AAAA"},
        {"public": encode(b"\x04" + b"\x01" * 64)},
        {"auth": encode(b"short")},
        {"auth": "A"},
        {"quiet_from": 1440},
        {"table": "t1"},
    ],
)
async def test_what_no_message_can_be_sent_to_is_refused(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        entered = await http.post(f"{here.url}/api/guests", json={}, headers={"origin": SITE})
        http.headers["cookie"] = entered.headers["set-cookie"].split(";")[0]
        assert await _push(http, here, **wrong) == 400


async def test_at_home_everything_works_but_that(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        await http.post(f"{here.url}/api/guests", json={})
        assert (await http.get(f"{here.url}/api/push")).json()["key"] == ""
        assert await _push(http, here) == 409
        assert (await http.get(f"{here.url}/api/me")).json()["waits"] == []


async def test_nobody_asks_or_ends_for_others(tmp_path: Path) -> None:
    """Whoever has no session is refused; whoever has one touches only what is theirs."""
    async with (
        serving(tmp_path / "kuhstall.db", origins=SITE) as here,
        browser() as anna,
        browser() as ben,
        browser() as nobody,
    ):
        for http in (anna, ben):
            entered = await http.post(f"{here.url}/api/guests", json={}, headers={"origin": SITE})
            http.headers["cookie"] = entered.headers["set-cookie"].split(";")[0]
        assert await _push(anna, here) == 201
        assert (await nobody.get(f"{here.url}/api/push")).status_code == 401
        assert await _push(nobody, here) == 401
        for http, status in ((nobody, 401), (ben, 200)):
            ended = await http.post(f"{here.url}/api/push/end", json={"endpoint": PLACE})
            assert ended.status_code == status
        assert (await anna.get(f"{here.url}/api/push")).json()["devices"] == 1
        assert (await ben.get(f"{here.url}/api/push")).json()["devices"] == 0
