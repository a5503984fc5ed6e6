"""Whether a key that somebody's device has made, or what it has signed, is right.

The work is py_webauthn's. What it is told here is ours: a question is for this site alone, and only
an answer counts for which somebody has unlocked their device. It takes a third of a second to
import, so only a site that has keys does.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from kuhstall.server.http.key_wire import (
    KeyAnswer,
    KeyQuestion,
    KeyWish,
    NewKey,
    bad_key,
    bytes_of,
    text_of,
)
from kuhstall.server.store.keys import Passkey

ALGORITHMS: Final = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
_CHALLENGE: Final = 32


class Passkeys:
    def __init__(self, site: str, origins: Sequence[str]) -> None:
        self._site = site
        self._origins = list(origins)

    def wish(self, person: str, name: str, known: Sequence[Passkey]) -> tuple[bytes, KeyWish]:
        """Ask for a new key. The challenge is to be kept."""
        challenge = secrets.token_bytes(_CHALLENGE)
        return challenge, KeyWish(
            text_of(challenge),
            self._site,
            text_of(person.encode()),
            name,
            [text_of(one.id) for one in known],
            [algorithm.value for algorithm in ALGORITHMS],
        )

    def question(self) -> tuple[bytes, KeyQuestion]:
        """Ask for a key that is there. The challenge is to be kept."""
        challenge = secrets.token_bytes(_CHALLENGE)
        return challenge, KeyQuestion(text_of(challenge), self._site)

    def check_new(self, key: NewKey, challenge: bytes, person: str, name: str) -> Passkey:
        """Return a new key as it is stored."""
        response = {"clientDataJSON": key.client_data, "attestationObject": key.attestation}
        try:
            found = verify_registration_response(
                credential=_credential(key.id, response),
                expected_challenge=challenge,
                expected_rp_id=self._site,
                expected_origin=self._origins,
                require_user_verification=True,
                supported_pub_key_algs=ALGORITHMS,
            )
        # Whatever a stranger's bytes do to the parsers of several formats: they are no key.
        except Exception as error:
            raise bad_key() from error
        public = found.credential_public_key
        return Passkey(found.credential_id, person, public, found.sign_count, name)

    def check_answer(self, answer: KeyAnswer, challenge: bytes, known: Passkey) -> int:
        """Return how often the key has signed by now."""
        response = {
            "clientDataJSON": answer.client_data,
            "authenticatorData": answer.authenticator_data,
            "signature": answer.signature,
        }
        try:
            found = verify_authentication_response(
                credential=_credential(answer.id, response),
                expected_challenge=challenge,
                expected_rp_id=self._site,
                expected_origin=self._origins,
                credential_public_key=known.public,
                credential_current_sign_count=known.counter,
                require_user_verification=True,
            )
        except Exception as error:
            raise bad_key() from error
        if answer.user is not None and bytes_of(answer.user) != known.person.encode():
            raise bad_key()
        return found.new_sign_count


def _credential(key: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": key, "rawId": key, "type": "public-key", "response": response}
