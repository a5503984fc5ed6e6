"""Mail over HTTP: turning it on and off, and the pages behind the links in mails.

The pages need no session and no script: the token in the link is enough. A link does nothing until
the reader presses a button, because programs that scan mails open every link. A mail program with
one-click unsubscribe posts right away (RFC 8058).
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
from kuhstall.server.features.notifications.mail.messages import LONGEST, is_address
from kuhstall.server.features.notifications.mail.texts import words
from kuhstall.server.features.notifications.mail_queries import MailBox
from kuhstall.server.features.notifications.push_queries import Quiet
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.languages import Language
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import count_call, refuse
from kuhstall.server.limits.rates import MAIL_LINKS, MAIL_REQUESTS, OWN_MAIL_REQUESTS
from kuhstall.server.ops.node import Node

PATH: Final = "/mail/{token}/{choice}"

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]

_DONE: Final[dict[str, str]] = {"confirm": "confirmed", "end": "ended"}
_NEVER: Final = {"never", "again"}


class NewMail(Struct, frozen=True, forbid_unknown_fields=True):
    """The address for mail, the language, and quiet hours (minutes in UTC)."""

    address: Annotated[str, Meta(min_length=3, max_length=LONGEST)]
    language: Language
    quiet_from: Minute
    quiet_to: Minute


async def want_mail(call: Call) -> Nothing:
    """Turn on mail when a table waits or a game night is near, once the address is confirmed.

    It is at most one a day.

    The answer is the same for every address, so that it does not reveal who else has given it.
    """
    node, person, new = call.node, call.caller.person, call.body
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    if node.deliveries.mail is None:
        raise ProblemError(HTTPStatus.CONFLICT, "no_mail")
    if not is_address(new.address):
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "address")
    if not node.limiter.admits(OWN_MAIL_REQUESTS, person.id, node.service.clock.steady()):
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
    token = b32encode(token_bytes(20)).decode().lower()
    box = MailBox(new.address, new.language, token, Quiet(new.quiet_from, new.quiet_to))
    await call.accounts.people.want_mail(person.id, box, call.caller.token)
    return Nothing()


async def unwant_mail(call: Call) -> Nothing:
    """Turn off mail, and delete your address."""
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    await call.accounts.people.unwant_mail(call.caller.person.id)
    return Nothing()


async def mail_page(request: Request) -> Response:
    """Show what a link in a mail is for, and do it if the button is pressed."""
    try:
        count_call(request, MAIL_LINKS)
    except ProblemError as error:
        return refuse(request, PATH, error)
    node: Node = request.app.state.node
    token, choice = request.path_params["token"], request.path_params["choice"]
    if not token.isalnum() or not token.isascii():
        return _no_page(request)
    if choice in _NEVER:
        return await _never_page(request, node, token, choice)
    if choice not in _DONE:
        return _no_page(request)
    people = node.service.people
    if request.method == "POST":
        box = await (people.confirm_mail if choice == "confirm" else people.end_mail)(token)
    else:
        box = await people.find_mail(token)
    if box is None:
        return _no_page(request)
    texts = words(box.language)
    if request.method == "POST" or (choice == "confirm" and box.confirmed):
        return _page(texts, choice, _DONE[choice])
    return _page(texts, choice, f"{choice}_ask", address=box.address, press=f"{choice}_press")


async def _never_page(request: Request, node: Node, token: str, choice: str) -> Response:
    """Refuse all mail to an address, or allow it again."""
    sender = node.deliveries.mail
    found = None if sender is None else sender.messages.read_never_token(token)
    if found is None:
        return _no_page(request)
    language, digest = found
    people, texts = node.service.people, words(language)
    if request.method == "POST":
        await (people.refuse_mail if choice == "never" else people.allow_mail)(digest)
        if choice == "again":
            return _page(texts, "again", "allowed")
    if await people.refuses_mail(digest):
        return _page(texts, "never", "refused", press="again_press")
    return _page(texts, "never", "never_ask", press="never_press")


def _no_page(request: Request) -> Response:
    """Answer an invalid link. Its language is unknown, so use that of the browser."""
    texts = words(request.headers.get("accept-language", "")[:2].lower())
    return _page(texts, "unknown", "unknown_text", HTTPStatus.NOT_FOUND)


def _page(
    texts: Catalogue, title: str, text: str, status: int = 200, *, press: str = "", **args: str
) -> Response:
    def say(key: str) -> str:
        return html.escape(texts.text(f"page.{key}", **args))

    choice = press.removesuffix("_press")
    lines = [
        "<!doctype html>",
        f'<html lang="{texts.language}">',
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        f"<title>{say(title)}</title>",
        f"<main><h1>{say(title)}</h1>",
        f"<p>{say(text)}</p>",
        f'<form method="post" action="{choice}"><button>{say(press)}</button></form>'
        if press
        else "",
        '<p><a href="/">Kuhstall</a></p></main>',
        "",
    ]
    return HTMLResponse("\n".join(lines), status)


ENDPOINTS: Final = (
    Endpoint("POST", "/api/mail", want_mail, Nothing, NewMail, "person", MAIL_REQUESTS, 202),
    Endpoint("POST", "/api/mail/end", unwant_mail, Nothing, who="person"),
)
