"""What the learned weights of a farmer add to its estimate, in the simulator."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.belief import belief
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ANIMAL,
    ANIMALS,
    BIDS_LEAN,
    BOUT,
    DECK_SIZE,
    HERDS,
    KINDS,
    LOT,
    MARKS,
    MIND,
    PICKS_LEAN,
    PLAIN,
    POINTS,
    QUARTET,
    SEATS,
    STAKE,
    TOP,
    WEALTH,
)
from kuhstall.bots.kuhhandel.simulator.money import worth
from kuhstall.bots.kuhhandel.simulator.outlook import complete, reckon
from kuhstall.bots.kuhhandel.simulator.turns import purse

_BID_MARKS = 10
_TRADE_MARKS = 10
_MEAN = 385
_BOTH = 2


@compiled
def deck_left(g: Row) -> float:
    """Say what part of the deck is left."""
    return (g[DECK_SIZE] - g[TOP]) / g[DECK_SIZE]


@compiled
def _leans(f: Reals, weights: int, marks: int) -> bool:
    for mark in range(marks):
        if f[weights + mark] != 0.0:
            return True
    return False


@compiled
def _leaning(f: Reals, weights: int, marks: int) -> float:
    found = 0.0
    for mark in range(marks):
        found += f[weights + mark] * f[MARKS + mark]
    return found


@compiled
def _weight(animal: int) -> float:
    return (POINTS[animal] - _MEAN) / _MEAN if animal < ANIMALS else 0.0


@compiled
def _lead(f: Reals, me: int, rival: float) -> float:
    return (f[PLAIN + me] - rival) / (f[PLAIN + me] + rival + 1)


@compiled
def _best(g: Row, f: Reals, me: int) -> float:
    """Reckon as things are, and return what the strongest rival may expect."""
    reckon(g, f, me, (-1, -1, 0, -1, 0), (-1, 0.0, -1, 0.0))
    rival = -1e300
    for seat in range(g[SEATS]):
        if seat != me:
            rival = max(rival, f[PLAIN + seat])
    return rival


@compiled
def bid_scale(g: Row, f: Reals, me: int) -> float:
    """Say how the marks of the lot move the limit."""
    weights = MIND * me + BIDS_LEAN
    if not _leans(f, weights, _BID_MARKS):
        return 1.0
    lot, seats = g[LOT], g[SEATS]
    rival, others = 0, 0.0
    for seat in range(seats):
        if seat != me:
            rival = max(rival, g[HERDS + KINDS * seat + lot])
            others += f[WEALTH + seat]
    others /= seats - 1
    for count in range(1, QUARTET):
        f[MARKS + count - 1] = 1.0 if g[HERDS + KINDS * me + lot] == count else 0.0
        f[MARKS + count + 2] = 1.0 if rival == count else 0.0
    cash = float(worth(g, purse(me)))
    f[MARKS + 6] = _weight(lot)
    f[MARKS + 7] = (cash - others) / (cash + others + 1)
    f[MARKS + 8] = _lead(f, me, _best(g, f, me))
    f[MARKS + 9] = deck_left(g)
    return max(0.0, 1.0 + _leaning(f, weights, _BID_MARKS))


@compiled
def trade_scale(g: Row, f: Reals, me: int, other: int, usual: float, leaning: int) -> float:
    """Say how the marks of the trade move what is laid."""
    weights = MIND * me + leaning
    if not _leans(f, weights, _TRADE_MARKS):
        return usual
    _write_marks(g, f, me, other, (g[ANIMAL], g[STAKE], g[BOUT]))
    return max(0.0, usual + _leaning(f, weights, _TRADE_MARKS))


@compiled
def liking(g: Row, f: Reals, me: int, other: int, kind: int) -> float:
    """Say how much more a trade is liked than it promises."""
    weights = MIND * me + PICKS_LEAN
    if not _leans(f, weights, _TRADE_MARKS):
        return 0.0
    _write_marks(g, f, me, other, (kind, stake_of(g, me, other, kind), 1))
    return f[PLAIN + me] * _leaning(f, weights, _TRADE_MARKS)


@compiled
def stake_of(g: Row, me: int, other: int, kind: int) -> int:
    """Return how many animals would be at stake: two if both have exactly two, else one."""
    both = g[HERDS + KINDS * me + kind] == _BOTH and g[HERDS + KINDS * other + kind] == _BOTH
    return 2 if both else 1


@compiled
def _write_marks(g: Row, f: Reals, me: int, other: int, trade: tuple[int, int, int]) -> None:
    """Write the marks of a trade: its kind, what is at stake, and which bout it is."""
    kind, stake, bout = trade
    rival = _best(g, f, me)
    cash, money = float(worth(g, purse(me))), f[belief(me, other) + 2]
    opened = 0
    for animal in range(ANIMALS):
        if not complete(g, animal):
            opened += 1
    f[MARKS] = 1.0 if g[TOP] == g[DECK_SIZE] else 0.0
    f[MARKS + 1] = 1.0 if stake == _BOTH else 0.0
    f[MARKS + 2] = 1.0 if g[HERDS + KINDS * me + kind] + stake == QUARTET else 0.0
    f[MARKS + 3] = 1.0 if g[HERDS + KINDS * other + kind] + stake == QUARTET else 0.0
    f[MARKS + 4] = _weight(kind)
    f[MARKS + 5] = (cash - money) / (cash + money + 1)
    f[MARKS + 6] = 1.0 if bout == _BOTH else 0.0
    f[MARKS + 7] = _lead(f, me, rival)
    f[MARKS + 8] = opened / ANIMALS
    f[MARKS + 9] = 1.0 if f[PLAIN + other] >= rival else 0.0
