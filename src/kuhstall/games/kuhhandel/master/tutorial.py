"""Two turns of Kuhhandel Master: slap for a pedigree, and turn up a rat."""

from __future__ import annotations

from typing import Final

from kuhstall.games.kuhhandel.actions import AuctionOff, Sell
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, TakeRat
from kuhstall.games.kuhhandel.master.edition import MASTER
from kuhstall.games.tutorial import Cue, Tutorial

_BEGINNER: Final = 2
_OTHER: Final = 1

TUTORIAL: Final = Tutorial(
    name="master",
    edition=MASTER.key,
    seats=3,
    rules={"start_player": f"seat:{_BEGINNER}", "self_raise": False},
    tops={"deck": ("pedigree:dog", "rat", "dog", "goose", "dog", "cat")},
    begins=TurnBegan,
    cues=(
        # Who waits to the end sees another hand come down.
        Cue(1, _BEGINNER, (AuctionOff(), Sell())),
        Cue(1, _OTHER, (Slap(2),)),
        # Two cards lie beside the rat when it is the person's turn to decide.
        Cue(2, _OTHER, (LayCard(0), TakeRat())),
        Cue(2, _BEGINNER, (LayCard(10), TakeRat())),
    ),
)
