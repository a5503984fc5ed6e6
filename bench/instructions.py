"""How many instructions the server needs for a command, without sockets and database.

Unlike seconds they are the same on a bad day: a seed, a fixed clock and a fixed order of hashes
make two runs differ by far less than one percent. Valgrind counts them. What a run costs before
its first command is known from a second run with fewer commands, and taken off.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, Final

from bench import in_process
from bench.in_process import Setting, Told
from kuhstall.games.registry import EDITIONS

FEW: Final = 20
SEATS: Final = 3
SPECTATORS: Final = 1
SEED: Final = 9

_TOTAL: Final = re.compile(r"I\s+refs:\s+([0-9,]+)")


class NotCountedError(Exception):
    """There is nothing here to count instructions with."""


def under_valgrind(module: str, edition: str, commands: int) -> subprocess.CompletedProcess[str]:
    """Run a number of commands in a process of its own whose instructions are counted."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise NotCountedError("instructions cannot be counted here: there is no valgrind")
    done = subprocess.run(
        [
            *(valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"),
            *(sys.executable, "-m", module, "--run", str(commands), edition),
        ],
        env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotCountedError(f"the run that was to be counted failed:\n{done.stderr}")
    return done


def counted(edition: str, commands: int) -> tuple[int, dict[str, Any]]:
    """Return the instructions of a number of commands, and what came of them."""
    done = under_valgrind("bench.instructions", edition, commands)
    total = _TOTAL.search(done.stderr)
    if total is None:
        raise NotCountedError(f"nothing was counted:\n{done.stderr}")
    return int(total[1].replace(",", "")), json.loads(done.stdout)


def run(edition: str, commands: int) -> Told:
    return in_process.run(Setting(edition, SEATS, SPECTATORS, SEED), commands)


def report(edition: str, commands: int) -> dict[str, Any]:
    """Count two runs, and divide what the longer one needs more by its additional commands."""
    few, short = counted(edition, FEW)
    many, long = counted(edition, FEW + commands)
    more = long["commands"] - short["commands"]
    if more <= 0:
        raise NotCountedError(f"the game of {edition} was over before there was much to count")
    return {
        "edition": edition,
        "seats": SEATS,
        "spectators": SPECTATORS,
        "commands": more,
        "instructions_per_command": round((many - few) / more),
        "frames_per_command": round((long["frames"] - short["frames"]) / more, 3),
        "bytes_per_command": round((long["frame_bytes"] - short["frame_bytes"]) / more, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.instructions", description=__doc__)
    parser.add_argument(
        "edition", nargs="?", default=next(iter(EDITIONS)), help="which edition to play"
    )
    parser.add_argument("--commands", type=int, default=100, help="how many commands are counted")
    parser.add_argument(
        "--run", type=int, metavar="N", help="only run N commands, and say what came"
    )
    parser.add_argument("--most", type=int, help="fail if a command needs more instructions")
    args = parser.parse_args()
    if args.run is not None:
        told = run(args.edition, args.run)
        print(json.dumps({name: getattr(told, name) for name in told.__struct_fields__}))
        return 0
    try:
        found = report(args.edition, args.commands)
    except NotCountedError as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(found))
    if args.most is not None and found["instructions_per_command"] > args.most:
        print(f"a command needs more than {args.most} instructions", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
