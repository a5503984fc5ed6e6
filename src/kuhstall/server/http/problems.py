"""HTTP refusals: a status, a stable code, and a text for debugging."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Final

from msgspec import Struct

from kuhstall.engine.values import Illegal, Refused
from kuhstall.server.features.accounts.passkey_queries import UnprovenError
from kuhstall.server.features.accounts.person_queries import UnknownPersonError
from kuhstall.server.table.log import TakenError, UnavailableError, UnknownTableError

JSON: Final = "application/json"


class Problem(Struct, frozen=True, omit_defaults=True):
    """The body of every refusal. The code is stable, the text is for debugging.

    Some codes have a `detail` for programs. Refusals that are the server's fault name the `request`
    as its log does.
    """

    code: str
    text: str
    detail: dict[str, str | int] = {}
    request: str = ""


class ProblemError(Exception):
    """A refusal with its HTTP status."""

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
    """Return a refusal because the node is overloaded, with the time after which to retry."""
    return ProblemError(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "busy",
        detail={"retry_after": int(seconds * 1000)},
        headers={"retry-after": str(math.ceil(seconds))},
    )


def problem_of(error: Exception) -> tuple[HTTPStatus, Problem, dict[str, str] | None]:
    """Return the status, the body and the headers for an error; raise an unknown one again."""
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
        case UnknownPersonError():  # the session ended during the call
            status, problem = HTTPStatus.UNAUTHORIZED, Problem("no_session", "")
        case UnprovenError():
            status, problem = HTTPStatus.FORBIDDEN, Problem("prove_it", "")
        case UnavailableError():
            status, problem = HTTPStatus.SERVICE_UNAVAILABLE, Problem("unavailable", "")
        case _:
            raise error
    return status, problem, headers
