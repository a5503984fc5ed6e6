"""`python -m bench.stall`: for how long the bots of a table hold up everybody else on a node.

A node in this process, a table of one person and three bots, and a clock beside it that wants to
tick every two milliseconds: by how much it is late is what every other table would notice. The
bots think on the loop itself, in a thread beside it, or in a process. `late_ms` is by the clock on
the wall, and on a busy machine mostly what others did to it: `idle` is the same without a table.
`held_ms` counts only what this process itself has reckoned between two ticks, beyond the tick.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final

import msgspec

from kuhstall.arena.chance import QuickChance
from kuhstall.bots import registry
from kuhstall.bots.bot import MEDIUM
from kuhstall.engine.option import sample
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.bot_processes import BotWorkers
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.bus import LocalBus
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.party.decide import sight
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.party.requests import Start
from kuhstall.server.table.service import Service
from tests.server.accounts import people_of

TICK: Final = 0.002
_SLOW: Final = next(game.editions[0] for game in registry.GAMES if game.slow(MEDIUM))
PLACES: Final = ("idle", "loop", "thread", "process")


class _AtOnce(Executor):
    """Does what it is given where it is given it."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*args, **named))
        return future


def _bots(place: str) -> BotThread:
    if place == "process":
        return BotThread(workers=BotWorkers(1))
    bots = BotThread()
    if place == "loop":
        bots._pool = _AtOnce()  # type: ignore[assignment] # noqa: SLF001 -- what no server may do
    return bots


async def _ticks(late: list[float], held: list[float], until: float) -> None:
    while (begun := time.perf_counter()) < until:
        reckoned = time.process_time()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - begun - TICK)
        held.append(max(0.0, time.process_time() - reckoned - TICK))


async def _play(service: Service[Any, Any], table: str, until: float) -> int:
    """Answer for the person; return how many steps there were."""
    chance = QuickChance(1)
    while time.perf_counter() < until:
        await asyncio.sleep(0.02)
        live = await service.cache.live_table(table)
        if live.party.stage == "ended":
            break
        seen = sight(live.situation, 0, ())
        if live.party.stage == "playing" and seen.options and 0 not in live.held:
            action = sample(seen.options, chance)
            word = msgspec.json.encode(action)
            await service.play(table, "anna", secrets.token_hex(6), live.state.moment, word)
    return (await service.cache.live_table(table)).seq


async def measured(place: str, edition: str, level: str, seconds: float) -> dict[str, Any]:
    store = await SqliteStore.connect(":memory:")
    bots = _bots(place)
    service = Service(store, people_of(store), LocalBus(), Clock(), bots=bots)
    await service.people.add_person(Person("anna", "Anna"))
    table, steps = "", 0
    if place != "idle":
        wish = Wish(edition=edition, seats=4, bots=[level] * 3, pace="fast")
        table = (await service.open_table("anna", wish)).table
        await service.ask(table, "anna", "start", Start())
        await asyncio.sleep(2)  # a process has to begin first
    late: list[float] = []
    held: list[float] = []
    until = time.perf_counter() + seconds
    ticking = asyncio.create_task(_ticks(late, held, until))
    if table:
        steps = await _play(service, table, until)
    await ticking
    service.silence()
    await service.background.finish()
    bots.close()
    await store.close()
    return {
        "bots": place,
        "edition": edition,
        "level": level,
        "steps": steps,
        "late_ms": _figures(late),
        "held_ms": _figures(held),
    }


def _figures(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return {
        name: round(1000 * ordered[int(last * part)], 1)
        for name, part in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1))
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.stall", description=__doc__)
    parser.add_argument("--edition", default=_SLOW)
    parser.add_argument("--level", default="medium", choices=registry.NAMES)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--bots", default=",".join(PLACES), help="where they think")
    args = parser.parse_args()
    for place in args.bots.split(","):
        print(json.dumps(asyncio.run(measured(place, args.edition, args.level, args.seconds))))


if __name__ == "__main__":
    main()
