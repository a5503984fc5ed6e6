"""What `kuhstall load` runs, and how it prints its figures."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from collections.abc import Coroutine
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.load import measuring, overload, sampler

_GOALS: Final = {"ratio": 0.35, "p99": 2.0}
_TOP: Final = 25
_TABLES: Final = 20
_FLOODED: Final = 1600


def run(args: argparse.Namespace) -> int:
    # In a flood each table has one command on its way, and a game must not come to its end.
    tables = args.tables or (_FLOODED if args.overload else _TABLES)
    plan = measuring.Plan(args.postgres, args.nats, args.seconds, args.rounds, tables, args.profile)
    report: dict[str, Any] = {}
    if args.overload:
        report["overload"] = _finished(overload.overloaded(plan))
    elif not args.only_scale:
        report = _finished(measuring.compared(plan))
    if args.profile is not None and (args.overload or not args.only_scale):
        report["profile"] = [
            {"function": share.function, "own": round(share.own, 4), "all": round(share.all, 4)}
            for share in sampler.top(args.profile, _TOP)
        ]
    if (args.scale or args.only_scale) and not args.overload:
        report["scale"] = _finished(measuring.crowded(plan))
    if args.json:
        print(json.dumps(report))
    else:
        _print(report)
    return 0


def _finished(work: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Run a measurement; whoever ends it early finds its processes and its database gone."""

    async def stoppable() -> dict[str, Any]:
        task = asyncio.ensure_future(work)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await task

    try:
        return asyncio.run(stoppable())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


def _print(report: dict[str, Any]) -> None:
    console = Console(highlight=False)
    if "rounds" in report:
        console.print(_table(report["rounds"]))
        floors = (("", "the floor"), ("grouped_", "the floor with steps in groups"))
        for prefix, name in floors:
            ratio = report["ratio" if not prefix else "ratio_to_grouped_floor"]
            times = report["p99_ms"] / (report[f"{prefix}floor_p99_ms"] or 1)
            console.print(
                f"[bold]{ratio:.3f}[/bold] of {name} (goal: {_GOALS['ratio']});"
                f" p99 {times:.2f} × its (goal: {_GOALS['p99']:.0f})"
            )
    for share in report.get("profile", ()):
        console.print(
            f"{share['own']:7.1%} {share['all']:7.1%}  {share['function']}", soft_wrap=True
        )
    parts = [report.get(part, {}) for part in ("scale", "overload")]
    for name, value in (pair for part in parts for pair in part.items()):
        console.print(f"{name:>22}  {value}")
    for reason in (
        *report.get("reasons", ()),
        *(r for part in parts for r in part.get("reasons", ())),
    ):
        console.print(f"[red]void[/red]: {reason}")


def _table(rounds: list[dict[str, dict[str, Any]]]) -> Table:
    shown = {
        "per CPU s": "per_cpu_second",
        "per s": "per_second",
        "server µs": "server_us",
        "PostgreSQL µs": "postgres_us",
        "client µs": "client_us",
        "p50 ms": "p50_ms",
        "p99 ms": "p99_ms",
        "errors": "errors",
        "foreign": "foreign",
    }
    table = Table(title="Commands under load")
    table.add_column("path", no_wrap=True)
    for heading in shown:
        table.add_column(heading, justify="right")
    for one in rounds:
        for path in ("server", "floor", "grouped_floor"):
            table.add_row(path, *(str(one[path][figure]) for figure in shown.values()))
        table.add_section()
    return table
