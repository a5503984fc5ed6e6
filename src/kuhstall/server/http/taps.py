"""A tap on the shoulder over HTTP: which browsers of somebody are told that a table waits."""

from __future__ import annotations

from binascii import Error as NotBase64Error
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Endpoint, Nothing
from kuhstall.server.limits.rates import DEVICES
from kuhstall.server.push.courier import ForbiddenAddressError, host_of
from kuhstall.server.push.messages import SECRET, decode, is_point
from kuhstall.server.push.tapping import Tapping
from kuhstall.server.store.news import WaitingTable
from kuhstall.server.store.taps import Device, Quiet

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Letters = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,100}={0,2}$")]
Address = Annotated[str, Meta(pattern="^[!-~]{1,1000}$")]


class Bell(Struct, frozen=True):
    """The key that a browser asks its push service by, and how somebody wants to be told so far.

    The key is empty where nobody can be told: over plain http. Where no mails are sent, there is
    no `mail`. Minutes of the day are those of UTC.
    """

    key: str
    devices: int
    quiet_from: Minute
    quiet_to: Minute
    mail: Mail | UnsetType = UNSET


class Mail(Struct, frozen=True):
    """Where somebody is written to when a table waits; empty if nowhere."""

    address: str = ""
    confirmed: bool = False


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A browser as its push service knows it, and between which minutes of the day it is quiet."""

    endpoint: Address
    public: Letters
    auth: Letters
    quiet_from: Minute
    quiet_to: Minute


class OldDevice(Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Address


async def bell(call: Call) -> Bell:
    """Tell how you want to be told that a table waits."""
    tapping, person = call.node.tapping, _person(call)
    found = await call.accounts.people.devices(person)
    quiet, devices = found or (Quiet(), ())
    mail: Mail | UnsetType = UNSET
    if call.node.mailing is not None:
        box = await call.accounts.people.mail_box(person)
        mail = Mail() if box is None else Mail(box.address, box.confirmed)
        quiet = box.quiet if found is None and box is not None else quiet
    key = "" if tapping is None else tapping.messages.public_key
    return Bell(key, len(devices), quiet.begins, quiet.ends, mail)


async def add_device(call: Call) -> Nothing:
    """Be told on this browser, too."""
    _tapping(call)
    new: NewDevice = call.body
    device = Device(new.endpoint, _bytes(new.public), _bytes(new.auth))
    try:
        host_of(device.endpoint)
    except ForbiddenAddressError:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "endpoint") from None
    if not is_point(device.public) or len(device.auth) != SECRET:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "malformed", "public or auth")
    quiet = Quiet(new.quiet_from, new.quiet_to)
    await call.accounts.people.add_device(_person(call), device, quiet)
    return Nothing()


async def remove_device(call: Call) -> Nothing:
    """Be told on this browser no longer."""
    await call.accounts.people.remove_device(call.body.endpoint, _person(call))
    return Nothing()


async def see_waiting_tables(call: Call, person: str) -> Sequence[WaitingTable]:
    """List the tables that wait for somebody, who sees them from now on."""
    found = await call.accounts.people.waiting_tables(person)
    if found:
        await call.accounts.people.note_look(person)
    return found


def _tapping(call: Call) -> Tapping:
    if call.node.tapping is None:
        raise ProblemError(HTTPStatus.CONFLICT, "no_push")
    return call.node.tapping


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
    Endpoint("GET", "/api/push", bell, Bell, who="person"),
    Endpoint("POST", "/api/push", add_device, Nothing, NewDevice, "person", DEVICES, 201),
    Endpoint("POST", "/api/push/end", remove_device, Nothing, OldDevice, "person"),
)
