"""`make growth`: one line of JSON for each figure; it ends with an error if one does not hold."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from uvicorn.loops.auto import auto_loop_factory

from bench.growth import drawing, flat, hints, history, stores
from bench.growth.stores import OVERDUE, Tables

Told = dict[str, Any]
Figure = Callable[[], Awaitable[Told | list[Told]]]

_POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"
_NATS: Final = "nats://127.0.0.1:4222"


def figures(postgres: str, nats: str, *, quick: bool = False) -> dict[str, list[Figure]]:
    """Name all that can be measured."""
    sizes, each = (flat.QUICK, flat.QUICK_STEPS) if quick else (flat.SIZES, flat.STEPS)
    rounds = flat.QUICK_ROUNDS if quick else flat.ROUNDS
    many = Tables(live=0, slow=40_000, overdue=OVERDUE)
    mixed = Tables(live=2_000, slow=100_000, overdue=OVERDUE)
    return {
        "sweep": [lambda: stores.sweep(postgres, many), lambda: stores.sweep(postgres, mixed)],
        "one_sweeper": [lambda: stores.one_sweeper(postgres, mixed)],
        "ids": [lambda: stores.walk(postgres)],
        "in_place": [lambda: stores.in_place(postgres)],
        "history": [lambda: history.listed(postgres)],
        "hints": [lambda: hints.heard(postgres, nats)],
        "flat": [partial(flat.step_cpu, postgres, sizes, each, rounds)],
        "nodes": [
            partial(flat.nodes_write, postgres, 40, 40 * each),
            partial(flat.nodes_cpu, postgres, nats, 40, 40 * each, rounds),
        ],
    }


async def _measure(wanted: list[Figure]) -> list[Told]:
    told: list[Told] = []
    for figure in wanted:
        found = await figure()
        lines = found if isinstance(found, list) else [found]
        for line in lines:
            print(json.dumps(line), flush=True)
        told += lines
    return told


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("figures", nargs="*", help="some of them only, by their names (all)")
    parser.add_argument("--postgres", default=_POSTGRES)
    parser.add_argument("--nats", default=_NATS)
    parser.add_argument("--quick", action="store_true", help="flat and nodes in a small size")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw flat into an SVG file")
    args = parser.parse_args()
    known = figures(args.postgres, args.nats, quick=args.quick)
    names = args.figures or list(known)
    if unknown := set(names) - set(known):
        parser.error(f"no such figure: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        told = runner.run(_measure([figure for name in names for figure in known[name]]))
    costs = [(one["tables"], one["cpu_us_a_step"]) for one in told if one["figure"] == "flat"]
    if args.plot is not None and costs:
        args.plot.write_text(drawing.flat(costs))
    return 0 if all(one.get("holds", True) for one in told) else 1


if __name__ == "__main__":
    sys.exit(main())
