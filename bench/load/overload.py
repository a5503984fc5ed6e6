"""What `kuhstall load --overload` reports: a node at three times of what it can do."""

from __future__ import annotations

import asyncio
import os
import time
from contextlib import AsyncExitStack
from statistics import median
from typing import Any, Final
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families

from bench.load.measuring import WARM_UP, Plan
from bench.load.rounds import (
    Client,
    Database,
    Window,
    client,
    database,
    free_port,
    measured,
    p99,
    server,
)
from kuhstall.server.settings import Settings

TIMES: Final = 3.0
GOALS: Final = {"share": 0.8, "p99_ms": 1000.0}
_CLIMB: Final = (4, 8, 16, 24, 32, 48, 64, 96)
_SETTLES_IN: Final = 5.0
_RECOVERS_IN: Final = 20.0
_WORK: Final = 200_000
_SHORT: Final = 0.05


async def overloaded(plan: Plan) -> dict[str, Any]:
    """Find the most that a node accepts, then offer it three times as much."""
    lag, watched = str(Settings().lag), free_port()
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(plan.postgres))
        pid, port = await stack.enter_async_context(
            server(
                kept.address,
                plan.nats,
                plan.profile,
                {"KUHSTALL_LAG": lag, "KUHSTALL_METRICS": f"127.0.0.1:{watched}"},
            )
        )
        flood = await stack.enter_async_context(client("flood", port))
        roots = {"server": pid, "postgres": kept.postmaster, "client": flood.pid}
        roots["self"] = os.getpid()
        work = [_timed_work()]
        await flood.do("open", plan.tables)
        await flood.do("climb", min(_CLIMB), WARM_UP)
        climbed = await _climb(kept, roots, flood, plan)
        peak = max(each["per_second"] for each in climbed)
        before = await _figures(watched)
        first = await flood.do("flood", _SETTLES_IN, TIMES * peak)
        between = await _figures(watched)
        window = await measured(kept, roots, flood, "flood", plan.seconds, TIMES * peak)
        after = await _figures(watched)
        recovered = await _recover(watched)
        # Once more, as the machine may have become another meanwhile.
        again = await _step(kept, roots, flood, _best(climbed), plan.seconds)
        work.append(_timed_work())
    peak_after = again["per_second"]
    figures = _flooded(window, peak, between, after)
    reasons = _reasons(window, figures, peak, peak_after)
    return {
        "peak_per_second": peak,
        "peak_per_second_after": peak_after,
        **figures,
        "goals": GOALS,
        "first_seconds": {
            "seconds": _SETTLES_IN,
            "p99_ms": _ms(p99(first["acks"])),
            "busy": first["busy"],
            "shed": _shed(before, between),
        },
        "recovered_after_s": recovered,
        "climb": climbed,
        "machine": {
            "processors": os.cpu_count(),
            "load_average": round(os.getloadavg()[0], 1),
            "work_ms": [_ms(one) for one in work],
            "foreign": round(window.foreign, 3),
        },
        "tables": plan.tables,
        "void": bool(reasons),
        "reasons": reasons,
    }


async def _climb(
    kept: Database, roots: dict[str, int], flood: Client, plan: Plan
) -> list[dict[str, Any]]:
    """Let more and more tables play, until more of them get no more done."""
    climbed: list[dict[str, Any]] = []
    for tables in _CLIMB:
        if tables > plan.tables:
            break
        climbed.append(await _step(kept, roots, flood, tables, plan.seconds))
        best = max(each["per_second"] for each in climbed)
        if len(climbed) > 3 and max(each["per_second"] for each in climbed[-3:]) < best:
            break
    return climbed


def _best(climbed: list[dict[str, Any]]) -> int:
    return int(max(climbed, key=lambda each: float(each["per_second"]))["tables"])


async def _step(
    kept: Database, roots: dict[str, int], flood: Client, tables: int, seconds: float
) -> dict[str, Any]:
    window = await measured(kept, roots, flood, "climb", tables, seconds)
    told = window.told
    return {
        "tables": tables,
        "per_second": round(told["in_time"] / told["seconds"], 1),
        "p99_ms": _ms(p99(told["acks"])),
        "busy": told["busy"],
        "foreign": round(window.foreign, 3),
    }


