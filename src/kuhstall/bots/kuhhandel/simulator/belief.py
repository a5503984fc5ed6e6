"""What a farmer knows of a purse: bounds, a guess, and the cards while all of them are known."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    BELIEF,
    BELIEFS,
    CARDS,
    KNOWN,
    MASTER,
    MIND,
    MONEY,
    MONEY_CARDS,
    MOST_SEATS,
    POT_SLOT,
    ROOM,
    SEATS,
    SPANS,
    VALUES,
)
from kuhstall.bots.kuhhandel.simulator.money import add, copy, number, subtract, worth

_MOST_VALUE = 500.0


@compiled
def belief(me: int, seat: int) -> int:
    """Return where the belief of a seat about a seat begins: low, high, guess, fewest, most."""
    return MIND * me + BELIEFS + BELIEF * seat


@compiled
def known(me: int, seat: int) -> int:
    """Return where the cards begin that a seat knows of another."""
    return KNOWN + CARDS * ((MOST_SEATS + 1) * me + seat)


@compiled
def span(f: Reals, at: int, low: float, high: float, guess: float) -> None:
    """Write a hidden number; the guess is kept within the bounds."""
    f[SPANS + at] = low
    f[SPANS + at + 1] = high
    f[SPANS + at + 2] = min(max(guess, low), high)


@compiled
def settle(f: Reals, b: int) -> None:
    f[b + 2] = min(max(f[b + 2], f[b]), f[b + 1])


@compiled
def know(g: Row, f: Reals, me: int, seat: int, cards: int) -> None:
    """Know a purse to the card."""
    b = belief(me, seat)
    total, count = worth(g, cards), number(g, cards)
    f[b] = total
    f[b + 1] = total
    f[b + 2] = total
    f[b + 3] = count
    f[b + 4] = count
    f[b + 5] = 1.0
    copy(g, known(me, seat), cards)


@compiled
def at_least(f: Reals, b: int, least: float, count: float) -> None:
    f[b] = max(f[b], least)
    f[b + 3] = max(f[b + 3], count)
    settle(f, b)


@compiled
def get(g: Row, f: Reals, me: int, seat: int, cards: int) -> None:
    b = belief(me, seat)
    total, count = worth(g, cards), number(g, cards)
    for place in range(3):
        f[b + place] += total
    f[b + 3] += count
    f[b + 4] += count
    if f[b + 5] != 0.0:
        add(g, known(me, seat), cards)


@compiled
def give(g: Row, f: Reals, me: int, seat: int, cards: int) -> None:
    """Lose cards that were seen, and so were there before."""
    b = belief(me, seat)
    total, count = worth(g, cards), number(g, cards)
    at_least(f, b, total, count)
    for place in range(3):
        f[b + place] -= total
    f[b + 3] -= count
    f[b + 4] -= count
    if f[b + 5] != 0.0:
        subtract(g, known(me, seat), cards)


@compiled
def shift(f: Reals, b: int, at: int, sign: int, fewer: float, more: float) -> None:
    """Gain the span at a place, or lose it; the number of cards changes by fewer to more."""
    low, high, guess = f[SPANS + at], f[SPANS + at + 1], f[SPANS + at + 2]
    if sign < 0:
        low, high, guess = -high, -low, -guess
    f[b] = max(0.0, f[b] + low)
    f[b + 1] += high
    f[b + 2] += guess
    f[b + 3] = max(0.0, f[b + 3] + fewer)
    f[b + 4] += more
    f[b + 5] = 0.0
    settle(f, b)


@compiled
def lay(g: Row, f: Reals, me: int, seat: int, count: float, at: int) -> None:
    """Write the span of an offer of so many cards; -1 if their number is hidden."""
    b = belief(me, seat)
    if count < 0:
        span(f, at, 0.0, f[b + 1], f[b + 2] / 2)
    elif f[b + 5] != 0.0:
        cards = known(me, seat)
        held = number(g, cards)
        low, high = lowest(g, cards, int(count)), highest(g, cards, int(count))
        span(f, at, low, high, f[b + 2] * count / max(1, held))
    else:
        holds = max(1.0, count, (f[b + 3] + f[b + 4]) / 2)
        span(f, at, 0.0, min(f[b + 1], count * _MOST_VALUE), f[b + 2] * count / holds)


@compiled
def lowest(g: Row, cards: int, count: int) -> int:
    """Add up the smallest cards."""
    total, missing = 0, count
    for value in range(CARDS):
        taken = min(missing, g[cards + value])
        total += taken * VALUES[value]
        missing -= taken
    return total


@compiled
def highest(g: Row, cards: int, count: int) -> int:
    """Add up the largest cards."""
    total, missing = 0, count
    for value in range(CARDS - 1, -1, -1):
        taken = min(missing, g[cards + value])
        total += taken * VALUES[value]
        missing -= taken
    return total


@compiled
def _slot(g: Row, place: int) -> int:
    """Return the belief at a place of a walk over all purses: the pot comes after the seats."""
    return place if place < g[SEATS] else POT_SLOT


@compiled
def tighten(g: Row, f: Reals, me: int) -> None:
    """Use what all other purses, and the cards beside a rat, are known to hold together."""
    own = belief(me, me)
    total, count = f[MIND * me + MONEY] - f[own], f[MIND * me + MONEY_CARDS] - f[own + 3]
    places = g[SEATS] + (1 if g[MASTER] and f[belief(me, POT_SLOT) + 4] != 0.0 else 0)
    low = high = fewest = most = 0.0
    for place in range(places):
        if place != me:
            b = belief(me, _slot(g, place))
            low += f[b]
            high += f[b + 1]
            fewest += f[b + 3]
            most += f[b + 4]
    if low == high and fewest == most:
        return
    for place in range(places):
        if place != me:
            b = belief(me, _slot(g, place))
            least, largest = total - (high - f[b + 1]), total - (low - f[b])
            few, many = count - (most - f[b + 4]), count - (fewest - f[b + 3])
            f[b] = max(f[b], least)
            f[b + 1] = min(f[b + 1], largest)
            f[b + 3] = max(f[b + 3], few)
            f[b + 4] = min(f[b + 4], many)
            settle(f, b)
    _level(g, f, me, total, places)


@compiled
def _level(g: Row, f: Reals, me: int, total: float, places: int) -> None:
    """Make the guesses add up, each giving way as far as it is unsure."""
    guessed = 0.0
    for place in range(places):
        if place != me:
            guessed += f[belief(me, _slot(g, place)) + 2]
    astray = total - guessed
    rooms = 0.0
    for place in range(places):
        if place != me:
            b = belief(me, _slot(g, place))
            room = f[b + 1] - f[b + 2] if astray > 0 else f[b + 2] - f[b]
            f[ROOM + place] = room
            rooms += room
    if rooms <= 0:
        return
    for place in range(places):
        if place != me:
            b = belief(me, _slot(g, place))
            f[b + 2] += astray * f[ROOM + place] / rooms
            settle(f, b)
