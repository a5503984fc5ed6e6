"""What push messages, mail and webhooks register."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Feature, PersonalData
from kuhstall.server.features.notifications import push_api, webhooks_api
from kuhstall.server.features.notifications.mail import api as mail_api

FEATURE: Final = Feature(
    "notifications",
    endpoints=(*push_api.ENDPOINTS, *mail_api.ENDPOINTS, *webhooks_api.ENDPOINTS),
    # Devices go with their row in taps, deliveries with their recipient. Taps are deleted before
    # waits, in the order in which the trigger of waits locks them.
    personal=(
        PersonalData("taps"),
        PersonalData("mails", columns=("address", "digest", "language", "token")),
        PersonalData("webhooks", columns=("table_id", "code", "address", "body", "last_error")),
        PersonalData("waits", columns=("table_id",)),
    ),
    impersonal=(
        *("devices.endpoint", "devices.person", "devices.public", "devices.auth"),
        *("deliveries.kind", "deliveries.recipient", "heard.table_id", "heard.mark"),
        "mailed.digest",  # for a day, and in no backup
        "unwanted.digest",  # of an address that refuses mail, for every person
    ),
)
