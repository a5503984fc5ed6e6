"""The WebAuthn messages between server and browser, without their verification.

Bytes are base64url without padding, as browsers have them.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http import HTTPStatus
from typing import Annotated

from msgspec import Meta, Struct

from kuhstall.server.http.problems import ProblemError

Base64Url = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,6000}$")]


class RegistrationOptions(Struct, frozen=True):
    """Registration options: the site and user to create a passkey for, and those known already."""

    challenge: str
    site: str
    user: str
    name: str
    known: list[str]
    algorithms: list[int]


class AuthenticationOptions(Struct, frozen=True):
    """Authentication options: what a browser needs to ask for a passkey of the site."""

    challenge: str
    site: str


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that a browser has created."""

    id: Base64Url
    client_data: Base64Url
    attestation: Base64Url


class Assertion(Struct, frozen=True, forbid_unknown_fields=True):
    """An assertion: what a passkey has signed."""

    id: Base64Url
    client_data: Base64Url
    authenticator_data: Base64Url
    signature: Base64Url
    user: Base64Url | None = None


def bad_key() -> ProblemError:
    """Return the refusal of an invalid passkey message. It does not say what is wrong."""
    return ProblemError(HTTPStatus.FORBIDDEN, "bad_key")


def bytes_of(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise bad_key() from error


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def challenge_in(client_data: str) -> bytes:
    """Return the challenge in the signed client data, to look up whether we issued it."""
    try:
        return bytes_of(json.loads(bytes_of(client_data))["challenge"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise bad_key() from error
