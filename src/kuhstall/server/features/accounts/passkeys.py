"""Verification of new passkeys and of assertions.

py_webauthn does the work. We set the policy: a challenge is for this site alone, and the user must
have unlocked their device. py_webauthn takes a third of a second to import, so import this module
only on a site with passkeys.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from kuhstall.server.features.accounts.passkey_messages import (
    Assertion,
    AuthenticationOptions,
    NewKey,
    RegistrationOptions,
    bad_key,
    bytes_of,
    text_of,
)
from kuhstall.server.features.accounts.passkey_queries import Passkey

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

    def registration_options(
        self, person: str, name: str, known: Sequence[Passkey]
    ) -> tuple[bytes, RegistrationOptions]:
        """Return a challenge to store, and the registration options."""
        challenge = secrets.token_bytes(_CHALLENGE)
        return challenge, RegistrationOptions(
            text_of(challenge),
            self._site,
            text_of(person.encode()),
            name,
            [text_of(one.id) for one in known],
            [algorithm.value for algorithm in ALGORITHMS],
        )

    def authentication_options(self) -> tuple[bytes, AuthenticationOptions]:
        """Return a challenge to store, and the authentication options."""
        challenge = secrets.token_bytes(_CHALLENGE)
        return challenge, AuthenticationOptions(text_of(challenge), self._site)

    def check_new(self, key: NewKey, challenge: bytes, person: str, name: str) -> Passkey:
        """Verify a new passkey, and return it as it is stored."""
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
        # A stranger's bytes may raise anything in the parsers of several formats: refuse them all.
        except Exception as error:
            raise bad_key() from error
        public = found.credential_public_key
        return Passkey(found.credential_id, person, public, found.sign_count, name)

    def verify_assertion(self, assertion: Assertion, challenge: bytes, known: Passkey) -> int:
        """Verify an assertion, and return the passkey's new signature counter."""
        response = {
            "clientDataJSON": assertion.client_data,
            "authenticatorData": assertion.authenticator_data,
            "signature": assertion.signature,
        }
        try:
            found = verify_authentication_response(
                credential=_credential(assertion.id, response),
                expected_challenge=challenge,
                expected_rp_id=self._site,
                expected_origin=self._origins,
                credential_public_key=known.public,
                credential_current_sign_count=known.counter,
                require_user_verification=True,
            )
        except Exception as error:
            raise bad_key() from error
        if assertion.user is not None and bytes_of(assertion.user) != known.person.encode():
            raise bad_key()
        return found.new_sign_count


def _credential(key: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": key, "rawId": key, "type": "public-key", "response": response}
