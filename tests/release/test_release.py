"""What `make release` checks: versions, licences, the notice, and the bill of materials."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import cyclonedx.schema
import jsonschema_rs
import pytest

from release import licences, notice, version
from release.__main__ import _differing, _old_pictures
from release.bill import bill
from release.parts import LOCK, ROOT, Part, art_parts, npm_parts, python_parts, runtime_parts

SCHEMAS = Path(cyclonedx.schema.__path__[0]) / "_res"
PARTS = [
    *python_parts(),
    Part("npm", "preact", "11.2.0", "MIT"),
    Part("npm", "@scope/name", "1.0.0", "Unlicense"),
    Part("runtime", "zlib", "", "Zlib"),
    Part("art", "Nunito", "", "OFL-1.1"),
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose versions fit together, between two releases."""
    (tmp_path / "web").mkdir()
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    (tmp_path / "web/package.json").write_text('{"version": "1.2.3"}')
    (tmp_path / "README.md").write_text("pipx install kuhstall-1.2.3-py3-none-any.whl\n")
    for page in ("docs/host", "deploy/kubernetes"):
        (tmp_path / page).mkdir(parents=True)
    (tmp_path / "docs/host/cluster.md").write_text("docker push registry.example/kuhstall:1.2.3\n")
    (tmp_path / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [1.2.2] - 2026-01-01\n")
    return tmp_path


def test_between_releases_and_at_one_versions_fit(project: Path) -> None:
    assert version.contradictions(project, []) == []
    assert not version.is_release(project)
    (project / "CHANGELOG.md").write_text("## [1.2.3] - 2026-02-01\n\n## [1.2.2] - 2026-01-01\n")
    assert version.contradictions(project, ["v1.2.3", "best-cows"]) == []
    assert version.is_release(project)


@pytest.mark.parametrize(
    ("file", "text", "tags", "complaint"),
    [
        ("web/package.json", '{"version": "1.2.2"}', [], "web/package.json says 1.2.2"),
        ("README.md", "kuhstall-1.2.2-py3-none-any.whl", [], "README.md does not name"),
        ("docs/host/cluster.md", "kuhstall:1.2.2", [], "docs/host/cluster.md names 1.2.2"),
        ("docs/index.md", "kuhstall-0.9.0-py3-none-any.whl", [], "docs/index.md names 0.9.0"),
        ("deploy/kubernetes/nodes.yaml", "kuhstall:1.2.30", [], "nodes.yaml names 1.2.30"),
        ("CHANGELOG.md", "## [1.2.4] - 2026-01-01\n", [], "begins with [1.2.4]"),
        ("CHANGELOG.md", "", [], "begins with [nothing]"),
        ("CHANGELOG.md", "## [1.2.3]\n", [], "has no date"),
        ("CHANGELOG.md", "## [Unreleased]\n## [1.2.3] - 2026-01-01\n", [], "needs another version"),
        ("CHANGELOG.md", "## [Unreleased]\n", ["v1.2.3"], "this is the release of 1.2.3"),
        ("CHANGELOG.md", "## [1.2.3] - 2026-01-01\n", ["v1.2.4"], "the tag says 1.2.4"),
    ],
)
def test_versions_that_contradict_each_other_are_told(
    project: Path, file: str, text: str, tags: list[str], complaint: str
) -> None:
    (project / file).write_text(text)
    (found,) = version.contradictions(project, tags)
    assert complaint in found


def test_a_release_shows_the_client_as_it_is(tmp_path: Path) -> None:
    def commit(day: int, *files: str) -> list[str]:
        for file in files:
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_text(str(day))
        at = f"2026-01-{day:02}T12:00:00Z"
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Change"]):
            owner = ["-c", "user.name=Ann", "-c", "user.email=ann@kuhstall.example"]
            environment = {**os.environ, "GIT_COMMITTER_DATE": at, "GIT_AUTHOR_DATE": at}
            subprocess.run(["git", *owner, *words], cwd=tmp_path, env=environment, check=True)
        return _old_pictures(tmp_path)

    assert commit(1, "docs/pictures/de/table.webp", "web/src/table/Seat.tsx") == []
    assert commit(2, "web/src/table/Seat.test.tsx", "web/e2e/game.e2e.ts") == []
    (complaint,) = commit(3, "web/src/table/Seat.css")
    assert "older than web/src" in complaint
    assert commit(4, "docs/pictures/packages.svg") == [complaint]
    assert commit(5, "docs/pictures/table.webp") == []


def test_the_notes_tell_each_reader_at_most_fifteen_things() -> None:
    """Nobody reads four thousand words: what is small shares a line, or goes unsaid."""
    readers = version.notes(ROOT).split("\n### ")[1:]
    assert [text.split("\n")[0] for text in readers] == [
        "For players", "For hosts", "For bot authors", "For contributors",
    ]  # fmt: skip
    assert max(text.count("\n- ") for text in readers) <= 15


def test_the_notes_are_the_newest_entry_of_the_changelog(project: Path) -> None:
    changelog = project / "CHANGELOG.md"
    changelog.write_text("# Changelog\n\n## [Unreleased]\n\n- Soon.\n\n## [1.2.2] - 2026-01-01\n")
    assert version.notes(project) == "# Kuhstall 1.2.3, not released yet\n\n- Soon.\n"
    changelog.write_text(
        "# Changelog\n\n## [1.2.3] - 2026-02-01\n\n### Added\n\n- Hay.\n\n"
        "## [1.2.2] - 2026-01-01\n\n- Old.\n"
    )
    assert version.notes(project) == "# Kuhstall 1.2.3\n\n### Added\n\n- Hay.\n"
    changelog.write_text("## [1.2.3] - 2026-02-01\n- The first.\n")
    assert version.notes(project) == "# Kuhstall 1.2.3\n\n- The first.\n"


def test_the_versions_of_this_project_fit() -> None:
    assert version.contradictions(ROOT, []) == []


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("Apache-2.0 AND BSD-2-Clause", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR GPL-3.0-only)", False),
        ("MIT WITH something", False),
        ("nothing that it names", False),
        ("", False),
    ],
)
def test_licences_are_weighed(expression: str, expected: bool) -> None:
    assert licences.allowed(expression) is expected


