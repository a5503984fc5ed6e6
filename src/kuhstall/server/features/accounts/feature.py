"""What the accounts register."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.accounts import delete, export
from kuhstall.server.features.accounts.api import ACCOUNT_ENDPOINTS
from kuhstall.server.features.feature import Feature, PersonalData

FEATURE: Final = Feature(
    "accounts",
    endpoints=(*export.ENDPOINTS, *delete.ENDPOINTS, *ACCOUNT_ENDPOINTS),
    # Sessions first: a request that is about to add something with one of them waits for this, or
    # its row is already there to be deleted. The row of a person stays, without a name, since logs
    # refer to it (see `forget`). The rows of arrivals go with their sessions.
    personal=(
        PersonalData("sessions", columns=("token",)),
        PersonalData("recovery_codes", columns=("code",)),
        PersonalData("passes", columns=("pass", "kind")),
        PersonalData("passkeys", columns=("id", "public", "name")),
    ),
    impersonal=(
        *("people.id", "people.name", "absences.person", "keys.name", "keys.secret"),
        *("arrivals.token", "arrivals.way", "arrivals.browser", "arrivals.replaced"),
        "revocations.token",  # for an hour, and in no backup
    ),
)
