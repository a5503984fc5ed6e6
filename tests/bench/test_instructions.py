"""Instructions per command: the table without sockets and database plays, and plays the same."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import instructions

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("edition", ["kuhhandel/2", "master", "kuhfstein"])
def test_every_command_is_shown_to_everybody_and_answered(edition: str) -> None:
    told = instructions.run(edition, 40)

    assert told.commands == 40
    everybody = instructions.SEATS + instructions.SPECTATORS
    assert told.frames == told.commands * (everybody + 1)
    assert told.frame_bytes > 100 * told.frames
    assert instructions.run(edition, 40) == told


def test_without_a_counter_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)

    with pytest.raises(instructions.NotCountedError, match="no valgrind"):
        instructions.report("kuhhandel/2", 1)


def test_a_run_is_told_as_json() -> None:
    words = [sys.executable, "-m", "bench.instructions", "--run", "5"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)["commands"] == 5