def test_everything_that_pip_installs_may_be_shipped() -> None:
    locked = re.findall(r"^(\S+)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    assert [part.name for part in python_parts()] == locked
    assert len(locked) > 15
    assert licences.refused(python_parts()) == []
    assert len(licences.refused([Part("npm", "left-pad", "1", "WTFPL")])) == 1


def test_pictures_and_fonts_have_a_licence_or_are_refused(tmp_path: Path) -> None:
    client = tmp_path / "client"
    shutil.copytree(ROOT / "web/public", client)
    assert {part.name for part in art_parts(client)} == {"Bitter", "Noto Emoji", "Nunito"}
    (client / "fonts/comic-latin.woff2").touch()
    with pytest.raises(LookupError, match="by whom"):
        art_parts(client)
    (client / "fonts/comic-latin.woff2").unlink()
    (client / "licenses/nunito-OFL-1.1.txt").unlink()
    with pytest.raises(LookupError, match="licence of Nunito"):
        art_parts(client)


def test_the_client_is_read_as_the_build_has_written_it_down(tmp_path: Path) -> None:
    (tmp_path / "licenses").mkdir()
    packages = [{"name": "preact", "version": "11.2.0", "license": "MIT", "more": 1}]
    (tmp_path / "licenses/packages.json").write_text(json.dumps(packages))
    assert npm_parts(tmp_path) == [Part("npm", "preact", "11.2.0", "MIT")]


def test_the_python_of_the_browser_has_licences_that_are_there(tmp_path: Path) -> None:
    folder = tmp_path / "licenses"
    folder.mkdir()
    made = [
        {"name": "Pyodide", "version": "1.0", "license": "MPL-2.0", "text": "pyodide.txt"},
        {"name": "zlib", "version": "", "license": "Zlib", "text": "libraries.txt"},
    ]
    (folder / "offline.json").write_text(json.dumps(made))
    (folder / "libraries.txt").touch()
    with pytest.raises(LookupError, match=r"^pyodide\.txt: there is no such licence"):
        runtime_parts(tmp_path)
    (folder / "pyodide.txt").touch()
    found = runtime_parts(tmp_path)
    assert found == [
        Part("runtime", "Pyodide", "1.0", "MPL-2.0"),
        Part("runtime", "zlib", "", "Zlib"),
    ]
    assert licences.refused(found) == []
    assert licences.refused([Part("python", "py-vapid", "1", "MPL-2.0")]) != []


def schema(address: str) -> Any:
    """Read a CycloneDX schema, which the library includes."""
    return json.loads((SCHEMAS / address.rpartition("/")[2]).read_text(encoding="utf-8"))


def test_the_bill_is_valid_complete_and_always_the_same() -> None:
    written = bill("1.2.3", PARTS, 1_767_225_600)
    read = json.loads(written)
    bom = jsonschema_rs.Draft7Validator(schema("bom-1.6.SNAPSHOT.schema.json"), retriever=schema)
    bom.validate(read)
    assert not bom.is_valid(read | {"components": [{"type": "cow", "name": "cow"}]})
    assert written == bill("1.2.3", list(reversed(PARTS)), 1_767_225_600)
    assert {one["name"] for one in read["components"]} == {part.name for part in PARTS}
    assert all(one["licenses"] for one in read["components"])
    by_name = {one["name"]: one for one in read["components"]}
    assert by_name["@scope/name"]["purl"] == "pkg:npm/%40scope/name@1.0.0"
    assert by_name["rich"]["purl"].startswith("pkg:pypi/rich@")
    assert read["metadata"]["timestamp"] == "2026-01-01T00:00:00+00:00"


def test_the_notice_names_what_pip_installs() -> None:
    """`make release`, which builds the client, compares the part about it."""
    shown = notice.FILE.read_text(encoding="utf-8")
    head, table = notice.notice(python_parts()).rsplit("## ", 1)
    assert shown.startswith(head.split("## ")[0])
    assert shown.endswith(table)
    assert "not affiliated" in " ".join(shown.split())


def test_archives_that_differ_are_named() -> None:
    first = {"a.whl": b"1", "b.tar.gz": b"2", "c": b"3"}
    assert _differing(first, {**first}) == []
    assert _differing(first, {"a.whl": b"1", "b.tar.gz": b"0", "d": b""}) == ["b.tar.gz", "c", "d"]
