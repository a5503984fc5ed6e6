"""What the history registers."""

from __future__ import annotations

from typing import Final

from kuhstall.server.features.feature import Feature, PersonalData
from kuhstall.server.features.history.api import ENDPOINTS

FEATURE: Final = Feature(
    "history",
    endpoints=ENDPOINTS,
    # The rows of the other players of a game stay; they refer to people by id only.
    personal=(
        PersonalData("played", columns=("table_id", "game", "edition", "figures", "players")),
    ),
)
