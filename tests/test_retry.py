"""A browser test that fails runs once more, alone: with planted tests, and the real test runner."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import machine, retry
from tests.budget import _CLOSING, _COLOURS, BUDGET
from tests.retry import WEB, Failure, run

FAILS_ALWAYS = 'test("fails always", () => expect(1).toBe(2));'


def fails_once(name: str) -> str:
    """Write a test that fails unless its mark is there."""
    return f"""test("{name}", () => {{
      const before = existsSync("{name}.mark");
      writeFileSync("{name}.mark", "");
      expect(before).toBe(true);
    }});"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with a good test, and keep what is counted and noted in it."""
    monkeypatch.setattr(machine, "UNSTABLE", tmp_path / "unstable")
    for module in (machine, retry):
        monkeypatch.setattr(module, "COUNTS", tmp_path / "counts")
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "vitest.config.ts").write_text(
        'export default { test: { include: ["*.e2e.ts"], maxWorkers: 2, pool: "threads" } };'
    )
    plant(tmp_path, "good", 'test("good", () => appendFileSync("counts", "windows 1\\n"));')
    return tmp_path


def plant(folder: Path, name: str, *tests: str) -> None:
    imports = """
      import { appendFileSync, existsSync, writeFileSync } from "node:fs";
      import { beforeAll, describe, expect, test } from "vitest";
    """
    (folder / f"{name}.e2e.ts").write_text("\n".join([imports, *tests]))


def ran(folder: Path, *, again: bool = True) -> tuple[int, list[str]]:
    status = run(folder, "vitest.config.ts", retry=again)
    noted = folder / "unstable"
    return status, noted.read_text().splitlines() if noted.exists() else []


def test_what_passes_alone_is_listed_as_unstable(
    planted: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    counting = 'test("counts", () => appendFileSync("counts", "windows 1\\n"));'
    setup = fails_once("hook").replace('test("hook", ', "beforeAll(")
    hooked = f'describe("with a hook", () => {{ {setup} test("waits for it", () => {{}}); }});'
    plant(planted, "first", fails_once("unsteady"), counting, hooked)
    status, unstable = ran(planted)
    assert status == 0
    assert sorted(line.partition(": ")[0] for line in unstable) == [
        "first.e2e.ts > the whole file",
        "first.e2e.ts > unsteady",
    ]
    assert "expected false to be true" in unstable[0]
    printed = _COLOURS.sub("", capfd.readouterr().out).splitlines()
    closing = [" ".join(line.split()) for line in printed if _CLOSING.match(line)]
    assert closing == [
        "Test Files 1 failed | 1 passed (2)",
        "Tests 1 failed | 2 passed | 1 skipped (4)",
        "Test Files 1 passed (1)",
        "Tests 3 passed (3)",
    ]
    # What the second run counts is not held against the budget.
    assert machine.COUNTS.read_text() == "windows 1\n" * 2


def test_what_fails_twice_fails(planted: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lost = 'test("loses an error", () => void Promise.reject(new Error("lost")));'
    plant(planted, "first", fails_once("unsteady"), FAILS_ALWAYS, lost)
    status, unstable = ran(planted)
    assert status == 1
    assert [line.partition(": ")[0] for line in unstable] == ["first.e2e.ts > unsteady"]
    printed = capfd.readouterr().out
    for name in ("fails always", "the whole file"):  # no test waits for the error that is lost
        assert f"RETRY: failed twice: first.e2e.ts > {name}\n" in printed


def test_four_unstable_tests_are_too_many(planted: Path) -> None:
    for name in "abcd":
        plant(planted, name, fails_once(name))
    assert ran(planted) == (1, [])


def test_nothing_runs_again_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Path] = []

    def vitest(web: Path, *_: str) -> tuple[int, list[Failure]]:
        runs.append(web)
        return 1, [Failure("first.e2e.ts", "unsteady", "")]

    monkeypatch.setattr(retry, "vitest", vitest)
    assert run(retry=False) == 1
    assert len(runs) == 1


def test_ci_asks_for_it_and_the_nightly_run_does_not_and_has_the_slow_games() -> None:
    root = BUDGET.parents[1]
    rules = (root / "Makefile").read_text(encoding="utf-8")
    assert "\nnightly: export RETRY = 0\n" in rules
    (nightly,) = re.findall(r"^nightly: (ci .*?) ##", rules, re.MULTILINE)
    assert "days" in nightly.split()
    assert 'setdefault("RETRY", "1")' in (root / "tests/budget.py").read_text(encoding="utf-8")
