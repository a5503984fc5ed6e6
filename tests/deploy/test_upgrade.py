"""An upgrade without a break: a release and this version serve the same tables for a while."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, get_args

import pytest

from kuhstall.server.table.party.events import (
    DecisionTimeChosen,
    Halted,
    HoursChosen,
    LaterEvent,
    PartyEvent,
    PersonReturned,
    ScreenConnected,
    ScreenDisconnected,
    ScreenRemoved,
    SkipEnded,
    SkipStarted,
    StartChosen,
    TempoChosen,
    TimeGiven,
    ValueLeftOut,
    WentOn,
)
from kuhstall.server.table.party.record import decode_step, encode_step
from kuhstall.server.table.party.starting import StartTimers
from kuhstall.server.table.party.timers import SeatTimers, Timers, read_timers
from tests.deploy.upgrade_drill import drill, failed
from tests.deploy.versions import RELEASES, Release, check_out


@pytest.mark.thorough
@pytest.mark.anyio
async def test_no_command_fails_while_nodes_are_upgraded_under_load(tmp_path: Path) -> None:
    figures = await drill(tmp_path)
    print(figures)
    assert failed(figures) == []
    assert figures["acked"] > 500
    assert figures["reconnects"] >= figures["people"]
    assert figures["tables_of_all_versions"] > 0


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: str(release.name))
def test_every_release_is_in_the_history(release: Release, tmp_path: Path) -> None:
    sources = check_out(tmp_path, release)
    assert (sources / "src" / "kuhstall" / "cli" / "__main__.py").is_file()
    assert (sources / "docs" / "protocol.schema.json").is_file()


def test_a_clone_without_the_history_is_told_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"0.9 is commit f{40}, .* whole history"):
        check_out(tmp_path, Release("0.9", "f" * 40))


_READER: Final = """\
import json, sys
from kuhstall.server.record import decoded
from kuhstall.server.timers import ringing

for line in sys.stdin.buffer:
    record = decoded(line)
    tags = [event.__struct_config__.tag for event in record.party]
    print(json.dumps([tags, list(ringing(record.timers))]))
"""
"""What 0.1.0 makes of steps: the events of the party, and for whom a timer rings."""


def test_a_node_of_0_1_0_reads_on_past_what_it_does_not_know(tmp_path: Path) -> None:
    later: list[list[PartyEvent]] = [
        [Halted(0)],
        [PersonReturned(0), WentOn(0)],
        [TimeGiven(0, 1, 7)],
        [TempoChosen("fast")],
        [HoursChosen(480, 1320)],
        [DecisionTimeChosen(12)],
        [SkipStarted(0, 7)],
        [SkipEnded(0)],
        [StartChosen("bots", "easy")],
        [ValueLeftOut(0)],
        [ScreenConnected("tv")],
        [ScreenDisconnected("tv")],
        [ScreenRemoved("tv")],
    ]
    assert {type(events[-1]) for events in later} == set(get_args(LaterEvent))
    timers = Timers(
        9.5, {1: SeatTimers(8.0, again=8.5)}, hush=3.5, begins=2.5, start=StartTimers(2.0, 1.5)
    )
    steps = [encode_step(events, [], timers, 1.0) for events in later]
    old = check_out(tmp_path, RELEASES[0]) / "src"
    read = subprocess.run(
        [sys.executable, "-c", _READER],
        input=b"\n".join(steps),
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(old)},
        cwd=tmp_path,
    ).stdout
    told = [json.loads(line) for line in read.splitlines()]
    assert told == [[[], [-1, 1]], [["person_returned"], [-1, 1]], *[[[], [-1, 1]]] * 11]
    for events, step in zip(later, steps, strict=True):
        record = decode_step(step)
        assert record.party == events
        assert read_timers(record.timers, record.begins, start=record.start) == timers
