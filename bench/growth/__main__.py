"""`make growth`: one line of JSON for each figure; it ends with an error if one does not hold."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bench.growth import hints, stores
from bench.growth.stores import OVERDUE, Tables

Figure = Callable[[], Awaitable[dict[str, Any]]]

_POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"
_NATS: Final = "nats://127.0.0.1:4222"


def figures(postgres: str, nats: str) -> dict[str, list[Figure]]:
    """Name all that can be measured."""
    many = Tables(live=0, slow=40_000, overdue=OVERDUE)
    mixed = Tables(live=2_000, slow=100_000, overdue=OVERDUE)
    return {
        "sweep": [lambda: stores.sweep(postgres, many), lambda: stores.sweep(postgres, mixed)],
        "one_sweeper": [lambda: stores.one_sweeper(postgres, mixed)],
        "ids": [lambda: stores.walk(postgres)],
        "in_place": [lambda: stores.in_place(postgres)],
        "hints": [lambda: hints.heard(postgres, nats)],
    }


async def _measure(wanted: list[Figure]) -> bool:
    held = True
    for figure in wanted:
        told = await figure()
        held &= told.get("holds", True)
        print(json.dumps(told), flush=True)
    return held


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("figures", nargs="*", help="some of them only, by their names (all)")
    parser.add_argument("--postgres", default=_POSTGRES)
    parser.add_argument("--nats", default=_NATS)
    args = parser.parse_args()
    known = figures(args.postgres, args.nats)
    names = args.figures or list(known)
    if unknown := set(names) - set(known):
        parser.error(f"no such figure: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    held = asyncio.run(_measure([figure for name in names for figure in known[name]]))
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