def _flooded(
    window: Window, peak: float, before: dict[str, float], after: dict[str, float]
) -> dict[str, Any]:
    told, used = window.told, window.used.groups
    per_second = told["in_time"] / told["seconds"]
    lags = after[_COUNT] - before[_COUNT]
    return {
        "offered_per_second": round(told["attempts"] / told["seconds"], 1),
        "offered_times_peak": round(told["attempts"] / told["seconds"] / max(peak, 0.1), 2),
        "not_offered": told["short"],
        "accepted_per_second": round(per_second, 1),
        "share": round(per_second / max(peak, 0.1), 3),
        "p50_ms": _ms(median(told["acks"])) if told["acks"] else 0.0,
        "p99_ms": _ms(p99(told["acks"])),
        "p50_with_retries_ms": _ms(median(told["whole"])) if told["whole"] else 0.0,
        "p99_with_retries_ms": _ms(p99(told["whole"])),
        "busy": told["busy"],
        "shed": _shed(before, after),
        "refused_otherwise": told["refused"],
        "sockets_lost": told["lost"],
        "stuck": told["stuck"],
        "lag_mean_ms": _ms((after[_SUM] - before[_SUM]) / max(1.0, lags)),
        "lag_p99_below_ms": lag_below(before, after),
        "level": int(after["kuhstall_load_level"]),
        "server_cpu": round(used["server"] / window.seconds, 3),
        "postgres_cpu": round(used["postgres"] / window.seconds, 3),
        "client_cpu": round(used["client"] / window.seconds, 3),
    }


def _reasons(window: Window, figures: dict[str, Any], peak: float, again: float) -> list[str]:
    reasons = [] if window.disturbed is None else [window.disturbed]
    if figures["client_cpu"] > 0.9:
        reasons.append("the client had no more processor time, and may be what limits")
    if figures["offered_times_peak"] < TIMES * (1 - _SHORT):
        reasons.append(f"only {figures['offered_times_peak']} times the peak was offered")
    if abs(again - peak) > 0.2 * peak:
        reasons.append(f"the machine has changed: {peak}/s before and {again}/s after")
    return reasons


_SUM: Final = "kuhstall_loop_lag_seconds_sum"
_COUNT: Final = "kuhstall_loop_lag_seconds_count"
_BUCKET: Final = "kuhstall_loop_lag_seconds_bucket"


async def _figures(port: int) -> dict[str, float]:
    """Read what the node counts."""

    def read() -> str:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
            return str(answer.read().decode())

    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(await asyncio.to_thread(read))
        for sample in family.samples
    }


def _shed(before: dict[str, float], after: dict[str, float]) -> dict[str, int]:
    names = {kind: f"kuhstall_shed_total {kind}" for kind in ("table", "visitor", "command")}
    return {kind: int(after.get(name, 0.0) - before.get(name, 0.0)) for kind, name in names.items()}


def lag_below(before: dict[str, float], after: dict[str, float]) -> float | None:
    """Return what 99 of 100 lags stay below, as far as buckets tell."""
    counts = {
        float(name.partition(" ")[2]): after[name] - before.get(name, 0.0)
        for name in after
        if name.startswith(_BUCKET)
    }
    enough = [edge for edge, count in counts.items() if count >= 0.99 * max(counts.values())]
    return None if min(enough) == float("inf") else _ms(min(enough))


async def _recover(port: int) -> float | None:
    """Wait until nothing is refused any more; tell how long it took."""
    begun = time.perf_counter()
    while (passed := time.perf_counter() - begun) < _RECOVERS_IN:
        if not (await _figures(port))["kuhstall_load_level"]:
            return round(passed, 1)
        await asyncio.sleep(0.25)
    return None


def _timed_work() -> float:
    """Time a fixed amount of work, to tell one machine, or one hour, from another."""
    begun, number = time.perf_counter(), 1
    for _ in range(_WORK):
        number = (number * 48271) % 2147483647
    return time.perf_counter() - begun


def _ms(seconds: float) -> float:
    return round(1e3 * seconds, 1)
