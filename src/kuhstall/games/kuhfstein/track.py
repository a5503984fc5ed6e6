"""The score track, and what its bonus fields give."""

from __future__ import annotations

from typing import Literal, TypeAlias

Bonus: TypeAlias = Literal["cow", "extra_action", "place_tile", "take_card", "all_cows_back"]
