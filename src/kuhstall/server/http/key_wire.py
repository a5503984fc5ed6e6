"""What a server and a browser tell each other about keys (WebAuthn), without the checking of it.

Bytes are in base64url without padding, as browsers have them.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http import HTTPStatus
from typing import Annotated

from msgspec import Meta, Struct

from kuhstall.server.http.problems import ProblemError

Letters = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,6000}$")]


class KeyWish(Struct, frozen=True):
    """What a browser needs to make a key: for which site and user, and which ones it has."""

    challenge: str
    site: str
    user: str
    name: str
    known: list[str]
    algorithms: list[int]


class KeyQuestion(Struct, frozen=True):
    """What a browser needs to ask somebody for their key of a site."""

    challenge: str
    site: str


class NewKey(Struct, frozen=True, forbid_unknown_fields=True):
    """A key that a browser has made."""

    id: Letters
    client_data: Letters
    attestation: Letters


class KeyAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a key has signed."""

    id: Letters
    client_data: Letters
    authenticator_data: Letters
    signature: Letters
    user: Letters | None = None


def bad_key() -> ProblemError:
    """Say that it is not what was asked for. What is wrong with it is nobody's business."""
    return ProblemError(HTTPStatus.FORBIDDEN, "bad_key")


def bytes_of(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise bad_key() from error


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def challenge_in(client_data: str) -> bytes:
    """Read what was signed, to find out whether it was asked for."""
    try:
        return bytes_of(json.loads(bytes_of(client_data))["challenge"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise bad_key() from error
