"""What the clients know: what they sent, what they were answered, and what they were shown.

The judge compares it with the store. What contradicts itself already is noted here.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field
from msgspec.json import encode

UNDECIDED: Final = frozenset({"unavailable", "slow_down", "broken"})
"""Answers after which a command has to be sent again."""
_BY_ROLE: Final[Mapping[str, frozenset[str]]] = {
    "ask": frozenset(
        {
            "not_seated",
            "not_host",
            "seated_already",
            "kicked",
            "wrong_stage",
            "full",
            "seat_taken",
            "no_such_seat",
            "game_running",
            "knows_a_hand",
            "no_person",
            "yourself",
        }
    ),
    "cmd": frozenset({"not_seated"}),
}
"""Refusals by what somebody is, or by the stage: they answer one attempt, and not the command.

A copy of the command that comes later, or to a node that knows more, may well be granted.
"""


class Command(Struct):
    """A command with an id of its own, however often it is sent."""

    cid: str
    table: str
    person: str
    frame: dict[str, Any]
    sends: int = 0
    seq: int | None = None  # the step that was named in the first answer
    seqs: set[int] = field(default_factory=set)  # all that were named: one, unless it was held
    code: str | None = None

    @property
    def decided(self) -> bool:
        return self.seq is not None or self.code is not None

    @property
    def refused_for_good(self) -> bool:
        return self.code is not None and not self.is_attempt_only(self.code)

    def is_attempt_only(self, code: str) -> bool:
        return code in _BY_ROLE.get(self.frame["type"], ())


class Violation(Struct, frozen=True):
    kind: str
    text: str


class Shown(Struct):
    """Digests of what viewers of one table were shown, by viewer and number of the step."""

    events: dict[tuple[int | None, int], int] = field(default_factory=dict)
    views: dict[tuple[int | None, int], int] = field(default_factory=dict)
    parties: dict[int, int] = field(default_factory=dict)
    last: dict[str, tuple[int | None, int]] = field(default_factory=dict)


def digest(data: Any) -> int:
    return zlib.crc32(bytes(data))


class Ledger:
    def __init__(self, goal: int = 0) -> None:
        self.enough = asyncio.Event()  # as many are acknowledged as were wanted
        self._goal = goal
        if not goal:
            self.enough.set()
        self.commands: dict[str, Command] = {}
        self.tables: dict[str, Shown] = defaultdict(Shown)
        self.violations: list[Violation] = []
        self.counts: Counter[str] = Counter()
        self.acked = 0
        self.nacked = 0
        self.in_flight: Counter[int] = Counter()
        self.looks: dict[str, list[float]] = defaultdict(list)  # when somebody came to a table

    def violated(self, kind: str, text: str) -> None:
        self.violations.append(Violation(kind, text))

    # Commands

    def sends(self, command: Command) -> None:
        self.commands[command.cid] = command
        command.sends += 1

    def accepted(self, cid: str, seq: int) -> None:
        command = self.commands[cid]
        if command.refused_for_good:
            self.violated("contradiction", f"{cid} was refused ({command.code}), now it is {seq}")
            return
        command.seqs.add(seq)
        if command.seq is None:
            command.seq = seq
            self.acked += 1
            if self.acked == self._goal:
                self.enough.set()

    def refused(self, cid: str, code: str, *, granted: bool) -> None:
        """Note a refusal; `granted` says that the command was, before this attempt began."""
        if code in UNDECIDED:
            self.counts["undecided"] += 1
            return
        command = self.commands[cid]
        if command.seq is not None:
            if granted or not command.is_attempt_only(code):
                text = f"{cid} was step {command.seq}, now refused: {code}"
                self.violated("contradiction", text)
        elif command.code is None:
            command.code = code
            self.nacked += 1
            self.counts[f"nack {code}"] += 1
        elif not command.refused_for_good:
            command.code = code

    # Frames

    def went_back(self, table: str, name: str, lost: int) -> None:
        """Note that somebody is told of a set-back. No fault of chaos sets the store back."""
        self.violated("watchers", f"{table}: {name} has lost {lost} steps")

    def showed_events(self, table: str, viewer: int | None, seq: int, events: Any) -> None:
        shown = self.tables[table].events
        if shown.setdefault((viewer, seq), digest(events)) != digest(events):
            self.violated("watchers", f"{table}: two stories of step {seq} for {viewer}")

    def showed_view(self, table: str, viewer: int | None, seq: int, view: Any, timers: Any) -> None:
        shown, found = self.tables[table].views, digest(view) ^ digest(encode(timers))
        if shown.setdefault((viewer, seq), found) != found:
            self.violated("watchers", f"{table}: two views after step {seq} for {viewer}")

    def showed_party(self, table: str, seq: int, party: Any) -> None:
        shown = self.tables[table].parties
        if shown.setdefault(seq, digest(party)) != digest(party):
            self.violated("watchers", f"{table}: two parties after step {seq}")
