"""How tasks are ended."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any, Final

_AGAIN: Final = 0.1


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they are over.

    Once may not be enough: what `wait_for` of Python 3.11 waits for can end in the moment of being
    cancelled, and then it goes on as if nothing had been said.
    """
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=_AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)
