"""Who may look at a table over HTTP: anyone, unless the host has kicked them."""

from __future__ import annotations

from http import HTTPStatus

from kuhstall.server.http.endpoint import Call
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.table.live_table import LiveTable


def admit_visitor(call: Call, live: LiveTable) -> str | None:
    """Return the id of the caller, if known; refuse people who were kicked from the table."""
    person = None if call.caller.person is None else call.caller.person.id
    if person in live.party.kicked:
        raise ProblemError(HTTPStatus.FORBIDDEN, "kicked")
    return person
