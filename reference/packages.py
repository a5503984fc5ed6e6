"""`make packages`: the size of each package, long functions, and files that import each other.

It reads the files as text and runs none of them, so it can be pointed at any checkout:
`python -m reference.packages DIRECTORY`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
LONG: Final = 40
"""Longer functions are listed: most of them do two things."""

_SOURCES: Final = {"src/kuhstall": "*.py", "web/src": "*.ts*"}
_LEFT_OUT: Final = re.compile(r"\.test\.tsx?$|src/protocol/|/client/")
_IMPORT: Final = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")
_TYPE_ONLY: Final = re.compile(r"""^(?:import|export) type [^;]*?["'][^"']+["'];?""", re.MULTILINE)

Graph = dict[str, set[str]]


def measure(root: Path) -> dict[str, Any]:
    """Give the figures of a checkout."""
    sources = list(_sources(root))
    graph = {**_python_imports(root), **_script_imports(root)}
    return {
        "packages": _sizes(root, sources),
        "styles": _styles(root),
        "long_functions": dict(_long_functions(root, sources)),
        "rings": [sorted(ring) for ring in rings(graph)],
    }


def _sources(root: Path) -> Iterator[Path]:
    for folder, pattern in _SOURCES.items():
        for path in sorted((root / folder).rglob(pattern)):
            if not _LEFT_OUT.search(path.relative_to(root).as_posix()):
                yield path


def _sizes(root: Path, sources: list[Path]) -> dict[str, dict[str, int]]:
    """Count files and lines by package: the folder below `src/kuhstall` or `web/src`."""
    packages: dict[str, dict[str, int]] = {}
    for path in sources:
        parts = path.relative_to(root).parts
        package = "/".join(parts[:3]) if len(parts) > 3 else "/".join(parts[:2])
        size = packages.setdefault(package, {"files": 0, "lines": 0})
        size["files"] += 1
        size["lines"] += len(path.read_text(encoding="utf-8").splitlines())
    return packages


def _styles(root: Path) -> dict[str, int]:
    texts = [path.read_text(encoding="utf-8") for path in (root / "web/src").rglob("*.css")]
    classes = {name for text in texts for name in re.findall(r"\.([a-zA-Z][\w-]*)", text)}
    lines = sum(len(text.splitlines()) for text in texts)
    return {"files": len(texts), "lines": lines, "classes": len(classes)}


def _long_functions(root: Path, sources: list[Path]) -> Iterator[tuple[str, int]]:
    for path in sources:
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONG:
                    yield f"{path.relative_to(root).as_posix()}:{node.name}", length


def _python_imports(root: Path) -> Graph:
    """Read the imports at the head of modules; one inside a function ties no knot at the start."""
    source = root / "src"
    modules = {
        ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (source / "kuhstall").rglob("*.py")
    }
    names = {path: str(path.relative_to(root)) for path in modules.values()}
    graph: Graph = {}
    for path in modules.values():
        found = graph.setdefault(names[path], set())
        for module in _imported(ast.parse(path.read_text(encoding="utf-8")).body, modules):
            if modules[module] != path:
                found.add(names[modules[module]])
    return graph


def _imported(body: list[ast.stmt], known: Collection[str]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.If():  # what only the type checker imports
                yield from _imported(node.body, known)
            case ast.Import(names=names):
                yield from (alias.name for alias in names if alias.name in known)
            case ast.ImportFrom(module=str(package), names=names, level=0):
                inner = [f"{package}.{alias.name}" for alias in names]
                own = [package] if package in known else []
                for one in inner:
                    yield from [one] if one in known else own
            case _:
                pass


def _script_imports(root: Path) -> Graph:
    """Read the imports of scripts. What only lends a type is gone when the script runs."""
    graph: Graph = {}
    for path in sorted((root / "web/src").rglob("*.ts*")):
        text = _TYPE_ONLY.sub("", path.read_text(encoding="utf-8"))
        found = graph.setdefault(str(path.relative_to(root)), set())
        for name in _IMPORT.findall(text):
            target = (path.parent / name).resolve()
            for ending in ("", ".ts", ".tsx", "/index.ts", "/index.tsx"):
                candidate = Path(f"{target}{ending}")
                if candidate.is_file() and candidate.suffix in {".ts", ".tsx"}:
                    found.add(str(candidate.relative_to(root)))
                    break
    return graph


def rings(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Find the files that import each other in a circle, the largest ring first (Tarjan)."""
    numbers, low = count(), dict[str, int]()
    at: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        at[node] = low[node] = next(numbers)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in at:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], at[other])
        if low[node] == at[node]:
            ring = set(stack[stack.index(node) :])
            del stack[stack.index(node) :]
            if len(ring) > 1:
                found.append(ring)

    for node in sorted(graph):
        if node not in at:
            visit(node)
    return sorted(found, key=len, reverse=True)


def main(arguments: list[str]) -> None:
    figures = measure(Path(arguments[0]).resolve() if arguments else ROOT)
    for package, size in figures["packages"].items():
        print(f"{package:32} {size['files']:4} files {size['lines']:6} lines")
    styles = figures["styles"]
    print(f"{'styles':32} {styles['files']:4} files {styles['lines']:6} lines", end="")
    print(f" {styles['classes']:4} classes")
    print(f"functions over {LONG} lines: {len(figures['long_functions'])}")
    for name, length in sorted(figures["long_functions"].items(), key=lambda one: -one[1]):
        print(f"  {length:4} {name}")
    print(f"rings: {[len(ring) for ring in figures['rings']]}")
    for ring in figures["rings"]:
        print(f"  {', '.join(ring)}")
    print(json.dumps({"packages": {**figures, "long_functions": len(figures["long_functions"])}}))


if __name__ == "__main__":
    main(sys.argv[1:])
