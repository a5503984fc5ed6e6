"""`/.well-known/security.txt`: where to report security issues (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kuhstall.messages import LANGUAGES

PATH: Final = "/.well-known/security.txt"

_VALID: Final = timedelta(days=180)
"""The file is correct as long as it is served; a copy should be fetched again after this time."""


class Contact:
    """Lists the operator's security contacts; without any, the path is a 404."""

    def __init__(self, contacts: list[str], origins: list[str]) -> None:
        self._contacts = [f"Contact: {contact}" for contact in contacts]
        self._pages = [f"Canonical: {origin}{PATH}" for origin in origins]

    async def answer(self, request: Request) -> Response:
        if not self._contacts:
            raise HTTPException(404)
        expires = (datetime.now(UTC) + _VALID).isoformat(timespec="seconds")
        rest = [f"Expires: {expires}", f"Preferred-Languages: {', '.join(LANGUAGES)}"]
        return PlainTextResponse("\n".join([*self._contacts, *rest, *self._pages, ""]))
