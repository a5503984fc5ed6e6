"""Tickets: what lets a socket in, once.

The ticket of a program says so itself, and is stored whole, so nobody can make one of another. Only
those are good for a socket without an origin: what a browser's cookie was asked for is not.
"""

from __future__ import annotations

import secrets
from typing import Final

FOR_PROGRAMS: Final = "program"
"""What the address of a socket for programs ends with, after a question mark."""

_MARK: Final = f"{FOR_PROGRAMS}."
_BYTES: Final = 32


def new_ticket(*, program: bool) -> str:
    return (_MARK if program else "") + secrets.token_urlsafe(_BYTES)


def is_for_program(ticket: str) -> bool:
    return ticket.startswith(_MARK)


def socket_path(table: str, *, program: bool) -> str:
    """Return the address of the socket that a ticket is for."""
    return f"/ws/{table}" + (f"?{FOR_PROGRAMS}" if program else "")
