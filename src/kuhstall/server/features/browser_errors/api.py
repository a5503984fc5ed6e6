"""Errors in browsers over HTTP. A page that fails may have no session yet, so none is needed."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from kuhstall.server.features.browser_errors.reports import BrowserError
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import ERROR_REPORTS


async def report_error(call: Call) -> Nothing:
    """Report an error in a script of a page, if the host wants to know of them.

    Nothing is stored: the server logs where the error happened, but not whose browser it was.
    """
    if call.node.browser_errors is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, "no_such_path")
    call.node.browser_errors.note(call.body)
    return Nothing()


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/errors",
        report_error,
        Nothing,
        BrowserError,
        limit=ERROR_REPORTS,
        status=202,
        optional=True,
    ),
)
