"""`kuhstall load`: the server's throughput per CPU second, beside a baseline of the same run."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from kuhstall.cli.edition import count
from kuhstall.cli.progress import progress
from kuhstall.engine.values import Refused

_POSTGRES: Final = "postgresql://postgres@127.0.0.1:5432/postgres"

CHECKOUT: Final = Path(__file__).resolve().parents[3]
"""The folder of the load test, if this program runs from a checkout."""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Start a server and a client that plays real games at many tables, and in "
        "turns with it a bare path: append and six views over bare sockets, without rules. Both "
        "acknowledge after the commit. The ratio is that of accepted commands per CPU second of "
        "server and PostgreSQL. Takes less than a minute by default. Runs from a checkout only "
        "(`make load`); needs Linux, and a PostgreSQL on this machine, in which it creates and "
        "drops a database of its own."
    )
    store = os.environ.get("KUHSTALL_STORE", "")
    default = store if store.startswith(("postgres://", "postgresql://")) else _POSTGRES
    parser.add_argument(
        "--postgres", default=default, help=f"which PostgreSQL (default: {default})"
    )
    parser.add_argument("--nats", default="", help="nats://…, to publish hints as in a cluster")
    parser.add_argument("--seconds", type=_seconds, default=4.0, help="how long a round lasts")
    parser.add_argument("--rounds", type=count, default=3, help="rounds to take the median of")
    parser.add_argument("--tables", type=count, help="tables at once: 20, and 1,600 for --overload")
    parser.add_argument(
        "--scale",
        action="store_true",
        help="also hold 2,000 idle sockets and 500 live tables on one node; takes a minute more",
    )
    parser.add_argument("--only-scale", action="store_true", help="only that")
    parser.add_argument(
        "--overload",
        action="store_true",
        help="find the most commands a second that one node accepts, offer it three times as many,"
        " and print what it accepts, how quickly, and what it refuses; only that. Takes"
        " some minutes",
    )
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
    """Run the load test of the checkout that this program runs from."""
    if not (CHECKOUT / "bench" / "load").is_dir():
        raise Refused(
            "no_load",
            "the load test is not installed with the program: run `make load` in a checkout",
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    try:
        from bench.load.command import run as measure
    except ImportError as error:
        raise Refused("no_load", f"{error.name} is missing: run `make setup`") from error
    with progress("measuring", measured=True):
        return measure(args)
