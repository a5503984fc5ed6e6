"""`python -m tests.engine.pick_vectors` writes what the browser's picks are held to.

The page says at once whether cards may be laid, and lays the cheapest ready, with code of its own.
These vectors are made by the options of the rules, so that the two cannot drift apart unseen.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action

VECTORS: Final = Path(__file__).resolve().parents[1] / "data" / "picks.json"

POOLS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (0, 0, 10, 10, 10, 50, 100),
    (0, 10, 20, 50),
    (3, 5, 5, 7),  # whole numbers are worths of any step
)
BOUNDS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"fewest": 1},
    {"fewest": 3},
    {"fewest": 1, "most": 2},
    {"fewest": 2, "most": 2},
    {"least": 10},
    {"least": 60, "lean": True},
    {"least": 60, "exact": True, "lean": True},
    {"least": 12, "lean": True},
    {"least": 12, "exact": True},
    {"least": 90},
    {"least": 1000},
)


class Lay(Action, frozen=True, tag="lay"):
    """An action that some items go with."""

    cards: tuple[int, ...] = ()


def vectors() -> list[dict[str, Any]]:
    """Pick from every pool within every bound: what is said of some picks, and the cheapest."""
    return [_vector(Pick(Lay(), "cards", pool, **bound)) for pool, bound in product(POOLS, BOUNDS)]


def _vector(pick: Pick) -> dict[str, Any]:
    option = {name: getattr(pick, name) for name in ("pool", "fewest", "least", "exact", "lean")}
    return {
        "option": option | {"most": pick.most},
        "picks": [{"cards": cards, "code": pick.refusal(Lay(cards))} for cards in _some(pick.pool)],
        "cheapest": _cheapest(pick),
    }


def _some(pool: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Take nothing, everything, what is not there, and every run of neighbours."""
    runs = {
        pool[start:end] for start in range(len(pool)) for end in range(start + 1, len(pool) + 1)
    }
    return sorted(runs | {(), (999,), (*pool, *pool[:1])})


def _cheapest(pick: Pick) -> dict[str, int] | None:
    """Tell worth and number of the cheapest: which of equals it is, may differ."""
    if not any(True for _ in pick.expand()):
        return None
    cards: tuple[int, ...] = getattr(pick.cheapest(), pick.field)
    return {"worth": sum(cards), "count": len(cards)}


def written() -> bytes:
    """Write one vector a line."""
    lines = ",\n ".join(msgspec.json.encode(vector).decode() for vector in vectors())
    return f"[\n {lines}\n]\n".encode()


if __name__ == "__main__":
    VECTORS.write_bytes(written())
