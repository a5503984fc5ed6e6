"""Tickets: each lets one socket in, once.

The ticket of a program has a prefix, and the whole ticket is stored (as a hash), so a browser's
ticket cannot be turned into one of a program. A socket without an origin needs a program's ticket:
one that was fetched with a browser's cookie is refused.

The ticket of a screen has a prefix as well, with the id of the screen.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

FOR_PROGRAMS: Final = "program"
"""The query string in the URL of a program's socket."""

_MARK: Final = f"{FOR_PROGRAMS}."
_SCREEN: Final = "screen"
_BYTES: Final = 32


def make_ticket(*, program: bool = False, screen: str | None = None) -> tuple[str, bytes]:
    """Return a new ticket, and the hash that is stored."""
    mark = _MARK if program else "" if screen is None else f"{_SCREEN}.{screen}."
    text = mark + secrets.token_urlsafe(_BYTES)
    return text, sha256(text.encode()).digest()


def is_for_program(ticket: str) -> bool:
    return ticket.startswith(_MARK)


def screen_of(ticket: str) -> str | None:
    """Return the id of the screen that a ticket is for, if it is for one."""
    kind, _, rest = ticket.partition(".")
    return rest.partition(".")[0] if kind == _SCREEN else None


def socket_path(table: str, *, program: bool) -> str:
    """Return the path of the socket that a ticket is for."""
    return f"/ws/{table}" + (f"?{FOR_PROGRAMS}" if program else "")
