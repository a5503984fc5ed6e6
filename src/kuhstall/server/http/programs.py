"""Programs as guests: they carry a token themselves, where a browser would keep a cookie."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kuhstall.server.http.routing import Call


class NewProgram(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100)] | None = None


class ProgramToken(Struct, frozen=True):
    """The secret of a program: whoever has it is this guest."""

    token: str


async def enter_program(call: Call) -> ProgramToken:
    """Let a program in: the answer is the token for `Authorization: Bearer …`, and no cookie."""
    return ProgramToken(call.caller.fresh or "")
