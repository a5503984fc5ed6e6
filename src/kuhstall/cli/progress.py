"""A progress bar for what takes longer than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(
    what: str, total: float | None = None, *, measured: bool = False
) -> Iterator[Callable[[float], None]]:
    """Show the progress, on a terminal only: it is of no use in a log file.

    Without a total the bar only says that work goes on. If the work is a measurement, the bar
    moves when it is told to, and uses no time of the processor in between.
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=not measured) as shown:
        task = shown.add_task(what, total=total)

        def advance(amount: float) -> None:
            shown.advance(task, amount)
            if measured:
                shown.refresh()

        yield advance
