"""What `kuhstall load` reports: the server beside its floor, and how much one node can hold."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from statistics import median
from typing import Any, Final

from msgspec import Struct

from bench.load import processes
from bench.load.client import SOCKETS
from bench.load.crowd import SEATS
from bench.load.rounds import (
    Client,
    Database,
    Window,
    client,
    database,
    floor,
    measured,
    p99,
    server,
)

WARM_UP: Final = 1.0
IDLE_SOCKETS: Final = 2000
LIVE_TABLES: Final = 500
RATE: Final = 0.5
"""Steps a second that people take at a table."""

_SETTLE: Final = 3.0


class Plan(Struct, frozen=True):
    postgres: str
    nats: str
    seconds: float
    rounds: int
    tables: int
    profile: str | None = None


class Path(Struct, frozen=True):
    """One of those that are compared: its process, and the client that plays with it."""

    name: str
    pid: int
    client: Client


async def compared(plan: Plan) -> dict[str, Any]:
    """Measure the server and the floor in turns."""
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(plan.postgres))
        paths: list[Path] = []
        pid, port = await stack.enter_async_context(server(kept.address, plan.nats, plan.profile))
        paths.append(Path("server", pid, await stack.enter_async_context(client("game", port))))
        for name, together in (("floor", False), ("grouped_floor", True)):
            pid, port = await stack.enter_async_context(
                floor(kept.address, name, plan.tables, SOCKETS, together=together)
            )
            paths.append(Path(name, pid, await stack.enter_async_context(client("bare", port))))
        roots = {"postgres": kept.postmaster, "self": os.getpid()}
        for path in paths:
            await path.client.do("open", plan.tables)
            await path.client.do("play", WARM_UP)
            roots[path.name] = path.pid
            roots[f"{path.name}'s client"] = path.client.pid
        windows: list[dict[str, Window]] = []
        for number in range(plan.rounds):
            # Whoever comes second may find the caches as the first has left them: so they swap.
            order = paths if number % 2 == 0 else paths[::-1]
            windows.append(
                {
                    path.name: await measured(kept, roots, path.client, "play", plan.seconds)
                    for path in order
                }
            )
    return _report(plan, windows)


def _report(plan: Plan, windows: list[dict[str, Window]]) -> dict[str, Any]:
    rounds = [{name: _figures(name, window) for name, window in one.items()} for one in windows]

    def middle(path: str, figure: str) -> float:
        return float(median(one[path][figure] for one in rounds))

    def ratio(path: str) -> float:
        each = [one["server"]["per_cpu_second"] / one[path]["per_cpu_second"] for one in rounds]
        return float(median(each))

    disturbed = [window.disturbed for one in windows for window in one.values()]
    reasons = [reason for reason in disturbed if reason is not None]
    if plan.profile is not None:
        reasons.insert(0, "the server was profiled")
    return {
        "ratio": round(ratio("floor"), 3),
        "ratio_to_grouped_floor": round(ratio("grouped_floor"), 3),
        "p99_ms": round(middle("server", "p99_ms"), 2),
        "floor_p99_ms": round(middle("floor", "p99_ms"), 2),
        "grouped_floor_p99_ms": round(middle("grouped_floor", "p99_ms"), 2),
        "commands": sum(one["server"]["commands"] for one in rounds),
        "void": bool(reasons),
        "reasons": reasons,
        "tables": plan.tables,
        "sockets": SOCKETS,
        "seconds": plan.seconds,
        "nats": bool(plan.nats),
        "rounds": rounds,
    }


def _figures(name: str, window: Window) -> dict[str, Any]:
    told, used = window.told, window.used.groups
    waits: list[float] = told["waits"]
    commands: int = told["accepted"]
    spent = used[name] + used["postgres"]
    return {
        "commands": commands,
        "per_second": round(commands / told["seconds"]),
        "per_cpu_second": round(commands / max(spent, 0.01)),
        "server_us": round(1e6 * used[name] / max(1, commands), 1),
        "postgres_us": round(1e6 * used["postgres"] / max(1, commands), 1),
        "client_us": round(1e6 * used[f"{name}'s client"] / max(1, commands), 1),
        "p50_ms": round(1e3 * median(waits), 2) if waits else 0.0,
        "p99_ms": round(1e3 * p99(waits), 2),
        "frame_bytes": round(told["frame_bytes"] / max(1, SOCKETS * commands)),
        "refused": told["refused"],
        "games": told["games"],
        "errors": told["lost"] + told["stuck"],
        "foreign": round(window.foreign, 3),
    }


async def crowded(plan: Plan) -> dict[str, Any]:
    """Fill one node with people who look on and tables at the pace of people."""
    async with AsyncExitStack() as stack:
        kept = await stack.enter_async_context(database(plan.postgres))
        pid, port = await stack.enter_async_context(server(kept.address, plan.nats, None))
        crowd = await stack.enter_async_context(client("crowd", port))
        await crowd.do("open_quiet", 0)
        empty = processes.resident(pid)
        await crowd.do("open_quiet", LIVE_TABLES)
        quiet = processes.resident(pid)
        await crowd.do("open_onlookers", IDLE_SOCKETS)
        await asyncio.sleep(_SETTLE)
        idle = processes.resident(pid)
        await crowd.do("open_live", LIVE_TABLES)
        await asyncio.sleep(_SETTLE)
        live = processes.resident(pid)
        window = await _lively(kept, pid, crowd, plan.seconds)
        played = processes.resident(pid)
    told, used = window.told, window.used.groups
    socket_bytes = (idle - quiet) / IDLE_SOCKETS
    return {
        "idle_sockets": IDLE_SOCKETS,
        "live_tables": LIVE_TABLES,
        "live_sockets": LIVE_TABLES * SEATS,
        "commands": told["accepted"],
        "per_second": round(told["accepted"] / told["seconds"], 1),
        "p50_ms": round(1e3 * median(told["waits"]), 2) if told["waits"] else 0.0,
        "p99_ms": round(1e3 * p99(told["waits"]), 2),
        "server_cpu": round(used["server"] / window.seconds, 3),
        "postgres_cpu": round(used["postgres"] / window.seconds, 3),
        "client_cpu": round(used["client"] / window.seconds, 3),
        "memory_mb": round(played / 2**20, 1),
        "kb_per_idle_socket": round(socket_bytes / 1024, 1),
        "kb_per_quiet_table": round((quiet - empty) / LIVE_TABLES / 1024, 1),
        "kb_per_live_table": round(((live - idle) / LIVE_TABLES - SEATS * socket_bytes) / 1024, 1),
        "kb_per_played_table": round(
            ((played - idle) / LIVE_TABLES - SEATS * socket_bytes) / 1024, 1
        ),
        "missed": told["missed"],
        "refused": told["refused"],
        "errors": told["lost"] + told["onlookers_lost"] + told["stuck"],
        "foreign": round(window.foreign, 3),
        "void": window.disturbed is not None,
        "reasons": [] if window.disturbed is None else [window.disturbed],
    }


async def _lively(kept: Database, pid: int, crowd: Client, seconds: float) -> Window:
    roots = {
        "server": pid,
        "postgres": kept.postmaster,
        "client": crowd.pid,
        "self": os.getpid(),
    }
    return await measured(kept, roots, crowd, "play", seconds, RATE)
