"""Who may look at a table over HTTP: anybody, unless the host has kicked them."""

from __future__ import annotations

from http import HTTPStatus

from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call


def admit_visitor(call: Call, live: LiveTable) -> str | None:
    """Name the person who calls, if they are known; refuse whoever was kicked from the table."""
    person = None if call.caller.person is None else call.caller.person.id
    if person in live.party.kicked:
        raise ProblemError(HTTPStatus.FORBIDDEN, "kicked")
    return person
