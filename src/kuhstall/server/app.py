"""All the wiring: settings become a store, a bus, a service, a node, and an application."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from kuhstall.bots.registry import own_names
from kuhstall.server.describe.openapi import describe_api
from kuhstall.server.hosting import metrics
from kuhstall.server.hosting.archiving import Archiving
from kuhstall.server.hosting.bot_thread import BotThread
from kuhstall.server.hosting.bot_workers import BotWorkers
from kuhstall.server.hosting.bus import Bus, LocalBus, NatsBus
from kuhstall.server.hosting.clock import Clock
from kuhstall.server.hosting.forgetting import forget_people
from kuhstall.server.hosting.retention import Retention
from kuhstall.server.hosting.service import Service
from kuhstall.server.http import contact, mail
from kuhstall.server.http.accounts import Accounts
from kuhstall.server.http.client_files import Pages
from kuhstall.server.http.contact import Contact
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.http.headers import Headers
from kuhstall.server.http.home import House, address
from kuhstall.server.http.host_pages import HostPage
from kuhstall.server.http.lobby import share_lobby
from kuhstall.server.http.problems import JSON, ProblemError, problem_response
from kuhstall.server.http.request_head import ShortHeads
from kuhstall.server.http.routing import count_call, make_route
from kuhstall.server.limits.callers import Proxies, is_own_machine
from kuhstall.server.limits.rates import REQUESTS
from kuhstall.server.mail.carrier import SmtpCarrier, read_relay
from kuhstall.server.mail.letters import Letters
from kuhstall.server.mail.mailing import Mailing
from kuhstall.server.party.opening import Wish
from kuhstall.server.push.calling import Calling
from kuhstall.server.push.courier import Courier
from kuhstall.server.push.messages import Messages, new_key
from kuhstall.server.push.tapping import Tapping
from kuhstall.server.settings import Settings
from kuhstall.server.store import Store, UnavailableError
from kuhstall.server.store.people import People
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_pool import telling_away
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.store.tombstones import read_tombstones
from kuhstall.server.ws.connection import SocketProtocol
from kuhstall.server.ws.node import Node

if TYPE_CHECKING:
    from kuhstall.server.http.passkeys import Passkeys

_log = logging.getLogger(__name__)


@asynccontextmanager
async def connect_service(settings: Settings, *, alarms: bool = False) -> AsyncIterator[Service]:
    """Connect a service to its store and its bus, without serving anybody."""
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
            bots=bots,
        )
        if workers is not None:
            service.metrics.bot_workers_ended.set_function(lambda: workers.deaths)
        yield service
    finally:
        bots.close()
        await bus.close()
        await store.close()


@asynccontextmanager
async def run_node(settings: Settings, house: House) -> AsyncIterator[Node]:
    """Run a node without its HTTP part."""
    own = [house.address] if house.address else []
    async with connect_service(settings, alarms=True) as service:
        await _forget_again(settings, service)
        node = Node(
            service,
            origins=[*settings.origin_patterns(), *own],
            proxies=Proxies.parse(settings.proxies),
            ease=settings.ease,
            sockets_per_address=settings.sockets,
            retention=Retention(service.store, service.clock, service.metrics, settings.terms),
            archiving=Archiving(
                service.store, service.clock, service.metrics, settings.archive_age
            ),
            lag=settings.lag,
            tapping=await _tapping(settings, service),
            mailing=_mailing(settings, service),
            calling=Calling(service.store, Courier(), service.metrics),
        )
        try:
            await node.start()
            yield node
        finally:
            await node.stop()


async def _forget_again(settings: Settings, service: Service) -> None:
    """Forget whoever has left for good, before anybody is served: the store may be an older one."""
    file = settings.tombstone_file
    if file is None:
        _log.info("no file of tombstones is set: a backup brings back who has left since")
    elif file.exists() and (people := read_tombstones(file)):
        await forget_people(service, people)
        _log.info("%d people who have left for good are forgotten", len(people))


async def _tapping(settings: Settings, service: Service) -> Tapping | None:
    """Return what taps people on the shoulder, where browsers allow it: not over plain http."""
    if not settings.secure:
        return None
    key = await service.people.key("push", new_key())
    messages = Messages(key, settings.allowed_origins[0], Courier())
    return Tapping(service.people, messages, service.clock, service.metrics)


def _mailing(settings: Settings, service: Service) -> Mailing | None:
    """Return what writes mails, where there is a server that takes them and links to put in."""
    if not (settings.secure and settings.smtp):
        return None
    letters = Letters(settings.allowed_origins[0], settings.mail_from)
    carrier = SmtpCarrier(read_relay(settings.smtp))
    return Mailing(service.people, letters, carrier, service.clock, service.metrics)


def _passkeys(settings: Settings) -> Passkeys | None:
    if not settings.site:
        return None
    # A third of a second and 25 MB, which a server at home has no use for.
    from kuhstall.server.http.passkeys import Passkeys  # noqa: PLC0415

    return Passkeys(settings.site, settings.allowed_origins)


async def _store(settings: Settings) -> tuple[Store, People]:
    if settings.shared:
        with telling_away():
            shared = await PostgresStore.connect(
                settings.store, connections=settings.connections, newer=settings.newer
            )
        return shared, shared.people
    local = await SqliteStore.connect(settings.store, newer=settings.newer)
    return local, local.people


class Beginning:
    """How it went: whoever runs a server learns no more than that it could not begin."""

    away: UnavailableError | None = None  # the store was, or went while the node began


def application(settings: Settings, house: House, beginning: Beginning) -> ASGIApp:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        try:
            async with run_node(settings, house) as node:
                app.state.node = node
                app.state.house = house
                app.state.lobby = share_lobby(node.service)
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
            Route("/metrics", _Figures(home=settings.home).answer),
            Route("/api/openapi.json", _Description().answer),
            Route(contact.PATH, Contact(settings.contacts, settings.allowed_origins).answer),
            *(
                Route(f"/{name}", HostPage(place).answer)
                for name, place in settings.host_pages.items()
            ),
            Route(mail.PATH, mail.mail_page, methods=["GET", "POST"]),
            *(make_route(endpoint) for endpoint in ENDPOINTS),
        ],
        lifespan=lifespan,
        exception_handlers={
            404: _Elsewhere(Pages(origins=settings.allowed_origins)).answer,
            405: _unknown,
            500: _broken,
        },
    )
    # Such a redirect would repeat whatever host a caller has named.
    app.router.redirect_slashes = False
    return Headers(app, secure=settings.secure)


async def _alive(request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def _ready(request: Request) -> Response:
    """Say whether this node can serve: it goes on, its store takes steps, and no table is stuck."""
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


class _Figures:
    """Shows what a node has counted, to machines that watch.

    In the home network there is no proxy that keeps others from it, and whoever plays could read
    there that somebody else has just done something unseen: a sealed action makes no step.
    """

    def __init__(self, *, home: bool) -> None:
        self._home = home

    async def answer(self, request: Request) -> Response:
        caller = request.client.host if request.client else ""
        if self._home and not is_own_machine(caller):
            raise HTTPException(404)
        node: Node = request.app.state.node
        return Response(node.service.metrics.text(), media_type=metrics.CONTENT_TYPE)


class _Description:
    """Describes the calls. That takes long and never changes: it is done once, when first asked."""

    def __init__(self) -> None:
        self._text = b""

    async def answer(self, request: Request) -> Response:
        try:
            count_call(request, REQUESTS)
        except ProblemError as error:
            return problem_response(error)
        self._text = self._text or msgspec.json.encode(describe_api(ENDPOINTS))
        return Response(self._text, media_type=JSON)


class _Elsewhere:
    """Answers everything that is not a call: with a page of the client, or that there is none."""

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


class DrainingServer(uvicorn.Server):
    """Stops in two steps: first it says that it is not ready, then it tells all to reconnect."""

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
        """What the store said that kept it from beginning, if that was it."""
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
    house = House(at_home, wish, pages or msgspec.UNSET, own_names() or msgspec.UNSET)
    config = uvicorn.Config(
        application(settings, house, beginning),
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
    return DrainingServer(config, settings.drain, ready, beginning)
