"""The count of cognitive complexity, and functions that must be noticed."""

from __future__ import annotations

import ast

import pytest

from reference.complexity import LIMIT, complex_functions, complexity

CASES = {
    "return 1": 0,
    "if a:\n  return 1": 1,
    "if a:\n  return 1\nelif b:\n  return 2\nelse:\n  return 3": 3,
    "for x in a:\n  if x:\n    return 1": 3,
    "for x in a:\n  if x:\n    pass\n  else:\n    pass": 4,
    "while a and b and c:\n  pass": 2,
    "return a and b or c": 2,
    "return a and (b or not c) and d": 2,
    "try:\n  pass\nexcept OSError:\n  if a:\n    pass": 3,
    "return 1 if a else 2": 1,
    "for x in a:\n  y = 1 if x else 2": 3,
    "def inner():\n  if a:\n    pass": 2,
    "match a:\n  case 1:\n    if b:\n      pass": 3,
    "return f(1)": 1,
    "with a:\n  if b:\n    pass": 1,
}


def function(body: str) -> str:
    lines = "\n".join(f"  {line}" for line in body.splitlines())
    return f"def f(a, b, c, d):\n{lines}\n"


@pytest.mark.parametrize("body", CASES)
def test_it_counts(body: str) -> None:
    found = ast.parse(function(body)).body[0]
    assert isinstance(found, ast.FunctionDef)
    assert complexity(found) == CASES[body]


def planted(comment: str = "") -> str:
    """Return a function with a complexity of 16: six loops and branches within each other."""
    heads = [f"{' ' * (depth + 1)}for x in a:" for depth in range(5)]
    return "\n".join([f"def f(a):{comment}", *heads, f"{' ' * 6}return a and x", ""])


def test_a_planted_function_is_noticed() -> None:
    assert list(complex_functions(planted())) == [("f", 1, LIMIT + 1)]


def test_a_reason_exempts_a_function_and_nothing_else_does() -> None:
    assert not list(complex_functions(planted("  # complex: compiled")))
    assert list(complex_functions(planted("  # complex:")))
    assert list(complex_functions(planted("  # noqa: C901")))
