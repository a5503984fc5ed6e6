"""The one address that a table tells when it waits, over HTTP: the host gives it, and sees it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

from msgspec import Meta, Struct

from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Endpoint, Nothing
from kuhstall.server.limits.rates import HOOKS
from kuhstall.server.push.courier import LONGEST, ForbiddenAddressError, host_of


class Hook(Struct, frozen=True, forbid_unknown_fields=True):
    """An address, https only; empty for none."""

    address: Annotated[str, Meta(max_length=LONGEST)]


class HookPlace(Struct, frozen=True):
    """The host of an address; empty if there is none. The rest is often a secret of who gave it."""

    place: str


async def hook(call: Call) -> HookPlace:
    """Tell where your table tells that it waits."""
    await _check_host(call)
    address = await call.node.service.store.hook(call.path["table"])
    return HookPlace(host_of(address) if address else "")


async def set_hook(call: Call) -> Nothing:
    """Have another address told when your table waits, and no other; or none."""
    person = await _check_host(call)
    address = call.body.address
    if address:
        try:
            host_of(address)
        except ForbiddenAddressError:
            raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "address") from None
    await call.node.service.store.set_hook(call.path["table"], address, person)
    return Nothing()


async def _check_host(call: Call) -> str:
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    live = await call.node.service.cache.fresh_table(call.path["table"], person.id)
    if live.party.host != person.id:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_host")
    return person.id


_HOOK: Final = "/api/tables/{table}/hook"

ENDPOINTS: Final = (
    Endpoint("GET", _HOOK, hook, HookPlace, who="person", shed="visitor"),
    Endpoint("POST", _HOOK, set_hook, Nothing, Hook, "person", HOOKS, shed="visitor"),
)
