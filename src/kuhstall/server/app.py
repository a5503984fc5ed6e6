"""Wiring: builds a store, a bus, a service, a node and an application from the settings."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kuhstall.bots.registry import own_names
from kuhstall.server.describe.openapi import describe_api
from kuhstall.server.features.accounts.attempts import Attempts
from kuhstall.server.features.accounts.erase import forget_people
from kuhstall.server.features.accounts.sessions import Accounts
from kuhstall.server.features.browser_errors.error_log import ErrorLog
from kuhstall.server.features.lobby.house import House
from kuhstall.server.features.lobby.lobby import share_lobby
from kuhstall.server.features.lobby.local_address import address
from kuhstall.server.features.notifications.delivery_job import DeliveryJob
from kuhstall.server.features.notifications.mail import api
from kuhstall.server.features.notifications.mail.messages import MailMessages
from kuhstall.server.features.notifications.mail.sender import MailSender
from kuhstall.server.features.notifications.mail.transport import SmtpTransport, read_relay
from kuhstall.server.features.notifications.outbound_http import OutboundHttp
from kuhstall.server.features.notifications.push import PushSender
from kuhstall.server.features.notifications.push_messages import PushMessages, new_key
from kuhstall.server.features.notifications.webhooks import WebhookSender
from kuhstall.server.features.people import People
from kuhstall.server.features.registry import FEATURES
from kuhstall.server.http import contact
from kuhstall.server.http.client_files import Pages, own_scripts
from kuhstall.server.http.contact import Contact
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.http.headers import Headers
from kuhstall.server.http.host_pages import HostPage
from kuhstall.server.http.metrics_address import serve_figures
from kuhstall.server.http.problems import JSON, ProblemError
from kuhstall.server.http.request_head import ShortHeads
from kuhstall.server.http.request_ids import REQUEST, RequestIds
from kuhstall.server.http.routing import count_call, make_route, refuse
from kuhstall.server.http.socket import SocketProtocol
from kuhstall.server.limits.callers import Proxies
from kuhstall.server.limits.rates import REQUESTS
from kuhstall.server.ops.archive_job import ArchiveJob
from kuhstall.server.ops.bot_processes import BotWorkers
from kuhstall.server.ops.bot_thread import BotThread
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.ops.nats_bus import NatsBus
from kuhstall.server.ops.node import Node
from kuhstall.server.ops.retention import Retention
from kuhstall.server.settings import Settings
from kuhstall.server.store import Store
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_pool import unavailable_if_away
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.store.tombstones import read_tombstones
from kuhstall.server.table.bus import Bus, LocalBus
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.table.party.opening import Wish
from kuhstall.server.table.service import Service

if TYPE_CHECKING:
    from kuhstall.server.features.accounts.passkeys import Passkeys

_log = logging.getLogger(__name__)


@asynccontextmanager
async def connect_service(
    settings: Settings, metrics: Metrics | None = None, *, alarms: bool = False
) -> AsyncIterator[Service[Store, People]]:
    """Connect a service to its store and its bus, without serving requests."""
    store, people = await _store(settings)
    bus: Bus = LocalBus()
    if settings.nats:
        bus = await NatsBus.connect(settings.nats, settings.subject)
    workers = BotWorkers(settings.bot_workers) if settings.bot_workers else None
    bots = BotThread(workers=workers)
    try:
        service = Service(
            store,
            people,
            bus,
            Clock(),
            tempo=settings.tempo,
            ease=settings.ease,
            alarms=alarms,
            metrics=metrics,
            bots=bots,
        )
        if workers is not None and metrics is not None:
            metrics.bot_workers_ended.set_function(lambda: workers.deaths)
        yield service
    finally:
        bots.close()
        await bus.close()
        await store.close()


@asynccontextmanager
async def run_node(settings: Settings, house: House) -> AsyncIterator[Node]:
    """Run a node without its HTTP part."""
    own = [house.address] if house.address else []
    metrics = Metrics()
    async with connect_service(settings, metrics, alarms=True) as service:
        await _forget_again(settings, service)
        http = OutboundHttp()
        node = Node(
            service,
            metrics=metrics,
            origins=[*settings.origin_patterns(), *own],
            proxies=Proxies.parse(settings.proxies),
            ease=settings.ease,
            sockets_per_address=settings.sockets,
            retention=Retention(
                service.store, service.people, service.clock, metrics, settings.terms
            ),
            archiving=ArchiveJob(service.store, service.clock, metrics, settings.archive_age),
            lag=settings.lag,
            deliveries=DeliveryJob(
                service.people,
                await _push_sender(settings, service, http, metrics),
                await _mail_sender(settings, service, metrics),
                WebhookSender(service.people, http, metrics),
            ),
            browser_errors=_error_log(settings, service, metrics),
        )
        try:
            await node.start()
            yield node
        finally:
            await node.stop()
            await http.close()


async def _forget_again(settings: Settings, service: Service[Store, People]) -> None:
    """Erase deleted accounts again before serving: the store may be an older backup."""
    file = settings.tombstone_file
    if file is None:
        _log.info("no file of tombstones is set: a backup brings back who has left since")
    elif file.exists() and (people := read_tombstones(file)):
        await forget_people(service, people)
        _log.info("%d people who have left for good are forgotten", len(people))


async def _push_sender(
    settings: Settings, service: Service[Store, People], http: OutboundHttp, metrics: Metrics
) -> PushSender | None:
    """Return the sender of push messages, where browsers support them: not over plain http."""
    if not settings.secure:
        return None
    key = await service.people.key("push", new_key())
    messages = PushMessages(key, settings.allowed_origins[0], http)
    return PushSender(service.people, messages, service.clock, metrics)


async def _mail_sender(
    settings: Settings, service: Service[Store, People], metrics: Metrics
) -> MailSender | None:
    """Return the sender of mail, if there is an SMTP server, and https for the links."""
    if not (settings.secure and settings.smtp):
        return None
    key = await service.people.key("mail", secrets.token_bytes(32))
    messages = MailMessages(settings.allowed_origins[0], settings.mail_from, key)
    transport = SmtpTransport(read_relay(settings.smtp))
    return MailSender(service.people, messages, transport, service.clock, metrics)


def _error_log(
    settings: Settings, service: Service[Store, People], metrics: Metrics
) -> ErrorLog | None:
    """Return the log of errors in browsers, if the operator wants one."""
    if not settings.error_reports:
        return None
    return ErrorLog(service.clock.steady, metrics.browser_errors, own_scripts())


def _passkeys(settings: Settings) -> Passkeys | None:
    if not settings.site:
        return None
    # It takes a third of a second and 25 MB, which a server in a home network does not need.
    from kuhstall.server.features.accounts.passkeys import Passkeys  # noqa: PLC0415

    return Passkeys(settings.site, settings.allowed_origins)


async def _store(settings: Settings) -> tuple[Store, People]:
    if settings.shared:
        with unavailable_if_away():
            shared = await PostgresStore.connect(
                settings.store, connections=settings.connections, newer=settings.newer
            )
        return shared, People(shared.db, FEATURES)
    local = await SqliteStore.connect(settings.store, newer=settings.newer)
    return local, People(local.db, FEATURES)


class Beginning:
    """The result of starting: uvicorn only reports that it failed."""

    away: UnavailableError | None = None  # the store was away, or went away while the node started


def application(settings: Settings, house: House, beginning: Beginning) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        try:
            async with run_node(settings, house) as node, AsyncExitStack() as stack:
                if settings.metrics_address is not None:
                    shown = serve_figures(*settings.metrics_address, node.metrics.text)
                    port = await stack.enter_async_context(shown)
                    _log.info("metrics are at port %d", port)
                app.state.node = node
                app.state.house = house
                app.state.lobby = share_lobby(node.service)
                secret = await node.service.people.key("attempts", secrets.token_bytes(32))
                app.state.attempts = Attempts(node.service.people, secret, settings.ease)
                app.state.accounts = Accounts(
                    node.service.people,
                    node.origins,
                    secure=settings.secure,
                    passkeys=_passkeys(settings),
                    tombstones=settings.tombstone_file,
                )
                yield {"node": node}
        except UnavailableError as error:
            beginning.away = error
            raise

    app = Starlette(
        routes=[
            Route("/healthz", _alive),
            Route("/readyz", _ready),
            Route("/api/openapi.json", _Description().answer),
            Route(contact.PATH, Contact(settings.contacts, settings.allowed_origins).answer),
            *(
                Route(f"/{name}", HostPage(place).answer)
                for name, place in settings.host_pages.items()
            ),
            Route(api.PATH, api.mail_page, methods=["GET", "POST"]),
            *(make_route(endpoint) for endpoint in ENDPOINTS),
        ],
        lifespan=lifespan,
        exception_handlers={
            404: _Elsewhere(Pages(origins=settings.allowed_origins)).answer,
            405: _unknown,
            500: _broken,
        },
    )
    # Such a redirect would repeat any host that the caller named.
    app.router.redirect_slashes = False
    return Headers(app, secure=settings.secure, subdomains=settings.hsts_subdomains)


async def _alive(request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def _ready(request: Request) -> Response:
    """Return whether this node can serve: not stopping, store writable, no tables stuck."""
    node: Node = request.app.state.node
    try:
        if node.ready:
            await asyncio.wait_for(node.service.store.check_writable(), 2)
            if stuck := node.service.cache.stuck_tables():
                return PlainTextResponse(f"{len(stuck)} tables stuck\n", status_code=503)
            return PlainTextResponse("ready\n")
    except (UnavailableError, TimeoutError):
        pass
    return PlainTextResponse("not ready\n", status_code=503)


class _Description:
    """Serves the OpenAPI document. Building it is slow, so it is built once, on first request."""

    def __init__(self) -> None:
        self._text = b""

    async def answer(self, request: Request) -> Response:
        try:
            count_call(request, REQUESTS)
        except ProblemError as error:
            return refuse(request, "/api/openapi.json", error)
        self._text = self._text or msgspec.json.encode(describe_api(ENDPOINTS))
        return Response(self._text, media_type=JSON)


class _Elsewhere:
    """Answers all other paths: with a page of the client, or a 404."""

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
    content = {"code": "broken", "text": "", "request": REQUEST.get()}
    return JSONResponse(content, status_code=500)


class DrainingServer(uvicorn.Server):
    """Stops in two steps: first it reports not ready, then it tells clients to reconnect."""

    def __init__(
        self,
        config: uvicorn.Config,
        drain: float,
        ready: Callable[[], None] | None,
        beginning: Beginning,
    ) -> None:
        super().__init__(config)
        self._drain = drain
        self._ready = ready
        self._beginning = beginning
        self._signals = 0

    @property
    def away(self) -> UnavailableError | None:
        """The error of the store, if that kept the server from starting."""
        return self._beginning.away

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._ready is not None:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._signals += 1
        _log.info("stopping because of %s", signal.Signals(sig).name)
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
) -> DrainingServer:
    """Return the server that `kuhstall serve` and `kuhstall play` run."""
    beginning = Beginning()
    at_home = address(settings.host, settings.port) if settings.home else ""
    pages = tuple(name for name, place in settings.host_pages.items() if place)
    house = House(
        at_home,
        wish,
        pages or msgspec.UNSET,
        own_names() or msgspec.UNSET,
        bool(settings.site) or msgspec.UNSET,
        msgspec.UNSET if settings.offline else False,
        settings.error_reports or msgspec.UNSET,
    )
    app = application(settings, house, beginning)
    if settings.proxies:
        app = cast("ASGIApp", ProxyHeadersMiddleware(cast("Any", app), settings.proxies))
    config = uvicorn.Config(
        RequestIds(app, Proxies.parse(settings.proxies)),
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
        proxy_headers=False,  # they are read above, after the request ids
        timeout_graceful_shutdown=10,
    )
    return DrainingServer(config, settings.drain, ready, beginning)
