"""Mails over HTTP: who wants them, and the pages behind the links in them.

The pages need no session and no script: whoever has the mail has its token. A link does nothing
before somebody presses a button, as programs that look into mails open every link. A mail program
that ends mails by one tap posts right away (RFC 8058).
"""

from __future__ import annotations

import html
from base64 import b32encode
from http import HTTPStatus
from secrets import token_bytes
from typing import Annotated, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kuhstall.messages import Catalogue
from kuhstall.server.http.languages import Language
from kuhstall.server.http.problems import ProblemError, problem_response
from kuhstall.server.http.routing import Call, Endpoint, Nothing, count_call
from kuhstall.server.limits.rates import MAIL_LINKS, MAILS, OWN_MAILS
from kuhstall.server.mail.letters import LONGEST, is_address
from kuhstall.server.mail.words import words
from kuhstall.server.store.mails import MailBox
from kuhstall.server.store.taps import Quiet
from kuhstall.server.ws.node import Node

PATH: Final = "/mail/{token}/{deed}"

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]

_DONE: Final[dict[str, str]] = {"confirm": "confirmed", "end": "ended"}


class NewMail(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to write when a table waits, in which language, and when not (minutes of UTC)."""

    address: Annotated[str, Meta(min_length=3, max_length=LONGEST)]
    language: Language
    quiet_from: Minute
    quiet_to: Minute


async def want_mail(call: Call) -> Nothing:
    """Have a mail sent when a table waits, one a day at the most, once its address is confirmed.

    The answer is the same for every address: nobody learns who else has given it.
    """
    node, person, new = call.node, call.caller.person, call.body
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    if node.mailing is None:
        raise ProblemError(HTTPStatus.CONFLICT, "no_mail")
    if not is_address(new.address):
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "address")
    if not node.limiter.admits(OWN_MAILS, person.id, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    token = b32encode(token_bytes(20)).decode().lower()
    box = MailBox(new.address, new.language, token, Quiet(new.quiet_from, new.quiet_to))
    await call.accounts.people.want_mail(person.id, box)
    return Nothing()


async def unwant_mail(call: Call) -> Nothing:
    """Have no mails sent any more; the address is forgotten."""
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    await call.accounts.people.unwant_mail(call.caller.person.id)
    return Nothing()


async def mail_page(request: Request) -> Response:
    """Show what a link of a mail is for, and do it if the button is pressed."""
    try:
        count_call(request, MAIL_LINKS)
    except ProblemError as error:
        return problem_response(error)
    node: Node = request.app.state.node
    token, deed = request.path_params["token"], request.path_params["deed"]
    if deed not in _DONE or not token.isalnum() or not token.isascii():
        return _page(_unknown(request), "unknown", "unknown_text", HTTPStatus.NOT_FOUND)
    people = node.service.people
    if request.method == "POST":
        box = await (people.confirm_mail if deed == "confirm" else people.end_mail)(token)
    else:
        box = await people.find_mail(token)
    if box is None:
        return _page(_unknown(request), "unknown", "unknown_text", HTTPStatus.NOT_FOUND)
    texts = words(box.language)
    if request.method == "POST" or (deed == "confirm" and box.confirmed):
        return _page(texts, deed, _DONE[deed])
    return _page(texts, deed, f"{deed}_ask", address=box.address, press=f"{deed}_press")


def _unknown(request: Request) -> Catalogue:
    """Nobody knows the language of a link that is not valid: that of the browser is tried."""
    return words(request.headers.get("accept-language", "")[:2].lower())


def _page(
    texts: Catalogue, title: str, text: str, status: int = 200, *, press: str = "", **args: str
) -> Response:
    def say(key: str) -> str:
        return html.escape(texts.text(f"page.{key}", **args))

    lines = [
        "<!doctype html>",
        f'<html lang="{texts.language}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        f"<title>{say(title)}</title>",
        f"<main><h1>{say(title)}</h1>",
        f"<p>{say(text)}</p>",
        f'<form method="post"><button>{say(press)}</button></form>' if press else "",
        '<p><a href="/">Kuhstall</a></p></main>',
        "",
    ]
    return HTMLResponse("\n".join(lines), status)


ENDPOINTS: Final = (
    Endpoint("POST", "/api/mail", want_mail, Nothing, NewMail, "person", MAILS, 202),
    Endpoint("POST", "/api/mail/end", unwant_mail, Nothing, who="person"),
)
