"""The OpenAPI document, from the same list of endpoints that serves the calls."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from inspect import cleandoc
from typing import Any, Final

import msgspec
from msgspec import Struct

from kuhstall.server.describe.schema import (
    REF,
    Definitions,
    Schema,
    definitions,
    keep_reachable,
    ref,
    references,
)
from kuhstall.server.features.history.replays import Eyes, PageNumber
from kuhstall.server.features.screens.api import ScreenId
from kuhstall.server.http.endpoint import Endpoint
from kuhstall.server.http.problems import JSON, Problem
from kuhstall.server.table.party.opening import Code, TableId
from kuhstall.server.wire.frames import PROTOCOL

_PARAMETERS: Final[dict[str, tuple[Any, str]]] = {
    "table": (TableId, "The id of a table, which is also the name of its game for fair deals."),
    "code": (Code, "The invite code of a table, as people tell it to each other."),
    "night": (str, "The id of a game night of the group."),
    "token": (str, "The secret part of the address of a calendar."),
    "screen": (ScreenId, "The id of a screen that is paired with the table."),
    "viewer": (Eyes, "As whom to look back: a seat, a spectator (none), or with all cards open."),
    "page": (PageNumber, "Which hundred of steps, from 0 on."),
}
_REFUSALS: Final = {
    "400": "malformed",
    "401": "no session",
    "403": "not for you, or asked by another site",
    "404": "there is no such thing",
    "405": "not with this method",
    "409": "refused; the code says why",
    "413": "too large",
    "415": "JSON only",
    "422": "cannot be played like this",
    "429": "slow down",
    "503": "not available now; try again",
}
_ONLY_WITH_BODY: Final = {"400", "409", "413", "415", "422"}
_ONLY_WITH_PATH: Final = {"404"}
_SECURITY: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-kuhstall",
        "description": "Set by the first call that makes a guest. A server for plain http in the"
        " home network calls it kuhstall.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "For programs, in the place of the cookie: see /api/programs.",
    },
}
_ABOUT: Final = (
    "Guests, tables, tickets, and play without a socket. The socket itself, and every code of a"
    " refusal, are explained in docs/protocol.md."
)


class Operation(Struct, frozen=True):
    """One endpoint, with the schemas of its body and its answer."""

    endpoint: Endpoint
    answer: Schema
    body: Schema | None

    @property
    def method(self) -> str:
        return self.endpoint.method

    @property
    def path(self) -> str:
        return self.endpoint.path

    @property
    def summary(self) -> str:
        """Return the first line of the handler's docstring, or else its name in words."""
        text = self.endpoint.handler.__doc__
        if text is None:
            return f"{self.endpoint.handler.__name__.replace('_', ' ').capitalize()}."
        return text.strip().split("\n")[0]


def wire(endpoints: Sequence[Endpoint]) -> tuple[Definitions, list[Operation]]:
    """Describe all types of the socket and of HTTP, and where HTTP uses them."""
    bodies = [endpoint.body for endpoint in endpoints if endpoint.body is not None]
    answers = [endpoint.answer for endpoint in endpoints]
    known = definitions(bodies, [*answers, Problem])
    kinds = [Problem, *bodies, *answers]
    schemas, _ = msgspec.json.schema_components(kinds, ref_template=REF)
    found = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    operations = [
        Operation(endpoint, found[repr(endpoint.answer)], found.get(repr(endpoint.body)))
        for endpoint in endpoints
    ]
    for operation in operations:  # a KeyError if msgspec has named a type differently here
        keep_reachable(known, references([operation.answer, operation.body]))
    return known, operations


@cache
def describe_api(endpoints: tuple[Endpoint, ...]) -> dict[str, Any]:
    """Describe all endpoints as OpenAPI 3.1."""
    known, operations = wire(endpoints)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    used = keep_reachable(known, references(paths))
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Kuhstall",
            "version": str(PROTOCOL),
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": used, "securitySchemes": _SECURITY},
    }
    moved: dict[str, Any] = json.loads(
        json.dumps(whole).replace("#/$defs/", "#/components/schemas/")
    )
    return moved


def _operation(operation: Operation) -> dict[str, Any]:
    endpoint = operation.endpoint
    names = re.findall(r"{(\w+)}", endpoint.path)
    possible = {
        status: text
        for status, text in _REFUSALS.items()
        if (endpoint.body is not None or status not in _ONLY_WITH_BODY)
        and (names or endpoint.optional or status not in _ONLY_WITH_PATH)
        and (status != "401" or not endpoint.program)
    }
    described_ = {
        "operationId": endpoint.handler.__name__,
        "summary": operation.summary,
        "description": cleandoc(endpoint.handler.__doc__ or operation.summary),
        "security": _known(endpoint),
        "parameters": [_parameter(name) for name in names],
        "responses": {
            str(endpoint.status): {
                "description": "done",
                "content": _content(operation.answer, endpoint.kind),
            },
            **{
                status: {"description": text, "content": _content(ref("Problem"))}
                for status, text in possible.items()
            },
        },
    }
    if operation.body is not None:
        described_["requestBody"] = {"required": True, "content": _content(operation.body)}
    return described_


def _known(endpoint: Endpoint) -> list[dict[str, list[str]]]:
    """List the ways to authenticate; an empty one says that it is optional."""
    if endpoint.program:
        return [{}]
    return [{"session": []}, {"token": []}, *([] if endpoint.who == "person" else [{}])]


def _parameter(name: str) -> dict[str, Any]:
    kind, text = _PARAMETERS[name]
    schema = msgspec.json.schema(kind)
    return {"name": name, "in": "path", "required": True, "description": text, "schema": schema}


def _content(schema: Schema, kind: str = JSON) -> dict[str, Any]:
    return {kind: {"schema": schema}}
