"""An event loop without a machine: time passes only when nobody has anything left to do.

Whatever runs belongs to somebody, who can be stopped for a while or for good in the middle of
anything. That is what `kill -9` and `kill -STOP` do to a process, without one.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import heapq
import inspect
import itertools
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextvars import Context, ContextVar
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")

THINKING: Final = 0.004
"""How long it takes, in simulated seconds, what a real loop leaves to a thread."""


class Process:
    """Somebody to whom callbacks belong. The callbacks of the dead never run."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = False
        self.stopped = False
        self.waiting: list[asyncio.Handle] = []
        self.context = contextvars.copy_context()
        self.context.run(_OWNER.set, self)


_OWNER: ContextVar[Process | None] = ContextVar("owner", default=None)


def owner() -> Process | None:
    """Tell whose callback runs."""
    return _OWNER.get()


class StuckError(Exception):
    """Nobody will ever do anything again, and somebody still waits."""


class VirtualLoop(asyncio.BaseEventLoop):
    _runs = False

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._soon: deque[tuple[asyncio.Handle, Process | None]] = deque()
        self._later: list[tuple[float, int, asyncio.TimerHandle, Process | None]] = []
        self._count = itertools.count()
        self.failures: list[dict[str, Any]] = []

    # What asyncio asks of a loop

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._runs

    def is_closed(self) -> bool:
        return False

    def __del__(self) -> None:
        """There is nothing to close, and nobody has to be warned."""

    def call_soon(
        self,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.Handle:
        # Not `or`: a context without variables counts as false.
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.Handle(callback, args, self, context)
        self._soon.append((handle, context.get(_OWNER)))
        return handle

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        # Not `or`: a context without variables counts as false.
        context = contextvars.copy_context() if context is None else context
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._later, (when, next(self._count), handle, context.get(_OWNER)))
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[_Args]], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now + max(0.0, delay), callback, *args, context=context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is left out when its time comes."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Coroutine[Any, Any, _Result],  # type: ignore[override]
        *,
        name: object = None,
        context: Context | None = None,
    ) -> asyncio.Task[_Result]:
        task = asyncio.Task(coro, loop=self, name=str(name or ""), context=context)
        # The dead leave tasks behind that nobody will ever finish.
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., _Result], *args: Any
    ) -> asyncio.Future[_Result]:
        """Do at once what a thread would do, and tell of it later."""
        future: asyncio.Future[_Result] = self.create_future()

        def finish() -> None:
            if not future.cancelled():
                try:
                    future.set_result(func(*args))
                except Exception as error:  # noqa: BLE001 -- as a thread does
                    future.set_exception(error)

        self.call_later(THINKING, finish)
        return future

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.failures.append(context)

    # Processes

    def stop_for_good(self, process: Process) -> None:
        process.dead = True
        for handle in process.waiting:
            _bury(handle)
        process.waiting.clear()

    def stop_for_a_while(self, process: Process, seconds: float) -> None:
        process.stopped = True
        # In nobody's context: a process that stops itself would wait for itself to go on.
        self.call_later(seconds, self._go_on, process, context=Context())

    def _go_on(self, process: Process) -> None:
        process.stopped = False
        self._soon.extend((handle, process) for handle in process.waiting)
        process.waiting.clear()

    # Time

    def run(self, work: Coroutine[Any, Any, _Result], most: float) -> _Result:
        """Run until something is done, for so many simulated seconds at most."""
        with self._running():
            task = self.create_task(work)
            while not task.done():
                if self._now > most:
                    raise StuckError(f"not done after {most} simulated seconds")
                self._run_once()
        return task.result()

    @contextlib.contextmanager
    def _running(self) -> Iterator[None]:
        asyncio._set_running_loop(self)
        self._runs = True
        try:
            yield
        finally:
            self._runs = False
            asyncio._set_running_loop(None)

    def _run_once(self) -> None:
        if not self._soon:
            if not self._later:
                raise StuckError("everybody waits for somebody else")
            self._now = max(self._now, self._later[0][0])
        while self._later and self._later[0][0] <= self._now:
            _, _, timer, owner = heapq.heappop(self._later)
            if not timer.cancelled():
                self._soon.append((timer, owner))
        for _ in range(len(self._soon)):
            handle, owner = self._soon.popleft()
            if handle.cancelled():
                continue
            if owner is not None and owner.dead:
                _bury(handle)
                continue
            if owner is not None and owner.stopped:
                owner.waiting.append(handle)
                continue
            handle._run()


def _bury(handle: asyncio.Handle) -> None:
    """Close what the dead had only just begun, so that nobody is warned that it never ran."""
    task = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    work = task.get_coro() if isinstance(task, asyncio.Task) else None
    if inspect.iscoroutine(work) and inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
        work.close()
