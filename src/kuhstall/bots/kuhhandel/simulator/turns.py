"""Between turns: the dove, the end of the game and its points, or whose turn is next."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    ACTOR,
    ANIMALS,
    BY_MONEY,
    BY_QUARTETS,
    COMPLETE,
    DECK_SIZE,
    DOVE,
    DOVE_MULTIPLIED,
    DOVE_PLAYED,
    ENDED,
    EVENTS,
    EVENTS_SAID,
    HERDS,
    IDLE,
    KASSENSTURZ,
    KINDS,
    MASTER,
    MULTIPLIED,
    NOBODY,
    OWNER,
    PATIENCE,
    PEDIGREES,
    PHASE,
    POINTS,
    PURSES,
    QUARTET,
    RAT,
    SCORES,
    SEATS,
    TIE_BREAK,
    TOP,
    TURN,
    WINS,
)
from kuhstall.bots.kuhhandel.simulator.money import worth

_DOVE = 500
_PEDIGREE = 250


@compiled
def purse(seat: int) -> int:
    """Return where the purse of a seat begins."""
    return PURSES + 7 * seat


@compiled
def herd(seat: int) -> int:
    """Return where the herd of a seat begins."""
    return HERDS + KINDS * seat


@compiled
def say(g: Row, what: int, one: int, two: int, three: int) -> None:
    """Note what happened, for those who listen."""
    at = EVENTS + 4 * g[EVENTS_SAID]
    g[at] = what
    g[at + 1] = one
    g[at + 2] = two
    g[at + 3] = three
    g[EVENTS_SAID] += 1


@compiled
def next_turn(g: Row, after: int) -> None:
    """Go on after a turn."""
    if g[DOVE_PLAYED] and g[DOVE] == NOBODY:
        _give_dove(g)
    seats = g[SEATS]
    if g[TOP] < g[DECK_SIZE]:
        _begin(g, (after + 1) % seats)
        return
    if _complete(g):
        _end(g, 1)
        return
    if out_of_patience(g):
        _end(g, 0)
        return
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if _can_trade(g, seat):
            _begin(g, seat)
            return


@compiled
def out_of_patience(g: Row) -> bool:
    """Whether too many trades in a row have changed nothing (C-21)."""
    return g[PATIENCE] > 0 and g[IDLE] >= g[PATIENCE]


@compiled
def _begin(g: Row, seat: int) -> None:
    g[PHASE] = TURN
    g[OWNER] = seat
    g[ACTOR] = seat


@compiled
def _can_trade(g: Row, seat: int) -> bool:
    at = herd(seat)
    for kind in range(KINDS):
        if 0 < g[at + kind] < QUARTET:
            return True
    return False


@compiled
def _complete(g: Row) -> bool:
    for seat in range(g[SEATS]):
        if _can_trade(g, seat):
            return False
    return True


@compiled
def _give_dove(g: Row) -> None:
    """Give the dove to the first seat with all eight animals of a pair (A-18, C-13)."""
    for seat in range(g[SEATS]):
        at = herd(seat)
        for pair in range(3):
            if g[at + 2 * pair] == QUARTET and g[at + 2 * pair + 1] == QUARTET:
                g[DOVE] = seat
                return


@compiled
def _end(g: Row, complete: int) -> None:
    g[PHASE] = ENDED
    g[ACTOR] = NOBODY
    g[COMPLETE] = complete
    seats = g[SEATS]
    for seat in range(seats):
        g[SCORES + seat] = _master_score(g, seat) if g[MASTER] else _score(g, seat)
    best = _rank(g, 0)
    for seat in range(1, seats):
        best = max(best, _rank(g, seat))
    for seat in range(seats):
        g[WINS + seat] = 1 if _rank(g, seat) == best else 0


@compiled
def _rank(g: Row, seat: int) -> int:
    """Return the points and, behind them, the tie-break as one number (M-04)."""
    second = 0
    if g[TIE_BREAK] == BY_MONEY:
        second = worth(g, purse(seat))
    elif g[TIE_BREAK] == BY_QUARTETS:
        second = quartets(g, seat)
        if second and g[herd(seat) + RAT] == QUARTET:
            second -= 1  # covered by the rats, and out of play
    return g[SCORES + seat] * 100_000 + second


@compiled
def quartets(g: Row, seat: int) -> int:
    found = 0
    for kind in range(ANIMALS):
        if g[herd(seat) + kind] == QUARTET:
            found += 1
    return found


@compiled
def _score(g: Row, seat: int) -> int:
    animals = 0
    for kind in range(ANIMALS):
        if g[herd(seat) + kind] == QUARTET:
            animals += POINTS[kind]
    factor = quartets(g, seat) if g[MULTIPLIED] else 1
    bonus = _DOVE if g[DOVE] == seat else 0
    if g[DOVE_MULTIPLIED]:
        return (animals + bonus) * factor
    return animals * factor + bonus


@compiled
def _master_score(g: Row, seat: int) -> int:
    """Count a seat's points; the owner of all rats loses the cheapest quartet (C-16)."""
    if g[herd(seat) + RAT] != QUARTET or not quartets(g, seat):
        return _covered_score(g, seat, NOBODY)
    best = -1
    for kind in range(ANIMALS):
        if g[herd(seat) + kind] == QUARTET:
            best = max(best, _covered_score(g, seat, kind))
    return best


@compiled
def _covered_score(g: Row, seat: int, covered: int) -> int:
    animals = matching = others = factor = 0
    for kind in range(ANIMALS):
        counts = g[herd(seat) + kind] == QUARTET and kind != covered
        if counts:
            animals += POINTS[kind]
            factor += 1
        if g[PEDIGREES + kind] == seat:
            if counts:
                matching += _PEDIGREE
            else:
                others += _PEDIGREE
    money = worth(g, purse(seat)) if g[KASSENSTURZ] else 0
    return (animals + matching) * factor + others + money
