"""What a finished game is counted by, seat by seat: quartets, bluffs, and money spent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from kuhstall.engine.values import Event
from kuhstall.games.kuhhandel.edition import KuhTable
from kuhstall.games.kuhhandel.events import Paid, TradeSettled
from kuhstall.games.outcome import Outcome, outcomes

NEXT_TO_NOTHING: Final = 20
"""An offer that is worth no more is a bluff. It has come off if the animals came all the same."""


def outcome(log: Sequence[Event], table: KuhTable) -> tuple[Outcome, ...]:
    """Tell how a game ended for every seat."""
    ended: Any = table.phase
    counted = [
        Counter(quartets=len(score.quartets), bluffs=0, bluffs_won=0, spent=0)
        for score in ended.scores
    ]
    for event in log:
        match event:
            case Paid(cards=cards) if cards is not None:
                counted[event.payer]["spent"] += sum(cards)
            case TradeSettled(offer=offer) if offer is not None and sum(offer) <= NEXT_TO_NOTHING:
                counted[event.challenger]["bluffs"] += 1
                counted[event.challenger]["bluffs_won"] += event.winner == event.challenger
    return outcomes([score.total for score in ended.scores], ended.winners, counted)
