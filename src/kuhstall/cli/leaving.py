"""How a game ends that somebody ends from outside: by a signal, or by closing the window."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TextIO

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


HUNG_UP: Final = 129
"""What a shell calls a process whose window was closed."""


class Ended(Exception):
    """A signal has come. The code is what a shell calls a process that ended by it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.code = 128 + number


_alarm_bells: list[int] = []
"""Where a byte comes with every signal, as long as signals end it."""


@contextmanager
def signals_end_it() -> Iterator[None]:
    """Raise `Ended` where a signal would otherwise end the process without a goodbye."""
    # Whoever started us so that we ignore a signal, as nohup does, has a reason.
    heeded = [one for one in _SIGNALS if signal.getsignal(one) != signal.SIG_IGN]

    def end(number: int, _: FrameType | None) -> None:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN)  # nothing comes between us and the last words
        raise Ended(number)

    with _bell():
        before = {one: signal.signal(one, end) for one in heeded}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


@contextmanager
def _bell() -> Iterator[None]:
    """Let every signal ring where it can be waited for together with a keyboard."""
    if os.name != "posix":  # Windows waits for sockets only, and its pipes always block before 3.12
        yield
        return
    bell, ringing = os.pipe()
    os.set_blocking(ringing, False)
    quiet = signal.set_wakeup_fd(ringing, warn_on_full_buffer=False)
    _alarm_bells.append(bell)
    try:
        yield
    finally:
        _alarm_bells.remove(bell)
        signal.set_wakeup_fd(quiet)
        os.close(bell)
        os.close(ringing)


def wait_for_line(keyboard: TextIO) -> None:
    """Wait until a line was typed, or a signal has come.

    Reading alone would wait on if the signal came just before: only what waits is interrupted.
    """
    if _alarm_bells and keyboard.isatty():
        select.select([keyboard.fileno(), *_alarm_bells], [], [])


def silence() -> None:
    """Write nothing more, not even at exit: there is nobody left to read it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
