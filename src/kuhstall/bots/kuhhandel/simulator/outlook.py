"""What a table promises each seat, as the farmer reckons it: the same sums, in the same order."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    AFTER,
    ANIMALS,
    BELIEF,
    BELIEFS,
    CHANCES,
    CHARACTER,
    DECK_SIZE,
    DONE_NUMBER,
    DONE_PLAIN,
    DONKEYS,
    DOVE,
    DOVE_PLAYED,
    GRIP,
    HERDS,
    KINDS,
    LATE,
    LOT,
    LUCK,
    MASTER,
    MIGHT,
    MIND,
    MOST_SEATS,
    MULTIPLIED,
    NOBODY,
    NUMBER,
    PAYOUTS,
    PLAIN,
    POINTS,
    QUARTET,
    SEATS,
    SHARES,
    SPARE,
    SPITE,
    SQUARE,
    TASTE,
    TASTED,
    TOP,
    WEALTH,
    WEIGHTS,
)
from kuhstall.bots.kuhhandel.simulator.titles import count_rats, count_titles

_FLOOR = 30
_DOVE = 500
_MEAN = 385


@compiled
def left(g: Row, kind: int) -> int:
    """Count the animals of a kind that have no owner and are not up for auction."""
    found = QUARTET - (1 if g[LOT] == kind else 0)
    for seat in range(g[SEATS]):
        found -= g[HERDS + KINDS * seat + kind]
    return found


@compiled
def look(g: Row, f: Reals, me: int) -> None:
    """Reckon what no change will alter: wealth, what is complete, and what is still to come."""
    mind, seats = MIND * me, g[SEATS]
    taste = f[mind + TASTE]
    for kind in range(ANIMALS):
        f[TASTED + kind] = POINTS[kind] * (1.0 + taste * (POINTS[kind] - _MEAN) / _MEAN)
    for seat in range(seats):
        f[WEALTH + seat] = f[mind + BELIEFS + BELIEF * seat + 2]
        number, plain = 0.0, 0.0
        for kind in range(ANIMALS):
            done = 1.0 if g[HERDS + KINDS * seat + kind] == QUARTET else 0.0
            f[CHANCES + MOST_SEATS * kind + seat] = done
            number += done
            plain += done * f[TASTED + kind]
        f[DONE_NUMBER + seat] = 1 + number
        f[DONE_PLAIN + seat] = plain
    for kind in range(ANIMALS):
        f[SHARES + kind] = f[mind + LUCK] * (left(g, kind) / seats)
    to_come = 0
    for donkey in range(g[DONKEYS], QUARTET):
        to_come += g[PAYOUTS + donkey]
    f[SPARE] = _FLOOR + f[mind + CHARACTER + 1] * to_come


@compiled
def complete(g: Row, kind: int) -> bool:
    """Whether one seat has all of a kind."""
    for seat in range(g[SEATS]):
        if g[HERDS + KINDS * seat + kind] == QUARTET:
            return True
    return False


@compiled
def reckon(
    g: Row,
    f: Reals,
    me: int,
    animal: tuple[int, int, int, int, int],
    money: tuple[int, float, int, float],
) -> None:
    """Expect each seat's points after some changes.

    Animals: a kind or -1, a seat and how many more it has, and once more; money: two seats, each
    with how much more it has, or -1.
    """
    seats = g[SEATS]
    thrift = f[MIND * me + CHARACTER] * f[MIND * me + WEIGHTS + g[DONKEYS]]
    if g[TOP] == g[DECK_SIZE]:
        thrift *= f[MIND * me + LATE]
    spare = f[SPARE]
    for seat in range(seats):
        wealth = f[WEALTH + seat]
        if seat == money[0]:
            wealth += money[1]
        if seat == money[2]:
            wealth += money[3]
        f[AFTER + seat] = wealth
        f[MIGHT + seat] = (max(0.0, wealth) + spare) ** thrift
        f[NUMBER + seat] = f[DONE_NUMBER + seat]
        f[PLAIN + seat] = f[DONE_PLAIN + seat]
        f[SQUARE + seat] = f[DONE_PLAIN + seat]
    for kind in range(ANIMALS):
        if not complete(g, kind):
            _reckon_kind(g, f, me, kind, animal)
    if g[MASTER]:
        count_titles(g, f)
    if g[MULTIPLIED]:
        for seat in range(seats):
            f[PLAIN + seat] = f[PLAIN + seat] * f[NUMBER + seat] - f[SQUARE + seat]
    if g[MASTER]:
        count_rats(g, f, animal)
    if g[DOVE_PLAYED]:
        _add_dove(g, f)


@compiled
def _reckon_kind(
    g: Row, f: Reals, me: int, kind: int, animal: tuple[int, int, int, int, int]
) -> None:
    row = CHANCES + MOST_SEATS * kind
    total = 0.0
    for seat in range(g[SEATS]):
        count = g[HERDS + KINDS * seat + kind]
        if kind == animal[0]:
            if seat == animal[1]:
                count += animal[2]
            if seat == animal[3]:
                count += animal[4]
        weight = (f[MIND * me + GRIP + count] + f[SHARES + kind]) * f[MIGHT + seat]
        f[row + seat] = weight
        total += weight
    scale = 1 / total
    for seat in range(g[SEATS]):
        if f[row + seat] != 0.0:
            chance = f[row + seat] * scale
            points = chance * f[TASTED + kind]
            f[row + seat] = chance
            f[NUMBER + seat] += chance
            f[PLAIN + seat] += points
            f[SQUARE + seat] += chance * points


@compiled
def _add_dove(g: Row, f: Reals) -> None:
    if g[DOVE] != NOBODY:
        f[PLAIN + g[DOVE]] += _DOVE
        return
    for pair in range(3):
        one, other = CHANCES + MOST_SEATS * 2 * pair, CHANCES + MOST_SEATS * (2 * pair + 1)
        for seat in range(g[SEATS]):
            f[PLAIN + seat] += f[one + seat] * f[other + seat] * _DOVE


@compiled
def value(
    g: Row,
    f: Reals,
    me: int,
    animal: tuple[int, int, int, int, int],
    money: tuple[int, float, int, float],
) -> float:
    """Say how good the table would be for a seat after some changes."""
    reckon(g, f, me, animal, money)
    rival = -1e300
    for seat in range(g[SEATS]):
        if seat != me:
            rival = max(rival, f[PLAIN + seat])
    found = f[PLAIN + me] - f[MIND * me + CHARACTER + 2] * rival
    spite = f[MIND * me + SPITE]
    if spite != 0.0:
        total = 0.0
        for seat in range(g[SEATS]):
            total += f[PLAIN + seat]
        found -= spite * (total - f[PLAIN + me]) / (g[SEATS] - 1)
    return found
