"""`python -m tests.retry`: runs the browser tests, and each file with a failure once more, alone.

`make e2e` runs this. With `RETRY=1`, as in `make ci`, each file in which a test failed runs again
after all others, with no other test beside it. A test that failed in one of the two runs only is
unstable: it is listed in build/unstable, and CI prints that list in its last lines. More than three
of them are a failure, and so is a test that failed twice. `make nightly` sets `RETRY=0`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tests.machine import COUNTS, unstable

WEB: Final = Path(__file__).resolve().parents[1] / "web"
CONFIG: Final = "e2e/vitest.config.ts"
REPORTER: Final = WEB / "e2e" / "failures.ts"
MOST: Final = 3


class Failure(Struct, frozen=True):
    file: str
    test: str  # empty: the file itself, a hook, or an error that no test waited for
    why: str

    @property
    def name(self) -> str:
        return f"{Path(self.file).name} > {self.test or 'the whole file'}"


def vitest(web: Path, config: str, *files: str) -> tuple[int, list[Failure]]:
    """Run all tests or those of some files; return the exit status and what failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "failures.json"
        command = [str(web / "node_modules/.bin/vitest"), "run", "--config", config]
        command += ["--reporter=default", f"--reporter={REPORTER}", *files]
        environment = {**os.environ, "FAILURES": str(report)}
        status = subprocess.run(command, cwd=web, env=environment, check=False).returncode
        failures = report.read_bytes() if report.exists() else b"[]"
        return status, msgspec.json.decode(failures, type=list[Failure])


def run(web: Path = WEB, config: str = CONFIG, *, retry: bool, only: Sequence[str] = ()) -> int:
    """Run the tests, again where they failed and `retry` is on; return the exit status."""
    status, failures = vitest(web, config, *only)
    if not status or not retry:
        return status
    first = {failure.name: failure for failure in failures}
    files = sorted({failure.file for failure in failures})
    if not all(files) or not files:
        print("RETRY: not possible, the failure belongs to no file")
        return status
    if len(first) > MOST:
        print(f"RETRY: {len(first)} tests failed; more than {MOST} are never accepted as unstable")
        return status
    counts = COUNTS.read_bytes() if COUNTS.exists() else None
    failed: list[str] = []
    for file in files:
        print(f"RETRY: {Path(file).name}, alone", flush=True)
        again, failures = vitest(web, config, file)
        second = {failure.name: failure for failure in failures}
        failed += first.keys() & second.keys()
        if again and not second:
            failed.append(Path(file).name)
        first |= second
    if counts is not None:  # the budget is for one run of each test
        COUNTS.write_bytes(counts)
    passed_once = [failure for name, failure in first.items() if name not in failed]
    for failure in passed_once:
        unstable(failure.name, failure.why)
    for name in failed:
        print(f"RETRY: failed twice: {name}")
    if len(passed_once) > MOST:
        print(f"RETRY: {len(passed_once)} tests are unstable, more than {MOST}")
    return 1 if failed or len(passed_once) > MOST else 0


if __name__ == "__main__":
    sys.exit(run(retry=os.environ.get("RETRY") == "1", only=sys.argv[1:]))
