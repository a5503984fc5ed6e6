"""A table of a server, as a client program sees it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from typing import Any, get_type_hints
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from websockets.sync.client import ClientConnection, connect

from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice, Option, Pick, Placement, Range
from kuhstall.engine.values import Action, Event, Refused
from kuhstall.games import registry as games

_SHAPES = {"choice": Choice, "range": Range, "pick": Pick, "placement": Placement}


class Remote:
    """One guest at one server."""

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.table = ""

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Call the server; if it refuses, raise its reason."""
        request = Request(  # noqa: S310 -- the user gave the address
            self._address + path,
            data=None if body is None else msgspec.json.encode(body),
            headers={"content-type": "application/json"},
            method=method,
        )
        try:
            with self._opener.open(request, timeout=30) as answer:
                return msgspec.json.decode(answer.read())
        except HTTPError as error:
            problem = msgspec.json.decode(error.read() or b"{}")
            code = str(problem.get("code", error.code))
            raise Refused(code, f"{path}: {code} {problem.get('text', '')}".strip()) from None
        except URLError as error:
            raise Refused("unavailable", f"{self._address}: {error.reason}") from None
        except ValueError as error:
            raise Refused("unavailable", f"{self._address} is no address: {error}") from None

    def enter(self, name: str) -> None:
        self.call("POST", "/api/guests", {"name": name})

    def open_table(self, **wish: Any) -> str:
        """Open a table, and return its invite code."""
        placed = self.call("POST", "/api/tables", wish)
        self.table = placed["table"]
        return str(placed["code"])

    def find(self, code: str) -> None:
        self.table = self.call("GET", f"/api/codes/{code}")["table"]

    def ask(self, kind: str, **fields: Any) -> None:
        order = {"cid": secrets.token_hex(8), "request": {"type": kind, **fields}}
        self.call("POST", f"/api/tables/{self.table}/commands", order)

    @contextmanager
    def socket(self) -> Iterator[ClientConnection]:
        """Open the socket of the table, and send the hello frame."""
        ticket = self.call("POST", f"/api/tables/{self.table}/ticket", {})
        with connect(
            self._address.replace("http", "ws", 1) + ticket["socket"],
            additional_headers={"Origin": self._address},
            compression=None,
            max_size=None,
        ) as socket:
            socket.send(msgspec.json.encode({"type": "hello", "ticket": ticket["ticket"]}).decode())
            yield socket

    def heard(self) -> tuple[int, list[dict[str, Any]]]:
        found = self.call("GET", f"/api/tables/{self.table}/events")
        return found["seq"], found["events"]


class Reader:
    """Decodes frames into values of the game."""

    def __init__(self, edition: str) -> None:
        game = games.find(edition).game
        self._view: Any = get_type_hints(game.view)["return"]
        self._actions: Any = game.actions
        self._events: Any = game.events

    def events(self, raw: list[dict[str, Any]]) -> list[Event]:
        kind: Any = self._events
        events: list[Event] = msgspec.convert(raw, list[kind])
        return events

    def seen(self, frame: dict[str, Any], heard: list[Event]) -> Seen:
        view = msgspec.convert(frame["view"], self._view)
        return Seen(frame["you"], view, tuple(self._options(frame["options"])), tuple(heard))

    def _options(self, raw: list[dict[str, Any]]) -> Iterator[Option]:
        for fields in raw:
            kind = _SHAPES[fields["option"]]
            known = {name: value for name, value in fields.items() if name != "option"}
            if "actions" in known:
                known["actions"] = tuple(self._action(action) for action in known["actions"])
            if "action" in known:
                known["action"] = self._action(known["action"])
            if "pool" in known:
                known["pool"] = tuple(known["pool"])
            yield kind(**known)

    def _action(self, raw: dict[str, Any]) -> Action:
        action: Action = msgspec.convert(raw, self._actions)
        return action
