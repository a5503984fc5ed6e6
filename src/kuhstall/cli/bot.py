"""`kuhstall bot`: a bot as a guest of a server, over the same wire as everybody."""

from __future__ import annotations

import argparse
import random
import secrets
import sys
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kuhstall.bots import registry as bots
from kuhstall.cli import bot_names
from kuhstall.cli.edition import DEFAULT
from kuhstall.engine.values import Refused
from kuhstall.games.registry import meant

if TYPE_CHECKING:
    from kuhstall.bots.bot import Bot
    from kuhstall.cli.remote import Remote

_UNDECIDED: Final = frozenset({"unavailable", "slow_down"})
_SHORT_WAIT: Final = 1.0


def add_to(commands: Any) -> None:
    parser = commands.add_parser(
        "bot",
        help="let a bot play at a server",
        description="Let a bot play at a server: at a table that it opens, or at one to which you"
        " have an invite code. It plays one game over the socket, as a person would, and prints"
        " how it ended.",
    )
    parser.add_argument("server", help="its address, such as http://127.0.0.1:8000")
    parser.add_argument("--code", help="the invite code of a table to join")
    parser.add_argument(
        "--bot",
        "--bots",
        default="farmer",
        metavar="NAME",
        help=f"one of {', '.join(bots.NAMES)}, or one of your own, module:Class",
    )
    parser.add_argument("--name", default="Bot", help="the name it gives")
    parser.add_argument("--edition", type=meant, default=DEFAULT, help="of a table that it opens")
    parser.add_argument("--seats", type=int, default=4, help="of a table that it opens")
    parser.add_argument(
        "--pace",
        choices=("live", "relaxed", "slow", "fast"),
        default="live",
        help="of a table that it opens; fast is for programs among themselves (live)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli.remote import Remote

    bot_names.admit([args.bot])
    remote = Remote(args.server)
    remote.enter(args.name)
    if args.code:
        remote.find(args.code)
        remote.ask("join")
    else:
        others = ["farmer"] * (args.seats - 1)
        remote.open_table(edition=args.edition, seats=args.seats, bots=others, pace=args.pace)
        print(f"table {remote.table}")
        remote.ask("start")
    ended = _play(remote, args.bot)
    print(msgspec.json.encode(ended["view"]["phase"]).decode())
    print(f"seq {ended['seq']}, transcript: {args.server}/api/tables/{remote.table}/transcript")
    return 0


def _play(remote: Remote, name: str) -> dict[str, Any]:
    """Play to the end, and return the last frame; when the server is away, wait for it."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    for wait in (0, 1, 1, 2, 4, 8, 16, 30):
        time.sleep(wait)
        try:
            return _stay(remote, name)
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            print(f"the connection is lost ({error}), once more", file=sys.stderr)
        except Refused as refused:
            if refused.code not in {"unavailable", "busy"}:
                raise
            print(f"{refused}; once more", file=sys.stderr)
    raise Refused("unavailable", "the server is away")


def _stay(remote: Remote, name: str) -> dict[str, Any]:
    """Play over one connection."""
    visit = _Visit(remote, name)
    with remote.socket() as socket:
        while True:
            try:
                data = socket.recv(visit.hush)
            except TimeoutError:
                socket.send(visit.take())
                continue
            frame = msgspec.json.decode(data)
            visit.set_clock(frame)
            if frame["type"] == "ping":
                socket.send(f'{{"type":"pong","nonce":{frame["nonce"]}}}')
            elif frame["type"] in {"busy", "nack"}:
                if visit.is_undecided(frame):
                    time.sleep(frame.get("retry_after", 1000 * _SHORT_WAIT) / 1000)
                    socket.send(visit.take())
            elif frame["type"] in {"snapshot", "step"}:
                if visit.is_over(frame):
                    return dict(frame)
                if visit.chooses(frame) and visit.hush is None:
                    socket.send(visit.take())


class _Visit:
    """What a bot knows of a table over one connection."""

    def __init__(self, remote: Remote, name: str) -> None:
        self.command: dict[str, Any] = {"cid": ""}
        self._remote = remote
        self._name = name
        self._bot: Bot | None = None
        self._party = {"edition": "", "stage": ""}
        self._told = 0
        self._heard: list[Any] = []
        self._ahead = time.time() - time.monotonic()
        self._hushed: float | None = None

    @property
    def hush(self) -> float | None:
        """How long to listen before the newest command is sent; None if nothing waits for that."""
        return None if self._hushed is None else max(self._hushed - time.monotonic(), 0.0)

    def take(self) -> str:
        """Return the newest command, which is to be sent now."""
        self._hushed = None
        return msgspec.json.encode(self.command).decode()

    def set_clock(self, frame: dict[str, Any]) -> None:
        """Learn what time it is at the server. It is a little later there, and never earlier."""
        if frame["type"] in {"welcome", "ping"}:
            self._ahead = frame["time"] / 1000 - time.monotonic()

    def is_undecided(self, frame: dict[str, Any]) -> bool:
        """Whether the newest command has to be sent again; an older one does not matter."""
        undecided = frame["type"] == "busy" or frame["code"] in _UNDECIDED
        return undecided and frame["cid"] == self.command["cid"]

    def is_over(self, frame: dict[str, Any]) -> bool:
        self._party = frame["party"] or self._party
        if "went_back" in frame:
            text = f"the server has lost {frame['went_back']} steps, on from there"
            print(text, file=sys.stderr)
            self._bot = None  # what it remembers has not happened
        return self._party["stage"] in {"ended", "closed"}

    def chooses(self, frame: dict[str, Any]) -> bool:
        """Hear what has happened; tell whether there is a new command to be sent."""
        from kuhstall.arena.chance import QuickChance
        from kuhstall.cli.remote import Reader

        reader = Reader(self._party["edition"])
        if frame["type"] == "snapshot":
            self._told, raw = self._remote.heard()
            self._heard = reader.events(raw)
        elif frame["seq"] > self._told:
            self._heard += reader.events(frame["events"])
        self._hushed = None  # whatever waited, waited with an older table
        if not frame["options"] or frame["you"] is None or frame["seq"] < self._told:
            return False
        seen = reader.seen(frame, self._heard)
        if self._bot is None:
            chance = QuickChance(random.randrange(2**32))
            self._bot = bots.make(self._name, self._party["edition"], seen.seat, chance)
        self.command = {
            "type": "cmd",
            "cid": secrets.token_hex(8),
            "moment": frame["view"]["moment"],
            "action": self._bot.choose(seen),
        }
        for timer in frame["timers"]:
            if timer.get("caller") == seen.seat:  # whoever calls leaves the others time to speak
                self._hushed = timer["hush"] / 1000 - self._ahead
        return True
