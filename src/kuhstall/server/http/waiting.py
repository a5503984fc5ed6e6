"""The answers of a node before its store is available: alive, but not ready."""

from __future__ import annotations

import uvicorn
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kuhstall.server.http.headers import Headers
from kuhstall.server.http.request_head import ShortHeads

_AGAIN = {"retry-after": "2"}


async def _answer(scope: Scope, receive: Receive, send: Send) -> None:
    response: Response
    if scope["path"] == "/healthz":
        response = PlainTextResponse("alive\n")
    elif scope["path"] == "/readyz":
        response = PlainTextResponse("not ready\n", status_code=503)
    else:
        problem = {"code": "unavailable", "text": ""}
        response = JSONResponse(problem, status_code=503, headers=_AGAIN)
    await response(scope, receive, send)


class _NoSockets(ShortHeads):
    """Answers a WebSocket upgrade as any other request, without a warning."""

    def _should_upgrade(self) -> bool:
        return False

    def _unsupported_upgrade_warning(self) -> None:
        pass


def waiting_server(host: str, port: int, *, secure: bool) -> uvicorn.Server:
    """Return the server that holds the port until the real one can serve."""
    app: ASGIApp = Headers(_answer, secure=secure)
    return uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http=_NoSockets,
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=1,
        )
    )
