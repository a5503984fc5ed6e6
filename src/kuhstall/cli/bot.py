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
from kuhstall.cli.edition import DEFAULT
from kuhstall.engine.values import Refused

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
    parser.add_argument("--bot", default="farmer", help=f"one of {', '.join(bots.NAMES)}")
    parser.add_argument("--name", default="Bot", help="the name it gives")
    parser.add_argument("--edition", default=DEFAULT, help="of a table that it opens")
    parser.add_argument("--seats", type=int, default=4, help="of a table that it opens")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli.remote import Remote

    bots.check(args.bot)
    remote = Remote(args.server)
    remote.enter(args.name)
    if args.code:
        remote.find(args.code)
        remote.ask("join")
    else:
        others = ["farmer"] * (args.seats - 1)
        remote.open_table(edition=args.edition, seats=args.seats, bots=others)
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
    from kuhstall.arena.chance import QuickChance
    from kuhstall.cli.remote import Reader

    bot: Bot | None = None
    told, party = 0, {"edition": "", "stage": ""}
    heard: list[Any] = []
    command: dict[str, Any] = {"cid": ""}
    with remote.socket() as socket:
        for data in socket:
            frame = msgspec.json.decode(data)
            if frame["type"] == "ping":
                socket.send(f'{{"type":"pong","nonce":{frame["nonce"]}}}')
            if frame["type"] == "busy" or (frame["type"] == "nack" and frame["code"] in _UNDECIDED):
                if frame["cid"] == command["cid"]:  # an older one does not matter any more
                    time.sleep(frame.get("retry_after", 1000 * _SHORT_WAIT) / 1000)
                    socket.send(msgspec.json.encode(command).decode())
                continue
            if frame["type"] not in {"snapshot", "step"}:
                continue
            party = frame["party"] or party
            if "went_back" in frame:
                print(
                    f"the server has lost {frame['went_back']} steps, on from there",
                    file=sys.stderr,
                )
                bot = None  # what it remembers has not happened
            if party["stage"] in {"ended", "closed"}:
                return dict(frame)
            reader = Reader(party["edition"])
            if frame["type"] == "snapshot":
                told, raw = remote.heard()
                heard = reader.events(raw)
            elif frame["seq"] > told:
                heard += reader.events(frame["events"])
            if frame["options"] and frame["you"] is not None and frame["seq"] >= told:
                seen = reader.seen(frame, heard)
                if bot is None:
                    chance = QuickChance(random.randrange(2**32))
                    bot = bots.make(name, party["edition"], seen.seat, chance)
                command = {
                    "type": "cmd",
                    "cid": secrets.token_hex(8),
                    "moment": frame["view"]["moment"],
                    "action": bot.choose(seen),
                }
                socket.send(msgspec.json.encode(command).decode())
    raise Refused("unavailable", "the server has closed the connection")
