"""One folder a game: no module outside a game's folders names it, but for the lists."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

GAMES = {
    "kuhhandel": {"kuhhandel", "classic", "market"},
    "master": {"master", "masters"},
    "kuhfstein": {"kuhfstein", "land", "herder", "herders"},
}
"""Every game by the name of its folders, with all names that it has ever gone by."""

FAMILY = {"kuhhandel": {"kuhhandel", "master"}, "master": {"kuhhandel", "master"}}
"""Kuhhandel Master stands upon Kuhhandel, so the two may know of each other."""

LISTS = {
    "src/kuhstall/arena/registry.py",
    "src/kuhstall/bots/registry.py",
    "src/kuhstall/cli/terminal/registry.py",
    "src/kuhstall/games/registry.py",
    "web/src/games/index.ts",
}
"""A new game is entered here, and nowhere else."""

GENERATED = {"web/src/protocol/types.ts"}

NOT_YET: set[str] = {
    "reference/options.py",
    "release/notice.py",
    "web/e2e/accessibility/access.e2e.ts",
    "web/e2e/days.ts",
    "web/e2e/host/home.e2e.ts",
    "web/e2e/host/offline.e2e.ts",
    "web/e2e/speed/latency.e2e.ts",
    "web/e2e/speed/offline.ts",
    "web/e2e/pictures/pictures.ts",
    "web/e2e/table/hand.e2e.ts",
    "web/e2e/table/hand.shot.ts",
    "web/e2e/table/screen.e2e.ts",
    "web/e2e/table/screens.shot.ts",
    "web/e2e/support/staged.ts",
    "web/e2e/states/record.ts",
    "web/e2e/states/scenes.ts",
}
"""Modules that still name a game. Whoever cleans one takes it out; nobody adds any."""

_WORD = re.compile(r"[A-Za-z_]\w*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COMMENT = re.compile(r"/\*.*?\*/|(?<![:\\'\"`])//[^\n]*", re.DOTALL)


def parts(text: str) -> Iterator[str]:
    """Take names apart: `KuhfsteinEdition` and `kuhfstein_edition` alike."""
    for word in _WORD.findall(text):
        for part in _PART.findall(word):
            yield part.lower()


def in_python(source: str) -> set[str]:
    """Return the parts of all names and texts; comments and docstrings are only read by people."""
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and ast.get_docstring(node, clean=False) is not None
    }
    found: set[str] = set()
    alone = True  # nothing stands before the token on its line: a text like that explains
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT}:
            alone = True
            continue
        explains = alone and (token.start in docstrings or token.string.startswith('"""'))
        if token.type == tokenize.NAME or (token.type == tokenize.STRING and not explains):
            found.update(parts(token.string))
        alone = False
    return found


def in_typescript(source: str) -> set[str]:
    return set(parts(_COMMENT.sub(" ", source)))


def owners(path: str) -> set[str]:
    """Return the games whose folder or own file this is, and those that stand next to them."""
    own = {part for step in Path(path).parts for part in parts(step)} & set(GAMES)
    return {game for name in own for game in FAMILY.get(name, {name})}


def named(path: str, source: str) -> set[str]:
    """Return the games that a module names, and may not."""
    words = in_python(source) if path.endswith(".py") else in_typescript(source)
    return {game for game, names in GAMES.items() if words & names} - owners(path)


def modules() -> list[str]:
    rooms = ["src/kuhstall", "bench", "reference", "release", "web/src", "web/e2e"]
    found = [
        path.relative_to(ROOT).as_posix()
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.suffix in {".py", ".ts", ".tsx"} and "client" not in path.relative_to(ROOT).parts
    ]
    found += [f"web/{path.name}" for path in (ROOT / "web").glob("*.ts")]
    tests = re.compile(r"\.test\.tsx?$")
    return sorted(path for path in found if not tests.search(path) and path not in GENERATED)


def test_no_module_names_a_game_outside_its_folders() -> None:
    naming = {
        path: sorted(games)
        for path in modules()
        if path not in LISTS and (games := named(path, (ROOT / path).read_text(encoding="utf-8")))
    }
    assert set(naming) - NOT_YET == set(), {
        path: games for path, games in naming.items() if path not in NOT_YET
    }
    assert NOT_YET - set(naming) == set(), "clean now: take them out of NOT_YET"


def test_every_list_is_there() -> None:
    there = {path for path in LISTS if (ROOT / path).is_file()}
    assert there == LISTS


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("src/kuhstall/bots/bot.py", "from kuhstall.games.kuhfstein.edition import Edition"),
        ("src/kuhstall/arena/driver.py", "def land_watch() -> None: ..."),
        ("src/kuhstall/cli/edition.py", 'if edition.key.startswith("master"): ...'),
        ("src/kuhstall/games/kuhfstein/view.py", "from kuhstall.games import kuhhandel"),
        ("web/src/model/table/store.ts", 'if (view.game === "kuhfstein") return;'),
        ("web/src/pages/rules/RulesPage.tsx", "const isLandRule = true;"),
    ],
)
def test_a_planted_name_is_caught(path: str, line: str) -> None:
    assert named(path, f"{line}\n")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("src/kuhstall/bots/kuhfstein/moves.py", "from kuhstall.games.kuhfstein import view"),
        ("src/kuhstall/bots/kuhhandel/farmer.py", 'NAME = "master"'),
        ("src/kuhstall/bots/bot.py", '"""For instance a bot of Kuhfstein."""'),
        ("bench/load/rounds.py", "postmaster = landing = 1  # like the master of the port"),
        ("web/src/model/table/store.ts", "// Kuhfstein has none\nconst landing = 1;"),
    ],
)
def test_what_belongs_there_is_left_alone(path: str, line: str) -> None:
    assert not named(path, f"{line}\n")
