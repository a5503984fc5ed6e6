"""`python -m tests.failover`: a primary dies under people who play. `make failover` runs it.

Once with a standby that lags: what was acknowledged meanwhile is lost, but every table plays on
within ten seconds of the promotion, everybody is told, and sees what is stored. Once with a
synchronous standby: nothing that was acknowledged is lost. With `--small`, in a smaller size.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgspec
import uvloop

from tests.chaos.processes import NotStartedError, roomy_folder
from tests.failover.drill import Drill, Result, Size
from tests.machine import Watch, keep, void

SMALL: Final = Size(warm=6, lag=6, acks=150, away=1.0, after=3)
_PLAYS_ON: Final = 10.0


async def _run(name: str, size: Size, folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Run one drill; return its figures, and what is wrong."""
    watch = Watch(own_only=True)
    keep(watch.before)
    place = folder / name
    place.mkdir(mode=0o755)
    began = time.monotonic()
    try:
        result = await Drill(place, size, synchronous=name == "synchronous").run()
    except NotStartedError as error:
        if watch.seen().disturbed:
            void(f"failover, {name}: too slow to judge", f"{error}; {watch.seen()}")
            return {"void": str(error)}, []
        return {}, [f"{name}: {error}"]
    figures = {"seconds": round(time.monotonic() - began, 1), **result.figures}
    return figures, [f"{name}: {text}" for text in _wrong(name, size, result, watch)]


def _wrong(name: str, size: Size, result: Result, watch: Watch) -> list[str]:
    wrong = [f"{violation.kind}: {violation.text}" for violation in result.violations]
    figures = result.figures
    longest = max(figures["plays_on_after_seconds"], default=0.0)
    if longest > _PLAYS_ON:
        text = f"a table played on only after {longest} s"
        if watch.seen().disturbed:
            void(f"failover, {name}: every table plays on within ten seconds", text)
        else:
            wrong.append(text)
    if name == "synchronous" and figures["acknowledged_before"] < size.acks:
        wrong.append(f"only {figures['acknowledged_before']} were acknowledged before")
    return wrong


async def drills(size: Size, folder: Path) -> tuple[dict[str, Any], list[str]]:
    figures: dict[str, Any] = {}
    failures: list[str] = []
    for name in ("lagging", "synchronous"):
        figures[name], wrong = await _run(name, size, folder)
        print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in figures[name].items()))
        failures += wrong
    return figures, failures


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.failover", description=__doc__)
    parser.add_argument("--small", action="store_true", help="in the size of a test")
    size = SMALL if parser.parse_args().small else Size()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is cleaned up
    folder = roomy_folder()
    try:
        figures, failures = uvloop.run(drills(size, folder))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(msgspec.json.encode({"failover": figures}).decode())
    for failure in failures[:20]:
        print(f"FAILED: {failure}")
    void_ones = [name for name, found in figures.items() if "void" in found]
    print("FAILED" if failures else f"no verdict on {void_ones}" if void_ones else "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
