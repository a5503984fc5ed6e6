"""The webhook of a table, over HTTP: only the host can set and see it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from kuhstall.server.features.notifications.outbound_http import (
    LONGEST,
    ForbiddenAddressError,
    host_of,
)
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import WEBHOOKS
from kuhstall.server.table.live_table import LiveTable


class NewWebhook(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of the webhook, https only; empty for none."""

    address: Annotated[str, Meta(max_length=LONGEST)]


class WebhookStatus(Struct, frozen=True):
    """The host name of the webhook; empty if none. The rest of the address is often secret.

    If the latest call has failed: since when the webhook fails (seconds since 1970), and why. After
    a day it is switched off, and stays so until an address is set again.
    """

    place: str
    failing_since: float | UnsetType = UNSET
    last_error: str | UnsetType = UNSET
    off: bool | UnsetType = UNSET


async def webhook(call: Call) -> WebhookStatus:
    """Return the host name of your table's webhook, and whether calls fail."""
    await _check_host(call)
    found = await call.accounts.people.webhook(call.path["table"])
    if found is None:
        return WebhookStatus("")
    place = host_of(found.address)
    if found.failing_since is None:
        return WebhookStatus(place)
    return WebhookStatus(place, found.failing_since, found.last_error, found.disabled or UNSET)


async def set_webhook(call: Call) -> Nothing:
    """Set the webhook of your table, replacing the previous one; or remove it.

    The address must first answer with the `challenge` that it is sent, on a line by itself.
    """
    person, live = await _check_host(call)
    people, address = call.accounts.people, call.body.address
    if not address:
        await people.drop_webhook(live.id)
        return Nothing()
    try:
        host_of(address)
    except ForbiddenAddressError:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "address") from None
    if not await call.node.proves(address, person):
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, "webhook_unproven")
    await _check_host(call)  # the address may have taken seconds to answer
    await people.set_webhook(live.id, live.code, address, person, call.caller.token)
    return Nothing()


async def _check_host(call: Call) -> tuple[str, LiveTable]:
    person = call.caller.person
    if person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    live = await call.node.service.cache.fresh_table(call.path["table"], person.id)
    if live.party.host != person.id:
        raise ProblemError(HTTPStatus.FORBIDDEN, "not_host")
    return person.id, live


_WEBHOOK: Final = "/api/tables/{table}/webhook"

ENDPOINTS: Final = (
    Endpoint("GET", _WEBHOOK, webhook, WebhookStatus, who="person", shed="visitor"),
    Endpoint(
        "POST", _WEBHOOK, set_webhook, Nothing, NewWebhook, "person", WEBHOOKS, shed="visitor"
    ),
)
