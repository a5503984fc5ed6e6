"""How quick a table is for one person with bots: by the tempo that they have chosen.

Nothing of it counts where other people play: the pace of such a table is everybody's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from kuhstall.server.party.events import TempoName
from kuhstall.server.party.pace import PACES, Pace
from kuhstall.server.party.party import Party

TEMPOS: Final[dict[TempoName, float]] = {"calm": 1.6, "normal": 1.0, "fast": 0.5}
"""How many times the usual time everything takes that is no decision of the person."""

HURRY: Final = 0.1
"""How long a bot thinks while somebody waits for their next decision, as a part of the usual."""


def tempo_of(party: Party) -> TempoName:
    """Tell the tempo that a table really has."""
    return "normal" if party.tempo == "normal" or not party.is_unhurried else party.tempo


def pace_of(party: Party) -> Pace:
    """Tell how long things take at a table now."""
    if party.hurrying is not None:
        return _hurried(PACES[party.pace])
    return _paced(PACES[party.pace], tempo_of(party))


@cache
def _paced(usual: Pace, tempo: TempoName) -> Pace:
    """Scale a pace, but leave people the time to speak, and to slap.

    The least time before a call by hand is a ruling (A-15), so no clock is quicker than that. A
    count is a race: whoever likes it faster would not win what they win at another table.
    """
    factor = TEMPOS[tempo]
    longer = max(factor, 1.0)
    return replace(
        usual,
        first=max(usual.first * factor, 2 * usual.hush) if factor < 1 else usual.first * factor,
        call=max(usual.call * factor, usual.hush) if factor < 1 else usual.call * factor,
        count=usual.count * longer,
        ready=usual.ready * longer,
        beat=usual.beat * factor,
        thinks=usual.thinks * factor,
    )


@cache
def _hurried(usual: Pace) -> Pace:
    """Give the pace on the way to somebody's next decision: nothing is to be seen, all is legal.

    Bots think for less time than a call takes, as ever, so what they do stays the same.
    """
    return replace(_paced(usual, "fast"), beat=0.0, thinks=usual.thinks * HURRY)
