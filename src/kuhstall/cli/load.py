"""`kuhstall load`: what the server makes of a CPU second, beside a floor of the same run."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
from collections.abc import Coroutine
from typing import Any, Final

from kuhstall.cli.edition import count
from kuhstall.engine.values import Refused

_POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"
_GOALS: Final = {"ratio": 0.35, "p99": 2.0}
_TOP: Final = 25


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "load",
        help="measure the server under load",
        description="Start a server and a client that plays real games at many tables, and in "
        "turns with it a bare path: append and six views over bare sockets, without rules. Both "
        "acknowledge after the commit. The ratio is that of accepted commands per CPU second of "
        "server and PostgreSQL. Takes less than a minute as it is; needs `pip install "
        "kuhstall[load]`, Linux, and a PostgreSQL on this machine, in which it makes and drops a "
        "database of its own.",
    )
    store = os.environ.get("KUHSTALL_STORE", "")
    default = store if store.startswith(("postgres://", "postgresql://")) else _POSTGRES
    parser.add_argument(
        "--postgres", default=default, help=f"which PostgreSQL (default: {default})"
    )
    parser.add_argument("--nats", default="", help="nats://…, to publish hints as in a cluster")
    parser.add_argument("--seconds", type=_seconds, default=4.0, help="how long a round lasts")
    parser.add_argument("--rounds", type=count, default=3, help="the median of so many counts")
    parser.add_argument("--tables", type=count, default=20, help="tables at once")
    parser.add_argument(
        "--scale",
        action="store_true",
        help="also hold 2,000 idle sockets and 500 live tables on one node; takes a minute more",
    )
    parser.add_argument("--only-scale", action="store_true", help="nothing but that")
    parser.add_argument(
        "--profile", metavar="FILE", help="write where the server spends its time, and print most"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 600:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds up to 600")
    return seconds


def run(args: argparse.Namespace) -> int:
    try:
        from kuhstall.cli.loading import measuring, sampling
    except ImportError as error:
        raise Refused("no_load", f"{error.name} is missing: pip install kuhstall[load]") from error

    plan = measuring.Plan(
        args.postgres, args.nats, args.seconds, args.rounds, args.tables, args.profile
    )
    report: dict[str, Any] = {}
    if not args.only_scale:
        report = _finished(measuring.compared(plan))
    if args.profile is not None and not args.only_scale:
        report["profile"] = [
            {"function": share.function, "own": round(share.own, 4), "all": round(share.all, 4)}
            for share in sampling.top(args.profile, _TOP)
        ]
    if args.scale or args.only_scale:
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
    from rich.console import Console

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
    for name, value in report.get("scale", {}).items():
        console.print(f"{name:>20}  {value}")
    for reason in (*report.get("reasons", ()), *report.get("scale", {}).get("reasons", ())):
        console.print(f"[red]void[/red]: {reason}")


def _table(rounds: list[dict[str, dict[str, Any]]]) -> Any:
    from rich.table import Table

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
