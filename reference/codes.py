"""Finds every refusal code in the source: the words that people and programs get."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import kuhstall

SOURCE: Final = Path(kuhstall.__path__[0])

ON_THE_WIRE: Final = ("engine", "games", "bots", "server")
ELSEWHERE: Final = {"server/settings.py"}
"""Codes with which a server refuses to start: nobody sees them over the wire."""

AT_THE_KEYBOARD: Final = ("arena", "cli")

RAISED: Final = {"Illegal": 0, "Refused": 0, "Rejected": 0, "Problem": 0, "ProblemError": 1}
CLOSED: Final = {"close": 1, "bye": 1, "_nack": 1}
FORGED: Final = {"Forged": 0}


def functions(module: ast.Module) -> dict[str, list[ast.AST]]:
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


class Module:
    """Finds what a name in a module can stand for: constants, choices, return values."""

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

    def yielded(self, name: str) -> Iterator[str]:
        """Find the codes in the triples that generators yield: whether, which code, and why."""
        for owner in self.functions.get(name, []):
            for node in ast.walk(owner):
                match node:
                    case ast.Yield(value=ast.Tuple(elts=[_, code, _])):
                        yield from self.words(code, owner)

    def answered(self) -> Iterator[str]:
        """Find the codes in answers that are written as plain dictionaries."""
        for owner in [owner for same in self.functions.values() for owner in same]:
            for node in ast.walk(owner):
                for key, value in _entries(node):
                    if isinstance(key, ast.Constant) and key.value == "code":
                        yield from self.words(value, owner)


def _entries(node: ast.AST) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    if isinstance(node, ast.Dict):
        yield from zip(node.keys, node.values, strict=True)


def modules() -> Iterator[Module]:
    for package in ON_THE_WIRE:
        for path in sorted((SOURCE / package).rglob("*.py")):
            if str(path.relative_to(SOURCE)) not in ELSEWHERE:
                yield Module(path)


@cache
def existing() -> frozenset[str]:
    """Find the codes that go over the wire."""
    found: set[str] = set()
    for module in modules():
        found |= set(module.calls(RAISED | CLOSED)) | set(module.answered())
        found |= set(module.yielded("nonsense"))
    option = Module(SOURCE / "engine/option.py")
    found |= set(option.returned("_reason")) | set(option.returned("_out_of_bounds"))
    return frozenset(found)


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


@cache
def at_the_keyboard() -> frozenset[str]:
    """Find the codes that only commands use."""
    paths = [
        path for package in AT_THE_KEYBOARD for path in sorted((SOURCE / package).rglob("*.py"))
    ]
    paths += [SOURCE / name for name in ELSEWHERE]
    found = frozenset(word for path in paths for word in Module(path).calls(RAISED))
    return found - existing()
