"""A whole game, looked at from where secrets could get out: the frames, the logs, the metrics."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from kuhstall.games.kuhhandel.editions import SECOND
from kuhstall.server.logs import JsonFormatter
from tests.machine import patience
from tests.server.players import Player
from tests.server.serving import browser, free_port, guests, process, received, ticket, wire

pytestmark = pytest.mark.anyio

NAMES = ("Canaryada", "Canaryben")
CHAT = "canarychat: I hold three cows"
TRADED = {
    *("cards", "offer", "purse", "purses", "deck", "bid_placed", "paid", "offer_made"),
    *SECOND.deck,
}


class Witness(Player):
    """A player who keeps all that came over the wire, as it came."""

    def __init__(self, nodes: list[str], name: str, seed: int = 0) -> None:
        super().__init__(nodes, name, seed)
        self.before_the_end: list[str] = []
        self.talked = False

    def heard(self, frame: dict[str, Any]) -> None:
        super().heard(frame)
        if not self.ended.is_set():
            self.before_the_end.append(json.dumps(frame))
        if frame["type"] == "snapshot" and not self.talked:
            self.talked = True
            say = {"type": "say", "cid": "say", "text": CHAT}
            self.saying = asyncio.ensure_future(self.send(say))


async def _watched(url: str, table: str, frames: list[str]) -> None:
    """Look on as nobody in particular, to the end."""
    async with wire(url, table) as connection:
        given = await ticket(url, table)
        await connection.send(json.dumps({"type": "hello", "ticket": given}))
        while True:
            frame = await received(connection, "welcome", "snapshot", "step", "chat", "ping")
            if frame["type"] == "ping":
                await connection.send(json.dumps({"type": "pong", "nonce": frame["nonce"]}))
            if (frame.get("party") or {}).get("stage") == "ended":
                return
            frames.append(json.dumps(frame))


def guises(secret: bytes) -> set[str]:
    """List the ways in which a secret could be written down."""
    found = {secret.hex(), secret.hex().upper(), str(int.from_bytes(secret, "big")), repr(secret)}
    for coded in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode, base64.b85encode):
        found.add(coded(secret).decode().rstrip("="))
    return found | {secret.decode("latin-1")}


@pytest.mark.slow
async def test_a_whole_game_lets_no_secret_out(tmp_path: Path) -> None:
    """Play it with everything logged that can be, and with somebody looking on."""
    seen: list[str] = []
    watched = f"127.0.0.1:{free_port()}"
    options = {"log": "debug", "tempo": 0.02, "metrics": watched}
    with process(tmp_path, tmp_path / "kuhstall.db", **options) as server:
        players = [Witness([server.url], name, seed) for seed, name in enumerate(NAMES)]
        ada, ben = players
        for player in players:
            await player.enter()
        table = await ada.open_table(seats=3, bots=["farmer"], rules={"auction_mode": "turns"})
        ben.table = table
        await ben.ask("join")
        await ada.ask("start")
        async with asyncio.timeout(patience(60)):
            looking = asyncio.create_task(_watched(server.url, table, seen))
            await asyncio.gather(*(player.play() for player in players))
            await looking
        told = await ada.http.get(f"{server.url}/api/tables/{table}/transcript")
        measured = await ada.http.get(f"http://{watched}/metrics")
        assert "kuhstall_commands" in measured.text
        for player in players:
            await player.close()
    secret = bytes.fromhex(told.json()["secret"])
    frames = [*seen, *ada.before_the_end, *ben.before_the_end]
    assert len(frames) > 300
    _no_secret(secret, frames)
    assert secret.hex() in json.dumps(ada.frames), "at the end, it is shown"
    cookies = [player.http.cookies["kuhstall"] for player in players]
    _no_canary([server.log.read_text(), measured.text], [secret], cookies, table)
    assert [line["level"] for line in server.lines() if line["level"] == "error"] == []


def _no_secret(secret: bytes, frames: list[str]) -> None:
    looks = guises(secret)
    hits = [frame for frame in frames for look in looks if look in frame]
    assert hits == []
    decks = [frame for frame in frames if '"deck"' in frame and '"deck": [' in frame]
    assert decks == [], "the deck is a number"


def _no_canary(texts: list[str], secrets: list[bytes], tokens: list[str], table: str) -> None:
    """Look for names, chat, tokens and cards in what the operator gets to see."""
    canaries = {*NAMES, CHAT, "canary", *tokens}
    canaries |= {look for secret in secrets for look in guises(secret)}
    for text in texts:
        assert text
        assert [canary for canary in canaries if canary.lower() in text.lower()] == []
        assert TRADED & set(re.split(r"\W+", text)) == set()


async def test_the_canary_would_be_heard(tmp_path: Path) -> None:
    """The search itself: a line with any of it is found."""
    secret = bytes(range(32))
    for slip in (*NAMES, CHAT, "a token", f"seed {secret.hex()}", "Ada holds a cow", '"purse"'):
        with pytest.raises(AssertionError):
            _no_canary([f"a line about {slip}"], [secret], ["a token"], "t")
    for guise in guises(secret):
        with pytest.raises(AssertionError):
            _no_secret(secret, ["{}", f'{{"x": "{guise}"}}'])


async def test_refused_rubbish_is_not_quoted_in_the_log(tmp_path: Path) -> None:
    """What a stranger sends could be somebody's token; it does not belong in a log either."""
    with process(tmp_path, tmp_path / "kuhstall.db", log="debug") as server:
        async with guests(server.url, "Ada") as (ada,), browser() as http:
            table = await ada.open_table()
            path = f"{server.url}/api/tables/{table}"
            sent: dict[str, Any] = {"cid": "canary1", "request": {"type": "canary2"}}
            await http.post(f"{path}/commands?canary3=1", json=sent)
            await http.get(f"{server.url}/api/codes/canary4")
            headers = {"Cookie": "kuhstall=canary5", "Authorization": "canary6"}
            await http.get(f"{server.url}/api/me", headers=headers)
            async with wire(server.url, table) as connection:
                await connection.send('{"type": "canary7"}')
            async with wire(server.url, table) as connection:
                await connection.send('{"type": "hello", "ticket": "canary8"}')
                with pytest.raises(Exception, match="1008"):
                    await connection.recv()
            host, _, port = server.url.removeprefix("http://").partition(":")
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET / canary9\r\n\r\n")
            writer.close()
            await writer.wait_closed()
    text = server.log.read_text()
    assert text
    assert "canary" not in text


def test_an_error_is_logged_without_what_was_in_it() -> None:
    def fail() -> None:
        hand = "canary hand"
        raise ValueError(f"{hand} cannot pay")

    with pytest.raises(ValueError, match="canary") as failed:
        fail()
    told_of = (failed.type, failed.value, failed.tb)
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "it failed", None, told_of)
    line = JsonFormatter().format(record)
    assert "canary" not in line
    told = json.loads(line)
    assert told["error"] == "ValueError"
    assert told["trace"][-1].endswith(" fail")
    assert "\n" not in line
