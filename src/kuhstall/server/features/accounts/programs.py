"""Programs as guests: they send a token, where a browser would send a cookie."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kuhstall.server.http.endpoint import Call


class NewProgram(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)] | None = None


class ProgramToken(Struct, frozen=True):
    """The secret token of a program: it identifies the guest."""

    token: str


async def enter_program(call: Call) -> ProgramToken:
    """Register a program as a guest: return the token for `Authorization: Bearer …`."""
    return ProgramToken(call.caller.fresh or "")
