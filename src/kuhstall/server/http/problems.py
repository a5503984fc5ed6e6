"""How HTTP refuses: a status, a stable code, and a text for people who debug."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Final

import msgspec
from msgspec import Struct
from starlette.responses import Response

from kuhstall.engine.values import Illegal, Refused
from kuhstall.server.store import TakenError, UnavailableError, UnknownTableError

JSON: Final = "application/json"


class Problem(Struct, frozen=True, omit_defaults=True):
    """Every refusal looks like this. The code is stable, the text is for people who debug.

    `detail` says more to programs, with some codes.
    """

    code: str
    text: str
    detail: dict[str, str | int] = {}


class ProblemError(Exception):
    """A refusal with its status."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        text: str = "",
        detail: dict[str, str | int] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.problem = Problem(code, text, detail or {})
        self.headers = headers


def too_busy(seconds: float) -> ProblemError:
    """Say that the node has too much to do, and when to try again."""
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        detail={"retry_after": int(seconds * 1000)},
        headers={"retry-after": str(math.ceil(seconds))},
    )


def problem_response(error: Exception) -> Response:
    """Say what is wrong: what is not one of ours goes up and becomes a 500."""
    headers = None
    match error:
        case ProblemError():
            status, problem, headers = error.status, error.problem, error.headers
        case Illegal():
            status, problem = HTTPStatus.CONFLICT, Problem(error.code, "")
        case Refused():
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            problem = Problem(error.code, str(error), error.detail)
        case UnknownTableError():
            status, problem = HTTPStatus.NOT_FOUND, Problem("no_such_table", "")
        case TakenError():
            status, problem = HTTPStatus.CONFLICT, Problem("taken", "")
        case UnavailableError():
            status, problem = HTTPStatus.SERVICE_UNAVAILABLE, Problem("unavailable", "")
        case _:
            raise error
    data = msgspec.json.encode(problem)
    return Response(data, status_code=status, headers=headers, media_type=JSON)
