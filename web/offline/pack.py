"""Packs Python for the browser: our modules, and of the standard library what they can import.

It runs inside Pyodide, so that the bytecode is that of its Python. Zips are stored, not deflated:
Brotli makes the whole smaller than it could make deflated parts.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

DATE: Final = (2020, 1, 1, 0, 0, 0)
ALL_OF: Final = ("kuhstall.engine", "kuhstall.games", "kuhstall.bots", "kuhstall.messages")
"""Rooms that are packed as a whole: what is played is found by name."""

NOT_OFFLINE: Final = frozenset(
    {
        *("numba", "numpy"),  # the search at the end of a game
        *("multiprocessing", "sqlite3", "subprocess"),
        "typing_extensions",  # msgspec takes it where there is no newer Python
    }
)
"""What our modules may ask for in vain. Who cannot be imported without is not packed."""

LATE: Final = ("encodings.ascii", "encodings.latin_1", "pyodide.ffi", "traceback")
"""What the standard library imports when it is called."""

SPARED: Final = frozenset(
    {
        *("_ssl", "ssl"),  # asyncio
        *("bz2", "compression", "lzma"),  # shutil, tarfile, zipfile
    }
)
"""What is there and is left out: those who import it are prepared to miss it."""


class PackError(Exception):
    """What would be missing in the browser."""


class Modules(Mapping[str, Path]):
    """The modules in a folder, by their full names."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._read: dict[tuple[str, bool], frozenset[str]] = {}
        self._files = {}
        for file in sorted(root.rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            if all(part.isidentifier() for part in parts):
                self._files[".".join(parts).removesuffix(".__init__")] = file

    def __getitem__(self, name: str) -> Path:
        return self._files[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def imports(self, name: str, *, late: bool) -> frozenset[str]:
        """The names that a module imports: at once, or with `late` at any time."""
        if (name, late) not in self._read:
            file = self[name]
            package = name if file.name == "__init__.py" else name.rpartition(".")[0]
            tree = ast.parse(file.read_bytes())
            for either in (False, True):
                nodes = _imports([tree], late=either)
                found = frozenset(one for node in nodes for one in _imported(node, package))
                self._read[name, either] = found
        return self._read[name, late]


def _imports(nodes: Iterable[ast.AST], *, late: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in nodes:
        match node:
            case ast.Import() | ast.ImportFrom():
                yield node
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield from _imports(node.orelse, late=late)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not late:
                pass
            case _:
                yield from _imports(ast.iter_child_nodes(node), late=late)


def _imported(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = node.module or ""
    if node.level:
        base = importlib.util.resolve_name("." * node.level + base, package)
    yield base
    yield from (f"{base}.{alias.name}" for alias in node.names)


def packages(name: str) -> Iterator[str]:
    """A module and the packages around it."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def within(name: str, names: Iterable[str]) -> bool:
    return any(one in names for one in packages(name))


def ours(modules: Modules, entries: Iterable[str]) -> list[str]:
    """The modules to pack: what the entries can reach, and the rooms that are packed as a whole."""
    wanted = [*entries, *(name for name in modules if within(name, ALL_OF))]
    if unknown := [name for name in wanted if name not in modules]:
        raise PackError(f"there is no module {', '.join(unknown)}")
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in found or name not in modules or not _can_start(modules, name, found):
            continue
        found.add(name)
        wanted += [*packages(name), *modules.imports(name, late=True)]
    return sorted(found)


def _can_start(modules: Modules, name: str, known: Iterable[str]) -> bool:
    """Whether a module can be imported offline: nothing that it imports at once is missing."""
    wanted, seen = [name], {*known} - {name}
    while wanted:
        one = wanted.pop()
        if within(one, NOT_OFFLINE):
            return False
        if one in modules and one not in seen:
            seen.add(one)
            wanted += [*packages(one), *modules.imports(one, late=False)]
    return True


def missing(modules: Modules, packed: Iterable[str], there: Iterable[str]) -> list[str]:
    """Tell what our modules can import that is nowhere, as "who wants what"."""
    mine = set(packed)
    found = {*mine, *there}

    def can_do_without(name: str) -> bool:
        return within(name, NOT_OFFLINE) or (
            name in modules and not _can_start(modules, name, mine)
        )

    def is_fine(name: str) -> bool:
        # The last part may be no module, but something in one.
        return any(one in found or can_do_without(one) for one in (name, name.rpartition(".")[0]))

    wanted = {(name, one) for name in mine for one in modules.imports(name, late=True)}
    return sorted(f"{name} wants {one}" for name, one in wanted if not is_fine(one))


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip that is the same whenever it is made."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(files):
            made.writestr(zipfile.ZipInfo(name, DATE), files[name])
    return out.getvalue()


def bytecode(source: bytes, name: str) -> bytes:
    """The bytecode of a module without docstrings, as if it had been compiled long ago."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def compiled(root: Path, files: Iterable[Path]) -> dict[str, bytes]:
    """Files as they are in a zip: Python as bytecode, data as it is."""
    found = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        data = file.read_bytes()
        found[f"{name}c" if file.suffix == ".py" else name] = (
            bytecode(data, name) if file.suffix == ".py" else data
        )
    return found


def data_files(root: Path) -> list[Path]:
    folders = [root.joinpath(*room.split(".")) for room in ALL_OF]
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    return [file for file in files if file.suffix not in {".py", ".pyc"}]


def read(library: str) -> dict[str, tuple[str, bytes]]:
    """The modules in a zip, with the names and contents of their files."""
    with zipfile.ZipFile(library) as made:
        files = {name: made.read(name) for name in made.namelist()}
    return {
        name.removesuffix(".pyc").removesuffix("/__init__").replace("/", "."): (name, data)
        for name, data in files.items()
    }


def loaded(library: Container[str]) -> set[str]:
    """The files of the library that were read. Some modules are frozen into the interpreter."""
    specs = {name: getattr(module, "__spec__", None) for name, module in sys.modules.items()}
    built_in = {
        name
        for name, spec in specs.items()
        if spec is None or spec.origin == "frozen" or spec.name != name
    }
    return {name for name in specs if name in library and name not in built_in}


def pack_library(source: str, out: str) -> None:
    """Compile the whole standard library. It takes long, and is the same until Pyodide is not."""
    modules = Modules(Path(source))
    Path(out).write_bytes(archive(compiled(modules.root, modules.values())))


def pack(source: str, library: str, wheel: str, out: str, entries: Iterable[str]) -> str:
    """Pack everything into a folder, and give the names of all that our modules are and import."""
    modules, standard, other = Modules(Path(source)), read(library), Path(wheel)
    packed = ours(modules, entries)
    files = [*(modules[name] for name in packed), *data_files(Path(source))]
    theirs = [file for file in other.joinpath("msgspec").iterdir() if file.suffix in {".py", ".so"}]
    own = Path(out, "kuhstall.zip")
    own.write_bytes(archive(compiled(modules.root, files)))
    Path(out, "msgspec.zip").write_bytes(archive(compiled(other, theirs)))
    sys.path[:0] = [str(own), wheel]
    for name in packed:
        importlib.import_module(name)
    wanted = {one for name in packed for one in modules.imports(name, late=True)}
    for name in sorted({one for one in wanted if one in standard} | set(LATE)):
        if not within(name, NOT_OFFLINE):
            importlib.import_module(name)
    kept = {name for name in loaded(standard) if not within(name, SPARED)}
    # What was imported without a file is built in, or another name: collections.abc.
    others = {name for name in sys.modules if name not in modules and not within(name, SPARED)}
    if lacking := missing(modules, packed, {*kept, *sys.builtin_module_names, *others}):
        raise PackError("\n".join(lacking))
    Path(out, "stdlib.zip").write_bytes(archive(dict(standard[name] for name in kept)))
    return " ".join(sorted({*packed, *wanted}))
