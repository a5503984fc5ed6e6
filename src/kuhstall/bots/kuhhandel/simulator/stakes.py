"""What winning or losing a trade is worth, and what to expect of the other trader."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.belief import belief
from kuhstall.bots.kuhhandel.simulator.chance import below
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    CAUTION,
    CHARACTER,
    CREDIT,
    DECK_SIZE,
    EXCHANGE,
    MANNER,
    MANNERS,
    MIND,
    OPPONENTS,
    RAT,
    REACH,
    STAKES,
    TOP,
    TRADE_MONEY,
    WINNER_PAYS,
)
from kuhstall.bots.kuhhandel.simulator.money import worth
from kuhstall.bots.kuhhandel.simulator.outlook import value
from kuhstall.bots.kuhhandel.simulator.turns import purse

_WON, _LOST = 6, 11
_CAUTIOUS = (0.6, 1.0, 1.4)


@compiled
def write_sums(g: Row, f: Reals, me: int, other: int, at: int) -> int:
    """Write the few sums for which stakes are computed, in ascending order, and how many before."""
    cash, wealth = float(worth(g, purse(me))), f[belief(me, other) + 1]
    found = 0
    for step in range(5):
        amount = (-max(wealth, 1.0), -wealth // 4, 0.0, cash // 4, max(cash, 1.0))[step]
        if found == 0 or amount != f[at + found]:
            found += 1
            f[at + found] = amount
    f[at] = found
    return found


@compiled
def outcome(me: int, other: int, kind: int, stake: int, won: int) -> tuple[int, int, int, int, int]:
    """Return the animals that change hands; the winner of a trade for rats gets rid of them."""
    by = stake if (won == 1) != (kind == RAT) else -stake
    return kind, me, by, other, -by


@compiled
def write_stakes(g: Row, f: Reals, me: int, other: int, kind: int, stake: int) -> None:
    """Compute the stakes of a trade that has begun."""
    sums = write_sums(g, f, me, other, STAKES)
    for step in range(sums):
        spent = f[STAKES + 1 + step]
        money = (me, -spent, other, spent)
        win, loss = outcome(me, other, kind, stake, 1), outcome(me, other, kind, stake, 0)
        f[STAKES + _WON + step] = value(g, f, me, win, money)
        f[STAKES + _LOST + step] = value(g, f, me, loss, money)


@compiled
def _between(f: Reals, heights: int, spent: float) -> float:
    sums = int(f[STAKES])
    right = 0
    while right < sums and f[STAKES + 1 + right] < spent:
        right += 1
    right = min(max(right, 1), sums - 1)
    left = right - 1
    low, high = f[STAKES + 1 + left], f[STAKES + 1 + right]
    part = (spent - low) / (high - low)
    return f[heights + left] + part * (f[heights + right] - f[heights + left])


@compiled
def won(f: Reals, spent: float) -> float:
    return _between(f, STAKES + _WON, spent)


@compiled
def lost(f: Reals, spent: float) -> float:
    return _between(f, STAKES + _LOST, spent)


@compiled
def against(g: Row, f: Reals, mine: float, theirs: float, ties: float) -> float:
    """Return the value of my offer against theirs; `ties` is the chance of winning a tie."""
    how = g[TRADE_MONEY]
    if mine > theirs:
        spent = mine - theirs if how == EXCHANGE else (mine if how == WINNER_PAYS else 0.0)
        return won(f, spent)
    if mine < theirs:
        spent = mine - theirs if how == EXCHANGE else (-theirs if how == WINNER_PAYS else 0.0)
        return lost(f, spent)
    return ties * won(f, 0.0) + (1 - ties) * lost(f, 0.0)


@compiled
def meet(g: Row, f: Reals, me: int, other: int) -> None:
    """Think of what a seat does that has to answer an offer."""
    mind, b = MIND * me, belief(me, other)
    manner = mind + MANNERS + MANNER * other
    accepted, countered, answered, could = f[manner], f[manner + 1], f[manner + 4], f[manner + 5]
    # An imagined purse may contradict what this seat believes, and push the belief below zero.
    guess, high = max(0.0, f[b + 2]), max(0.0, f[b + 1])
    most = (guess + high) / 2
    habit = (answered + 4 * guess / 2) / (could + 4 * guess + 1)
    reach = min(most, f[mind + REACH] * habit * most)
    whim = below(g, me, 100) / 100
    at = OPPONENTS + 6 * other
    trust = f[mind + CHARACTER + 7]
    if g[TOP] == g[DECK_SIZE]:
        trust += f[mind + CREDIT]
    f[at] = (accepted + 4 * trust) / (accepted + countered + 4)
    f[at + 1] = most
    for step in range(4):
        f[at + 2 + step] = reach * (step + whim) / 4


@compiled
def promise(g: Row, f: Reals, me: int, other: int, mine: float, looks: float) -> float:
    """Say what an offer brings on average."""
    at = OPPONENTS + 6 * other
    most = f[at + 1]
    countered = 0.0
    for step in range(4):
        countered += against(g, f, mine, f[at + 2 + step], 0.5)
    looked = looks * f[MIND * me + CAUTION]
    for part in range(3):
        theirs = min(most, looked * _CAUTIOUS[part] if looks != 0.0 else 10.0)
        countered += against(g, f, mine, theirs, 0.5)
    accepts = f[at] * (0.3 + 0.7 * min(1.4, 2 * looks / (looks + most / 2 + 1)))
    return accepts * won(f, mine) + (1 - accepts) * countered / 7
