"""Compiles the search of `hard` in bot workers, where only bots run.

This takes minutes the first time and seconds later on, so a thread does it when the first such bot
is made. Until then `hard` decides without search.
"""

from __future__ import annotations

import threading

from kuhstall.bots.kuhhandel.hard import can_search, leave


def begin() -> None:
    """Give the bots of this process leave to search, if they can."""
    if can_search():
        leave.wanted = _compile_beside


def _compile_beside() -> None:
    leave.wanted = None
    threading.Thread(target=compile_all, name="compile", daemon=True).start()


def compile_all() -> None:
    """Compile, and let the bots search from now on."""
    from kuhstall.bots.kuhhandel.search import Search, warm_up  # noqa: PLC0415 -- numba

    warm_up()
    leave.thinking = Search
