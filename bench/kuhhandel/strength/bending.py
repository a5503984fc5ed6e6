"""Players with one idea each, to look for holes: a farmer decides, and the idea overrules it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from kuhstall.arena.kuhhandel.simulator.contest import Share, rotate, share_of, won
from kuhstall.bots.kuhhandel.personality import Personality, personality_of
from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.money import worth
from kuhstall.bots.kuhhandel.simulator.playing import (
    decide,
    lay_out_each,
    seat,
    start_all,
    step_all,
)
from kuhstall.bots.kuhhandel.simulator.turns import purse
from kuhstall.games.kuhhandel.edition import Edition

Bend: TypeAlias = Callable[[Any, int], None]
"""Changes what stands as the decision of a seat."""

_LAST_PAYOUT: Final = 4
_NOW_AND_THEN: Final = 3


def _never_trades(g: Any, _me: int) -> None:
    if g[at.PHASE] == at.TURN and g[at.OPTIONS]:
        g[at.DECISION] = at.AUCTION


def _snipes(g: Any, me: int) -> None:
    """Bid only when everybody else has passed."""
    if g[at.PHASE] != at.BIDDING:
        return
    for other in range(g[at.SEATS]):
        out = g[at.PASSED + other] or g[at.BARRED + other]
        if other not in (me, g[at.OWNER], g[at.HIGH_SEAT]) and not out:
            g[at.DECISION] = at.PASS


def _bids_without_money(g: Any, me: int) -> None:
    """Bid what it does not have, every third time that a price is above its purse."""
    low, high = g[at.OPTIONS], g[at.OPTIONS + 1]
    beyond = g[at.PHASE] == at.BIDDING and worth(g, purse(me)) < low <= high
    if beyond and g[at.MOVES] % _NOW_AND_THEN == 0:
        g[at.DECISION] = at.BID
        g[at.DECISION + 1] = low


def _hoards(g: Any, _me: int) -> None:
    """Bid for nothing before the last payout."""
    if g[at.PHASE] == at.BIDDING and g[at.DONKEYS] < _LAST_PAYOUT:
        g[at.DECISION] = at.PASS


def _always_accepts(g: Any, _me: int) -> None:
    if g[at.PHASE] == at.RESPONDING:
        g[at.DECISION] = at.ACCEPT


BENDS: Final[dict[str, Bend]] = {
    "never trades while it can auction": _never_trades,
    "bids only when all others have passed": _snipes,
    "bids money that it does not have": _bids_without_money,
    "buys nothing before the last payout": _hoards,
    "accepts every offer": _always_accepts,
}


def bent(edition: Edition, field: str, idea: str, games: int, seed: str) -> Share:
    """Let one farmer with an idea play against three of a name that it is, too."""
    line_up = ("advised", field, field, field)
    line_ups = [rotate(line_up, game) for game in range(games)]
    rows, minds = lay_out_each(edition, line_ups, [f"{seed}/{game}" for game in range(games)])
    for game in range(games):
        _advise(rows[game], minds[game], game % len(line_up), personality_of(field))
    start_all(rows, minds)
    while any(row[at.PHASE] != at.ENDED for row in rows):
        for row, mind in zip(rows, minds, strict=True):
            if row[at.PHASE] != at.ENDED:
                decide(row, mind)
                BENDS[idea](row, int(row[at.ACTOR]))
        step_all(rows, minds)
    return share_of(sum(won(row, game % len(line_up)) for game, row in enumerate(rows)), games)


def _advise(g: Any, f: Any, place: int, personality: Personality) -> None:
    seat(g, f, place, personality)
    g[at.PLAYERS + place] = at.ADVISED
