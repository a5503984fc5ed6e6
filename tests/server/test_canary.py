"""`kuhstall canary`: play at a real server, and notice one that acknowledges but does not show."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kuhstall.cli import main
from kuhstall.cli.canary import Result, metrics
from kuhstall.server.wire.session import Session
from tests.server.serving import free_port, serving

pytestmark = pytest.mark.anyio


async def _canary(url: str, *options: str) -> int:
    return await asyncio.to_thread(main, ["canary", url, *options])


async def test_a_healthy_server_passes_and_then_one_that_shows_nothing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    textfile = tmp_path / "canary.prom"
    async with serving(tmp_path / "store.db", tempo=1.0) as server:
        assert await _canary(server.url, "--moves", "3", "--textfile", str(textfile)) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["ok"]
        assert found["moves"] >= 3
        assert found["shown"] > 0
        assert "kuhstall_canary_success 1.0\n" in textfile.read_text()
        assert await server.node.service.store.tables(9) == [], "it leaves no table behind"

        # Planted: a node that writes and acknowledges moves, and shows them to their player only.
        shown = Session.show_step

        def show_own(self: Session, live: Any, change: Any) -> None:
            if len(live.party.places) < 3 or live.party.seat(self.person) == 0:
                shown(self, live, change)

        monkeypatch.setattr(Session, "show_step", show_own)
        assert await _canary(server.url, "--patience", "0.5", "--textfile", str(textfile)) == 1
        found = json.loads(capsys.readouterr().out)
        assert "was acknowledged, and the other player" in found["failure"]
        assert "kuhstall_canary_success 0.0\n" in textfile.read_text()


def test_a_server_that_is_away_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["canary", f"127.0.0.1:{free_port()}"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["failure"].startswith("unavailable")
    assert "unavailable" in err


def test_metrics_are_one_gauge_a_line() -> None:
    text = metrics(Result(ok=True, failure="", moves=10, acknowledged=12.5, shown=15.0), 1e9)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == [
        "kuhstall_canary_success 1.0",
        "kuhstall_canary_moves 10",
        "kuhstall_canary_acknowledged_seconds 0.0125",
        "kuhstall_canary_shown_seconds 0.015",
        "kuhstall_canary_time_seconds 1000000000.0",
    ]
