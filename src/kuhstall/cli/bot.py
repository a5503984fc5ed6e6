"""`kuhstall bot`: run a bot as a guest of a server, over the same protocol as any client."""

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
from kuhstall.cli.edition import DEFAULT, add_house_rules
from kuhstall.cli.home import STARTS
from kuhstall.engine.values import Refused
from kuhstall.games.registry import find, meant

if TYPE_CHECKING:
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import ClientConnection

    from kuhstall.bots.bot import Bot
    from kuhstall.cli.remote import Remote
    from kuhstall.engine.match import Seen

_UNDECIDED: Final = frozenset({"unavailable", "slow_down"})
OVERTAKEN: Final = frozenset({"stale", "too_soon", "wrong_stage"})
"""Refusals that are not the action's fault: the table has moved on, or is paused."""

_MOST_REFUSED: Final = 5
"""Refusals in a row after which a bot gives up: the table would wait for it forever."""

_FOR_GOOD: Final = frozenset(
    {"hello_first", "hello_twice", "kicked", "logged_out", "malformed", "no_such_table"}
)
"""Close reasons for which a new socket would be closed as well."""

_SHORT_WAIT: Final = 1.0
_WAITS: Final = (0.0, 1.0, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""Seconds before each attempt to connect. A connection that got as far as the table resets it."""

_WAITS_FOR: Final = {
    "full": "waiting: the game begins when all seats are taken",
    "bots": "waiting: the game begins when all seats are taken; after a minute, by bots",
}

_COME_BACK: Final = '{"type":"ask","cid":"%s","request":{"type":"come_back"}}'

_BETWEEN: Final = 0.22
"""Seconds between two commands: a server accepts 100 frames in 20 s per socket, pongs included."""


def define(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let a bot play on a server: at a table that it opens, or at one to which you"
        " have an invite code. It plays one game over the socket, as a person would, and prints"
        " how it ended."
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
    add_house_rules(parser)
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
    wish = _wish(args)
    address = args.server if "://" in args.server else f"http://{args.server}"
    remote = Remote(address)
    remote.enter(args.name)
    if args.code:
        remote.find(args.code)
        remote.ask("join")
        print(f"joined table {remote.table}, waiting for the game", flush=True)
    else:
        code = remote.open_table(**wish)
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
    """Return the request to open a table, without defaults, which older servers may not know."""
    wish = {"edition": args.edition, "seats": args.seats, "pace": args.pace}
    if args.house_rules:
        wish["rules"] = _house_rules(args)
    if args.starts == "host":
        return {**wish, "bots": ["farmer"] * (args.seats - 1)}
    return {**wish, "starts": args.starts}


def _house_rules(args: argparse.Namespace) -> dict[str, Any]:
    """Return the given house rules, validated, with their values as sent over the wire."""
    given = dict(args.house_rules)
    rules = msgspec.to_builtins(find(args.edition).with_rules(given).rules)
    return {name: rules[name] for name in given}


def standing(phase: dict[str, Any], seat: int | None) -> str:
    """Describe how a seat ended; if the game was aborted, only name the seat."""
    if seat is None:
        return "(no seat any more)"
    totals = [score["total"] for score in phase.get("scores", ())]
    if not totals or "winners" not in phase:
        return f"(seat {seat})"
    ahead = sum(total > totals[seat] for total in totals)
    if seat not in phase["winners"]:  # an equal total may have lost by a tie-break
        ahead = max(ahead, len(phase["winners"]))
    return f"(seat {seat}): {totals[seat]}, place {ahead + 1} of {len(totals)}"


class GivenUpError(Exception):
    """The bot's actions were refused too often in a row."""


def _play(visit: Visit) -> dict[str, Any]:
    """Play to the end, and return the last frame; wait if the server is away."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

    tries = 0
    while tries < len(_WAITS):
        time.sleep(_WAITS[tries])
        before = visit.frames
        try:
            return _stay(visit)
        except ConnectionClosed as closed:
            why = _final_reason(closed)
            if why is not None:
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


def _final_reason(closed: ConnectionClosed) -> str | None:
    """Return why a new socket would be closed as well; None if it may be tried."""
    reason = None if closed.rcvd is None else closed.rcvd.reason
    return reason if reason in _FOR_GOOD else None


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
            if frame["type"] in {"snapshot", "step"}:
                if visit.is_over(frame):
                    return dict(frame)
                _follow(visit, socket, frame)
            else:
                _handle_reply(visit, socket, frame)


def _follow(visit: Visit, socket: ClientConnection, frame: dict[str, Any]) -> None:
    """Look at the table, and act if it waits for the bot."""
    if visit.has_been_away(frame):
        socket.send(_COME_BACK % secrets.token_hex(8))
    if visit.chooses(frame):
        visit.tell_seat(frame["you"])
        if visit.hush is None:
            socket.send(visit.take())


def _handle_reply(visit: Visit, socket: ClientConnection, frame: dict[str, Any]) -> None:
    """Handle the server's answer to a command, or its ping."""
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


class Visit:
    """The bot and what it knows of a table, across connections."""

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
        """Begin another connection. Drop the pending command, which may be out of date.

        The bot itself is kept: it was made for this seat and this game.
        """
        self.command, self._hushed, self._away = {"cid": ""}, None, False

    @property
    def hush(self) -> float | None:
        """Return how long to listen before sending the newest command; None if it need not wait."""
        return None if self._hushed is None else max(self._hushed - time.monotonic(), 0.0)

    def take(self) -> str:
        """Return the newest command, to be sent now."""
        self._hushed, self._free_at = None, time.monotonic() + _BETWEEN
        return msgspec.json.encode(self.command).decode()

    def set_clock(self, frame: dict[str, Any]) -> None:
        """Learn the server's time. The estimate may be slightly early, but never late."""
        if frame["type"] in {"welcome", "ping"}:
            self._ahead = frame["time"] / 1000 - time.monotonic()

    def is_undecided(self, frame: dict[str, Any]) -> bool:
        """Return whether to send the newest command again; older ones do not matter."""
        undecided = frame["type"] == "busy" or frame["code"] in _UNDECIDED
        return undecided and frame["cid"] == self.command["cid"]

    def tell_seat(self, seat: int) -> None:
        """Print the bot's seat when it changes: the host may change it before the game begins."""
        if self._seat != seat:
            self._seat = seat
            print(f"playing on seat {seat}", flush=True)

    def note_refusal(self, frame: dict[str, Any]) -> None:
        """Print the refusal and let the bot choose again; give up after too many."""
        if frame["cid"] != self.command["cid"] or frame["code"] in OVERTAKEN:
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
            self._bot = None  # what it remembers did not happen
        return self._party["stage"] in {"ended", "closed"}

    def has_been_away(self, frame: dict[str, Any]) -> bool:
        """Return whether the seat was taken over since the last frame because the bot was late."""
        before, seat = self._away, frame["you"]
        places = self._party.get("places", ())
        self._away = seat is not None and seat < len(places) and places[seat].get("away", False)
        return self._away and not before

    def chooses(self, frame: dict[str, Any]) -> bool:
        """Process a frame; return whether there is a new command to send."""
        from kuhstall.arena.chance import QuickChance
        from kuhstall.cli.remote import Reader

        reader = Reader(self._party["edition"])
        if frame["type"] == "snapshot":
            self._told, raw = self.remote.heard()
            self._heard = reader.events(raw)
        elif frame["seq"] > self._told:
            self._heard += reader.events(frame["events"])
        self._hushed = None  # a pending command was for an older state
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
            if timer.get("caller") == seen.seat:  # the caller leaves the others time to speak
                self._hushed = max(timer["hush"] / 1000 - self._ahead, self._free_at)
        return True

    def _choose(self) -> None:
        """Turn the bot's choice into a command."""
        if self._asked is None:
            return
        bot, seen, moment = self._asked
        cid, action = secrets.token_hex(8), bot.choose(seen)
        self.command = {"type": "cmd", "cid": cid, "moment": moment, "action": action}
