"""People at simulated tables: they act by chance, lose their wires, come back, and ask again."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from tests.server.choosing import chosen
from tests.simulation.ledger import Ledger
from tests.simulation.wires import Wire

PATIENCE: Final = 11.0
"""Seconds after which a client that hears nothing takes its wire for dead."""

_CHANGES: Final = 4

UNDECIDED: Final = frozenset({"unavailable", "slow_down", "busy"})


class Door(Protocol):
    """Where somebody gets a wire to a table."""

    def now(self) -> float: ...

    async def enter(self, guest: Guest) -> Wire | None: ...


class Guest:
    """One browser: of a player, or of somebody who looks on."""

    def __init__(
        self, door: Door, ledger: Ledger, name: str, table: str, chance: random.Random
    ) -> None:
        self._door = door
        self._ledger = ledger
        self.name = name
        self.table = table
        self._chance = chance
        self.seat: int | None = None
        self.seq = 0
        self.stage = ""
        self.halted = False
        self._may: list[str] = []
        self.view: Any = None
        self.options: list[dict[str, Any]] = []
        self.moment = 0
        self.wire: Wire | None = None
        self.acting = True
        self.trace = hashlib.sha256()
        self._heard_at = 0.0
        self._pending: dict[str, Any] | None = None
        self._choices: list[dict[str, Any]] = []  # what a sealed answer can be changed to
        self._sent: list[bytes] = []  # answers to this moment, to be sent again much too late
        self._cids = 0
        self._changed = asyncio.Event()
        self.on_frame: Callable[[dict[str, Any]], None] = lambda _: None

    @property
    def waits_for_an_answer(self) -> bool:
        return self._pending is not None

    @property
    def _is_sealed(self) -> bool:
        return self.view is not None and bool(self.view["sealed"])

    async def live(self) -> None:
        """Stay at the table, by one wire after the other."""
        while True:
            self.wire = await self._door.enter(self)
            if self.wire is None:
                await asyncio.sleep(self._chance.uniform(0.2, 1.0))
                continue
            self._heard_at = self._door.now()
            await self._stay(self.wire)
            self.wire = None
            await asyncio.sleep(self._chance.uniform(0.05, 0.6))

    async def _stay(self, wire: Wire) -> None:
        resent = False
        while wire.is_open:
            if self._door.now() - self._heard_at > PATIENCE:
                wire.hang_up()
                return
            self._read(wire)
            if self._pending is not None and not resent and self.view is not None:
                # Whether it was heard on the last wire, nobody knows.
                wire.transmit(msgspec.json.encode(self._pending))
                resent = True
            elif self._pending is None and self.acting and self.options:
                resent = True
                await self._act(wire)
            elif self._changes_its_mind():
                resent = True
                self._revise(wire)
            elif self._chance.random() < (0.5 if self._is_sealed else 0.02):
                # Most of all while others act unseen: nothing of that may show.
                wire.transmit(msgspec.json.encode({"type": "resume", "last_seq": self.seq}))
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), self._chance.uniform(0.3, 1.5))
            except TimeoutError:
                continue

    def _read(self, wire: Wire) -> None:
        """Let the table wait now and then, where one is alone; and surely go on some time."""
        if self.halted and self._chance.random() < 0.4:
            self._ask(wire, "go_on")
        elif "halt" in self._may and self.acting and self._chance.random() < 0.1:
            self._ask(wire, "halt")

    def _ask(self, wire: Wire, request: str) -> None:
        self._cids += 1
        frame = {"type": "ask", "cid": f"c{self._cids}", "request": {"type": request}}
        wire.transmit(msgspec.json.encode(frame))

    async def _act(self, wire: Wire) -> None:
        await asyncio.sleep(self._chance.uniform(0.02, 0.9))
        if not (self.options and wire.is_open and self.acting):
            return
        self._cids += 1
        self._pending = {
            "type": "cmd",
            "cid": f"c{self._cids}",
            "moment": self.moment,
            "action": chosen(self.options, self._chance),
        }
        frame = msgspec.json.encode(self._pending)
        self._sent.append(frame)
        wire.transmit(frame)
        if self._chance.random() < 0.1:
            wire.transmit(frame)  # a finger that trembles

    def _changes_its_mind(self) -> bool:
        """Change an answer a few times at most: the table must go on."""
        able = self._pending is None and bool(self._choices) and len(self._sent) < _CHANGES
        return able and self._chance.random() < 0.3

    def _revise(self, wire: Wire) -> None:
        """Change or withdraw what is sealed, or send an older answer once more."""
        if self._chance.random() < 0.3:
            wire.transmit(self._chance.choice(self._sent))
            return
        self._cids += 1
        sent = {"cid": f"c{self._cids}", "moment": self.moment}
        self._pending = {"type": "withdraw", **sent}
        if self._chance.random() < 0.6 or not self.acting:
            action = chosen(self._choices, self._chance)
            self._pending = {"type": "cmd", **sent, "action": action}
        frame = msgspec.json.encode(self._pending)
        self._sent.append(frame)
        wire.transmit(frame)

    # Hearing

    def hear(self, wire: Wire, data: bytes) -> None:
        if wire is not self.wire and self.wire is not None:
            return
        self.trace.update(f"{self._door.now():.6f} ".encode() + data)
        self._heard_at = self._door.now()
        frame = msgspec.json.decode(data)
        match frame["type"]:
            case "step" | "snapshot":
                self._see(frame)
            case "ack" | "nack":
                if "receipt" in frame:
                    self._ledger.note_receipt(self, frame)
                self._settle(frame)
            case "ping":
                wire.transmit(msgspec.json.encode({"type": "pong", "nonce": frame["nonce"]}))
            case _:
                pass
        self.on_frame(frame)
        self._changed.set()

    def _see(self, frame: dict[str, Any]) -> None:
        self._ledger.note_seen(self, frame)
        if self.view is not None and self.moment != frame["view"]["moment"]:
            self._sent.clear()
        self._choices = frame.get("answer", {}).get("options", []) if self._sent else []
        self.seq, self.seat = frame["seq"], frame["you"]
        self.view, self.options = frame["view"], frame["options"]
        self.moment, self._may = self.view["moment"], frame["may"]
        if frame["party"] is not None:
            self.stage = frame["party"]["stage"]
            self.halted = any(place.get("halting") for place in frame["party"]["places"])

    def _settle(self, frame: dict[str, Any]) -> None:
        if self._pending is None or frame["cid"] != self._pending["cid"]:
            return
        if frame["type"] == "nack" and frame["code"] in UNDECIDED:
            if self.wire is not None:
                self.wire.hang_up()  # and ask again by the next one
            return
        self._ledger.note_answer(self, self._pending["cid"], frame)
        if frame["type"] == "ack" and frame["seq"] <= self.seq and self._is_sealed:
            choices = self.options or self._choices
            self.options, self._choices = [], []  # held, until the phase is opened
            if "receipt" in frame and frame["receipt"]["moment"] == self.moment:
                withdrawn = frame["receipt"]["action"] is None
                self.options, self._choices = (choices, []) if withdrawn else ([], choices)
        self._pending = None

    def lose(self, wire: Wire, reason: str) -> None:
        self._ledger.note_farewell(reason)
        self._changed.set()
