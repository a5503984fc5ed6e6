"""What people were answered and shown while the store went back, and what is stored of it.

There are two histories: the one that died with the primary, and the one that the standby goes on
with. Whatever somebody was shown has to be of one of them, and what they see in the end of the
second. A command may be lost only if it was acknowledged while the standby lagged.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.json import encode

from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.wire.views import events_and_lines, game_view, party_view, timer_views
from tests.chaos.judge import TableRow
from tests.chaos.ledger import Ledger, digest
from tests.chaos.people import Watcher

Place: TypeAlias = tuple[str, str, int, int | None]
"""A table, what of it, a step, and who sees it."""


class Histories(Ledger):
    """A ledger that takes every frame down, since two histories have the same numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[Place, set[int]] = defaultdict(set)
        self.acked_at: dict[str, float] = {}
        self.told: Counter[str] = Counter()

    def accepted(self, cid: str, seq: int) -> None:
        super().accepted(cid, seq)
        self.acked_at.setdefault(cid, time.time())

    def went_back(self, table: str, name: str, lost: int) -> None:
        self.told[name] += 1

    def showed_events(self, table: str, viewer: int | None, seq: int, events: Any) -> None:
        self.seen[table, "events", seq, viewer].add(digest(events))

    def showed_view(self, table: str, viewer: int | None, seq: int, view: Any, timers: Any) -> None:
        self.seen[table, "view", seq, viewer].add(digest(view) ^ digest(encode(timers)))

    def showed_party(self, table: str, seq: int, party: Any) -> None:
        self.seen[table, "party", seq, None].add(digest(party))


class Lag(Struct, frozen=True):
    """While the standby lagged, and what was acknowledged may be lost."""

    began: float
    ended: float


def judge(
    ledger: Histories,
    people: Sequence[Watcher],
    before: TableRow,
    after: TableRow,
    lag: Lag | None,
) -> dict[str, int]:
    """Compare what people know with both histories, and note what is wrong in the ledger."""
    wanted: dict[str, dict[int, set[int | None]]] = defaultdict(lambda: defaultdict(set))
    for table, _, seq, viewer in ledger.seen:
        wanted[table][seq].add(viewer)
    old, new = (
        {place: shown for table in wanted for place, shown in _folded(kept, table, wanted[table])}
        for kept in (before, after)
    )
    for place, shown in ledger.seen.items():
        if not shown <= {old.get(place), new.get(place)}:
            ledger.violated("fold", f"{place}: somebody saw what neither history gives")
    for one in people:
        if one.latest is not None and one.latest.seq <= after.heads.get(one.table, 0):
            frame, place = one.latest, (one.table, "view", one.latest.seq, one.latest.you)
            if new.get(place) == digest(frame.view) ^ digest(encode(frame.timers)):
                continue
        ledger.violated("fold", f"{one.table}: what {one.name} sees in the end is not stored")
    for table, rows in after.rows.items():
        if [row.step.seq for row in rows] != list(range(1, after.heads[table] + 1)):
            ledger.violated("gap", f"{table}: {[row.step.seq for row in rows]}")
    compared = sum(len(shown) for shown in ledger.seen.values())
    return {"people": len(people), "compared": compared, **_commands(ledger, before, after, lag)}


def _folded(
    kept: TableRow, table: str, wanted: Mapping[int, set[int | None]]
) -> Iterator[tuple[Place, int]]:
    """Fold what is stored, and give what everybody has to see of it."""
    if table not in kept.codes:
        return  # it was opened after the one history ended, or lost with the other
    live = LiveTable(table, kept.codes[table], kept.secrets[table])
    live.names = dict(kept.names)
    for row in kept.rows[table]:
        seq = row.step.seq
        change = live.read(row.step)
        for viewer in wanted.get(seq, ()):
            events, _ = events_and_lines(live, change.game_events, viewer)
            yield (table, "events", seq, viewer), digest(events)
            view = digest(game_view(live, viewer)) ^ digest(encode(timer_views(live)))
            yield (table, "view", seq, viewer), view
        if seq in wanted:
            yield (table, "party", seq, None), digest(party_view(live))


def _commands(
    ledger: Histories, before: TableRow, after: TableRow, lag: Lag | None
) -> dict[str, int]:
    old, new = _stored(before), _stored(after)
    excused = lost = 0
    for cid, command in ledger.commands.items():
        if new[cid] > 1:
            ledger.violated("doubled", f"{command.table}: {cid} is there {new[cid]} times")
        if command.seq is None or new[cid]:
            continue
        if lag is not None and old[cid] and lag.began <= ledger.acked_at[cid] <= lag.ended:
            excused += 1
        else:
            lost += 1
            ledger.violated("lost", f"{command.table}: {cid} was step {command.seq}")
    return {"acknowledged": ledger.acked, "lost_by_the_lag": excused, "lost": lost}


def _stored(kept: TableRow) -> Counter[str]:
    """Count the rows of each command, as a step or as an action that is or was held."""
    found: Counter[str] = Counter()
    for rows in kept.rows.values():
        found.update(row.step.command.rpartition("/")[2] for row in rows)
    found.update(held.command.rpartition("/")[2] for held in kept.held)
    return found
