"""The project's own rules that no other tool checks."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"

# In pieces, so that this file does not name them either.
REGISTRIES = [
    f"{name}.{domain}"
    for name, domain in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
    ]
]
WORKPLACES = ["/work/" + place for place in ("main", "shared")]


def lint_imports(src: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts of this project on the package under `src`."""
    return subprocess.run(
        [
            Path(sys.executable).parent / "lint-imports",
            "--no-logo",
            "--no-cache",
            "--config",
            ROOT / "pyproject.toml",
        ],
        cwd=src,
        env=os.environ | {"PYTHONPATH": str(src), "NO_COLOR": "1", "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return shutil.copytree(
        SRC, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )


def test_imports_keep_their_direction() -> None:
    result = lint_imports(SRC)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("games/kuhhandel/__init__.py", "import random", "The rules know no clock"),
        ("games/kuhhandel/__init__.py", "import kuhstall.messages", "Messages are for"),
        ("engine/__init__.py", "from time import monotonic", "The rules know no clock"),
        ("engine/__init__.py", "import kuhstall.games", "Rooms depend downwards only"),
        ("bots/__init__.py", "import kuhstall.games.kuhhandel.phases", "A bot gets what"),
        (
            "bots/__init__.py",
            "import kuhstall.games.kuhhandel.master.phases.countdown",
            "A bot gets what",
        ),
        (
            "games/kuhhandel/phases/reveal.py",
            "import kuhstall.games.kuhhandel.master.phases.rat_round",
            "Kuhhandel Master stands above",
        ),
        (
            "games/kuhhandel/redaction.py",
            "import kuhstall.games.kuhhandel.master.events",
            "Kuhhandel Master stands above",
        ),
        ("server/table/clock.py", "import kuhstall.server.store", "The server depends downwards"),
        ("server/wire/frames.py", "import prometheus_client", "Tables and sessions know no"),
        (
            "server/table/live_table.py",
            "import kuhstall.server.wire.frames",
            "The server depends downwards",
        ),
        ("server/table/party/timers.py", "import asyncio", "What a party decides"),
        ("server/table/party/timers.py", "from time import monotonic", "What a party decides"),
        ("server/table/party/opening.py", "import secrets", "What a party decides"),
        ("server/table/party/record.py", "import kuhstall.server.limits", "What a party decides"),
    ],
)
def test_an_import_against_the_rules_is_found(
    copy: Path, module: str, line: str, contract: str
) -> None:
    path = copy / "kuhstall" / module
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")

    result = lint_imports(copy)

    assert result.returncode == 1, result.stdout + result.stderr
    broken = [row for row in result.stdout.splitlines() if row.endswith("BROKEN")]
    assert len(broken) == 1, result.stdout
    assert broken[0].startswith(contract)


def files_of_the_project() -> list[Path]:
    """What is tracked, and what the next `git add` would track."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listing.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


@pytest.mark.parametrize("words", [REGISTRIES, WORKPLACES], ids=["registries", "workplaces"])
def test_no_file_names_a_place_outside(words: list[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in files_of_the_project()
        for word in words
        if word.encode() in path.read_bytes()
    ]
    assert not found


def test_no_module_is_longer_than_700_lines() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in SRC.rglob("*.py")
    }
    assert lengths
    assert not {path: length for path, length in lengths.items() if length > 700}
