"""`make lint`: no function has a cognitive complexity over 15, counted as Sonar does.

A branch, a loop, a caught exception, a run of `and` or `or` and a recursion count 1; a branch, a
loop or a handler counts 1 more for each level that it is nested in. A function that cannot be split
has `# complex:` and a reason beside its `def`. `python -m reference.complexity FOLDER...`
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

LIMIT: Final = 15
ROOT: Final = Path(__file__).resolve().parent.parent
_EXEMPT: Final = re.compile(r"# complex: \w")

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def complexity(function: Function) -> int:
    """Count the cognitive complexity of a function and of the functions in it."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    is_recursive = any(isinstance(f, ast.Name) and f.id == function.name for f in calls)
    return sum(_count(node, 0) for node in function.body) + is_recursive


def _count(node: ast.AST, depth: int) -> int:
    match node:
        case ast.If():
            return 1 + depth + _count_if(node, depth)
        case ast.For() | ast.AsyncFor() | ast.While():
            head = node.test if isinstance(node, ast.While) else node.iter
            inside = sum(_count(each, depth + 1) for each in (*node.body, *node.orelse))
            return 1 + depth + bool(node.orelse) + _count(head, depth) + inside
        case ast.ExceptHandler() | ast.IfExp() | ast.Match():
            return 1 + depth + _count_inside(node, depth + 1)
        case ast.BoolOp():
            return 1 + _count_inside(node, depth)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            return _count_inside(node, depth + 1)
    return _count_inside(node, depth)


def _count_inside(node: ast.AST, depth: int) -> int:
    return sum(_count(each, depth) for each in ast.iter_child_nodes(node))


def _count_if(node: ast.If, depth: int) -> int:
    """Count the parts of an `if`. `elif` and `else` count 1 each, however deep they are."""
    inside = _count(node.test, depth) + sum(_count(each, depth + 1) for each in node.body)
    match node.orelse:
        case []:
            return inside
        case [ast.If() as other]:
            return inside + 1 + _count_if(other, depth)
    return inside + 1 + sum(_count(each, depth + 1) for each in node.orelse)


def complex_functions(text: str) -> Iterator[tuple[str, int, int]]:
    """Find functions over the limit: name, line and complexity."""
    lines, tree = text.splitlines(), ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            head = lines[node.lineno - 1 : node.body[0].lineno]
            found = complexity(node)
            if found > LIMIT and not any(_EXEMPT.search(line) for line in head):
                yield node.name, node.lineno, found


def main(folders: list[str]) -> int:
    """Print the functions over the limit."""
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    found = [(path, one) for path in paths for one in complex_functions(path.read_text("utf-8"))]
    for path, (name, line, count) in found:
        print(f"{path.relative_to(ROOT)}:{line}: {name} has a cognitive complexity of {count}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
