"""The features of the server. A new one adds its line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.server.features.accounts.feature import FEATURE as ACCOUNTS
from kuhstall.server.features.browser_errors.feature import FEATURE as BROWSER_ERRORS
from kuhstall.server.features.feature import Feature
from kuhstall.server.features.groups.feature import FEATURE as GROUPS
from kuhstall.server.features.history.feature import FEATURE as HISTORY
from kuhstall.server.features.moderation.feature import ADDRESS_BANS, BLOCKLIST, REPORTING
from kuhstall.server.features.notifications.feature import FEATURE as NOTIFICATIONS
from kuhstall.server.features.orders.feature import FEATURE as ORDERS
from kuhstall.server.features.screens.feature import FEATURE as SCREENS

# In the order in which the rows of a person are locked and deleted.
FEATURES: Final[Sequence[Feature]] = (
    ACCOUNTS,
    NOTIFICATIONS,
    HISTORY,
    BLOCKLIST,
    REPORTING,
    ADDRESS_BANS,
    ORDERS,
    SCREENS,
    GROUPS,
    BROWSER_ERRORS,
)
