"""The Python API of the packages that a bot or a tool is built on, from their docstrings.

A page has everything public in the modules at the top of its package, and in those modules of the
games that other packages import. Phases have a page of their own. The pages are made from the
source text, so signatures look as they do in the code.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from reference.writing import page as whole

SOURCE: Final = Path(__file__).resolve().parent.parent / "src"
PACKAGES: Final = {
    "engine": """\
`kuhstall.engine` is the kernel. It knows no game: it asks an edition's phases who may do what,
turns actions into events, and folds events into tables. Import its names from `kuhstall.engine`
itself where that has them. [How it works](../how/index.md) says how they belong together, and
[Write a bot](../bots.md) plays a whole tournament with them.""",
    "games": """\
`kuhstall.games` holds the rules. `registry` finds an edition by its key; what follows it is the
same for all games. Then comes what each game offers to the other packages: its actions and events,
its view, and what bots and score sheets need. The same actions and events as
[messages](messages.md) of the wire, and [every house rule](options.md), have pages of their
own.""",
    "bots": """\
`kuhstall.bots` holds the players. A bot is anything with a method `choose`: [Write a
bot](../bots.md) has one of twenty lines.""",
}

_WIDTH: Final = 88
_TOP: Final = 3
"""How many full stops `kuhstall.engine.kernel.act` has: it is at the top of its package."""

Named = ast.ClassDef | ast.FunctionDef


class _Bare(ast.NodeTransformer):
    """Leaves out what a type is annotated with, which is for machines."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, *_])):
                return kind
        return node


def _written(node: ast.AST) -> str:
    """Write it as the formatter would: with double quotes."""
    text = ast.unparse(_Bare().visit(copy.deepcopy(node)))
    return text if '"' in text else text.replace("'", '"')


def page(package: str) -> str:
    parts = [part for module in modules(package) for part in _module(module)]
    return whole(f"Python: {package}", PACKAGES[package].replace("\n", " "), *parts)


