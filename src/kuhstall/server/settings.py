"""The settings of a server: environment variables, or options of `kuhstall serve`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from kuhstall.engine.values import Refused
from kuhstall.server.features.lobby.house import PageName
from kuhstall.server.features.notifications.mail.messages import is_address
from kuhstall.server.features.notifications.mail.transport import read_relay
from kuhstall.server.http import host_pages
from kuhstall.server.limits.callers import Proxies
from kuhstall.server.ops.retention import Terms

PREFIX: Final = "KUHSTALL_"

_DAY: Final = 86_400.0
_HOUR: Final = 3_600.0

_LAN: Final = (
    r"localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+"
    r"|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[f[cde][0-9a-f:]+\]"
    r"|[a-z0-9-]+|[a-z0-9-]+\.(local|lan|home|internal|test|fritz\.box)"
)

_ADDRESS: Final = re.compile(r"([0-9.]+|\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}")
_CONTACT: Final = re.compile(r"(mailto:|https://)[!-~]+")


class Settings(Struct, frozen=True):
    """The defaults suit a laptop in a home network."""

    store: Annotated[
        str,
        Meta(
            description="where everything is kept: a file for SQLite, or postgresql://… for any"
            " number of nodes"
        ),
    ] = "kuhstall.db"
    nats: Annotated[
        str, Meta(description="nats://… where nodes tell each other that a table has moved on")
    ] = ""
    subject: Annotated[
        str, Meta(description="the NATS subject of these nodes, if several sites share one NATS")
    ] = "kuhstall.head"
    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(description="the port to listen on", ge=0, le=65535)] = 8000
    metrics: Annotated[
        str,
        Meta(
            description="an address and a port, 127.0.0.1:9464, where Prometheus finds /metrics."
            " Do not let others reach it. If it is empty, no metrics are shown"
        ),
    ] = ""
    origins: Annotated[
        str,
        Meta(
            description="the origins of the site, separated by commas: https://kuhstall.example."
            " If there are none, it is served over plain http in the home network"
        ),
    ] = ""
    proxies: Annotated[
        str,
        Meta(
            description="addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is"
            " trusted, separated by commas"
        ),
    ] = ""
    hsts_subdomains: Annotated[
        bool,
        Meta(
            description="true: browsers use https for all subdomains of the site, too (HSTS with"
            " includeSubDomains). Only if every one of them has it: there is no quick way back"
        ),
    ] = False
    sockets: Annotated[int, Meta(description="open sockets that one address may have", ge=1)] = 64
    connections: Annotated[
        int, Meta(description="how many PostgreSQL connections a node keeps", ge=1, le=100)
    ] = 8
    newer: Annotated[
        bool,
        Meta(
            description="true: serve a store whose schema a newer version has changed, which is"
            " otherwise refused. For the way back, if the notes of that version allow it"
        ),
    ] = False
    drain: Annotated[
        float,
        Meta(
            description="seconds between the signal to stop and the stop: the node reports that it"
            " is not ready, so that the load balancer sends no new clients, and then tells all"
            " clients to reconnect",
            ge=0,
        ),
    ] = 0.0
    ease: Annotated[
        float,
        Meta(description="how generous the rate limits are: 2 doubles them, 0 lifts them", ge=0),
    ] = 1.0
    lag: Annotated[
        float,
        Meta(
            description="seconds by which the event loop may be late, or two thirds of what"
            " many commands wait at least, before the node refuses new tables; at one and a half"
            " times as many it refuses visitors, at twice as many some commands. 0: never",
            ge=0,
        ),
    ] = 0.25
    tempo: Annotated[
        float,
        Meta(description="multiplies people's time limits; for tests only", gt=0, le=100),
    ] = 1.0
    bots: Annotated[
        str,
        Meta(
            description="bots of your own that tables may seat, separated by commas: module:Class,"
            " or the name of an entry point in kuhstall.bots. They are imported at the start"
        ),
    ] = ""
    bot_workers: Annotated[
        int,
        Meta(
            description="processes in which bots of games with slow ones think, so that the"
            " server does not wait for them. Each begins when it is first needed and takes about"
            " 30 MB. 0: slow bots think in the server itself",
            ge=0,
            le=16,
        ),
    ] = 1
    offline: Annotated[
        bool,
        Meta(
            description="false: the site offers no offline play, which runs games against bots in"
            " the player's own browser. It costs the server one download of a few MB for each"
            " browser that asks for it"
        ),
    ] = True
    security: Annotated[
        str,
        Meta(
            description="where people report faults of security, separated by commas:"
            " mailto:security@kuhstall.example or https://…; shown at /.well-known/security.txt"
        ),
    ] = ""
    smtp: Annotated[
        str,
        Meta(
            description="the server that takes mails: smtps://user:password@host, or smtp://… with"
            " STARTTLS. Without it, or without https, no mail is sent"
        ),
    ] = ""
    mail_from: Annotated[
        str,
        Meta(description="the address that mails come from, and to which undelivered ones go back"),
    ] = ""
    imprint: Annotated[
        str,
        Meta(
            description="who runs the site: an address (https://…), or a file of plain text, which"
            " is shown at /imprint. The first page links to it"
        ),
    ] = ""
    privacy: Annotated[
        str,
        Meta(
            description="what happens to people's data: an address or a file, shown at /privacy"
            " in the same way"
        ),
    ] = ""
    keep_sessions: Annotated[
        int,
        Meta(description="days after which an unused session is removed", ge=1, le=30),
    ] = 30
    keep_guests: Annotated[
        int,
        Meta(
            description="days after which a guest is removed who has no session any more. Who sits"
            " at a table that is not over, or finished a game within a year, stays. 0: for ever",
            ge=0,
        ),
    ] = 30
    keep_chat: Annotated[
        int,
        Meta(
            description="days after which what was said at a table is removed, once the table is"
            " finished or closed. 0: for ever",
            ge=0,
        ),
    ] = 90
    keep_refusals: Annotated[
        int,
        Meta(
            description="days after which the refusals of commands at such a table are removed."
            " 0: for ever",
            ge=0,
        ),
    ] = 30
    keep_closed: Annotated[
        int,
        Meta(
            description="days after which a closed table is removed whose game was never finished."
            " 0: for ever",
            ge=0,
        ),
    ] = 30
    keep_unfinished: Annotated[
        int,
        Meta(
            description="days without a step after which a table is removed that is neither"
            " finished nor closed. 0: for ever",
            ge=0,
        ),
    ] = 365
    keep_reports: Annotated[
        int,
        Meta(
            description="days after which a reported problem is removed. 0: for"
            " ever; never more than the latest 1000",
            ge=0,
        ),
    ] = 90
    tombstones: Annotated[
        str,
        Meta(
            description="a file outside the store that notes who has left for good, so that no"
            " older backup brings them back. If none is named, it is beside an SQLite file, and"
            " there is none with PostgreSQL"
        ),
    ] = ""
    archive: Annotated[
        float,
        Meta(
            description="hours without a step after which a finished game is packed into one row,"
            " a tenth of its size; nothing of it is lost. 0: never",
            ge=0,
        ),
    ] = 1.0
    error_reports: Annotated[
        bool,
        Meta(
            description="true: pages tell the server of errors in their scripts. It logs where they"
            " happened, but not whose browser it was, and stores nothing"
        ),
    ] = False
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="how much is logged: debug, info, warning or error"),
    ] = "info"

    @property
    def terms(self) -> Terms:
        """How long things are kept, in seconds."""
        return Terms(
            **{
                name: (getattr(self, f"keep_{name}") or math.inf) * _DAY
                for name in Terms.__struct_fields__
            }
        )

    @property
    def archive_age(self) -> float:
        """How long after its last step a finished game is packed, in seconds."""
        return (self.archive or math.inf) * _HOUR

    @property
    def tombstone_file(self) -> Path | None:
        """The file that lists deleted accounts."""
        if self.tombstones:
            return Path(self.tombstones)
        return None if self.shared else Path(f"{self.store}.tombstones")

    @property
    def shared(self) -> bool:
        """Whether the store can be shared by any number of nodes."""
        return self.store.startswith(("postgres://", "postgresql://"))

    @property
    def store_shown(self) -> str:
        """The address of the store, without its password."""
        return re.sub(r"(?<=//)([^:/@]*):[^/]*@", r"\1@", self.store)

    @property
    def home(self) -> bool:
        """Whether this is plain http in the home network."""
        return not self.origins

    @property
    def secure(self) -> bool:
        return not self.home and all(
            origin.startswith("https://") for origin in self.allowed_origins
        )

    @property
    def allowed_origins(self) -> list[str]:
        return [origin.strip() for origin in self.origins.split(",") if origin.strip()]

    @property
    def site(self) -> str:
        """The host name that passkeys are for; empty over plain http, except at localhost."""
        parts = urlsplit(self.allowed_origins[0] if self.allowed_origins else "")
        own = parts.hostname or ""
        return own if parts.scheme == "https" or own == "localhost" else ""

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """The address of the metrics, if they are served."""
        host, _, port = self.metrics.rpartition(":")
        return (host.strip("[]"), int(port)) if self.metrics else None

    @property
    def contacts(self) -> list[str]:
        return [contact.strip() for contact in self.security.split(",") if contact.strip()]

    @property
    def host_pages(self) -> dict[PageName, str]:
        """The settings of the operator's pages, by name; empty where there is none."""
        return {name: getattr(self, name) for name in host_pages.NAMES}

    @property
    def own_bots(self) -> list[str]:
        return [name.strip() for name in self.bots.split(",") if name.strip()]

    def origin_patterns(self) -> list[str | re.Pattern[str]]:
        """List the origins that may use this server.

        In a home network that is any private address or local name, but no name that an outsider
        could point here.
        """
        if not self.home:
            return list(self.allowed_origins)
        return [re.compile(rf"http://({_LAN})(:{self.port})?")]


