"""What the screens register. Their rows are about no person: not even who has paired them."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Expiry, Feature
from kuhstall.server.features.screens.api import ENDPOINTS

FEATURE: Final = Feature(
    "screens",
    database="tables",
    endpoints=ENDPOINTS,
    impersonal=(
        *("screens.id", "screens.secret", "screens.code", "screens.token"),
        *("screens.table_id", "screens.browser"),
    ),
    expiries=(Expiry("screens", "id", "expires", 0.0),),
)
