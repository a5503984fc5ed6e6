"""Five turns of Kuhhandel: buy a cow, get one free, bluff, let one go, trade for the quartet."""

from __future__ import annotations

from typing import Final

from kuhstall.games.kuhhandel.actions import AuctionOff, Counter, Pass, Pay, PlaceBid, Sell
from kuhstall.games.kuhhandel.classic import SECOND
from kuhstall.games.kuhhandel.events import TurnBegan
from kuhstall.games.tutorial import Cue, Tutorial

_BEGINNER: Final = 2
_OTHER: Final = 1

TUTORIAL: Final = Tutorial(
    name="kuhhandel",
    edition=SECOND.key,
    seats=3,
    # A bot that leads must wait for an answer, not outbid itself.
    rules={"start_player": f"seat:{_BEGINNER}", "self_raise": False},
    tops={"deck": ("cow", "cow", "cow", "cow", "goose", "pig", "dog", "cat")},
    begins=TurnBegan,
    cues=(
        # The auction: the other one stops at 30, and 40 is enough.
        Cue(1, _BEGINNER, (AuctionOff(), Sell())),
        Cue(1, _OTHER, (PlaceBid(30), Pass())),
        # No bid: the auctioneer gets the second cow for nothing.
        Cue(2, _OTHER, (Pass(),)),
        Cue(2, _BEGINNER, (Pass(),)),
        # The bluff: whatever is bid up to 90 is topped.
        Cue(3, _OTHER, (AuctionOff(), Sell())),
        Cue(
            3,
            _BEGINNER,
            (PlaceBid(50), PlaceBid(70), PlaceBid(100), Pass(), Pay((10, 10, 50))),
        ),
        Cue(4, _BEGINNER, (AuctionOff(), Sell())),
        Cue(4, _OTHER, (Pass(),)),
        # The trade: a small answer to three cards, of which two are zeros.
        Cue(5, _BEGINNER, (Counter((10,)),)),
    ),
)
