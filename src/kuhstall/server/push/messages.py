"""Web push: messages that only one browser can read (RFC 8291), signed by us (RFC 8292)."""

from __future__ import annotations

import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kuhstall.server.push.courier import Courier
from kuhstall.server.store.taps import Device

POINT: Final = 65
"""Bytes of a public key, uncompressed."""
SECRET: Final = 16
_NUMBER: Final = 32
"""Bytes of a private key, and of each of the two numbers of a signature."""
_LASTS: Final = 12 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""
_SIGNED: Final = 6 * 3600


def new_key() -> bytes:
    """Make a key for a server to sign with."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_numbers().private_value.to_bytes(_NUMBER, "big")


def is_point(public: bytes) -> bool:
    """Whether a message can be made for a key at all."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return len(public) == POINT


class Messages:
    """Says that a table waits, or that none does any more, and nothing else."""

    def __init__(self, key: bytes, contact: str, courier: Courier) -> None:
        self._key = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
        self._contact = contact
        self._courier = courier

    @property
    def public_key(self) -> str:
        """What browsers ask their push service for messages by."""
        public = self._key.public_key()
        return encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, device: Device, *, waits: bool) -> int:
        """Send a message to a browser; return what its push service answers.

        A later one takes the place of one that was not delivered yet.
        """
        headers = {
            "Authorization": f"vapid t={self._token(device)},k={self.public_key}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_LASTS),
            "Topic": "waits",
            "Urgency": "normal",
        }
        return await self._courier.post(device.endpoint, headers, seal(device, waits=waits))

    def _token(self, device: Device) -> str:
        """Sign who we are and for which push service: a token of JSON, by ES256."""
        claims = {
            "aud": f"https://{urlsplit(device.endpoint).hostname}",
            "exp": int(time.time()) + _SIGNED,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encode(msgspec.json.encode(part)) for part in (head, claims))
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"{signed}.{encode(b''.join(one.to_bytes(_NUMBER, 'big') for one in numbers))}"


def seal(device: Device, *, waits: bool) -> bytes:
    """Encrypt a message so that only a browser can read it. Both kinds are equally long."""
    body = msgspec.json.encode({"waits": waits}).ljust(len(b'{"waits":false}'))
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
