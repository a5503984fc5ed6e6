"""`python -m tests.chaos.launch [BUG]`: the same server, with a bug, or others around it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from kuhstall.cli import main
from kuhstall.server import app
from kuhstall.server.features.notifications import breaker, outbound_http, push, webhooks
from kuhstall.server.features.notifications.outbound_http import OutboundHttp
from kuhstall.server.table.party.pace import PACES
from tests.chaos.planted import BUGS

_PUBLIC: Final = "93.184.216.34"
_LIES: Final = 25.0
_AGAIN: Final = 0.4


def lead_outside(port: int, lease: float) -> None:
    """Let all names outside lead to a port of this machine, and nobody wait for long.

    Names and addresses are checked as ever: what they lead to is all that is another.
    """

    async def resolve(_: str) -> Sequence[str]:
        return [_PUBLIC]

    async def connect(*_: str) -> Any:
        return await asyncio.open_connection("127.0.0.1", port)

    app.OutboundHttp = lambda: OutboundHttp(resolve, connect)  # type: ignore[attr-defined, assignment, misc]
    outbound_http.TIMEOUT = lease / 2  # type: ignore[misc]
    breaker.REST = _AGAIN  # type: ignore[misc]
    for place in (webhooks, push):
        place.LEASE = lease  # type: ignore[attr-defined]
        place._FIRST_WAIT = _AGAIN  # type: ignore[attr-defined]
    PACES["slow"] = replace(PACES["slow"], lies=_LIES)


if __name__ == "__main__":
    if outside := os.environ.get("CHAOS_OUTSIDE"):
        port, lease = outside.split()
        lead_outside(int(port), float(lease))
    for bug in sys.argv[1:]:
        BUGS[bug]()
    sys.exit(main(["serve"]))
