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
from kuhstall.cli.home import STARTS
from kuhstall.engine.values import Refused
from kuhstall.games.registry import meant

if TYPE_CHECKING:
    from kuhstall.bots.bot import Bot
    from kuhstall.cli.remote import Remote
    from kuhstall.engine.match import Seen

_UNDECIDED: Final = frozenset({"unavailable", "slow_down"})
_OVERTAKEN: Final = frozenset({"stale", "too_soon", "wrong_stage"})
"""Refusals that are no fault of the action: the table has moved on, or stands still."""

_MOST_REFUSED: Final = 5
"""Actions refused in a row after which a bot is given up: the table would wait for it for ever."""

_FOR_GOOD: Final = frozenset(
    {"hello_first", "hello_twice", "kicked", "logged_out", "malformed", "no_such_table"}
)
"""Reasons to close a socket that another one would be closed for as well."""

_SHORT_WAIT: Final = 1.0
_WAITS: Final = (0.0, 1.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before each connection; one over which the table was seen is not counted as a try."""

_WAITS_FOR: Final = {
    "full": "waiting: the game begins when all seats are taken",
    "bots": "waiting: the game begins when all seats are taken; after a minute, by bots",
}

_COME_BACK: Final = '{"type":"ask","cid":"%s","request":{"type":"come_back"}}'

_BETWEEN: Final = 0.22
"""Seconds between two commands: a server takes 100 frames in 20 s from a socket, pongs included."""


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
    parser.add_argument(
        "--starts",
        choices=STARTS,
        default=STARTS[0],
        help="who starts a table that it opens: the bot, with bots on all other seats (host); the"
        " table itself once others have taken them; or with bots on those that are free after a"
        " minute",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from kuhstall.cli.remote import Remote

    if "," in args.bot:
        raise Refused("line_up", f"'{args.bot}' are several bots, and this command takes one")
    bot_names.admit([args.bot])
    address = args.server if "://" in args.server else f"http://{args.server}"
    remote = Remote(address)
    remote.enter(args.name)
    if args.code:
        remote.find(args.code)
        remote.ask("join")
        print(f"joined table {remote.table}, waiting for the game", flush=True)
    else:
        code = remote.open_table(**_wish(args))
        print(f"table {remote.table}, invite code {code}", flush=True)
        if args.starts == "host":
            remote.ask("start")
        else:
            print(_WAITS_FOR[args.starts], flush=True)
    try:
        ended = _play(Visit(remote, args.bot))
    except GivenUpError as given_up:
        print(f"kuhstall: {given_up}", file=sys.stderr)
        return 1
    phase = ended["view"]["phase"]
    print(f"{args.name} {standing(phase, ended['you'])}")
    print(msgspec.json.encode(phase).decode())
    print(f"seq {ended['seq']}, transcript: {address}/api/tables/{remote.table}/transcript")
    return 0


def _wish(args: argparse.Namespace) -> dict[str, Any]:
    """Say what table to open; what is as usual is not said, as an older server does not know it."""
    wish = {"edition": args.edition, "seats": args.seats, "pace": args.pace}
    if args.starts == "host":
        return {**wish, "bots": ["farmer"] * (args.seats - 1)}
    return {**wish, "starts": args.starts}


def standing(phase: dict[str, Any], seat: int | None) -> str:
    """Say how a seat ended; of a game that was broken off, only where it sat."""
    if seat is None:
        return "(no seat any more)"
    totals = [score["total"] for score in phase.get("scores", ())]
    if not totals or "winners" not in phase:
        return f"(seat {seat})"
    ahead = sum(total > totals[seat] for total in totals)
    if seat not in phase["winners"]:  # the same total may have been beaten by a tie-break
        ahead = max(ahead, len(phase["winners"]))
    return f"(seat {seat}): {totals[seat]}, place {ahead + 1} of {len(totals)}"


class GivenUpError(Exception):
    """A bot whose actions are refused again and again."""


def _play(visit: Visit) -> dict[str, Any]:
    """Play to the end, and return the last frame; when the server is away, wait for it."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    tries = 0
    while tries < len(_WAITS):
        time.sleep(_WAITS[tries])
        before = visit.frames
        try:
            return _stay(visit)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.reason in _FOR_GOOD:
                why = closed.rcvd.reason
                raise Refused(why, f"the server has closed the connection: {why}") from closed
            print(f"the connection is lost ({closed}), once more", file=sys.stderr)
        except (InvalidHandshake, OSError) as error:
            print(f"the connection is lost ({error}), once more", file=sys.stderr)
        except Refused as refused:
            if refused.code not in {"unavailable", "busy", "slow_down"}:
                raise
            print(f"{refused}; once more", file=sys.stderr)
        tries = 1 if visit.frames > before else tries + 1
    raise Refused("unavailable", "the server is away")


def _stay(visit: Visit) -> dict[str, Any]:
    """Play over one connection."""
    visit.arrive()
    with visit.remote.socket() as socket:
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
                else:
                    visit.note_refusal(frame)
            elif frame["type"] == "ack":
                visit.note_success(frame)
            elif frame["type"] in {"snapshot", "step"}:
                if visit.is_over(frame):
                    return dict(frame)
                if visit.has_been_away(frame):
                    socket.send(_COME_BACK % secrets.token_hex(8))
                if visit.chooses(frame):
                    visit.tell_seat(frame["you"])
                    if visit.hush is None:
                        socket.send(visit.take())


class Visit:
    """What a bot knows of a table, and the bot itself, over however many connections."""

    def __init__(self, remote: Remote, name: str) -> None:
        self.command: dict[str, Any] = {"cid": ""}
        self.remote = remote
        self.frames = 0
        self._name = name
        self._bot: Bot | None = None
        self._party: dict[str, Any] = {"edition": "", "stage": ""}
        self._seat: int | None = None
        self._asked: tuple[Bot, Seen, int] | None = None
        self._refused = 0
        self._told = 0
        self._heard: list[Any] = []
        self._ahead = time.time() - time.monotonic()
        self._hushed: float | None = None
        self._free_at = 0.0
        self._away = False

    def arrive(self) -> None:
        """Begin another connection. What was to be sent over the last one, the table may not want.

        The bot stays as it is: it was made for this seat and this game.
        """
        self.command, self._hushed, self._away = {"cid": ""}, None, False

    @property
    def hush(self) -> float | None:
        """How long to listen before the newest command is sent; None if nothing waits for that."""
        return None if self._hushed is None else max(self._hushed - time.monotonic(), 0.0)

    def take(self) -> str:
        """Return the newest command, which is to be sent now."""
        self._hushed, self._free_at = None, time.monotonic() + _BETWEEN
        return msgspec.json.encode(self.command).decode()

    def set_clock(self, frame: dict[str, Any]) -> None:
        """Learn what time it is at the server. It is a little later there, and never earlier."""
        if frame["type"] in {"welcome", "ping"}:
            self._ahead = frame["time"] / 1000 - time.monotonic()

    def is_undecided(self, frame: dict[str, Any]) -> bool:
        """Whether the newest command has to be sent again; an older one does not matter."""
        undecided = frame["type"] == "busy" or frame["code"] in _UNDECIDED
        return undecided and frame["cid"] == self.command["cid"]

    def tell_seat(self, seat: int) -> None:
        """Say where the bot sits, once: the host may change that until the game begins."""
        if self._seat != seat:
            self._seat = seat
            print(f"playing on seat {seat}", flush=True)

    def note_refusal(self, frame: dict[str, Any]) -> None:
        """Say what was refused, and let the bot choose once more; of too many, it is given up."""
        if frame["cid"] != self.command["cid"] or frame["code"] in _OVERTAKEN:
            return
        self._refused += 1
        action = msgspec.json.encode(self.command["action"]).decode()
        print(f"refused: {frame['code']}, {action}", file=sys.stderr)
        if self._refused == _MOST_REFUSED:
            text = f"the bot {self._name} (seat {self._seat}) is given up: {self._refused} refusals"
            raise GivenUpError(f"{text} in a row")
        self._choose()
        self._hushed = self._free_at

    def note_success(self, frame: dict[str, Any]) -> None:
        if frame["cid"] == self.command["cid"]:
            self._refused = 0

    def is_over(self, frame: dict[str, Any]) -> bool:
        self.frames += 1
        self._party = frame["party"] or self._party
        if "went_back" in frame:
            text = f"the server has lost {frame['went_back']} steps, on from there"
            print(text, file=sys.stderr)
            self._bot = None  # what it remembers has not happened
        return self._party["stage"] in {"ended", "closed"}

    def has_been_away(self, frame: dict[str, Any]) -> bool:
        """Whether the seat was taken over since the last frame, because nothing came in time."""
        before, seat = self._away, frame["you"]
        places = self._party.get("places", ())
        self._away = seat is not None and seat < len(places) and places[seat].get("away", False)
        return self._away and not before

    def chooses(self, frame: dict[str, Any]) -> bool:
        """Hear what has happened; tell whether there is a new command to be sent."""
        from kuhstall.arena.chance import QuickChance
        from kuhstall.cli.remote import Reader

        reader = Reader(self._party["edition"])
        if frame["type"] == "snapshot":
            self._told, raw = self.remote.heard()
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
        self._asked = self._bot, seen, frame["view"]["moment"]
        self._choose()
        if time.monotonic() < self._free_at:
            self._hushed = self._free_at
        for timer in frame["timers"]:
            if timer.get("caller") == seen.seat:  # whoever calls leaves the others time to speak
                self._hushed = max(timer["hush"] / 1000 - self._ahead, self._free_at)
        return True

    def _choose(self) -> None:
        """Make a command of what the bot wants to do."""
        if self._asked is None:
            return
        bot, seen, moment = self._asked
        cid, action = secrets.token_hex(8), bot.choose(seen)
        self.command = {"type": "cmd", "cid": cid, "moment": moment, "action": action}
