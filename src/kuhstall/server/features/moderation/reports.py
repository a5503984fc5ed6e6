"""Reports of players to the operator of the server: bugs, or how other players behave."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.server.features.moderation.report_queries import ReportQueries, StoredReport
from kuhstall.server.http.endpoint import Call, Nothing
from kuhstall.server.http.languages import Language
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import OWN_REPORTS
from kuhstall.server.table.log import UnknownTableError
from kuhstall.server.wire import chat
from kuhstall.server.wire.displayable_text import displayable

LONGEST: Final = 1000


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A report, and where it was written: version of the page, table, and its latest step.

    There is no field for what the player sees there, so nothing secret is sent along by accident.
    With a chat line or a seat the report is about a player, and the text may be empty; `kind` says
    what is wrong. The server adds the chat line itself.
    """

    text: Annotated[str, Meta(max_length=LONGEST)]
    version: Annotated[str, Meta(pattern="^[0-9A-Za-z.+-]{1,40}$")]
    language: Language
    table: Annotated[str, Meta(pattern="^[a-z0-9]{1,40}$")] | None = None
    step: Annotated[int, Meta(ge=0, le=2_147_483_647)] | None = None
    line: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    kind: Literal["rude", "delay", "name"] | None = None


async def report(call: Call) -> Nothing:
    """Report a problem to the operator. Only the operator reads it; its author is not stored."""
    person, new = call.caller.person, call.body
    node = call.node
    text = _clean(new.text)
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    kept = StoredReport(new.version, new.table, new.step, new.language, text, kind=new.kind)
    if new.line is not None or new.seat is not None:
        kept = await _about(call, kept)
    elif not text:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "empty_text")
    if not node.limiter.admits(OWN_REPORTS, person.id, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    await ReportQueries(node.service.store.db).add_report(kept)
    node.abuse.note("report", call.caller.address, "/api/reports")
    return Nothing()


async def _about(call: Call, kept: StoredReport) -> StoredReport:
    """Add the person whom the report is about, and their chat line, from the store."""
    new = call.body
    if new.line is not None:
        said = await call.node.service.store.line(new.table or "", new.line)
        if said is None:
            raise ProblemError(HTTPStatus.BAD_REQUEST, "no_such_line")
        told = chat.line(said, "")
        return replace(kept, about=said.person, line=said.id, quote=told.text or told.phrase)
    try:
        places = (await call.node.service.cache.live_table(new.table or "")).party.places
    except UnknownTableError:
        places = ()
    person = places[new.seat].person if new.seat < len(places) else None
    if person is None:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_person")
    return replace(kept, about=person)


def _clean(text: str) -> str:
    """Join the text to one line, so that in a list no second line looks like another report."""
    return " ".join(" ".join(map(displayable, text.splitlines())).split())
