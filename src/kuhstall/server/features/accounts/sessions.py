"""Sessions of guests: one click signs in, and an HttpOnly cookie identifies the guest."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from kuhstall.server.features.accounts.browser_names import browser_name
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.accounts.session_queries import AuthMethod, SignIn
from kuhstall.server.features.people import People
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import GUESTS, Limiter
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire.displayable_text import clean_name

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from kuhstall.server.features.accounts.passkeys import Passkeys

_AGE: Final = 180 * 86_400
_OVERTAKEN: Final = 30.0  # seconds that a call may have been in flight
_TOKEN_BYTES: Final = 32
_LONGEST: Final = 100


class Caller(Struct, frozen=True):
    """The caller of a request. A fresh token is set as a cookie, unless the caller is a program.

    `browser` is a name that tells devices apart: "Firefox, Android". `ended`: the request carried
    the cookie of a session that has ended.
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
        self.passkeys = passkeys  # None where browsers create none: over plain http
        self.tombstones = tombstones  # the file that lists deleted accounts
        self.secure = secure
        self._origins = origins
        # A browser takes a __Host- cookie only over TLS, and sends it to this host alone.
        self._cookie = "__Host-kuhstall" if secure else "kuhstall"

    async def caller(self, request: Request, address: str) -> Caller:
        """Return the caller. If there is a bearer token, the cookie is ignored."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":  # other schemes are for a proxy with its own passwords
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
        """Create a guest with a session.

        Refuse a call that was in flight while its session was replaced, by a passkey created in
        another tab or on another device: the guest's cookie would overwrite that of the new
        session.
        """
        if caller.ended is not None and await self._was_overtaken(caller.ended):
            raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
        if not limiter.admits(GUESTS, caller.address, now):
            raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, "slow_down")
        person = Person(
            RandomSource().letters(16), clean_name(name) or f"Guest {secrets.randbelow(90) + 10}"
        )
        cookie, token = new_session()
        await self.people.add_person(person)
        await self.people.open_session(token, person.id)
        return Caller(caller.address, person, token, cookie, caller.program, caller.browser)

    async def _was_overtaken(self, token: bytes) -> bool:
        """Return whether a session has just ended because its browser was given another one."""
        just_ended = token in await self.people.revoked_sessions(_OVERTAKEN)
        return just_ended and token in await self.people.replaced_sessions([token])

    async def come_back(
        self, caller: Caller, person: str, way: AuthMethod, used: bytes | None = None
    ) -> Caller | None:
        """Sign in a known person with a new session; the browser's previous session ends.

        Return None if they are banned, if the previous session has ended meanwhile, or if the link
        or the code is used already.
        """
        cookie, token = new_session()
        same = caller.person is not None and caller.person.id == person
        arrival = SignIn(way, caller.browser, caller.token, same, used)
        if not await self.people.arrive(token, person, arrival):
            return None
        known = await self.people.session(token)
        if known is None:  # banned
            return None
        return Caller(caller.address, known, token, cookie, browser=caller.browser)

    def keep(self, caller: Caller, response: Response, *, ended: bool) -> None:
        """Set the cookie of a new session, or delete it when the session ends."""
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
        """Refuse calls that another site makes a browser send. Programs send no origin."""
        for origin in request.headers.getlist("origin"):
            if not is_allowed(origin, self._origins):
                raise ProblemError(HTTPStatus.FORBIDDEN, "origin")


def is_allowed(origin: str, origins: Sequence[str | re.Pattern[str]]) -> bool:
    return any(
        origin == known if isinstance(known, str) else known.fullmatch(origin) is not None
        for known in origins
    )


def new_session() -> tuple[str, bytes]:
    """Return a new session cookie, and the hash that is stored."""
    cookie = secrets.token_urlsafe(_TOKEN_BYTES)
    return cookie, digest(cookie)


def digest(token: str) -> bytes:
    """Return the stored hash of a token."""
    return sha256(token.encode()).digest()
