"""What an HTTP call is, without a web framework: routing serves it, and so does offline play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from kuhstall.server.features.lobby.house import House
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.load_level import Kind
from kuhstall.server.limits.rates import REQUESTS, Limit

if TYPE_CHECKING:
    from kuhstall.server.features.accounts.sessions import Accounts, Caller
    from kuhstall.server.http.shared_answer import SharedAnswer
    from kuhstall.server.ops.node import Node

MAX_BODY: Final = 8192
LONG: Final = 65_536
"""The largest body of a call that may contain a card file."""

Who: TypeAlias = Literal["anybody", "guest", "person"]
"""Who may call: anyone; anyone, who becomes a guest by calling; or only people with a
session or the token of a program, guests included."""


class Call(Struct, frozen=True):
    """One call: the caller, and the path and body of the request."""

    node: Node
    accounts: Accounts
    caller: Caller
    path: dict[str, str]
    body: Any
    lobby: SharedAnswer[bytes]
    house: House = House()


class Nothing(Struct, frozen=True):
    pass


class Entered(Struct, frozen=True):
    """An answer to a caller who gets a new session."""

    caller: Caller
    answer: Any


Handler: TypeAlias = Callable[[Call], Awaitable[Any]]


class Endpoint(Struct, frozen=True):
    method: Literal["GET", "POST", "DELETE"]
    path: str
    handler: Handler
    answer: Any
    body: Any = None
    who: Who = "anybody"
    limit: Limit = REQUESTS
    status: int = 200
    ends: bool = False  # the session ends: the cookie is deleted
    program: bool = False  # the caller becomes a new guest without a cookie
    shed: Kind | None = None  # the kind as which it is refused when the node is overloaded
    optional: bool = False  # it answers 404, unless the host has switched it on
    most: int = MAX_BODY
    kept: int = (
        0  # seconds for which the client may cache the answer: for long ones that never change
    )
    kind: str = "application/json"  # if it is another one, the handler returns bytes


def decode_body(endpoint: Endpoint, data: bytes) -> Any:
    """Decode the body of a call, or refuse it."""
    try:
        return msgspec.json.decode(data or b"{}", type=endpoint.body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", str(error)) from error
