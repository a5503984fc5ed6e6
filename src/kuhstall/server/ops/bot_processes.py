"""Processes for bots, so that none of them blocks the event loop."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

from kuhstall.bots.worker import Answer, Question, WorkerError, receive, send
from kuhstall.engine.values import Action

_log = logging.getLogger(__name__)

_PATIENCE: Final = 10.0
"""Seconds after which a bot that has not answered is given up, together with its process."""

_COMMAND: Final = "from kuhstall.bots.worker import {0}; {0}()"


class ThinkingProcess:
    """A worker process, started at the first question, and again after it has died.

    `what` names the function of `kuhstall.bots.worker` that runs there.
    """

    def __init__(self, what: str, patience: float) -> None:
        self.thread = ThreadPoolExecutor(1, what)
        self._command = sys.executable, "-P", "-c", _COMMAND.format(what)
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self.deaths = 0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def _ask_once(self, question: Struct) -> Any:
        """Ask once; return None if the process died over it."""
        process = self._running()
        questions, answers = process.stdin, process.stdout
        if questions is None or answers is None:
            raise WorkerError("a process without pipes")
        late = threading.Timer(self._patience, process.kill)
        late.start()
        try:
            send(questions, question)
            answer = receive(answers)
        except (EOFError, OSError):
            self.deaths += 1
            overdue = not late.is_alive()
            self._end()
            if overdue:
                raise WorkerError(f"no answer within {self._patience:g} s") from None
            return None
        else:
            return answer
        finally:
            late.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerError("the server stops")
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe)  # noqa: S603
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)
            process.wait()

    def close(self) -> None:
        """Kill the process, even while it is thinking."""
        self._closed = True
        if self._process is not None:
            self._process.kill()
        self.thread.submit(self._end)
        self.thread.shutdown()


class Worker(ThinkingProcess):
    """A process in which bots choose."""

    def __init__(self, patience: float = _PATIENCE) -> None:
        super().__init__("main", patience)

    def ask(self, question: Question, everything: Question) -> Action:
        """Ask a bot. `everything` is the same question for a process that remembers nothing."""
        answer: Answer | None = self._ask_once(question)
        if answer is None or (answer.action is None and answer.fault is None):
            answer = self._ask_once(everything)
        if answer is None or answer.action is None:
            raise WorkerError("no answer" if answer is None else answer.fault)
        return answer.action


def _close(pipe: Any) -> None:
    with suppress(OSError):  # the last bytes written found no reader
        pipe.close()


class BotWorkers:
    """A few workers. The bots of a table always use the same one, which remembers their events."""

    def __init__(self, number: int, patience: float = _PATIENCE) -> None:
        self.workers = [Worker(patience) for _ in range(number)]

    def of(self, table: str) -> Worker:
        return self.workers[zlib.crc32(table.encode()) % len(self.workers)]

    @property
    def deaths(self) -> int:
        return sum(worker.deaths for worker in self.workers)

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
