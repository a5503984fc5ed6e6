"""Rubbish on every way in: the server refuses it, notes nothing unusual, and goes on serving."""

from __future__ import annotations

import os
import random
import struct
from collections import Counter
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.wire.frames import (
    Ask,
    Cmd,
    Hello,
    Inbound,
    MalformedError,
    Mute,
    Say,
    decode_frame,
)
from tests.server.choosing import chosen
from tests.server.databases import database
from tests.server.players import Player
from tests.server.rawsocket import CONTINUED, TEXT, RawSocket, framed
from tests.server.rubbish import MUTATIONS, valid, wrapped
from tests.server.serving import Process, guests, process, serving

pytestmark = pytest.mark.anyio

FRAMES = (1_500, pytest.param(3_000, marks=pytest.mark.thorough))
MALFORMED = "1007 malformed"
SEED = int(os.environ.get("KUHSTALL_TEST_SEED", "1"))

# Frames


def _read(message: bytes | None) -> Inbound | None:
    try:
        return None if message is None else decode_frame(message)
    except MalformedError:
        return None


async def _assault(
    server: Process, table: str, http: httpx.AsyncClient, frames: int
) -> Counter[str]:
    """Send mutants before and after the hello: each is answered, or ends the socket, in time."""
    source = random.Random(SEED)
    ends: Counter[str] = Counter()
    line: RawSocket | None = None
    for number in range(frames):
        greeting = number >= frames // 4
        if line is None or line.end or line.greeted != greeting:
            if line is not None:
                await line.leave()
            line = await RawSocket.connect(server.url, table)
            if greeting:
                await line.greet(http, server.url, table)
        mutation = source.choice(MUTATIONS)
        parcel = wrapped(source, mutation(source, valid(source)))
        line.send(parcel.data)
        if parcel.unfinished:  # the server waits for the rest: so it should
            await line.leave()
            line = None
            ends["unfinished"] += 1
            continue
        frame = _read(parcel.message)
        cid = frame.cid if greeting and isinstance(frame, Cmd | Ask | Say | Mute) else None
        try:
            ends[await line.settled(cid, closes=isinstance(frame, Hello))] += 1
        except TimeoutError:
            await line.leave()
            pytest.fail(f"no answer to {parcel.data!r}, {parcel.message!r}")
    if line is not None:
        await line.leave()
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("frames", FRAMES)
async def test_frames_of_rubbish_harm_nobody(frames: int, tmp_path: Path) -> None:
    """Whatever comes, nothing unusual is logged, and the next game begins as ever."""
    quarter = frames // 4  # of them at a table where Kuhfstein is played
    async with database() as address:
        with process(tmp_path, address) as server:
            async with guests(server.url, "Ada", "Ben", "Cleo") as (ada, ben, cleo):
                table = await ada.open_table(seats=3)
                ends = await _assault(server, table, ada.http, frames - quarter)
                land = await ada.open_table(edition="kuhfstein", seats=2, bots=["random"])
                await ada.ask("start")
                ends += await _assault(server, land, ada.http, quarter)
                await _play_on(server, [ada, ben, cleo])
        assert server.complaints() == []
    assert sum(ends.values()) == frames
    assert min(ends["served"], ends[MALFORMED]) >= frames // 10, ends
    kinds = {" ".join(end.split()[:2]) for end in ends}
    assert kinds >= {"1002 reserved", "1008 hello_first", "1008 hello_twice", "1008 ticket"}, ends


async def _play_on(server: Process, players: list[Player]) -> None:
    """Show that a normal game begins as ever."""
    ada, *others = players
    table = await ada.open_table(seats=3, rules={"auction_mode": "turns"})
    for other in others:
        other.table = table
        await other.ask("join")
    await ada.ask("start")
    path = f"{server.url}/api/tables/{table}"
    for _ in range(10):
        for player in players:
            seen = (await player.http.get(f"{path}/view")).json()
            if seen["options"]:
                action = chosen(seen["options"], player.chance)
                order = {"cid": f"m{seen['seq']}", "moment": seen["view"]["moment"]}
                played = await player.http.post(
                    f"{path}/commands", json={**order, "action": action}
                )
                assert played.status_code == 200, played.text


