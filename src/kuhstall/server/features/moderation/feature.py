"""What the blocklist, the reports and the bans of address ranges register."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Expiry, Feature, Job, PersonalData
from kuhstall.server.features.moderation import address_bans, blocklist
from kuhstall.server.features.moderation.reports import NewReport, report
from kuhstall.server.http.endpoint import Endpoint, Nothing
from kuhstall.server.limits.rates import REPORTS

BLOCKLIST: Final = Feature(
    "blocklist",
    endpoints=blocklist.ENDPOINTS,
    personal=(
        PersonalData("blocks", person=("person", "other")),
        PersonalData("mutes", person=("person", "other")),
    ),
)

REPORTING: Final = Feature(
    "reports",
    database="tables",
    endpoints=(
        Endpoint("POST", "/api/reports", report, Nothing, NewReport, "guest", REPORTS, 201),
    ),
    personal=(PersonalData("reports", person=("about",), columns=("quote", "kind")),),
    impersonal=(
        *("reports.version", "reports.table_id", "reports.language"),
        "reports.body",  # its author is not stored
    ),
)

ADDRESS_BANS: Final = Feature(
    "address_bans",
    impersonal=("address_bans.network", "address_bans.why"),  # of whoever is there; removed in time
    expiries=(Expiry("address_bans", "network", "ends", 0.0),),
    jobs=(Job("address_bans", address_bans.EVERY, lambda node: node.apply_bans()),),
)
