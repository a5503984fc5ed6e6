"""Names that were replaced do not come back: identifiers, file names, URLs and metrics."""

from __future__ import annotations

import io
import json
import re
import subprocess
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.ops.metrics import Metrics
from tests.retired_names import ALLOWED, IDENTIFIERS, PATHS, WORDS

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "bench", "web/src")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
ANY_WORD = re.compile("|".join([*WORDS, *map(str.lower, IDENTIFIERS)]))
SCRIPT_NAME = re.compile(r"[A-Za-z_$][\w$]*")
SCRIPT_COMMENT_OR_TEXT = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL
)


@cache
def tracked() -> tuple[str, ...]:
    found = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        pytest.skip("not a git checkout")
    return tuple(name for name in found.stdout.split("\0") if (ROOT / name).is_file())


def words(name: str) -> Iterator[str]:
    """Split a name into lower-case words: `set_hook`, `KeyWish`, `courier.py`."""
    return (word.lower() for word in WORD.findall(name))


def is_retired(name: str) -> bool:
    return name in IDENTIFIERS or not WORDS.keys().isdisjoint(words(name))


def identifiers(name: str, text: str) -> Iterable[str]:
    """Return the identifiers of a Python or TypeScript file, without comments and texts."""
    if name.endswith(".py"):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        return {one.string for one in tokens if one.type == tokenize.NAME}
    return set(SCRIPT_NAME.findall(SCRIPT_COMMENT_OR_TEXT.sub(" ", text)))


def retired_identifiers(name: str, text: str) -> set[str]:
    if not ANY_WORD.search(text.lower()):
        return set()
    return {one for one in identifiers(name, text) if is_retired(one)} - ALLOWED.keys()


def is_test(name: str) -> bool:
    """Return whether an identifier is the name of a test, which is a sentence."""
    return name.startswith("test_")


def test_no_retired_identifier_is_used() -> None:
    found: dict[str, list[str]] = {}
    for name in tracked():
        if name.startswith(FOLDERS) and name.endswith((".py", ".ts", ".tsx")):
            text = (ROOT / name).read_text(encoding="utf-8")
            retired = retired_identifiers(name, text)
            if retired := {one for one in retired if not is_test(one)}:
                found[name] = sorted(retired)
    assert not found


def retired_parts(name: str) -> set[str]:
    return {part for part in Path(name).parts if is_retired(part)} - ALLOWED.keys()


def test_no_file_has_a_retired_name() -> None:
    found = [name for name in tracked() if retired_parts(name)]
    assert not found


def test_no_endpoint_has_a_retired_path() -> None:
    document = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    paths = {endpoint.path for endpoint in ENDPOINTS} | document["paths"].keys()
    assert not [path for path in paths if any(path.startswith(old) for old in PATHS)]
    retired = {path for path in paths if any(map(is_retired, path.split("/")))}
    assert not retired - ALLOWED.keys()


def test_no_metric_has_a_retired_name() -> None:
    names = set(re.findall(r"^# TYPE (\w+)", Metrics().text().decode(), re.MULTILINE))
    assert len(names) > 20
    assert not {name for name in names if is_retired(name)} - ALLOWED.keys()


def test_every_exception_is_needed_for_a_retired_word() -> None:
    assert not [one for one in ALLOWED if not is_retired(one)]


def test_a_retired_name_is_noticed() -> None:
    planted = "class Courier:  # Tapping\n    '''Bulletin'''\n    set_hook = KeyWish\n"
    assert retired_identifiers("x.py", planted) == {"Courier", "set_hook", "KeyWish"}
    assert retired_identifiers("x.ts", "// useBell\nconst lane = 'desk' + theBell;") == {
        "lane",
        "theBell",
    }
    assert is_retired("courier.py")
    assert not is_retired("blacksmith_hookah.py")
