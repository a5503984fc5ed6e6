"""The judge: compares what the clients know with what the store has.

The invariants, by the kind of violation that is reported:

- lost: an acknowledged command is in the log, as the step that was named (I1). One that was held
  is opened by a step that was named or a later one, or still held.
- doubled: no command is in the log twice (I2).
- unsent: nothing is in the log that nobody sent, but what the server does by itself (I3).
- refused: a command that was refused is not in the log (I4). A refusal by what somebody is at the
  table, or by its stage, answers one attempt only: another attempt may have been granted.
- contradiction: all answers to one command are the same (I1, I4), but for such refusals; and no
  attempt is refused, for whatever reason, once the command was granted.
- gap: steps are numbered 1, 2, 3, … to the head (I5).
- watchers: everybody saw the same events, and what they saw is what the log gives (I6, I9, I10).
- timer: no deadline is met early or twice, none is forgotten, and none is late for long (I7).
- stall: after the last fault every game goes on (I8).
- deal: every finished game was dealt as promised, and follows by the rules.
- outbox: what lists show of a table was passed on, and nothing that never was.
- untold: whom a slow table asks was told outside, and nobody is noted as told who was not.
- twice: nobody is told the same again, but where nobody could know that they were.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

import asyncpg
from msgspec import Struct
from msgspec.json import encode

from kuhstall.engine.values import CLOCK
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Step
from kuhstall.server.table.party.record import Record, decode_step
from kuhstall.server.table.rows import PARTY
from kuhstall.server.wire.views import events_and_lines, game_view, party_view, timer_views
from tests.chaos.ledger import Command, Ledger, Shown, digest
from tests.chaos.outbox import untold

BOUNDS: Final = frozenset(range(-39, -19))
"""Stored timers that ring for nobody: by when a seat must be done, however it delays."""

EARLY: Final = 0.1
LATE: Final = 2.0
FORGOTTEN: Final = 30.0  # as late as this is no lateness, however slow the machine
_OPENS: Final = re.compile(r"open/\d+")
_OWN: Final = re.compile(r"(here|gone)/\w+/\d+")


class Row(Struct, frozen=True):
    """A step, and when PostgreSQL wrote it."""

    step: Step
    at: float


class Held(Struct, frozen=True):
    """An action of a sealed phase, and the step that opened it."""

    table: str
    moment: int
    seat: int
    command: str
    opened: int | None


class TableRow(Struct, frozen=True):
    """All that the store has of a run."""

    rows: Mapping[str, Sequence[Row]]
    held: Sequence[Held]
    heads: Mapping[str, int]
    codes: Mapping[str, str]
    secrets: Mapping[str, bytes]
    names: Mapping[str, str]
    heard: Mapping[str, tuple[int, bytes]] = {}


class Calm(Struct, frozen=True):
    """The time after the last fault, in which deadlines have to be met."""

    began: float
    ended: float
    disturbed: bool = False  # by others than us: then a deadline may be met late


async def read(address: str) -> TableRow:
    connection = await asyncpg.connect(address)
    try:
        rows: dict[str, list[Row]] = defaultdict(list)
        for found in await connection.fetch(
            "SELECT table_id, seq, actor, command, events, due, at FROM steps"
            " WHERE seq IS NOT NULL ORDER BY table_id, seq, at"
        ):
            table, seq, actor, command, events, due, at = found
            step = Step(table, seq, actor, command, events, _time(due))
            rows[table].append(Row(step, at.timestamp()))
        sealed = await connection.fetch(
            "SELECT table_id, moment, seat, command, opened FROM sealed"
        )
        tables = await connection.fetch("SELECT id, head, code FROM tables")
        secrets = await connection.fetch("SELECT table_id, secret FROM secrets")
        people = await connection.fetch("SELECT id, name FROM people")
        heard = await connection.fetch("SELECT table_id, seq, mark FROM heard")
    finally:
        await connection.close()
    return TableRow(
        rows,
        [Held(*row) for row in sealed],
        {table: head for table, head, _ in tables},
        {table: code for table, _, code in tables},
        {row["table_id"]: row["secret"] for row in secrets},
        {row["id"]: row["name"] for row in people},
        {table: (seq, mark) for table, seq, mark in heard},
    )


def _time(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def read_file(path: str) -> TableRow:
    """Read the same of a file, when nobody else has it."""
    rows: dict[str, list[Row]] = defaultdict(list)
    with closing(sqlite3.connect(path)) as connection:
        for *step, at in connection.execute(
            "SELECT table_id, seq, actor, command, events, due, at FROM steps"
            " WHERE seq IS NOT NULL ORDER BY table_id, seq, at"
        ):
            rows[step[0]].append(Row(Step(*step), at))
        sealed = connection.execute("SELECT table_id, moment, seat, command, opened FROM sealed")
        held = [Held(*row) for row in sealed]
        tables = connection.execute("SELECT id, head, code FROM tables").fetchall()
        secrets = dict(connection.execute("SELECT table_id, secret FROM secrets"))
        names = dict(connection.execute("SELECT id, name FROM people"))
        heard = connection.execute("SELECT table_id, seq, mark FROM heard").fetchall()
    heads = {table: head for table, head, _ in tables}
    codes = {table: code for table, _, code in tables}
    told = {table: (seq, mark) for table, seq, mark in heard}
    return TableRow(rows, held, heads, codes, secrets, names, told)


class Judge:
    def __init__(self, ledger: Ledger, kept: TableRow, calm: Calm) -> None:
        self._ledger = ledger
        self._kept = kept
        self._calm = calm
        self.fired = 0
        self.steps = sum(len(rows) for rows in kept.rows.values())
        self.lateness: list[float] = []
        self.calm_lateness: list[float] = []
        self.excused: list[str] = []
        self.longest_stall = 0.0
        self.played: set[str] = set()
        self.compared = 0
        self.sealed = 0
        self._unreadable: set[str] = set()
        self._moments: dict[tuple[str, int], int] = {}
        self._seats: dict[tuple[str, int], set[int]] = defaultdict(set)
        for held in kept.held:
            self._seats[held.table, held.moment].add(held.seat)

    def judge(self) -> None:
        self._commands()
        for table, rows in self._kept.rows.items():
            self._numbers(table, rows)
            self._shown(table, rows)
            self._times(table, rows)
        for text in untold(self._kept, self._calm.ended, self._unreadable):
            self._ledger.violated("outbox", text)

    # I1 to I4

    def _commands(self) -> None:
        ledger, found, held = self._ledger, self._by_cid(), self._held()
        for cid, command in ledger.commands.items():
            steps = found.get(cid, [])
            if len(steps) + (cid in held) > 1:
                ledger.violated("doubled", f"{command.table}: {cid} is {steps}")
            if cid in held:
                self._opened(command, held[cid])
            elif len(command.seqs) > 1:
                ledger.violated("contradiction", f"{cid} was at once {sorted(command.seqs)}")
            elif command.seq is not None and (command.table, command.seq) not in steps:
                text = f"{command.table}: {cid} was step {command.seq}, and is {steps}"
                ledger.violated("lost", text)
            if command.refused_for_good and (steps or cid in held):
                text = f"{command.table}: {cid} was refused ({command.code}), and is {steps}"
                ledger.violated("refused", text)

    def _held(self) -> dict[str, Held]:
        """List the actions that people had held, by their commands. The others are of bots."""
        found: dict[str, Held] = {}
        for held in self._kept.held:
            person, _, cid = held.command.rpartition("/")
            sent = self._ledger.commands.get(cid)
            if sent is not None and sent.person == self._kept.names.get(person):
                self.sealed += 1
                if cid in found:
                    self._ledger.violated("doubled", f"{held.table}: {cid} is held twice")
                found[cid] = held
            elif person != "bot":
                self._ledger.violated("unsent", f"{held.table}: nobody sent {held.command}")
        return found

    def _opened(self, command: Command, held: Held) -> None:
        """An answer names the step before the action was opened, or the one that opened it."""
        latest = self._kept.heads[held.table] if held.opened is None else held.opened
        if any(seq > latest for seq in command.seqs):
            text = f"{held.table}: {held} was in {sorted(command.seqs)}"
            self._ledger.violated("contradiction", text)

    def _by_cid(self) -> dict[str, list[tuple[str, int]]]:
        """List the steps of each command that somebody sent; report those that nobody did."""
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        own: Counter[tuple[str, int, str]] = Counter()
        for table, rows in self._kept.rows.items():
            for row in rows:
                step = row.step
                person, _, cid = step.command.rpartition("/")
                sent = self._ledger.commands.get(cid)
                if sent is not None and sent.person == self._kept.names.get(person):
                    found[cid].append((table, step.seq))
                elif _by_itself(step):
                    own[table, step.actor, step.command] += 1
                else:
                    text = f"{table}: nobody sent {step.command} of {step.actor} ({step.seq})"
                    self._ledger.violated("unsent", text)
        for key, times in own.items():
            if times > 1:
                self._ledger.violated("doubled", f"{key} is there {times} times")
        return found

    # I5

    def _numbers(self, table: str, rows: Sequence[Row]) -> None:
        numbers = [row.step.seq for row in rows]
        if numbers != list(range(1, self._kept.heads.get(table, 0) + 1)):
            wrong = [one for at, one in enumerate(numbers, start=1) if one != at][:3]
            self._ledger.violated("gap", f"{table}: {len(numbers)} steps, wrong from {wrong} on")

    # I7

    def _times(self, table: str, rows: Sequence[Row]) -> None:
        met: set[tuple[int, float, bool]] = set()
        for before, after in pairwise(rows):
            running = decode_step(before.step.events).timers
            if running:
                self.longest_stall = max(self.longest_stall, after.at - before.at)
            if after.step.actor != CLOCK or not after.step.command.isdigit():
                continue
            if before.step.due is None:
                self._ledger.violated("timer", f"{table}: nothing was due at {after.step.seq}")
                continue
            self.fired += 1
            held = self._seats[table, self._moments.get((table, before.step.seq), -1)]
            waiting = [
                (due, actor)
                for actor, due in running.items()
                if actor not in BOUNDS and actor not in held
            ]
            due, actor = min(waiting, default=(before.step.due, CLOCK))
            late = after.at - due
            if late < -EARLY:
                text = f"{table}: step {after.step.seq} came {-late:.3f} s early"
                self._ledger.violated("timer", text)
            deadline = actor, due, _takes_over(decode_step(after.step.events))
            bounded = any(
                running.get(last) == due for last in BOUNDS
            )  # all of the rest is due then
            if deadline in met and not bounded:
                self._ledger.violated("timer", f"{table}: {deadline} was met twice")
            met.add(deadline)
            self._late(table, after.step.seq, due, late)
        if rows and (due_last := rows[-1].step.due) is not None:
            self._late(table, rows[-1].step.seq, due_last, self._calm.ended - due_last, met=False)

    def _late(self, table: str, seq: int, due: float, late: float, *, met: bool = True) -> None:
        if met:
            self.lateness.append(late)
        calm = self._calm.began <= due <= self._calm.ended
        if calm and met:
            self.calm_lateness.append(late)
        if calm and late > LATE:
            text = f"{table}: {seq} is {late:.1f} s late, without a fault"
            if self._calm.disturbed and late < FORGOTTEN:
                self.excused.append(text)
            else:
                self._ledger.violated("timer", text)

    # I6, I9, I10

    def _shown(self, table: str, rows: Sequence[Row]) -> None:
        """Fold the log, and compare what every viewer was shown after each step."""
        shown = self._ledger.tables.get(table, Shown())
        hot = LiveTable(table, self._kept.codes[table], self._kept.secrets[table])
        hot.names = dict(self._kept.names)
        viewers: dict[int, set[int | None]] = defaultdict(set)
        for viewer, seq in (*shown.events, *shown.views):
            viewers[seq].add(viewer)
        for row in rows:
            seq = row.step.seq
            try:
                change = hot.read(row.step)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the log is not one
                text = f"{table}: step {seq} does not follow: {type(error).__name__}: {error}"
                self._ledger.violated("watchers", text)
                self._unreadable.add(table)
                return
            self._moments[table, seq] = hot.state.moment
            if row.step.actor >= 0:
                self.played.add(table)
            for viewer in viewers.pop(seq, ()):
                events, _ = events_and_lines(hot, change.game_events, viewer)
                view = digest(game_view(hot, viewer)) ^ digest(encode(timer_views(hot)))
                self._same(table, seq, viewer, shown.events.get((viewer, seq)), digest(events))
                self._same(table, seq, viewer, shown.views.get((viewer, seq)), view)
            if seq in shown.parties:
                self._same(table, seq, "party", shown.parties[seq], digest(party_view(hot)))
        if viewers:
            text = f"{table}: somebody saw {sorted(viewers)[:3]}, and the log ends at {hot.seq}"
            self._ledger.violated("watchers", text)

    def _same(self, table: str, seq: int, viewer: Any, seen: int | None, truth: int) -> None:
        if seen is not None:
            self.compared += 1
            if seen != truth:
                text = f"{table}: what {viewer} saw of step {seq} is not what the log gives"
                self._ledger.violated("watchers", text)


def _by_itself(step: Step) -> bool:
    """Whether the server does such a thing of its own accord."""
    if step.actor == CLOCK:
        if step.seq == 1:
            return step.command == "open"
        return step.command.isdigit() or _OPENS.fullmatch(step.command) is not None
    return step.actor == PARTY and _OWN.fullmatch(step.command) is not None


def _takes_over(record: Record) -> bool:
    """Whether a bot takes a seat: then the same deadline is the bot's, who acts at once."""
    return bool(record.party) and bytes(record.game) == b"[]"
