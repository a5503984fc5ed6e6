"""`/.well-known/security.txt`: where faults of security are reported (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

PATH: Final = "/.well-known/security.txt"

_VALID: Final = timedelta(days=180)
"""It is true as long as it is served; whoever has kept it shall look again after this time."""


class Contact:
    """Names the contacts of the host; a site without any says that there is no such page."""

    def __init__(self, contacts: list[str], origins: list[str]) -> None:
        self._contacts = [f"Contact: {contact}" for contact in contacts]
        self._pages = [f"Canonical: {origin}{PATH}" for origin in origins]

    async def answer(self, request: Request) -> Response:
        if not self._contacts:
            raise HTTPException(404)
        expires = (datetime.now(UTC) + _VALID).isoformat(timespec="seconds")
        rest = [f"Expires: {expires}", "Preferred-Languages: en, de, ru"]
        return PlainTextResponse("\n".join([*self._contacts, *rest, *self._pages, ""]))
