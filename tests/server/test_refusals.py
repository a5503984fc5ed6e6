"""Every code of a refusal is explained in docs/protocol.md, and no code is that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import kuhstall

HOME = Path(__file__).parents[2]
SOURCE = Path(kuhstall.__path__[0])
PROTOCOL = (HOME / "docs/protocol.md").read_text(encoding="utf-8")

ON_THE_WIRE = ("engine", "games", "bots", "server")
ELSEWHERE = {"server/settings.py"}  # what a server refuses to start with, nobody on a wire sees

RAISED = {"Illegal": 0, "Refused": 0, "Problem": 0, "ProblemError": 1}
CLOSED = {"close": 1, "bye": 1, "_nack": 1}
FORGED = {"Forged": 0}


def functions(module: ast.Module) -> dict[str, list[ast.AST]]:
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


class Module:
    """Finds what a name in a module can stand for: constants, choices, answers of functions."""

    def __init__(self, path: Path) -> None:
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.functions = functions(self.tree)
        self._asked: set[str] = set()

    def calls(self, codes_at: dict[str, int]) -> Iterator[str]:
        for owner in [owner for same in self.functions.values() for owner in same]:
            for node in ast.walk(owner):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                    at = codes_at.get(name)
                    if at is not None and len(node.args) > at:
                        yield from self.words(node.args[at], owner)

    def words(self, node: ast.AST | None, owner: ast.AST) -> Iterator[str]:
        match node:
            case ast.Constant(value=str(word)):
                yield word
            case ast.IfExp(body=one, orelse=other):
                yield from self.words(one, owner)
                yield from self.words(other, owner)
            case ast.Name(id=name):
                yield from self.assigned(name, owner)
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                yield from self.returned(name)
            case _:
                pass

    def assigned(self, name: str, owner: ast.AST) -> Iterator[str]:
        for node in [*ast.walk(owner), *self.tree.body]:
            match node:
                case ast.Assign(targets=[ast.Name(id=known)], value=value) if known == name:
                    yield from self.words(value, owner)
                case ast.AnnAssign(target=ast.Name(id=known), value=value) if known == name:
                    yield from self.words(value, owner)
                case ast.For(target=ast.Tuple(elts=names), iter=ast.Tuple(elts=rows)):
                    known_at = [getattr(each, "id", "") for each in names]
                    if name in known_at:
                        for row in rows:
                            if isinstance(row, ast.Tuple):
                                yield from self.words(row.elts[known_at.index(name)], owner)

    def returned(self, name: str) -> Iterator[str]:
        for owner in self.functions.get(name, []):
            for node in ast.walk(owner):
                if isinstance(node, ast.Return):
                    for part in ast.walk(node):
                        yield from self.words(part, owner)

    def answered(self) -> Iterator[str]:
        """Find the codes of answers that are written as they are."""
        for owner in [owner for same in self.functions.values() for owner in same]:
            for node in ast.walk(owner):
                if isinstance(node, ast.Dict):
                    for key, value in zip(node.keys, node.values, strict=True):
                        if isinstance(key, ast.Constant) and key.value == "code":
                            yield from self.words(value, owner)


def modules() -> Iterator[Module]:
    for room in ON_THE_WIRE:
        for path in sorted((SOURCE / room).rglob("*.py")):
            if str(path.relative_to(SOURCE)) not in ELSEWHERE:
                yield Module(path)


def existing() -> set[str]:
    found: set[str] = set()
    for module in modules():
        found |= set(module.calls(RAISED | CLOSED)) | set(module.answered())
    option = Module(SOURCE / "engine/option.py")
    found |= set(option.returned("_reason")) | set(option.returned("_out_of_bounds"))
    return found


def closings() -> Iterator[tuple[str, str]]:
    """Find why sockets are closed: the name of the close code, and the reason."""
    for module in modules():
        for node in ast.walk(module.tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="close" | "bye"),
                    args=[ast.Name(id=name), ast.Constant(value=str(reason))],
                ):
                    yield name, reason
                case _:
                    pass


def section(title: str) -> str:
    start = PROTOCOL.index(f"\n## {title}\n")
    end = PROTOCOL.find("\n## ", start + 1)
    return PROTOCOL[start : end if end > 0 else None]


def rows(text: str) -> Iterator[list[str]]:
    """Give the rows of the tables in a text of which the first cell is a code."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) > 1:
            yield cells


def documented(text: str) -> list[str]:
    return [re.sub("`", "", cells[0]) for cells in rows(text)]


def missing(codes: Iterable[str], known: Iterable[str]) -> list[str]:
    return sorted(set(codes) - set(known))


def test_every_code_of_a_refusal_is_explained() -> None:
    assert missing(existing(), documented(section("Refusals"))) == []


def test_every_explained_code_exists() -> None:
    assert missing(documented(section("Refusals")), existing()) == []


def test_every_code_is_explained_once() -> None:
    codes = documented(section("Refusals"))
    assert sorted(codes) == sorted(set(codes))


def test_every_way_to_forge_a_game_is_explained() -> None:
    forged = {word for module in modules() for word in module.calls(FORGED)}
    codes = [code for code in documented(section("Fair deals")) if re.fullmatch("[a-z_]+", code)]
    assert sorted(codes) == sorted(forged)


@pytest.mark.parametrize(
    "code",
    ["not_offered", "wasteful", "kicked", "seat_taken", "counts_betray_offers", "broken", "dead"],
)
def test_the_collection_finds_codes_of_every_kind(code: str) -> None:
    assert code in existing()
