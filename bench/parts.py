"""Where the instructions of a command go, part by part: each part is done once more than needed.

What a run needs more than a plain one is what the part costs, all that it calls included. So only
parts that change nothing can be asked for; what is left over is the loop, its tasks and locks.
The collector is off: when it comes depends on how much was made before, not on who made it.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, Final

from bench import instructions
from bench.instructions import NotCountedError, under_valgrind
from kuhstall.engine import kernel
from kuhstall.games.registry import EDITIONS

FEW: Final = 5
_SERVICE: Final = "kuhstall.server.table.service"
_VIEWS: Final = "kuhstall.server.wire.views"
_COUNTERS: Final = "kuhstall.server.ops.counters"
_TOTAL: Final = re.compile(r"==(\d+)== I\s+refs:\s+([0-9,]+)")

PARTS: Final = {
    "the harness: choosing an action": ("bench.in_process:sample", "bench.in_process:options"),
    "the harness: waiting for the answer": ("asyncio:gather",),
    "reading the frame": ("kuhstall.server.wire.session:frames.decode_frame",),
    "reading the action": (f"{_SERVICE}:game_action",),
    "deciding": (f"{_SERVICE}:decide.decide_action",),
    "setting the timers": (f"{_SERVICE}:timers_after",),
    "encoding the step": (f"{_SERVICE}:encode_step",),
    "marking the step": (f"{_SERVICE}:mark_of",),
    "showing the timers": (f"{_VIEWS}:timer_views",),
    "redacting": (f"{_VIEWS}:_redact",),
    "telling the events": (f"{_VIEWS}:StepFrames._encode_story",),
    "views": (f"{_VIEWS}:game_view",),
    "options": (f"{_VIEWS}:game_options",),
    "frames": ("kuhstall.server.wire.views:StepPieces.frame",),
    "metrics": (f"{_COUNTERS}:PlainCounter.inc", f"{_COUNTERS}:PlainHistogram.observe"),
}


def repeat(place: str) -> None:
    """Have a function done twice whenever it is called, the second time as if it were the first."""
    module, _, path = place.partition(":")
    *owners, name = path.split(".")
    owner: Any = importlib.import_module(module)
    for part in owners:
        owner = getattr(owner, part)
    once = getattr(owner, name)
    known = vars(kernel)

    def twice(*args: Any, **named: Any) -> Any:
        latest = known["_latest"]  # the options that were asked for last
        table = args[0] if args and hasattr(args[0], "pieces") else None
        pieces = None if table is None else table.pieces
        once(*args, **named)
        known["_latest"] = latest
        if table is not None:
            table.pieces = pieces
        return once(*args, **named)

    setattr(owner, name, twice)


def run(edition: str, commands: int) -> None:
    """Play in a process for each part, and name it; whoever counts tells them apart by number."""
    gc.disable()
    instructions.run(edition, FEW)  # what is made and imported once
    _play("few", edition, FEW)
    _play("many", edition, commands)
    for name, places in PARTS.items():
        _play(name, edition, commands, places)


def _play(name: str, edition: str, commands: int, places: Sequence[str] = ()) -> None:
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    for place in places:
        repeat(place)
    instructions.run(edition, commands)
    os.write(1, f"{os.getpid()} {name}\n".encode())
    os._exit(0)


def report(edition: str, commands: int) -> dict[str, int]:
    """Count the instructions of a command, and those of each part."""
    done = under_valgrind("bench.parts", edition, commands)
    totals = {found[1]: int(found[2].replace(",", "")) for found in _TOTAL.finditer(done.stderr)}
    by_name = {name: totals[pid] for pid, name in map(_split, done.stdout.splitlines())}
    few, many = by_name.pop("few"), by_name.pop("many")
    parts = {name: (total - many) // commands for name, total in by_name.items()}
    whole = (many - few) // (commands - FEW)
    return {"a command": whole, **parts, "all the rest": whole - sum(parts.values())}


def _split(line: str) -> tuple[str, str]:
    pid, _, name = line.partition(" ")
    return pid, name


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.parts", description=__doc__)
    parser.add_argument(
        "edition", nargs="?", default=next(iter(EDITIONS)), help="which edition to play"
    )
    parser.add_argument("--commands", type=int, default=45, help="how many commands are played")
    parser.add_argument("--run", type=int, metavar="N", help="only play, N commands for each part")
    args = parser.parse_args()
    if args.run is not None:
        run(args.edition, args.run)
        return 0
    try:
        found = report(args.edition, args.commands)
    except NotCountedError as error:
        print(error, file=sys.stderr)
        return 1
    for name, count in found.items():
        print(f"{count / 1000:8.1f} k  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
