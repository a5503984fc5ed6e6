"""Compiles the simulator where numba is installed; everywhere else it runs as it is written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

import platformdirs

try:
    import numba
except ImportError:  # the extra `train` brings it
    numba = None

P = ParamSpec("P")
T = TypeVar("T")

Row: TypeAlias = list[int]
"""The whole numbers of one game: a list or, compiled, a row of an array."""

Reals: TypeAlias = list[float]
"""The reals of one game."""


def _sources() -> str:
    """Hash all files of the simulator: a compiled function also depends on those it calls."""
    found = hashlib.sha256()
    for file in sorted(Path(__file__).parent.glob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


COMPILED: Final = numba is not None and not numba.config.DISABLE_JIT

if COMPILED:
    # numba looks only at a function's own file, so what it keeps is kept by the sum of them all.
    numba.config.CACHE_DIR = str(Path(platformdirs.user_cache_dir("kuhstall"), _sources()))


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """Compile a function when it is first called, if that is possible here."""
    if not COMPILED:
        return function
    made: Callable[P, T] = numba.njit(cache=True)(function)
    return made


def rows(games: int, whole: int, reals: int) -> tuple[Any, Any]:
    """Return empty rows for a number of games."""
    if not COMPILED:
        return [[0] * whole for _ in range(games)], [[0.0] * reals for _ in range(games)]
    import numpy as np  # noqa: PLC0415 -- only where numba brings it

    return np.zeros((games, whole), np.int64), np.zeros((games, reals), np.float64)
