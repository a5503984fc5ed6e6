"""A device that makes keys and signs with them, in software: as browsers ask theirs to."""

from __future__ import annotations

import json
import secrets
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from kuhstall.server.features.accounts.passkey_messages import bytes_of, text_of

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One key, which counts how often it has signed."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.user = ""
        self.counter = 0
        self.flags = PRESENT | VERIFIED
        self._private = ec.generate_private_key(ec.SECP256R1())

    def make(self, wish: dict[str, Any]) -> dict[str, str]:
        """Make a key as it was wished for."""
        self.user = wish["user"]
        numbers = self._private.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(wish["site"], self.flags | ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "id": text_of(self.id),
            "client_data": text_of(self._client_data("webauthn.create", wish["challenge"])),
            "attestation": text_of(attestation),
        }

    def sign(self, question: dict[str, Any]) -> dict[str, str]:
        """Answer a question."""
        self.counter += 1
        client = self._client_data("webauthn.get", question["challenge"])
        data = self._data(question["site"], self.flags)
        signature = self._private.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": text_of(self.id),
            "client_data": text_of(client),
            "authenticator_data": text_of(data),
            "signature": text_of(signature),
            "user": self.user,
        }

    def _data(self, site: str, flags: int) -> bytes:
        return sha256(site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        assert bytes_of(challenge)
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