def names() -> tuple[str, ...]:
    return Settings.__struct_fields__


def read(environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Read the settings; options from the command line take precedence."""
    values: dict[str, Any] = {}
    for name in names():
        variable = PREFIX + name.upper()
        if given.get(name) is not None:
            values[name] = given[name]
        elif variable in environment:
            values[name] = environment[variable]
    try:
        settings = msgspec.convert(values, Settings, strict=False)
        Proxies.parse(settings.proxies)
        _check_contacts(settings.contacts)
        _check_metrics(settings.metrics)
        _check_mail(settings)
        for name, place in settings.host_pages.items():
            host_pages.check(name, place)
    except ValueError as error:  # which those of msgspec are, too
        raise Refused("bad_setting", f"a setting is wrong: {error}") from None
    return settings


def _check_mail(settings: Settings) -> None:
    """Refuse an invalid mail server, or a missing sender address."""
    if settings.smtp:
        read_relay(settings.smtp)
        if not is_address(settings.mail_from):
            raise ValueError("mail_from must be an address, as smtp is set")


def _check_metrics(address: str) -> None:
    if address and not _ADDRESS.fullmatch(address):
        raise ValueError("metrics must be an address and a port: 127.0.0.1:9464")


def _check_contacts(contacts: Iterable[str]) -> None:
    """Refuse a contact that could inject lines into security.txt."""
    for contact in contacts:
        if not _CONTACT.fullmatch(contact):
            raise ValueError("security must be mailto:… or https://…")
