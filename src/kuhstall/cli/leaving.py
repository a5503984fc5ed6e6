"""How a game ends when it is ended from outside: by a signal, or by closing the window."""

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
"""The exit code for a process whose window was closed."""


class Ended(Exception):
    """A signal arrived. `code` is the exit code for a process ended by it."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.code = 128 + number


_alarm_bells: list[int] = []
"""Pipes that get a byte with every signal, while `signals_end_it` is active."""


@contextmanager
def signals_end_it() -> Iterator[None]:
    """Raise `Ended` where a signal would otherwise end the process without a goodbye."""
    # If the parent process made us ignore a signal, as nohup does, it has a reason.
    heeded = [one for one in _SIGNALS if signal.getsignal(one) != signal.SIG_IGN]

    def end(number: int, _: FrameType | None) -> None:
        for one in heeded:
            signal.signal(one, signal.SIG_IGN)  # no further signal interrupts the goodbye
        raise Ended(number)

    with _wakeup_pipe():
        before = {one: signal.signal(one, end) for one in heeded}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


@contextmanager
def _wakeup_pipe() -> Iterator[None]:
    """Write every signal to a pipe, which can be waited for together with a keyboard."""
    if os.name != "posix":  # Windows can wait for sockets only, and before 3.12 its pipes block
        yield
        return
    wakeup, ringing = os.pipe()
    os.set_blocking(ringing, False)
    quiet = signal.set_wakeup_fd(ringing, warn_on_full_buffer=False)
    _alarm_bells.append(wakeup)
    try:
        yield
    finally:
        _alarm_bells.remove(wakeup)
        signal.set_wakeup_fd(quiet)
        os.close(wakeup)
        os.close(ringing)


def wait_for_line(keyboard: TextIO) -> None:
    """Wait until a line was typed or a signal arrived.

    A plain read would keep waiting if the signal came just before it: a signal interrupts only a
    call that is already waiting.
    """
    if _alarm_bells and keyboard.isatty():
        select.select([keyboard.fileno(), *_alarm_bells], [], [])


def silence() -> None:
    """Discard all further output, even at exit: the reader is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
