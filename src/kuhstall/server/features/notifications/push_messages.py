"""Web push: messages that only one browser can read (RFC 8291), signed by us (RFC 8292)."""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kuhstall.server.features.notifications.outbound_http import OutboundHttp
from kuhstall.server.features.notifications.push_queries import PushSubscription

POINT: Final = 65
"""Bytes of a public key, uncompressed."""
SECRET: Final = 16
_NUMBER: Final = 32
"""Bytes of a private key, and of each of the two numbers of a signature."""
_LASTS: Final = 12 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""
_SIGNED: Final = 6 * 3600

Message: TypeAlias = Literal["waits", "rests", "night"]

_BODIES: Final[dict[Message, bytes]] = {
    "waits": b'{"waits":true}',
    "rests": b'{"waits":false}',
    "night": b'{"night":true}',
}


def new_key() -> bytes:
    """Return a new private key for a server to sign with."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(_NUMBER, "big")


def is_point(public: bytes) -> bool:
    """Return whether messages can be encrypted for this public key."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return len(public) == POINT


class PushMessages:
    """Sends push messages: that a table waits, that none does any more, or that a night is near."""

    def __init__(self, key: bytes, contact: str, http: OutboundHttp) -> None:
        self._key = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
        self._contact = contact
        self._http = http

    @property
    def public_key(self) -> str:
        """The public key by which browsers subscribe at their push service."""
        public = self._key.public_key()
        return encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, device: PushSubscription, message: Message) -> int:
        """Send a message to a browser; return the status that its push service answers.

        A later message replaces one that was not delivered yet; a night does not replace a table.
        """
        headers = {
            "Authorization": f"vapid t={self._token(device)},k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LASTS),
            "Topic": "night" if message == "night" else "waits",
            "Urgency": "normal",
        }
        return await self._http.post(device.endpoint, headers, seal(device, message))

    def _token(self, device: PushSubscription) -> str:
        """Return a JWT (ES256) that says who we are, for one push service."""
        claims = {
            "aud": f"https://{urlsplit(device.endpoint).hostname}",
            "exp": int(time.time()) + _SIGNED,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encode(msgspec.json.encode(part)) for part in (head, claims))
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{encode(b''.join(one.to_bytes(_NUMBER, 'big') for one in numbers))}"


def seal(device: PushSubscription, message: Message) -> bytes:
    """Encrypt a message for one browser. All kinds of messages have the same length."""
    body = _BODIES[message].ljust(max(map(len, _BODIES.values())))
    sealed: bytes = http_ece.encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=device.public,
        auth_secret=device.auth,
        version="aes128gcm",
    )
    return sealed


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
