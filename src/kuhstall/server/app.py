"""All wiring: settings become stores, a bus, a service, a node, and an application to serve."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kuhstall.server import measures
from kuhstall.server.accounts import Accounts
from kuhstall.server.api import ENDPOINTS
from kuhstall.server.bus import Bus, LocalBus, NatsBus
from kuhstall.server.clock import Clock
from kuhstall.server.heads import ShortHeads
from kuhstall.server.house import House, address
from kuhstall.server.node import Node
from kuhstall.server.openapi import described
from kuhstall.server.opening import Wish
from kuhstall.server.pages import Pages
from kuhstall.server.proxies import Proxies, own_machine
from kuhstall.server.routes import routed
from kuhstall.server.service import Service
from kuhstall.server.settings import Settings
from kuhstall.server.socket import SocketProtocol
from kuhstall.server.store import Store, UnavailableError
from kuhstall.server.store.people import People
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none';"
    " frame-ancestors 'none'; form-action 'self'; worker-src 'self'; manifest-src 'self';"
    " media-src 'self'"
)


@asynccontextmanager
async def connected(settings: Settings, *, alarms: bool = False) -> AsyncIterator[Service]:
    """Connect a service to its store and its bus, without serving anybody."""
    store, people = await _store(settings)
    bus: Bus = LocalBus()
    if settings.nats:
        bus = await NatsBus.connect(settings.nats, settings.subject)
    try:
        yield Service(store, people, bus, Clock(), tempo=settings.tempo, alarms=alarms)
    finally:
        await bus.close()
        await store.close()


@asynccontextmanager
async def running(settings: Settings, house: House) -> AsyncIterator[Node]:
    """Run a node without its HTTP part."""
    own = [house.address] if house.address else []
    async with connected(settings, alarms=True) as service:
        node = Node(
            service,
            origins=[*settings.origin_patterns(), *own],
            proxies=Proxies.named(settings.proxies),
            ease=settings.ease,
            sockets_per_address=settings.sockets,
        )
        try:
            await node.start()
            yield node
        finally:
            await node.stop()


async def _store(settings: Settings) -> tuple[Store, People]:
    if settings.store.startswith(("postgres://", "postgresql://")):
        shared = await PostgresStore.connect(settings.store, connections=settings.connections)
        return shared, shared.people
    local = await SqliteStore.connect(settings.store)
    return local, local.people


def application(settings: Settings, house: House) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        async with running(settings, house) as node:
            app.state.node = node
            app.state.house = house
            app.state.accounts = Accounts(node.service.people, node.origins, secure=settings.secure)
            yield {"node": node}

    app = Starlette(
        routes=[
            Route("/healthz", _alive),
            Route("/readyz", _ready),
            Route("/metrics", _Figures(home=settings.home).answer),
            Route("/api/openapi.json", _openapi),
            *(routed(endpoint) for endpoint in ENDPOINTS),
        ],
        lifespan=lifespan,
        exception_handlers={404: _Elsewhere(Pages()).answer, 405: _unknown, 500: _broken},
    )
    return _Headers(app, secure=settings.secure)


async def _alive(request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def _ready(request: Request) -> Response:
    """Say whether this node can serve: it is not stopping, and its store answers."""
    node: Node = request.app.state.node
    try:
        if node.ready:
            await asyncio.wait_for(node.service.store.now(), 2)
            return PlainTextResponse("ready\n")
    except (UnavailableError, TimeoutError):
        pass
    return PlainTextResponse("not ready\n", status_code=503)


class _Figures:
    """Shows what a node has counted, to machines that watch.

    In the home network there is no proxy that keeps others from it, and whoever plays could read
    there that somebody else has just done something unseen: a slap is a command without a step.
    """

    def __init__(self, *, home: bool) -> None:
        self._home = home

    async def answer(self, request: Request) -> Response:
        caller = request.client.host if request.client else ""
        if self._home and not own_machine(caller):
            raise HTTPException(404)
        node: Node = request.app.state.node
        return Response(node.service.measures.text(), media_type=measures.CONTENT_TYPE)


async def _openapi(request: Request) -> Response:
    return JSONResponse(described(ENDPOINTS))


class _Elsewhere:
    """Answers what is no call: the pages of the client, or that there is nothing."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages

    async def answer(self, request: Request, error: Exception) -> Response:
        if request.method in {"GET", "HEAD"} and not request.url.path.startswith(("/api/", "/ws/")):
            return self._pages.serve(request)
        return await _unknown(request, error)


async def _unknown(request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    code = "no_such_method" if status == 405 else "no_such_path"
    return JSONResponse({"code": code, "text": ""}, status_code=status)


async def _broken(request: Request, error: Exception) -> Response:
    return JSONResponse({"code": "broken", "text": ""}, status_code=500)


class _Headers:
    """Puts the headers on every answer that keep browsers from being used against their people."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._headers = {
            "content-security-policy": _POLICY,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cache-control": "no-store",
        }
        if secure:
            self._headers["strict-transport-security"] = "max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, sent)


class DrainingServer(uvicorn.Server):
    """Stops in two steps: first it says that it is not ready, then it tells all to reconnect."""

    def __init__(
        self, config: uvicorn.Config, drain: float, ready: Callable[[], None] | None = None
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._ready = ready
        self._signals = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._signals += 1
        node: Node | None = self.lifespan.state.get("node")
        if self._signals > 1 or node is None or not self._drain:
            super().handle_exit(sig, frame)
            return
        node.ready = False
        leave = super().handle_exit
        loop = asyncio.get_running_loop()
        loop.call_soon_threadsafe(loop.call_later, self._drain, leave, sig, frame)


def server(
    settings: Settings, wish: Wish | None = None, ready: Callable[[], None] | None = None
) -> uvicorn.Server:
    """Return the server that `kuhstall serve` and `kuhstall play` run."""
    at_home = address(settings.host, settings.port) if settings.home else ""
    config = uvicorn.Config(
        application(settings, House(at_home, wish)),
        host=settings.host,
        port=settings.port,
        ws=SocketProtocol,
        loop="auto",
        http=ShortHeads,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=10,
    )
    return DrainingServer(config, settings.drain, ready)
