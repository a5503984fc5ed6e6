"""`python -m bench.jam`: a short run of what it measures."""

from __future__ import annotations

import asyncio
import os

from bench.jam import measured

POSTGRES = os.environ.get("KUHSTALL_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432")


def test_it_measures_a_table_before_during_and_after_a_jam() -> None:
    told = asyncio.run(measured(f"{POSTGRES}/postgres", sockets=4, seconds=1.0))

    for phase in ("before", "during", "after"):
        assert told[phase]["commands"] >= 3
        assert 0 < told[phase]["p50_ms"] <= told[phase]["p99_ms"] <= told[phase]["most_ms"]
    assert set(told["answers"]) == {"not_seated", "slow_down"}
    assert told["rows"] == 0
