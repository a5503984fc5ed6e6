"""Sends mails through an SMTP server, and reports the result."""

from __future__ import annotations

import ssl
from email.message import EmailMessage
from typing import Final, Literal, Protocol, TypeAlias
from urllib.parse import unquote, urlsplit

import aiosmtplib
from aiosmtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from msgspec import Struct

_TIMEOUT: Final = 30.0
_PORTS: Final = {"smtp": 587, "smtps": 465}
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_FOR_GOOD: Final = 500

Fate: TypeAlias = Literal["sent", "refused"]
"""`refused`: the address does not exist."""


class UnsentError(Exception):
    """A mail was not sent, but a retry may succeed."""


class Relay(Struct, frozen=True):
    """An SMTP server. smtps:// is TLS from the start, smtp:// is STARTTLS.

    Without TLS, mails are only sent to this machine, and passwords never.
    """

    host: str
    port: int
    tls: bool
    starts: bool
    user: str | None = None
    password: str | None = None


def read_relay(address: str) -> Relay:
    """Parse the setting; raise ValueError if it is invalid."""
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/"):
        raise ValueError("smtp must be smtp://[user:password@]host[:port] or smtps://…")
    tls = parts.scheme == "smtps"
    here = parts.hostname in _HERE and parts.username is None
    return Relay(
        parts.hostname,
        parts.port or _PORTS[parts.scheme],
        tls,
        not tls and not here,
        None if parts.username is None else unquote(parts.username),
        None if parts.password is None else unquote(parts.password),
    )


class MailTransport(Protocol):
    async def send(self, letter: EmailMessage) -> Fate: ...


class SmtpTransport:
    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        # Read once: reading the certificates blocks the loop for tens of milliseconds.
        self._trust = ssl.create_default_context() if relay.tls or relay.starts else None

    async def send(self, letter: EmailMessage) -> Fate:
        """Send a mail; raise UnsentError with the reason if a retry may succeed."""
        relay = self._relay
        try:
            await aiosmtplib.send(
                letter,
                hostname=relay.host,
                port=relay.port,
                use_tls=relay.tls,
                start_tls=relay.starts,
                tls_context=self._trust,
                username=relay.user,
                password=relay.password,
                timeout=_TIMEOUT,
            )
        except SMTPRecipientsRefused as error:
            if all(one.code >= _FOR_GOOD for one in error.recipients):
                return "refused"
            raise UnsentError("the address is refused for now") from error
        except SMTPResponseException as error:
            raise UnsentError(f"{error.code} {error.message}") from error
        except (SMTPException, OSError, ValueError) as error:
            raise UnsentError(str(error) or type(error).__name__) from error
        return "sent"
