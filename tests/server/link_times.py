"""`python -m tests.server.link_times`: whether the time of an answer tells that there is a link.

On PostgreSQL, somebody outside asks for the link of a group and for one that does not exist, in
turns. Whoever bets on the answers' times is right as often as by a coin if the AUC is 0.5. With 400
requests chance alone leaves the bounds once in twelve times, so there are more. `--leaky` asks
the database once more for a link that exists: that must be seen, or the measure is worth nothing.
`test_groups.py` counts statements instead. On a busy machine there is no verdict.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from contextlib import ExitStack
from typing import Any, Final
from unittest.mock import patch

import httpx
from msgspec import Struct

from kuhstall.server.features.groups.queries import FoundGroup, GroupQueries
from tests.machine import Watch, void
from tests.server.databases import database
from tests.server.oracle import FAIR, SEEN, auc
from tests.server.players import Player
from tests.server.serving import Serving, browser
from tests.server.test_groups import UNKNOWN, asked, gathered

_WARM: Final = 40
"""Requests before those that count."""


class Probe(Struct, frozen=True):
    """Two paths that somebody outside asks for: one of a link that exists."""

    person: Player | None
    known: str
    unknown: str


async def probes(here: Serving, code: str, cast: dict[str, Player]) -> dict[str, Probe]:
    fresh = (await asked(cast["Host"], here, "POST", f"/{code}/link")).json()["code"]
    page, api = "/g/", "/api/groups/"
    return {
        "page": Probe(None, page + fresh, page + UNKNOWN),
        "replaced": Probe(cast["Stranger"], api + code, api + UNKNOWN),
        "removed": Probe(cast["Removed"], api + fresh, api + UNKNOWN),
    }


async def times(here: Serving, probe: Probe, requests: int) -> tuple[list[float], list[float]]:
    """Return how long the answers took, for the known link and for the unknown one."""
    chance = random.Random(14)
    found: dict[str, list[float]] = {probe.known: [], probe.unknown: []}
    cookies = None if probe.person is None else probe.person.http.cookies
    async with browser(cookies) as http:
        for at in range((_WARM + requests) // 2):
            for path in chance.sample(sorted(found), 2):  # which comes first must not matter
                began = time.perf_counter()
                answer = await http.get(f"{here.url}{path}")
                took = time.perf_counter() - began
                assert answer.status_code in {httpx.codes.OK, httpx.codes.NOT_FOUND}
                if at >= _WARM // 2:
                    found[path].append(took)
    return found[probe.known], found[probe.unknown]


async def measured(requests: int) -> dict[str, Any]:
    async with database() as address, gathered(address) as (here, code, cast):
        report: dict[str, Any] = {"requests": requests, "auc": {}, "median_ms": {}}
        for name, probe in (await probes(here, code, cast)).items():
            known, unknown = await times(here, probe, requests)
            report["auc"][name] = round(auc(unknown, known), 4)
            report["median_ms"][name] = [
                round(1e3 * sorted(one)[len(one) // 2], 3) for one in (unknown, known)
            ]
    return report


def leaky() -> Any:
    """Let the server ask the database once more if there is such a link."""
    find = GroupQueries.find

    async def found(self: GroupQueries, code: str, person: str | None) -> FoundGroup | None:
        group = await find(self, code, person)
        if group is not None:
            await self.size(group.id)
        return group

    return patch.object(GroupQueries, "find", found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.link_times", description=__doc__)
    parser.add_argument("--requests", type=int, default=2400, help="for each way to ask")
    parser.add_argument("--leaky", action="store_true", help="as it must not be")
    args = parser.parse_args()
    watch = Watch(own_only=True)
    with ExitStack() as stack:
        if args.leaky:
            stack.enter_context(leaky())
        report = asyncio.run(measured(args.requests))
    found = report["auc"]
    if args.leaky:
        fine = min(found["replaced"], found["removed"]) > SEEN
    else:
        fine = all(FAIR[0] <= one <= FAIR[1] for one in found.values())
    machine = watch.seen()
    if not fine and machine.disturbed:
        void("times of links", f"AUC {found}; {machine}")
        fine = True
    print(json.dumps(report | {"machine": str(machine), "ok": fine}, indent=2))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
