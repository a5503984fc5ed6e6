"""`make audit`: known faults of everything that is locked, for Python and for the browser.

What plays in the browser without a server is among them: the package pyodide, and msgspec in
requirements/offline.txt. The Python inside Pyodide is in no such service; that is said each time.

Whoever asks nobody gets no bad news. So each service is first asked about a package that is known
to be faulty, and a service that does not know it has not been asked at all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

ROOT: Final = Path(__file__).resolve().parent.parent

LOCKS: Final = tuple(sorted((ROOT / "requirements").glob("*.txt")))
WEB: Final = ROOT / "web"
FAULTY_PYTHON: Final = "jinja2==2.10\n"
FAULTY_NPM: Final = {
    "name": "canary",
    "lockfileVersion": 3,
    "packages": {
        "": {"name": "canary", "dependencies": {"lodash": "4.17.4"}},
        "node_modules/lodash": {"version": "4.17.4"},
    },
}
CLEAN: Final = 0
FAULTY: Final = 1
NOT_AUDITED: Final = 3

Run: TypeAlias = Callable[[Sequence[str], Path], str]
"""Run a command in a folder, and give what it has printed, however it ended."""


class NotAuditedError(Exception):
    """Nobody has said anything about known faults."""


def main() -> int:
    verdicts = [_judged("Python", audit_python), _judged("the browser's", audit_npm)]
    print(f"audit: {unasked(WEB)}")
    if NOT_AUDITED in verdicts:
        print(
            "audit: NOT AUDITED. This is no verdict: nothing is known to be faulty, and nothing is"
            " known to be sound. Run it where advisories can be had.",
            file=sys.stderr,
        )
    return max(verdicts, key=(CLEAN, NOT_AUDITED, FAULTY).index)


def _judged(whose: str, audit: Callable[[Run], list[str]], run: Run | None = None) -> int:
    try:
        faults = audit(run or _run)
    except NotAuditedError as error:
        print(f"audit: {whose} packages were not audited: {error}", file=sys.stderr)
        return NOT_AUDITED
    for fault in faults:
        print(f"audit: {fault}", file=sys.stderr)
    print(f"audit: {len(faults)} known faults in {whose} packages")
    return FAULTY if faults else CLEAN


def audit_python(run: Run) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder) / "canary.txt"
        canary.write_text(FAULTY_PYTHON, encoding="ascii")
        if not _python_faults(run, canary, "--no-deps"):
            raise NotAuditedError("a fault that everybody knows was not told")
    found = [fault for lock in LOCKS for fault in _python_faults(run, lock, "--require-hashes")]
    return sorted(set(found))


def _python_faults(run: Run, lock: Path, how: str) -> list[str]:
    words = [sys.executable, "-m", "pip_audit", "--disable-pip", "--progress-spinner=off"]
    told = _read(run([*words, how, "--format=json", "--requirement", str(lock)], ROOT))
    parts = told.get("dependencies")
    if not parts:
        raise NotAuditedError(f"no answer about {lock.name}")
    for part in parts:
        if "skip_reason" in part:
            raise NotAuditedError(f"no answer about {part['name']}")
    return [
        f"{part['name']} {part['version']}: {fault['id']}"
        for part in parts
        for fault in part["vulns"]
    ]


def audit_npm(run: Run) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text('{"name": "canary"}', encoding="ascii")
        lock = Path(folder) / "package-lock.json"
        lock.write_text(json.dumps(FAULTY_NPM), encoding="ascii")
        if not _npm_faults(run, Path(folder)):
            raise NotAuditedError("a fault that everybody knows was not told")
    return _npm_faults(run, WEB)


def _npm_faults(run: Run, folder: Path) -> list[str]:
    told = _read(run(["npm", "audit", "--json", "--package-lock-only"], folder))
    if "vulnerabilities" not in told:
        raise NotAuditedError("the service gave no answer")
    faults: dict[str, Any] = told["vulnerabilities"]
    return sorted(f"{name}: {fault['severity']}" for name, fault in faults.items())


def unasked(web: Path) -> str:
    """Tell what no service knows, and where to look instead."""
    lock = json.loads((web / "package-lock.json").read_text(encoding="utf-8"))
    version = lock["packages"]["node_modules/pyodide"]["version"]
    return (
        f"nobody was asked about the Python in Pyodide {version} and the libraries linked into it:"
        " read the release notes of Pyodide and the security notices of CPython"
    )


def _read(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except ValueError:
        raise NotAuditedError("the service gave no answer") from None
    if not isinstance(told, dict):
        raise NotAuditedError("the service gave an answer that is none")
    return told


def _run(words: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(
            list(words), cwd=folder, capture_output=True, text=True, check=False, timeout=600
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotAuditedError(f"{words[0]}: {type(error).__name__}") from None
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
