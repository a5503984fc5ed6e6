"""Where nobody waits for anything else, `hard` ponders: as soon as that is compiled.

Compiling takes minutes the first time and seconds later on, so it is done beside, from the first
such bot on. Until then it decides as it does everywhere.
"""

from __future__ import annotations

import threading

from kuhstall.bots.kuhhandel.hard import can_ponder, leave


def begin() -> None:
    """Give the bots of this process leave to ponder, if they can."""
    if can_ponder():
        leave.wanted = _compile_beside


def _compile_beside() -> None:
    leave.wanted = None
    threading.Thread(target=compile_all, name="compile", daemon=True).start()


def compile_all() -> None:
    """Compile, and let the bots ponder from now on."""
    from kuhstall.bots.kuhhandel.pondered import Pondering, warm_up  # noqa: PLC0415 -- numba

    warm_up()
    leave.thinking = Pondering
