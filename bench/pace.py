"""`python -m bench.pace`: how long a game feels, for one person against three bots.

A server as it comes, a game for each tempo, thinking time or pace at once, and a person of dice and
farmer's sense who answers after a while: minutes a game, seconds a lot, seconds a trade, and from a
result to what comes next. It takes as long as a game does. What a browser shows on top of that, it
shows within these times. With `--skips` the person goes on to the next decision after each pass.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct
from websockets.sync.client import ClientConnection

from bench.load.rounds import server
from kuhstall.cli.bot import Visit
from kuhstall.cli.edition import DEFAULT
from kuhstall.cli.remote import Remote
from kuhstall.games.registry import meant
from kuhstall.server.table.party.events import TempoName

BEGINS: Final = {"lot_revealed": "lot", "trade_began": "trade"}
ENDS: Final = {"lot_taken": "lot", "trade_settled": "trade", "dove_taken": "trade"}
_AS_IT_COMES: Final = {"KUHSTALL_TEMPO": "1", "KUHSTALL_EASE": "1", "KUHSTALL_LAG": "0.25"}


class Heard(Struct):
    """An event and when it came."""

    at: float
    kind: str


def spans(heard: list[Heard]) -> Iterator[tuple[str, float]]:
    """Tell how long each lot and each trade was, and each gap between a result and the next."""
    begun: dict[str, float] = {}
    over: float | None = None
    for one in heard:
        if one.kind in BEGINS:
            if over is not None:
                yield "gap", one.at - over
            over = None
            begun.setdefault(BEGINS[one.kind], one.at)  # a lot that is cried again is the same lot
        elif one.kind in ENDS and ENDS[one.kind] in begun:
            yield ENDS[one.kind], one.at - begun.pop(ENDS[one.kind])
            over = one.at


def figures(heard: list[Heard]) -> dict[str, Any]:
    found: dict[str, list[float]] = {"lot": [], "trade": [], "gap": []}
    for name, seconds in spans(heard):
        found[name].append(seconds)
    told: dict[str, Any] = {"minutes": round((heard[-1].at - heard[0].at) / 60, 1)}
    for name, lasted in found.items():
        told[name] = {
            "count": len(lasted),
            "mean_s": round(mean(lasted), 1) if lasted else None,
            "median_s": round(median(lasted), 1) if lasted else None,
        }
    return told


class Way(Struct, frozen=True):
    """How somebody plays, and at which table."""

    wish: dict[str, Any]
    thinks: float
    skips: bool = False


class Person:
    """Somebody who looks, thinks, and then does what a farmer would do."""

    def __init__(self, port: int, way: Way) -> None:
        self._remote = Remote(f"http://127.0.0.1:{port}")
        self._way = way
        self._heard: list[Heard] = []

    def play(self) -> dict[str, Any]:
        self._remote.enter("Resi")
        self._remote.open_table(**self._way.wish)
        self._remote.ask("start")
        visit = Visit(self._remote, "farmer")
        answer_at: float | None = None
        with self._remote.socket() as socket:
            while True:
                wait = None if answer_at is None else max(0.0, answer_at - time.monotonic())
                try:
                    frame = msgspec.json.decode(socket.recv(wait))
                except TimeoutError:
                    answer_at = None
                    self._answer(visit, socket)
                    continue
                visit.set_clock(frame)
                if frame["type"] == "ping":
                    socket.send(f'{{"type":"pong","nonce":{frame["nonce"]}}}')
                elif frame["type"] in {"snapshot", "step"}:
                    self._note(frame)
                    if visit.is_over(frame):
                        return self._result()
                    answer_at = self._next_answer(visit, frame, answer_at)

    def _answer(self, visit: Visit, socket: ClientConnection) -> None:
        command = visit.take()
        socket.send(command)
        if self._way.skips and '"type":"pass"' in command:
            socket.send(_skip(len(self._heard)))

    def _next_answer(
        self, visit: Visit, frame: dict[str, Any], answer_at: float | None
    ) -> float | None:
        if not visit.chooses(frame):
            return None
        if answer_at is not None:
            return answer_at  # a bid meanwhile does not make a player think from the beginning
        return time.monotonic() + max(self._way.thinks, visit.hush or 0.0)

    def _result(self) -> dict[str, Any]:
        way = msgspec.to_builtins(self._way)
        return {
            **way.pop("wish"),
            "thinks_s": way["thinks"],
            "skips": way["skips"],
            **figures(self._heard),
        }

    def _note(self, frame: dict[str, Any]) -> None:
        now = time.monotonic()
        if frame["type"] == "step":
            self._heard += [Heard(now, event["type"]) for event in frame["events"]]


def _skip(number: int) -> str:
    request = {"type": "hurry"}
    frame = {"type": "ask", "cid": f"skip-{number}", "request": request}
    return msgspec.json.encode(frame).decode()


async def measured(ways: list[Way]) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as kept:
        store = str(Path(kept) / "pace.db")
        async with server(store, "", None, _AS_IT_COMES) as (_, port):
            people = [Person(port, way) for way in ways]
            return await asyncio.gather(*(asyncio.to_thread(one.play) for one in people))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.pace", description=__doc__)
    parser.add_argument("--edition", type=meant, default=DEFAULT, help=f"of the game ({DEFAULT})")
    parser.add_argument("--bot", default="farmer", help="who plays against the person")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--pace", nargs="+", default=["live"], help="one game for each (live)")
    parser.add_argument(
        "--thinks", nargs="+", type=float, default=[1.5], help="seconds; one game for each (1.5)"
    )
    parser.add_argument(
        "--tempo", nargs="+", default=get_args(TempoName), help="one game for each (all of them)"
    )
    parser.add_argument("--skips", action="store_true", help="go on after each pass")
    args = parser.parse_args()
    bots = [args.bot] * (args.seats - 1)
    table = {"edition": args.edition, "seats": args.seats, "bots": bots}
    ways = [
        Way({**table, "pace": pace, "tempo": tempo}, thinks, args.skips)
        for tempo in args.tempo
        for pace in args.pace
        for thinks in args.thinks
    ]
    for told in asyncio.run(measured(ways)):
        print(json.dumps(told))


if __name__ == "__main__":
    main()
