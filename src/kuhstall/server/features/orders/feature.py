"""What the standing orders register. Their rows belong to the log, which hands them in."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Feature
from kuhstall.server.features.orders.api import ENDPOINTS

FEATURE: Final = Feature("orders", database="tables", endpoints=ENDPOINTS)
