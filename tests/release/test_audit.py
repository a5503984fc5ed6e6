"""`make audit` says what it found, and does not take silence for good news."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from release import audit

Answers = Callable[[Sequence[str], Path], str]

SOUND: dict[str, Any] = {"name": "msgspec", "version": "0.20.0", "vulns": []}
FAULTY: dict[str, Any] = {"name": "jinja2", "version": "2.10", "vulns": [{"id": "CVE-2019-10906"}]}
SKIPPED: dict[str, Any] = {"name": "msgspec", "skip_reason": "could not be audited"}
NPM_FAULTS: dict[str, Any] = {"vulnerabilities": {"lodash": {"severity": "high"}}}
NPM_SOUND: dict[str, Any] = {"vulnerabilities": {}}
NPM_ERROR: dict[str, Any] = {"message": "405 Method Not Allowed", "method": "POST"}


def python(canary: object, ours: object) -> Answers:
    """A service that says one thing about the canary, and another about our own packages."""

    def run(words: Sequence[str], folder: Path) -> str:
        told = canary if words[-1].endswith("canary.txt") else ours
        return told if isinstance(told, str) else json.dumps({"dependencies": told})

    return run


def npm(canary: object, ours: object) -> Answers:
    def run(words: Sequence[str], folder: Path) -> str:
        told = ours if folder == audit.WEB else canary
        return told if isinstance(told, str) else json.dumps(told)

    return run


CASES = [
    (audit.audit_python, python([FAULTY], [SOUND]), audit.CLEAN),
    (audit.audit_python, python([FAULTY], [SOUND, FAULTY]), audit.FAULTY),
    (audit.audit_python, python("", ""), audit.NOT_AUDITED),
    (audit.audit_python, python([FAULTY], ""), audit.NOT_AUDITED),
    (audit.audit_python, python([FAULTY], [SOUND, SKIPPED]), audit.NOT_AUDITED),
    (audit.audit_python, python([SOUND], [SOUND]), audit.NOT_AUDITED),
    (audit.audit_python, python([FAULTY], []), audit.NOT_AUDITED),
    (audit.audit_npm, npm(NPM_FAULTS, NPM_SOUND), audit.CLEAN),
    (audit.audit_npm, npm(NPM_FAULTS, NPM_FAULTS), audit.FAULTY),
    (audit.audit_npm, npm(NPM_ERROR, NPM_ERROR), audit.NOT_AUDITED),
    (audit.audit_npm, npm(NPM_SOUND, NPM_SOUND), audit.NOT_AUDITED),
    (audit.audit_npm, npm("<html>", "[]"), audit.NOT_AUDITED),
]


@pytest.mark.parametrize(("asked", "service", "verdict"), CASES)
def test_silence_is_no_good_news(
    asked: Any, service: Answers, verdict: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit._judged("our", asked, service) == verdict
    told = capsys.readouterr()
    assert ("not audited" in told.err) == (verdict == audit.NOT_AUDITED)
    assert ("known faults" in told.out) == (verdict != audit.NOT_AUDITED)


def test_whatever_is_locked_is_asked_about() -> None:
    names = {lock.name for lock in audit.LOCKS}
    assert names >= {"main.txt", "dev.txt", "build.txt", "offline.txt"}
    lock = json.loads((audit.WEB / "package-lock.json").read_text(encoding="utf-8"))
    assert "node_modules/pyodide" in lock["packages"]
    assert "nobody was asked about the Python in Pyodide 3" in audit.unasked(audit.WEB)


def test_the_browser_gets_the_msgspec_that_the_server_has() -> None:
    locks = {lock.name: lock.read_text(encoding="utf-8") for lock in audit.LOCKS}
    (offline,) = re.findall(r"^\S+==\S+", locks["offline.txt"], re.MULTILINE)
    assert offline.startswith("msgspec==")
    assert f"\n{offline} " in locks["main.txt"]


def test_the_lock_names_no_address() -> None:
    """Whoever installs chooses where from."""
    for file in (*audit.LOCKS, audit.WEB / "package-lock.json"):
        assert not re.search(r'"resolved"|--(extra-)?index-url', file.read_text("utf-8")), file


def test_a_tool_that_is_not_there_is_no_good_news(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(audit, "audit_python", audit.audit_npm)
    assert audit.main() == audit.NOT_AUDITED
    assert "NOT AUDITED" in capsys.readouterr().err
