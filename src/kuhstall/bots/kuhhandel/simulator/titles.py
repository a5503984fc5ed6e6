"""What pedigrees, rats and counted money add to a farmer's outlook."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    AFTER,
    BESIDE,
    CHANCES,
    HERDS,
    HONOURED,
    KASSENSTURZ,
    KINDS,
    MIGHT,
    MOST_SEATS,
    NOBODY,
    NUMBER,
    PEDIGREES,
    PHASE,
    PLAIN,
    QUARTET,
    RAT,
    RAT_ROUND,
    ROOM,
    SEATS,
    SQUARE,
    TITLES,
    VALUED,
)

_BONUS = 250
_CHEAPEST = 0.4


@compiled
def count_titles(g: Row, f: Reals) -> None:
    """Count every pedigree, in the order in which they were taken; an imagined one comes last."""
    for seat in range(g[SEATS]):
        f[BESIDE + seat] = 0.0
    for place in range(g[TITLES]):
        animal = g[TITLES + 1 + place]
        _count_title(f, animal, g[PEDIGREES + animal])
    if g[HONOURED] != NOBODY:
        _count_title(f, g[HONOURED], g[HONOURED + 1])
    for seat in range(g[SEATS]):
        f[VALUED + seat] = f[PLAIN + seat]  # points will take their place


@compiled
def _count_title(f: Reals, animal: int, owner: int) -> None:
    chance = f[CHANCES + MOST_SEATS * animal + owner]
    inside = chance * _BONUS
    f[PLAIN + owner] += inside
    f[SQUARE + owner] += chance * inside
    f[BESIDE + owner] += _BONUS - inside


@compiled
def rats_left(g: Row) -> int:
    """Count the rats that have no owner and do not go round."""
    found = QUARTET - (1 if g[PHASE] == RAT_ROUND else 0)
    for seat in range(g[SEATS]):
        found -= g[HERDS + KINDS * seat + RAT]
    return found


@compiled
def count_rats(g: Row, f: Reals, animal: tuple[int, int, int, int, int]) -> None:
    """Take off what the rats may cost each seat; then add what is not multiplied."""
    seats = g[SEATS]
    share = max(0, rats_left(g)) / seats
    scale = 0.0
    for seat in range(seats):
        f[ROOM + seat] = (_rats_of(g, animal, seat) + share) / f[MIGHT + seat]
        scale += f[ROOM + seat]
    for seat in range(seats):
        danger = f[ROOM + seat] / scale if scale != 0.0 else f[ROOM + seat]
        if danger != 0.0:
            loss = _loss(f[VALUED + seat], f[NUMBER + seat] - 1)
            f[PLAIN + seat] -= danger * min(f[PLAIN + seat], loss)
        f[PLAIN + seat] += f[BESIDE + seat]
        if g[KASSENSTURZ]:
            f[PLAIN + seat] += f[AFTER + seat]


@compiled
def _rats_of(g: Row, animal: tuple[int, int, int, int, int], seat: int) -> int:
    """Count the rats of a seat, with those that it is supposed to get or lose."""
    count = g[HERDS + KINDS * seat + RAT]
    if animal[0] == RAT:
        if seat == animal[1]:
            count += animal[2]
        if seat == animal[3]:
            count += animal[4]
    return count


@compiled
def _loss(values: float, quartets: float) -> float:
    """Say what the rats cost: all values once, for the factor, and the cheapest quartet."""
    if quartets <= 1:
        return values
    return values * (1 + _CHEAPEST * (quartets - 1) / quartets)
