"""What everybody was told, written down as it was told: the judge reads it afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from kuhstall.server.table.party.receipts import Receipt

if TYPE_CHECKING:
    from tests.simulation.guests import Guest


def _raw(receipt: dict[str, Any]) -> dict[str, Any]:
    return receipt | {"action": msgspec.Raw(msgspec.json.encode(receipt["action"]))}


class Ledger:
    def __init__(self) -> None:
        self.acked: dict[tuple[str, str], int] = {}
        self.refused: dict[tuple[str, str], str] = {}
        self.receipts: dict[tuple[str, str], Receipt] = {}
        self.farewells: Counter[str] = Counter()
        self.violations: list[str] = []
        self.went_back = 0
        self.sightings = 0
        # How often the store went back: what was seen before is of another history.
        self.history = 0
        self._seen: dict[tuple[int, str, int, int | None], bytes] = {}

    def note_seen(self, guest: Guest, frame: dict[str, Any]) -> None:
        seq = frame["seq"]
        if frame["type"] == "step" and seq != guest.seq + 1:
            self.violations.append(f"{guest.name} saw {seq} after {guest.seq}")
        if frame["type"] == "snapshot" and seq < guest.seq:
            self.went_back += 1
            if not self.history:
                self.violations.append(f"{guest.name} was set back from {guest.seq} to {seq}")
            elif not frame.get("went_back"):
                self.violations.append(f"{guest.name} was not told of {guest.seq} lost to {seq}")
        self._compare(guest, frame)

    def _compare(self, guest: Guest, frame: dict[str, Any]) -> None:
        """What somebody is shown after a step is the same whenever and wherever it is shown."""
        if self.history:
            return  # nodes learn of it at different times
        self.sightings += 1
        viewer = frame["you"]
        shown = hashlib.sha256(msgspec.json.encode(frame["view"])).digest()
        key = self.history, guest.table, frame["seq"], viewer
        if self._seen.setdefault(key, shown) != shown:
            self.violations.append(f"{guest.name} saw two views of {frame['seq']}")

    def note_answer(self, guest: Guest, cid: str, frame: dict[str, Any]) -> None:
        command = guest.table, f"{guest.name}/{cid}"
        if frame["type"] == "ack":
            self.acked[command] = frame["seq"]
        else:
            self.refused[command] = frame["code"]

    def note_receipt(self, guest: Guest, frame: dict[str, Any]) -> None:
        """A late copy of a command is told of the revision that it became, and of no other."""
        receipt = msgspec.convert(_raw(frame["receipt"]), Receipt)
        command = guest.table, f"{guest.name}/{frame['cid']}"
        if not self.history and self.receipts.get(command, receipt) != receipt:
            self.violations.append(f"{command} has two receipts")
        self.receipts[command] = receipt

    def note_farewell(self, reason: str) -> None:
        self.farewells[reason] += 1
