"""Two turns of Kuhfstein: lay two tiles, play the card that they fit, and fetch the herd."""

from __future__ import annotations

from typing import Final

from kuhstall.games.kuhfstein.editions import KUHFSTEIN
from kuhstall.games.kuhfstein.events import KuhfsteinTurnBegan
from kuhstall.games.tutorial import Tutorial

_NAMES: Final = [card.id for card in KUHFSTEIN.cards]
_OPEN: Final = ("K26", "K21", "K16", "K29")
_HAND: Final = "K07"
"""A meadow beside a lake: two tiles, and two cows."""

TUTORIAL: Final = Tutorial(
    name="kuhfstein",
    edition=KUHFSTEIN.key,
    seats=2,
    rules={"start_player": "seat:0"},
    tops={
        "tiles": ("meadow", "lake", "hay", "wood", "house", "wood", "hay"),
        "cards": tuple(_NAMES.index(name) for name in (*_OPEN, _HAND)),
    },
    begins=KuhfsteinTurnBegan,
    cues=(),
)
