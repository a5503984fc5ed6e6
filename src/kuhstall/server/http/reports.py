"""What people report to the host of a server: something that does not work, in their own words."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Nothing
from kuhstall.server.limits.rates import OWN_REPORTS
from kuhstall.server.protocol.legible import legible
from kuhstall.server.store.reports import StoredReport

LONGEST: Final = 1000


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes, and where: the version of their page, the table, and its latest step.

    There is no field for what they see there, so nothing secret comes along by itself.
    """

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    version: Annotated[str, Meta(pattern="^[0-9A-Za-z.+-]{1,40}$")]
    language: Literal["en", "de", "ru"]
    table: Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")] | None = None
    step: Annotated[int, Meta(ge=0, le=2_147_483_647)] | None = None


async def report(call: Call) -> Nothing:
    """Report a problem to the host. Nobody else reads it, and who wrote it is not kept."""
    person, new = call.caller.person, call.body
    node = call.node
    text = _clean(new.text)
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    if not text:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "empty_text")
    if not node.limiter.admits(OWN_REPORTS, person.id, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    kept = StoredReport(new.version, new.table, new.step, new.language, text)
    await node.service.store.add_report(kept)
    return Nothing()


def _clean(text: str) -> str:
    """Make one line of it: in a list, nobody's second line looks like another report."""
    return " ".join(" ".join(map(legible, text.splitlines())).split())