@cache
def tree(module: str) -> ast.Module:
    path = SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def modules(package: str) -> tuple[str, ...]:
    """List the modules of a package: those at the top first, then those of each game."""
    folder = SOURCE / "kuhstall" / package
    found = [path for path in folder.rglob("*.py") if not path.name.startswith("__")]
    found.sort(key=lambda path: (path.parent != folder, path.parts))
    return tuple(".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in found)


@cache
def imports() -> Mapping[Path, frozenset[str]]:
    """Name the modules that each file imports from."""
    return {
        path: frozenset(
            node.module
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module
        )
        for path in (SOURCE / "kuhstall").rglob("*.py")
    }


@cache
def lent(package: str) -> frozenset[str]:
    """Name the modules of a package that other packages import."""
    inside = SOURCE / "kuhstall" / package
    others = (named for path, named in imports().items() if not path.is_relative_to(inside))
    return frozenset().union(*others)


def offered(module: str) -> list[Named]:
    """List the classes and functions of a module that are for others."""
    _, package, *rest = module.split(".")
    whole_module = len(rest) == 1 or (module in lent(package) and "phases" not in rest)
    return [
        node
        for node in tree(module).body
        if isinstance(node, Named)
        and not node.name.startswith("_")
        and (whole_module or _chooses(node))
    ]


def _chooses(node: Named) -> bool:
    """Tell whether it is a bot."""
    return any(isinstance(one, ast.FunctionDef) and one.name == "choose" for one in node.body)


def constants(module: str) -> Iterator[str]:
    """List the constants of a module that are for others: those that something is said of."""
    body = tree(module).body
    for one, below in pairwise(body):
        match one, below:
            case (
                ast.AnnAssign(
                    target=ast.Name(id=name),
                    annotation=ast.Subscript(value=ast.Name(id="Final"), slice=kind),
                ),
                ast.Expr(value=ast.Constant(value=str(said))),
            ) if not name.startswith("_"):
                yield f"- `{name}: {_written(kind)}`: {_plain(' '.join(said.split()))}"


def _module(module: str) -> Iterator[str]:
    names = offered(module)
    if not names:
        return
    yield f"## {module}"
    yield _told(module, tree(module))
    if any(not _chooses(node) for node in names) and (said := "\n".join(constants(module))):
        yield said
    for node in names:
        yield f"### {node.name}"
        yield f"```python\n{_signature(node)}\n```"
        yield _told(f"{module}.{node.name}", node)
        if isinstance(node, ast.ClassDef):
            yield _members(node)


def _told(name: str, node: Named | ast.Module) -> str:
    """Say what somebody has said about it. Inside a game a name may speak for itself."""
    said = ast.get_docstring(node) or ""
    if not said and name.count(".") <= _TOP:
        raise LookupError(f"{name} has no docstring")
    return _plain(said)


def _plain(said: str) -> str:
    """Escape what Markdown would take for markup, but leave code and examples alone."""
    parts = re.split(r"(`[^`]*`)", said)
    return "".join(
        part if part.startswith("`") else re.sub(r"([<*_\[])", r"\\\1", part) for part in parts
    )


def _signature(node: Named) -> str:
    if isinstance(node, ast.FunctionDef):
        return _call(node)
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            return _call(one, node.name)
    bases = ", ".join(_written(base) for base in node.bases)
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    fields = [f"    {_written(field)}" for field, _ in _fields(node)]
    return "\n".join([f"{head}:", *fields]) if fields else head


def _fields(node: ast.ClassDef) -> Iterator[tuple[ast.AnnAssign, str]]:
    """List the fields of a class, each with what is said below it."""
    for at, one in enumerate(node.body):
        match one:
            case ast.AnnAssign(annotation=ast.Subscript(value=ast.Name(id="ClassVar"))):
                pass
            case ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("_"):
                below = node.body[at + 1] if at + 1 < len(node.body) else None
                match below:
                    case ast.Expr(value=ast.Constant(value=str(said))):
                        yield one, said
                    case _:
                        yield one, ""


def _call(node: ast.FunctionDef, called: str = "") -> str:
    """Write how a function is called, over several lines where one would be too long.

    A method or a class is called by another name, and gets itself without being told.
    """
    given = node.args
    words = [*_arguments([*given.posonlyargs, *given.args], given.defaults)]
    if called and words and words[0] in {"self", "cls"}:
        words = words[1:]
    if given.vararg:
        words.append(f"*{_written(given.vararg)}")
    elif given.kwonlyargs:
        words.append("*")
    words += _arguments(given.kwonlyargs, given.kw_defaults)
    if given.kwarg:
        words.append(f"**{_written(given.kwarg)}")
    name = called or node.name
    made = node.name == "__init__"
    back = f" -> {_written(node.returns)}" if node.returns and not made else ""
    line = f"{name}({', '.join(words)}){back}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){back}"])


def _arguments(names: Sequence[ast.arg], defaults: Sequence[ast.expr | None]) -> Iterator[str]:
    missing: list[ast.expr | None] = [None] * (len(names) - len(defaults))
    for name, default in zip(names, [*missing, *defaults], strict=True):
        written = _written(name)
        equals = " = " if name.annotation else "="
        yield f"{written}{equals}{_written(default)}" if default else written


def _members(node: ast.ClassDef) -> str:
    """List what a class has, each with the first paragraph of what is said about it."""
    lines = [
        f"- `{_written(field.target)}`: {_first(said)}" for field, said in _fields(node) if said
    ]
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and not one.name.startswith("_"):
            said = _first(ast.get_docstring(one) or "")
            told = f": {said}" if said else ""
            lines.append(f"- `{_head(one)}`{told}")
    return "\n".join(lines)


def _first(said: str) -> str:
    return _plain(" ".join(said.partition("\n\n")[0].split()))


def _head(node: ast.FunctionDef) -> str:
    """Write a method as it is called; a property has no brackets."""
    kinds = {_written(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    if kinds & {"property", "cached_property"}:
        return f"{node.name} -> {_written(node.returns)}" if node.returns else node.name
    line = " ".join(_call(node, node.name).split())
    return line.replace("( ", "(").replace(", )", ")")
