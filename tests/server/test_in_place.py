"""Tables, frames and bots need no network: whole games are played with its packages blocked."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.server.in_place import BLOCKED


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize(
    ("edition", "seats"), [("kuhhandel/2", 4), ("master", 3), ("kuhfstein", 3)]
)
def test_a_whole_game_is_played_through_frames_without_a_network(edition: str, seats: int) -> None:
    ran = run("-m", "tests.server.in_place", edition, str(seats))
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["loaded"] == []
    assert {"kuhstall.server.table.service", "kuhstall.server.wire.session"} <= {*told["imported"]}
    assert told["frames"]["ack"] > 10
    assert told["steps"] > 100
    assert not [name for name in told["frames"] if name.startswith("closed")]


@pytest.mark.parametrize(
    "start", ["threading.Thread().start()", "subprocess.Popen(['true'])", "os.fork()"]
)
def test_no_thread_and_no_process_can_be_started(start: str) -> None:
    program = "import os, subprocess, threading; from tests.server.in_place import block; block(); "
    assert "no thread and no process can be started here" in run("-c", program + start).stderr


@pytest.mark.parametrize("package", sorted(BLOCKED))
def test_what_is_blocked_cannot_be_imported(package: str) -> None:
    ran = run("-c", f"from tests.server.in_place import block; block(); import {package}")
    assert f"{package} is blocked" in ran.stderr
