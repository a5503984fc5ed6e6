"""A process in which bots think while the server goes on.

Its `main` reads questions and writes answers, one after the other, each a length and a pickle,
and ends with its input. It is told what a seat may see and nothing else: no
table ever comes here. Its bots stay, with what they have heard, so that only what is new is told.

A coach thinks in the same way, in a process of its own: whole games that are over come there, and
no playing bot is asked there.
"""

from __future__ import annotations

import pickle
import signal
import struct
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import IO, Any, Final

from msgspec import Struct

from kuhstall.bots.bot import Bot
from kuhstall.bots.coaching import Coaching, Played, coach_game
from kuhstall.bots.registry import GAMES, make
from kuhstall.engine.chance import SeededChance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Option
from kuhstall.engine.values import Action, Event, Seat

_LENGTH: Final = struct.Struct(">I")
_MOST: Final = 1024
"""How many bots stay; who is asked again after that is told everything again."""


class WorkerError(Exception):
    """A bot has not answered: it failed, took too long, or its process died twice."""


class Question(Struct, frozen=True):
    """What a seat sees. `known` events were told before, and `heard` are those that came since."""

    table: str
    seat: Seat
    name: str
    edition: str
    key: bytes
    view: Any
    options: tuple[Option, ...]
    known: int
    heard: tuple[Event, ...]


class Answer(Struct, frozen=True):
    """What a bot wants to do; or neither, if it has to be told everything first."""

    action: Action | None = None
    fault: str | None = None


class _Seated(Struct):
    name: str
    bot: Bot
    heard: list[Event]


class Thinker:
    """Asks the bots that sit here."""

    def __init__(self) -> None:
        self._seated: OrderedDict[tuple[str, Seat], _Seated] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        """Let the bot on a seat choose, if it is remembered here or told everything."""
        place = question.table, question.seat
        try:
            seated = self._find(question)
            if seated is None:
                return Answer()
            seated.heard += question.heard
            seen = Seen(question.seat, question.view, question.options, tuple(seated.heard))
            return Answer(seated.bot.choose(seen))
        except Exception as error:  # noqa: BLE001 -- a bot that stumbles must not end the others
            self._seated.pop(place, None)
            return Answer(fault=f"{type(error).__name__}: {error}")

    def _find(self, question: Question) -> _Seated | None:
        """Return the bot that is asked, made now if it is told everything."""
        place = question.table, question.seat
        seated = self._seated.pop(place, None)
        if question.known == 0:
            chance = SeededChance(question.key)
            bot = make(question.name, question.edition, question.seat, chance)
            seated = _Seated(question.name, bot, [])
        elif seated is None or (seated.name, len(seated.heard)) != (question.name, question.known):
            return None
        self._seated[place] = seated
        if len(self._seated) > _MOST:
            self._seated.popitem(last=False)
        return seated


def send(pipe: IO[bytes], message: Struct) -> None:
    """Write a message, for the other end to receive."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Return the next message, from a process of our own; EOFError if none comes any more."""
    head = pipe.read(_LENGTH.size)
    data = pipe.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""
    if not data:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 -- from a pipe that only the server writes to


def main() -> None:
    """Let bots choose until the pipe is closed."""
    for game in GAMES:
        if game.warm_up is not None:
            import_module(game.warm_up).begin()
    _serve(Thinker().answer)


def coach() -> None:
    """Comment finished games until the pipe is closed."""
    _serve(review)


class Coached(Struct, frozen=True):
    """What a coach says of a game, if it did not stumble."""

    coaching: Coaching | None = None
    fault: str | None = None


def review(game: Played) -> Coached:
    """Comment a finished game."""
    try:
        return Coached(coach_game(game, time.process_time))
    except Exception as error:  # noqa: BLE001 -- one game must not end the talk about others
        return Coached(fault=f"{type(error).__name__}: {error}")


def _serve(answer: Callable[[Any], Struct]) -> None:
    """Answer what is asked, one question after the other."""
    # The server decides when this ends: a signal goes to all its processes at once.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    try:
        while True:
            send(answers, answer(receive(questions)))
    except (EOFError, BrokenPipeError):
        pass