async def test_a_frame_is_as_long_as_it_may_be_and_no_longer(tmp_path: Path) -> None:
    with process(tmp_path, tmp_path / "kuhstall.db") as server:
        async with guests(server.url, "Ada") as (ada,):
            table = await ada.open_table()

            async def sent(*data: bytes) -> str:
                line = await RawSocket.connect(server.url, table)
                await line.greet(ada.http, server.url, table)
                for part in data:
                    line.send(part)
                end = await line.settled(None)
                await line.leave()
                return end

            pong = b'{"type": "pong", "nonce": 1}'
            assert await sent(framed(TEXT, pong.ljust(8_192))) == "served"
            assert (await sent(framed(TEXT, pong.ljust(8_193)))).startswith("1009")
            halves = framed(TEXT, pong.ljust(8_000), final=False), framed(CONTINUED, b" " * 193)
            assert (await sent(*halves)).startswith("1009")
            announced = framed(TEXT, b"")[:1] + bytes([255]) + struct.pack("!Q", 2**62) + b"mask"
            assert (await sent(announced)).startswith("1009")
            assert await sent(framed(TEXT, b"[" * 8_000)) == MALFORMED
            deep = b'{"type":"cmd","cid":"c","moment":1,"action":' + b'{"a":' * 1_600
            assert await sent(framed(TEXT, deep)) == MALFORMED
        assert server.complaints() == []


async def test_what_is_nearly_right_is_refused(tmp_path: Path) -> None:
    """What a decoder lets through too easily: each of these once did harm, or could have."""
    nearly: dict[bytes, str] = {
        # A line break behind the digits made the transcript of a fair game look forged.
        b'{"type":"ask","cid":"a","request":{"type":"commit","commitment":"DIGEST\\n"}}': MALFORMED,
        b'{"type":"ask","cid":"a","request":{"type":"reveal","value":"DIGEST\\n"}}': MALFORMED,
        b'{"type":"ask","cid":"a\\n","request":{"type":"leave"}}': MALFORMED,
        # Bytes that are no text passed the first decoder and surprised the second.
        b'{"type":"cmd","cid":"a","moment":1,"action":{"type":"\xff"}}': "no_such_action",
        b'{"type":"cmd","cid":"a","moment":1,"action":{"\xff":1}}': "no_such_action",
        # No store counts as far as that.
        b'{"type":"mute","cid":"a","line":%b}' % (b"9" * 30): MALFORMED,
        b'{"type":"mute","cid":"a","line":-%b}' % (b"9" * 30): MALFORMED,
        b'{"type":"cmd","cid":"a","moment":%b,"action":{"type":"sell"}}'
        % (b"9" * 30): "wrong_stage",
    }
    async with serving(tmp_path / "kuhstall.db") as here, guests(here.url, "Ada") as (ada,):
        table = await ada.open_table()
        for sent, code in nearly.items():
            line = await RawSocket.connect(here.url, table)
            await line.greet(ada.http, here.url, table)
            line.send(framed(TEXT, sent.replace(b"DIGEST", b"a" * 64)))
            answers: list[dict[str, Any]] = []
            await line.until(lambda frame, answers=answers: answers.append(frame) or "cid" in frame)
            assert (line.end or answers[-1]["code"]) == code, sent
            await line.leave()
        for broken in (
            {"table": "a" * 26 + "\n"},
            {"table": "b" * 26, "commitment": "a" * 64 + "\n"},
        ):
            answer = await ada.http.post(f"{here.url}/api/tables", json=broken)
            assert answer.status_code == 400, broken


# HTTP

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = (2, pytest.param(25, marks=pytest.mark.thorough))
NOT_HTTP = "Invalid HTTP request received."
"""What the server says before anything is called: headers by chance may not be HTTP at all."""


@pytest.mark.slow
@pytest.mark.parametrize("examples", EXAMPLES)
async def test_calls_do_as_they_are_described(examples: int, tmp_path: Path) -> None:
    """Call everything with what the description admits and with what it does not."""
    async with database() as address:
        with process(tmp_path, address) as server:
            described = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
            operations: list[Any] = [
                cast("Any", found).ok() for found in described.get_all_operations()
            ]
            assert len(operations) == len(ENDPOINTS)
            for operation in operations:
                async with guests(server.url, "Ada") as (ada,):
                    opened = await ada.post("/api/tables", {"bots": ["farmer"]})
                    cookie = f"kuhstall={ada.http.cookies['kuhstall']}"
                    for mode in GenerationMode:
                        _call(operation, mode, examples, opened, cookie)
        assert server.complaints() == []


def _call(
    operation: Any, mode: GenerationMode, examples: int, opened: dict[str, Any], cookie: str
) -> None:
    """Call one operation many times, often with a table that exists, and by somebody known."""

    @given(
        case=operation.as_strategy(generation_mode=mode), real=st.booleans(), known=st.booleans()
    )
    @settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    def run(case: Any, *, real: bool, known: bool) -> None:
        if real and case.path_parameters:
            case.path_parameters |= {
                name: opened[name] for name in case.path_parameters if name in opened
            }
        headers = {"Cookie": cookie} if known else {}
        response = case.call(headers=headers)
        if response.text != NOT_HTTP:
            case.validate_response(response, checks=CHECKS)

    try:
        run()
    except Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE, "an operation that takes nothing cannot be wrong"
