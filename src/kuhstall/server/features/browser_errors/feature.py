"""The feature registers one call and no data: errors are logged, not stored."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.browser_errors.api import ENDPOINTS
from kuhstall.server.features.feature import Feature

FEATURE: Final = Feature("browser_errors", endpoints=ENDPOINTS)
