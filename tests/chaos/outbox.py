"""Whether home has heard of every table what there is to hear, once the faults are over."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

from kuhstall.server.ops.outbox_relay import LEASE
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import mark_of
from kuhstall.server.table.rows import listing_row

if TYPE_CHECKING:
    from tests.chaos.judge import TableRow

PASSED_ON: Final = LEASE + 5.0
"""Seconds within which news is passed on, whoever had claimed it and died."""


def untold(kept: TableRow, until: float, unreadable: AbstractSet[str]) -> Iterator[str]:
    """Name the tables of which home has not heard what is old enough, or what never was.

    Of a log that does not follow nobody can say what there was to hear.
    """
    for table, rows in kept.rows.items():
        if table in unreadable:
            continue
        live = LiveTable(table, kept.codes[table], kept.secrets[table])
        marks, newest, shown = {}, 0, None
        for row in rows:
            live.read(row.step)
            marks[row.step.seq] = mark_of(row.step)
            if listing_row(live.party) != shown and row.at < until - PASSED_ON:
                newest = row.step.seq
            shown = listing_row(live.party)
        seq, mark = kept.heard.get(table, (0, b""))
        if seq < newest:
            yield f"{table}: home has heard of {seq}, and {newest} was news"
        elif seq and marks.get(seq) != mark:
            yield f"{table}: home has heard of a step {seq} that never was"
