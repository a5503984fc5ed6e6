"""A club on virtual time: nothing is lost, doubled, stuck or shown early, whatever fails."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.simulation import faults
from tests.simulation.planted import PLANTED, first_failing
from tests.simulation.virtual_loop import Process, StuckError, VirtualLoop
from tests.simulation.world import run

SEEDS = 20
BATCH = 10
IN_CI = 1  # batches; the others by `make thorough`, and 20,000 seeds by `make nightly`
FINDS = 40
"""Seeds within which every planted bug is found. Most are by the first or second."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """What fails on purpose need not be told."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.slow
@pytest.mark.parametrize(
    "first",
    [
        first if number < IN_CI else pytest.param(first, marks=pytest.mark.thorough)
        for number, first in enumerate(range(1, SEEDS + 1, BATCH))
    ],
)
def test_whatever_fails_every_promise_is_kept(first: int) -> None:
    for seed in range(first, first + BATCH):
        report = run(seed)
        told = "\n".join([*report.faults, *report.violations])
        assert not report.violations, f"{told}\nmake simulate SEED={seed}"
        assert report.acked > 20, f"make simulate SEED={seed}"
        assert report.packed > 10


@pytest.mark.parametrize("fault", [*faults.EVERY, *faults.RARE], ids=lambda one: one.__name__)
def test_each_fault_alone_is_survived(fault: faults.Fault) -> None:
    report = run(7, iter([fault, fault]))
    assert report.violations == ()
    assert any(fault.__name__ in line for line in report.faults)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found(name: str) -> None:
    assert first_failing(name, FINDS) is not None


def test_equal_seeds_give_equal_traces() -> None:
    """Also in another process, where sets and addresses are in another order."""

    def trace(order: str) -> str:
        command = [sys.executable, "-m", "tests.simulation", "--seed", "12"]
        environment = {**os.environ, "PYTHONHASHSEED": order}
        told = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        ).stdout
        return told.splitlines()[-1]

    assert trace("1") == trace("2") == f"trace {run(12).trace}"
    assert run(13).trace != run(12).trace


def test_time_passes_only_when_nobody_has_anything_to_do() -> None:
    loop, seen = VirtualLoop(), []

    async def sleeper(seconds: float) -> None:
        await asyncio.sleep(seconds)
        seen.append((loop.time(), seconds))

    async def both() -> None:
        await asyncio.gather(sleeper(3600), sleeper(0.5), sleeper(60))

    loop.run(both(), 4000)
    assert seen == [(0.5, 0.5), (60, 60), (3600, 3600)]


def test_the_dead_do_nothing_and_who_is_stopped_does_it_later() -> None:
    loop, seen = VirtualLoop(), []
    dying, pausing = Process("dying"), Process("pausing")

    async def work(process: Process) -> None:
        for _ in range(3):
            await asyncio.sleep(1)
            seen.append((process.name, loop.time()))

    async def story() -> None:
        for process in (dying, pausing):
            loop.create_task(work(process), context=process.context.copy())
        await asyncio.sleep(1.5)
        loop.stop_for_good(dying)
        loop.stop_for_a_while(pausing, 5)
        await asyncio.sleep(10)

    loop.run(story(), 100)
    assert seen == [("dying", 1), ("pausing", 1), ("pausing", 6.5), ("pausing", 7.5)]


def test_who_waits_for_ever_is_found_out() -> None:
    async def wait() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(StuckError):
        VirtualLoop().run(wait(), 100)
