"""What a run of chaos comes to where nothing came of a course, and what it reads in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Opening, SealedAction, Step
from tests.chaos import __main__ as chaos
from tests.chaos.judge import Held, read_file
from tests.chaos.run import Course
from tests.machine import Machine, Watch

CALM = Machine(1.0, 1.0, 0.0)
BUSY = Machine(3.0, 0.4, 0.2)


@pytest.fixture
def voids(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    noted: list[str] = []
    monkeypatch.setattr(chaos, "void", lambda check, why: noted.append(f"{check}: {why}"))
    return noted


@pytest.mark.parametrize("course", [chaos.CORRECT, chaos.FILE, chaos.PLANTED["no_fence"]])
def test_where_others_have_the_machine_a_course_that_broke_off_is_void(
    course: Course, voids: list[str]
) -> None:
    outcome = chaos.Outcome(course, None, "broke off: TimeoutError", BUSY)
    assert chaos._judged([outcome]) == []
    (line,) = voids
    assert line.startswith(f"chaos: too slow to judge: {course.name}: broke off")
    assert f"{course.plan.total} faults and {course.acks} acknowledged commands" in line


def test_the_pages_say_how_many_faults_there_are() -> None:
    pages = Path(__file__).parents[2] / "docs"
    faults, seconds = chaos.CORRECT.plan.total, f"{chaos.CORRECT.seconds:g}"
    assert faults == 80
    proofs = (pages / "how" / "proofs.md").read_text("utf-8")
    assert f"{faults} faults in {seconds} seconds" in proofs
    assurance = (pages / "assurance.md").read_text("utf-8")
    assert f"{faults} planned faults in {seconds} s" in assurance


def test_on_a_calm_machine_it_is_a_failure(voids: list[str]) -> None:
    outcome = chaos.Outcome(chaos.CORRECT, None, "broke off: TimeoutError", CALM)
    assert len(chaos._judged([outcome])) == 1
    assert voids == []


@pytest.mark.anyio
async def test_what_does_not_answer_breaks_a_course_off_and_not_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(self: object) -> None:
        raise TimeoutError("too late")

    monkeypatch.setattr("tests.chaos.run.Run.run", never)
    monkeypatch.setattr(chaos, "SmallDisk", _NoDisk)
    result, trouble = await chaos._run(chaos.FILE, tmp_path, Watch())
    assert result is None
    assert "too late" in trouble


class _NoDisk:
    """A folder like any other."""

    def __init__(self, folder: Path, _: int) -> None:
        self.folder = folder

    def mount(self) -> None:
        self.folder.mkdir()

    def unmount(self) -> None:
        pass


@pytest.mark.anyio
async def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = str(tmp_path / "kuhstall.db")
    store = await SqliteStore.connect(path)
    steps = [Step("t", 1, CLOCK, "open", b"[]", 3.5), Step("t", 2, 0, "p/c", b"{}", None)]
    await store.open_table(Opening("t", "code", b"secret"), steps[0])
    await store.append(steps[1])
    await store.refuse("t", 0, "p/d", "too_low")
    await store.seal("t", 2, 7, SealedAction(1, "p/s", b"x"))
    await store.close()
    kept = read_file(path)
    assert [row.step for row in kept.rows["t"]] == steps
    assert list(kept.held) == [Held("t", 7, 1, "p/s", None)]
    assert (kept.heads, kept.codes, kept.secrets) == ({"t": 2}, {"t": "code"}, {"t": b"secret"})
