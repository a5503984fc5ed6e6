"""Instructions per command: the table without sockets and database plays, and plays the same."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import instructions
from tests.counting import calls

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


@pytest.mark.parametrize(
    ("edition", "most"),
    [("kuhhandel/2", 363 * 1.05), ("master", 361 * 1.05), ("kuhfstein", 521 * 1.05)],
)
def test_a_command_calls_no_more_than_it_did(edition: str, most: float) -> None:
    """Instructions need valgrind; how many functions a command calls is the same everywhere."""
    instructions.run(edition, 50)  # what is made once
    few = calls(lambda: instructions.run(edition, 10))
    many = calls(lambda: instructions.run(edition, 50))

    assert (many - few) / 40 <= most


def test_more_than_the_most_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(instructions, "report", lambda *_: {"instructions_per_command": 1001})
    monkeypatch.setattr(sys, "argv", ["instructions", "--most", "1000"])
    assert instructions.main() == 1
    assert "more than 1000" in capsys.readouterr().err

    monkeypatch.setattr(sys, "argv", ["instructions", "--most", "1001"])
    assert instructions.main() == 0
