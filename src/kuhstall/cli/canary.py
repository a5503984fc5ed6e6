"""`kuhstall canary`: play at a server from outside, and check that players see each move."""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from kuhstall.cli.bot import OVERTAKEN, Visit
from kuhstall.cli.edition import DEFAULT
from kuhstall.engine.values import Refused

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

    from kuhstall.cli.remote import Remote

_BOT: Final = "farmer"
_OVERTAKEN: Final = OVERTAKEN | {"too_low"}
"""Refusals that are nobody's fault: the other player was faster, and has bid as much."""
_LOOK: Final = 0.2
"""Seconds after which a player looks whether the other one is through, or has failed."""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Open a table with two players and a bot, and play a few moves. Fail if the server refuses,"
        " acknowledges no move, or does not show an acknowledged move to the other player. Call it"
        " every few minutes from another machine, and give it two nodes if there are several."
    )
    parser.add_argument("server", help="its address, such as https://cows.example.org")
    parser.add_argument("second", nargs="?", help="the address of the second player's node")
    parser.add_argument(
        "--moves", type=int, default=10, metavar="N", help="how many moves to play (10)"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="how long an acknowledged move may take until the other player sees it (5)",
    )
    parser.add_argument(
        "--limit", type=float, default=90.0, metavar="SECONDS", help="for all of it (90)"
    )
    parser.add_argument(
        "--textfile",
        type=Path,
        metavar="FILE",
        help="write metrics for the textfile collector of Prometheus's node exporter",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    watch = Watch(args.moves, args.patience, args.limit)
    try:
        play([args.server, args.second or args.server], watch)
    except Refused as refused:
        watch.fail(f"{refused.code}: {refused}")
    except OSError as error:
        watch.fail(f"the connection is lost: {error}")
    found = watch.result()
    print(msgspec.json.encode(found).decode())
    if args.textfile is not None:
        _replace(args.textfile, metrics(found, time.time()))
    if not found.ok:
        print(f"kuhstall: {found.failure}", file=sys.stderr)
    return 0 if found.ok else 1


class Result(Struct, frozen=True):
    """What a canary has found.

    `acknowledged` and `shown`: the median time from sending a move to its acknowledgement, and to
    the moment at which the other player sees it, in milliseconds.
    """

    ok: bool
    failure: str
    moves: int
    acknowledged: float
    shown: float


class _Move(Struct, frozen=True):
    """An acknowledged move that the other player has not seen yet."""

    viewer: int
    seq: int
    sent: float
    acknowledged: float


class Watch:
    """What two players have sent and seen. Both threads write to it."""

    def __init__(self, moves: int, patience: float, limit: float) -> None:
        self.over = threading.Event()
        self._moves = moves
        self._patience = patience
        self._deadline = time.monotonic() + limit
        self._lock = threading.Lock()
        self._failure = ""
        self._acknowledged: list[float] = []
        self._shown: list[float] = []
        self._missing: list[_Move] = []
        self._seen = [(0, 0.0), (0, 0.0)]

    def fail(self, why: str) -> None:
        with self._lock:
            self._failure = self._failure or why
        self.over.set()

    def note_seen(self, player: int, seq: int) -> None:
        """Note that a player sees the table up to this step."""
        with self._lock:
            self._seen[player] = (seq, time.monotonic())
        self.look()

    def note_acknowledged(self, player: int, seq: int, sent: float) -> None:
        """Note that the server has acknowledged a move. The other player has to see it, too."""
        now = time.monotonic()
        with self._lock:
            self._acknowledged.append(now - sent)
            self._missing.append(_Move(1 - player, seq, sent, now))
        self.look()

    def look(self) -> None:
        """End if all moves were shown, or one was not shown in time."""
        now = time.monotonic()
        with self._lock:
            missing = []
            for move in self._missing:
                seen, when = self._seen[move.viewer]
                if seen >= move.seq:
                    self._shown.append(when - move.sent)
                else:
                    missing.append(move)
            self._missing = missing
            late = next((m.seq for m in missing if now - m.acknowledged > self._patience), None)
            done = not missing and len(self._shown) >= self._moves
        if late is not None:
            text = f"step {late} was acknowledged, and the other player"
            self.fail(f"{text} has not seen it within {self._patience:g} s")
        elif done:
            self.over.set()
        elif now > self._deadline:
            self.fail(f"only {len(self._shown)} of {self._moves} moves in time")

    def result(self) -> Result:
        with self._lock:
            return Result(
                ok=not self._failure,
                failure=self._failure,
                moves=len(self._shown),
                acknowledged=_median(self._acknowledged),
                shown=_median(self._shown),
            )


def play(servers: Sequence[str], watch: Watch) -> None:
    """Open a table, take two seats, and play until the watch ends it."""
    from kuhstall.cli.remote import Remote

    host, guest = remotes = [Remote(_address(server)) for server in servers]
    for remote, name in zip(remotes, ("Canary A", "Canary B"), strict=True):
        remote.enter(name)
    code = host.open_table(edition=DEFAULT, seats=3, pace="fast", bots=[_BOT])
    guest.find(code)
    guest.ask("join")
    host.ask("start")
    threads = [
        threading.Thread(target=_play_seat, args=(player, remote, watch), daemon=True)
        for player, remote in enumerate(remotes)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for remote in remotes:
        with suppress(Refused):  # the game may be over
            remote.ask("leave")


def _play_seat(player: int, remote: Remote, watch: Watch) -> None:
    from websockets.exceptions import WebSocketException

    try:
        _stay(player, Seat(remote), watch)
    except Refused as refused:
        watch.fail(f"{refused.code}: {refused}")
    except (WebSocketException, OSError) as error:
        watch.fail(f"the connection is lost: {error}")


class Seat(Visit):
    """A bot's visit that prints nothing: the canary prints its result alone."""

    def __init__(self, remote: Remote) -> None:
        super().__init__(remote, _BOT)
        self.sent: dict[str, float] = {}

    def tell_seat(self, seat: int) -> None: ...

    def take(self) -> str:
        self.sent.setdefault(self.command["cid"], time.monotonic())
        return super().take()


def _stay(player: int, seat: Seat, watch: Watch) -> None:
    seat.arrive()
    with seat.remote.socket() as socket:
        while not watch.over.is_set():
            watch.look()
            frame = _receive(socket, seat)
            if frame is None:
                continue
            seat.set_clock(frame)
            match frame["type"]:
                case "snapshot" | "step":
                    watch.note_seen(player, frame["seq"])
                    if seat.is_over(frame):
                        return
                    if seat.chooses(frame) and seat.hush is None:
                        socket.send(seat.take())
                case "ping":
                    socket.send(f'{{"type":"pong","nonce":{frame["nonce"]}}}')
                case _:
                    _note_answer(player, seat, watch, frame)


def _receive(socket: ClientConnection, seat: Seat) -> dict[str, Any] | None:
    """Return the next frame; after a moment without one, move if the seat has waited for that."""
    hush = seat.hush
    try:
        data = socket.recv(_LOOK if hush is None else min(hush, _LOOK))
    except TimeoutError:
        if seat.hush == 0.0:
            socket.send(seat.take())
        return None
    frame: dict[str, Any] = msgspec.json.decode(data)
    return frame


def _note_answer(player: int, seat: Seat, watch: Watch, frame: Mapping[str, Any]) -> None:
    """Note what the server answers a move."""
    match frame["type"]:
        case "ack" if frame["cid"] in seat.sent:
            watch.note_acknowledged(player, frame["seq"], seat.sent.pop(frame["cid"]))
        case "busy":
            watch.fail("busy: the server has not decided a move")
        case "nack" if frame["code"] not in _OVERTAKEN:
            watch.fail(f"{frame['code']}: the server refuses a move")
        case _:
            pass


def metrics(found: Result, now: float) -> str:
    """Write a result as Prometheus reads it."""
    values = {
        "kuhstall_canary_success": float(found.ok),
        "kuhstall_canary_moves": found.moves,
        "kuhstall_canary_acknowledged_seconds": found.acknowledged / 1000,
        "kuhstall_canary_shown_seconds": found.shown / 1000,
        "kuhstall_canary_time_seconds": now,
    }
    return "".join(f"# TYPE {name} gauge\n{name} {value!r}\n" for name, value in values.items())


def _replace(path: Path, text: str) -> None:
    """Write a file so that a reader never sees half of it."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(path)


def _address(server: str) -> str:
    return server if "://" in server else f"http://{server}"


def _median(seconds: list[float]) -> float:
    return round(1000 * sorted(seconds)[len(seconds) // 2], 1) if seconds else 0.0
