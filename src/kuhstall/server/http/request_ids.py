"""Request ids: each HTTP request and each socket has one, in its answer and in its log lines.

nginx names it, so that all nodes that a request is tried at log the same. What a caller claims is
not believed: somebody else's id would hide them.
"""

from __future__ import annotations

import os
import re
from contextvars import ContextVar
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kuhstall.server.limits.callers import Proxies

HEADER: Final = "X-Request-Id"
REQUEST: Final = ContextVar("request", default="")
"""The id of the request or socket that is being served; empty if the node acts by itself."""

_FORM: Final = re.compile("[0-9a-f]{32}")


def choose_id(claimed: str, *, trusted: bool) -> str:
    """Return the id that a trusted proxy has given, or else a new one."""
    if trusted and _FORM.fullmatch(claimed):
        return claimed
    return os.urandom(16).hex()


class RequestIds:
    """Gives each request its id. It must see the proxy's own address, so it is the outermost."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        peer = scope.get("client")
        trusted = peer is not None and self._proxies.is_trusted(peer[0])
        request = choose_id(Headers(scope=scope).get(HEADER, ""), trusted=trusted)
        REQUEST.set(request)  # each request has a task, and with it a context, of its own

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request
            await send(message)

        await self._app(scope, receive, send_with_id)
