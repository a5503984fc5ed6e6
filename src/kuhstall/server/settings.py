"""The settings of a server, each by an environment variable or an option of `kuhstall serve`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from kuhstall.engine.values import Refused
from kuhstall.server.proxies import Proxies

PREFIX: Final = "KUHSTALL_"

_LAN: Final = (
    r"localhost|127\.\d+\.\d+\.\d+|\[::1\]|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+"
    r"|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[f[cde][0-9a-f:]+\]"
    r"|[a-z0-9-]+|[a-z0-9-]+\.(local|lan|home|internal|test|fritz\.box)"
)


class Settings(Struct, frozen=True):
    """Defaults are those of a laptop in the living room."""

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
        str, Meta(description="the NATS subject of these nodes, if several servers share a NATS")
    ] = "kuhstall.head"
    host: Annotated[str, Meta(description="the address to listen on")] = "127.0.0.1"
    port: Annotated[int, Meta(description="the port to listen on", ge=0, le=65535)] = 8000
    origins: Annotated[
        str,
        Meta(
            description="the addresses of the site, as browsers name them, with commas between:"
            " https://kuhstall.example. Without any, plain http in the home network is served"
        ),
    ] = ""
    proxies: Annotated[
        str,
        Meta(
            description="addresses or networks (10.0.0.0/8) of proxies whose X-Forwarded-For is"
            " believed, with commas between"
        ),
    ] = ""
    sockets: Annotated[int, Meta(description="sockets that one address may open", ge=1)] = 64
    connections: Annotated[
        int, Meta(description="connections to PostgreSQL that a node keeps", ge=1, le=100)
    ] = 8
    drain: Annotated[
        float,
        Meta(
            description="seconds between a signal to stop and the stop: the node says that it is"
            " not ready, so that a balancer sends nobody new, and then tells all to reconnect",
            ge=0,
        ),
    ] = 0.0
    ease: Annotated[
        float,
        Meta(
            description="how generous the limits are: 2 is twice the usual, 0 is none at all", ge=0
        ),
    ] = 1.0
    tempo: Annotated[
        float,
        Meta(description="multiplies the time limits of people; for tests", gt=0, le=100),
    ] = 1.0
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Meta(description="how much is logged: debug, info, warning or error"),
    ] = "info"

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

    def origin_patterns(self) -> list[str | re.Pattern[str]]:
        """List the origins that may use this server.

        At home that is any address of a private network, but no name that somebody else could
        let point here.
        """
        if not self.home:
            return list(self.allowed_origins)
        return [re.compile(rf"http://({_LAN})(:{self.port})?")]


def names() -> tuple[str, ...]:
    return Settings.__struct_fields__


def read(environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Read the settings; what is given on the command line comes first."""
    values: dict[str, Any] = {}
    for name in names():
        variable = PREFIX + name.upper()
        if given.get(name) is not None:
            values[name] = given[name]
        elif variable in environment:
            values[name] = environment[variable]
    try:
        settings = msgspec.convert(values, Settings, strict=False)
        Proxies.named(settings.proxies)
    except ValueError as error:  # as the ones of msgspec are
        raise Refused("bad_setting", f"a setting is wrong: {error}") from None
    return settings
