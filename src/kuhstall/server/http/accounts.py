"""Who calls: guests, who need one click, and are known by a cookie that no script can read."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from kuhstall.server.hosting.draws import Draws
from kuhstall.server.http.browsers import browser_name
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import GUESTS, Limiter
from kuhstall.server.protocol.legible import legible
from kuhstall.server.protocol.tickets import new_ticket
from kuhstall.server.store.keys import Arrival, Way
from kuhstall.server.store.people import People, Person

if TYPE_CHECKING:
    from kuhstall.server.http.passkeys import Passkeys

_AGE: Final = 180 * 86_400
_OVERTAKEN: Final = 30.0  # seconds for which a call may have been under way
_TOKEN_BYTES: Final = 32
_LONGEST: Final = 100
_NAME: Final = 24
_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"  # letters that look like nothing


class Caller(Struct, frozen=True):
    """Whoever makes a call. A fresh token is to be set as a cookie, unless it is a program's.

    The browser is a name to tell devices by: "Firefox, Android". `ended`: it brought the cookie of
    a session that is none any more.
    """

    address: str
    person: Person | None = None
    token: bytes | None = None
    fresh: str | None = None
    program: bool = False
    browser: str = ""
    ended: bytes | None = None


class Accounts:
    def __init__(
        self,
        people: People,
        origins: Sequence[str | re.Pattern[str]],
        *,
        secure: bool,
        passkeys: Passkeys | None = None,
        tombstones: Path | None = None,
    ) -> None:
        self.people = people
        self.passkeys = passkeys  # None where browsers make none: over plain http
        self.tombstones = tombstones  # where it is noted who has left for good
        self.secure = secure
        self._origins = origins
        # A browser takes a __Host- cookie only over TLS, and then for this very host alone.
        self._cookie = "__Host-kuhstall" if secure else "kuhstall"

    async def caller(self, request: Request, address: str) -> Caller:
        """Tell who calls. Whoever brings a token is known by that alone, and by no cookie."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":  # others are for a proxy that asks everybody for a password
            return await self._program(secret.strip(), address)
        cookie = request.cookies.get(self._cookie, "")
        browser = browser_name(request.headers.get("user-agent", ""))
        if not cookie or len(cookie) > _LONGEST:
            return Caller(address, browser=browser)
        token = digest(cookie)
        person = await self.people.session(token)
        if person is None:
            return Caller(address, browser=browser, ended=token)
        return Caller(address, person, token, browser=browser)

    async def _program(self, secret: str, address: str) -> Caller:
        token = digest(secret)
        person = await self.people.session(token) if 0 < len(secret) <= _LONGEST else None
        if person is None:
            raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
        return Caller(address, person, token, program=True)

    async def guest(self, caller: Caller, name: str | None, limiter: Limiter, now: float) -> Caller:
        """Let in somebody new.

        Not whoever calls while the browser gets another session, by a key that is made in another
        tab: a guest's cookie would take the place of that session's.
        """
        if caller.ended is not None and await self.people.was_replaced(caller.ended, _OVERTAKEN):
            raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
        if not limiter.admits(GUESTS, caller.address, now):
            raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
        person = Person(
            Draws().letters(16), clean_name(name) or f"Guest {secrets.randbelow(90) + 10}"
        )
        cookie = secrets.token_urlsafe(_TOKEN_BYTES)
        token = digest(cookie)
        await self.people.add_person(person)
        await self.people.open_session(token, person.id)
        return Caller(caller.address, person, token, cookie, caller.program, caller.browser)

    async def come_back(self, caller: Caller, person: str, way: Way) -> Caller | None:
        """Let in somebody who is known, with a new session; the one that the browser had ends.

        None if they may not come in, or if that session has just been ended by somebody else.
        """
        cookie = secrets.token_urlsafe(_TOKEN_BYTES)
        token = digest(cookie)
        same = caller.person is not None and caller.person.id == person
        arrival = Arrival(way, caller.browser, caller.token, same)
        if not await self.people.arrive(token, person, arrival):
            return None
        known = await self.people.session(token)
        if known is None:  # banned
            return None
        return Caller(caller.address, known, token, cookie, browser=caller.browser)

    def keep(self, caller: Caller, response: Response, *, ended: bool) -> None:
        """Give a new guest the cookie, and take it back from whoever has left."""
        if caller.program:
            return
        if ended:
            response.delete_cookie(
                self._cookie, path="/", secure=self.secure, httponly=True, samesite="lax"
            )
        elif caller.fresh is not None:
            response.set_cookie(
                self._cookie,
                caller.fresh,
                max_age=_AGE,
                path="/",
                secure=self.secure,
                httponly=True,
                samesite="lax",
            )

    def check_origin(self, request: Request) -> None:
        """Refuse what another site makes a browser do. Programs send no origin."""
        for origin in request.headers.getlist("origin"):
            if not is_allowed(origin, self._origins):
                raise ProblemError(HTTPStatus.FORBIDDEN, "origin")


def is_allowed(origin: str, origins: Sequence[str | re.Pattern[str]]) -> bool:
    return any(
        origin == known if isinstance(known, str) else known.fullmatch(origin) is not None
        for known in origins
    )


def clean_name(name: str | None) -> str:
    """Make a name fit to be shown: no tricks with letters that do not show."""
    kept = "".join(letter for letter in legible(name or "") if letter not in _BLANKS)
    return " ".join(kept.split())[:_NAME].strip()


def make_ticket(*, program: bool = False) -> tuple[str, bytes]:
    """Make a ticket, and what is stored of it."""
    text = new_ticket(program=program)
    return text, digest(text)


def digest(token: str) -> bytes:
    """Make what is stored of something that opens a session."""
    return sha256(token.encode()).digest()
