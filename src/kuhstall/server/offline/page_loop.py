"""An asyncio event loop on the one timer of a Web Worker.

Pyodide's own loop gives each callback a timer of its own, has no order among them, and its handles
have no `when`, which alarms need. This one does all that is due in one turn, and asks to be woken
for the next.
"""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import itertools
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

_log = logging.getLogger(__name__)

_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")

_LONGEST_TURN: Final = 0.02
"""Seconds after which a turn ends, so that the worker can take its messages."""


class PageLoop(asyncio.BaseEventLoop):
    def __init__(
        self, wake: Callable[[float], None], steady: Callable[[], float] = time.monotonic
    ) -> None:
        """`wake(ms)` has `turn` called after so many milliseconds; a later call replaces it."""
        super().__init__()
        self._wake = wake
        self._steady = steady
        self._soon: deque[asyncio.Handle] = deque()
        self._later: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._count = itertools.count()
        self._is_turning = False
        self._wakes_at: float | None = None
        self.turns = 0

    def turn(self) -> None:
        """Do all that is due, and what follows from it at once."""
        self._is_turning, self._wakes_at = True, None
        self.turns += 1
        asyncio._set_running_loop(self)  # noqa: SLF001 -- for those who write loops
        ends = self.time() + _LONGEST_TURN
        try:
            while self._collect() and self.time() <= ends:
                for _ in range(len(self._soon)):
                    handle = self._soon.popleft()
                    if not handle.cancelled():
                        handle._run()  # noqa: SLF001 -- for those who write loops
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001
            self._is_turning = False
        self._ask_to_be_woken()

    def _collect(self) -> bool:
        """Move the timers that are due to the callbacks; return whether there are any."""
        now = self.time()
        while self._later and self._later[0][0] <= now:
            timer = heapq.heappop(self._later)[2]
            if not timer.cancelled():
                self._soon.append(timer)
        return bool(self._soon)

    def _ask_to_be_woken(self) -> None:
        while self._later and self._later[0][2].cancelled():
            heapq.heappop(self._later)
        if self._is_turning or not (self._soon or self._later):
            return
        due = self.time() if self._soon else self._later[0][0]
        if self._wakes_at is None or due < self._wakes_at:
            self._wakes_at = due
            self._wake(max(0.0, (due - self.time()) * 1000))

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._steady()

    def get_debug(self) -> bool:
        return False

    def set_debug(self, enabled: bool) -> None:  # noqa: FBT001 -- as asyncio has it
        """Do nothing: this loop has no debug mode."""

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def __del__(self) -> None:
        """There is nothing to close."""

    def call_soon(
        self,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.Handle:
        # Not `or`: a context without variables counts as false.
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.append(handle)
        self._ask_to_be_woken()
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._later, (when, next(self._count), handle))
        self._ask_to_be_woken()
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + max(0.0, delay), callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Do nothing: it is left out when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Generator[Any, None, _Result] | Coroutine[Any, Any, _Result],
        *,
        name: str | None = None,
        context: Context | None = None,
        **_: Any,  # later versions of Python pass more
    ) -> asyncio.Task[_Result]:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        # A page is closed without notice: unfinished work needs no report.
        task._log_destroy_pending = False  # type: ignore[attr-defined] # noqa: SLF001
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., _Result], *args: Any
    ) -> asyncio.Future[_Result]:
        """Run a function at once: a worker has no threads, and nothing else waits for it."""
        future: asyncio.Future[_Result] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 -- passed to the caller, as a thread does
            future.set_exception(error)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        _log.error("%s", context.get("message"), exc_info=context.get("exception"))
