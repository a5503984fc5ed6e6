"""Push messages over HTTP: which browsers of a player are notified when a table waits."""

from __future__ import annotations

from binascii import Error as NotBase64Error
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from kuhstall.server.features.notifications.outbound_http import ForbiddenAddressError, host_of
from kuhstall.server.features.notifications.push import PushSender
from kuhstall.server.features.notifications.push_messages import SECRET, decode, is_point
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.features.notifications.waiting_queries import WaitingTable
from kuhstall.server.http.endpoint import Call, Endpoint, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import DEVICES

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Base64Url = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,100}={0,2}$")]
Address = Annotated[str, Meta(pattern="^[!-~]{1,1000}$")]


class PushSettings(Struct, frozen=True):
    """The key by which a browser subscribes at its push service, and the player's settings.

    The key is empty where push does not work: over plain http. There is no `mail` on a server that
    sends none. Minutes of the day are in UTC.
    """

    key: str
    devices: int
    quiet_from: Minute
    quiet_to: Minute
    mail: Mail | UnsetType = UNSET


class Mail(Struct, frozen=True):
    """The address that gets mail when a table waits; empty if there is none."""

    address: str = ""
    confirmed: bool = False


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser's push subscription, and the minutes of the day between which it is quiet."""

    endpoint: Address
    public: Base64Url
    auth: Base64Url
    quiet_from: Minute
    quiet_to: Minute


class OldDevice(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Address


async def push_settings(call: Call) -> PushSettings:
    """Return your notification settings."""
    sender, person = call.node.deliveries.push, _person(call)
    found = await call.accounts.people.devices(person)
    quiet, devices = found or (Quiet(), ())
    mail: Mail | UnsetType = UNSET
    if call.node.deliveries.mail is not None:
        box = await call.accounts.people.mail_box(person)
        mail = Mail() if box is None else Mail(box.address, box.confirmed)
        quiet = box.quiet if found is None and box is not None else quiet
    key = "" if sender is None else sender.messages.public_key
    return PushSettings(key, len(devices), quiet.begins, quiet.ends, mail)


async def add_device(call: Call) -> Nothing:
    """Turn on notifications on this browser."""
    _sender(call)
    new: NewDevice = call.body
    device = PushSubscription(new.endpoint, _bytes(new.public), _bytes(new.auth))
    try:
        host_of(device.endpoint)
    except ForbiddenAddressError:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "endpoint") from None
    if not is_point(device.public) or len(device.auth) != SECRET:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "public or auth")
    quiet = Quiet(new.quiet_from, new.quiet_to)
    await call.accounts.people.add_device(_person(call), device, quiet, call.caller.token)
    return Nothing()


async def remove_device(call: Call) -> Nothing:
    """Turn off notifications on this browser."""
    await call.accounts.people.remove_device(call.body.endpoint, _person(call))
    return Nothing()


async def see_waiting_tables(call: Call, person: str) -> Sequence[WaitingTable]:
    """List the tables that wait for a player, and note that they have seen them."""
    found = await call.accounts.people.waiting_tables(person)
    if found:
        await call.accounts.people.note_look(person)
    return found


def _sender(call: Call) -> PushSender:
    if call.node.deliveries.push is None:
        raise ProblemError(HTTPStatus.CONFLICT, "no_push")
    return call.node.deliveries.push


def _person(call: Call) -> str:
    if call.caller.person is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return call.caller.person.id


def _bytes(text: str) -> bytes:
    try:
        return decode(text)
    except (NotBase64Error, ValueError):
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "not base64") from None


ENDPOINTS: Final = (
    Endpoint("GET", "/api/push", push_settings, PushSettings, who="person"),
    Endpoint("POST", "/api/push", add_device, Nothing, NewDevice, "person", DEVICES, 201),
    Endpoint("POST", "/api/push/end", remove_device, Nothing, OldDevice, "person"),
)
