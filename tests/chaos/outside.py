"""Everything outside that is told: a push service and the addresses of tables, on this machine.

As the servers of others are: now and then one is busy, or takes something and says nothing, or says
so late. A push service has one message of ours at a time for a browser: the newest.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from typing import Any, Final

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from kuhstall.server.features.notifications.push_messages import encode
from tests.chaos.processes import free_port

SITE: Final = "https://kuhstall.example"
LEASE: Final = 3.0
"""Seconds for which a node has something to itself that is to be told; a server has fifteen."""
_PUSH: Final = "/push/"
_WEBHOOK: Final = "/hook/"
_MOODS: Final = ("busy", "silent", "well", "late", "well", "well", "well", "well")
"""In turns, for each place: so whoever is told anything at all is busy when it comes first."""
_AUTH: Final = b"sixteen letters."


class Taken(Struct, frozen=True):
    """What was taken, when, and whether it was said that it was."""

    at: float
    what: Any
    said: bool


class Outside:
    def __init__(self) -> None:
        self.port = free_port()
        self.moody = True
        self.messages: dict[str, list[Taken]] = defaultdict(list)
        """Whether a table waits, by who was told so."""
        self.moments: dict[str, list[Taken]] = defaultdict(list)
        """The moments that an address was told of, by its table."""
        self._visits: Counter[str] = Counter()
        # One key for all browsers: what is proved here is not that they cannot read each other's.
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._server: asyncio.Server | None = None

    def device(self, name: str) -> dict[str, Any]:
        """Return what a browser says when it wants to be told."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"https://push.example{_PUSH}{name}",
            "public": encode(point),
            "auth": encode(_AUTH),
            "quiet_from": 0,
            "quiet_to": 0,
        }

    @staticmethod
    def address(table: str) -> str:
        return f"https://hooks.example{_WEBHOOK}{table}"

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.strip().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines)
            body = await reader.readexactly(int(headers["Content-Length"]))
            await self._answer(first.split()[1], body, writer)
        except (OSError, EOFError):
            pass  # whoever wanted to tell something is dead
        finally:
            writer.close()

    async def _answer(self, path: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        if body.startswith(b'{"challenge":'):  # an address that its owner has just given is well
            challenge = msgspec.json.decode(body)["challenge"]
            writer.write(f"HTTP/1.1 200 Yes\r\n\r\n{challenge}\n".encode())
            return
        mood = _MOODS[self._visits[path] % len(_MOODS)] if self.moody else "well"
        self._visits[path] += 1
        if mood == "busy":
            writer.write(b"HTTP/1.1 503 Busy\r\n\r\n")
            return
        self._take(path, body, said=mood != "silent")
        if mood != "silent":
            await asyncio.sleep(0.4 if mood == "late" else 0)
            writer.write(b"HTTP/1.1 201 Taken\r\n\r\n")

    def _take(self, path: str, body: bytes, *, said: bool) -> None:
        now = time.time()
        if path.startswith(_WEBHOOK):
            moment = msgspec.json.decode(body)["moment"]
            self.moments[path.removeprefix(_WEBHOOK)].append(Taken(now, moment, said))
            return
        plain = http_ece.decrypt(
            body, private_key=self._key, auth_secret=_AUTH, version="aes128gcm"
        )
        waits = msgspec.json.decode(plain)["waits"]
        self.messages[path.removeprefix(_PUSH)].append(Taken(now, waits, said))
