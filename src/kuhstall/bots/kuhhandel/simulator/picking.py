"""Choosing money cards as the farmer does: every way to make up a sum, in the same order."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    BEST,
    CARDS,
    LEFT,
    PAYABLE,
    STACK,
    TRIED,
    VALUES,
)
from kuhstall.bots.kuhhandel.simulator.money import clear, copy, count_payable, number, subtract

_LARGEST = CARDS - 1
_WORTH, _COUNT, _BELOW = STACK, STACK + CARDS, STACK + 2 * CARDS


@compiled
def first_pick(g: Row, pool: int, bounds: tuple[int, int, int], least: int) -> bool:
    """Find the first way to take cards from a pool, from the value at `least` upwards.

    The bounds are the lowest and the highest worth, and the number of cards or -1.
    """
    clear(g, TRIED)
    below = 0
    for value in range(CARDS):
        g[_BELOW + value] = below
        if value >= least:
            below += VALUES[value] * g[pool + value]
    g[_WORTH + _LARGEST] = 0
    g[_COUNT + _LARGEST] = 0
    g[TRIED + _LARGEST] = -1
    return _search(g, pool, bounds, least, _LARGEST)


@compiled
def next_pick(g: Row, pool: int, bounds: tuple[int, int, int], least: int) -> bool:
    """Find the next way; the last one stands in `TRIED`."""
    return _search(g, pool, bounds, least, least)


@compiled
def _search(g: Row, pool: int, bounds: tuple[int, int, int], least: int, start: int) -> bool:
    low, high, count = bounds
    value = start
    while value < CARDS:
        g[TRIED + value] += 1
        total = g[_WORTH + value] + g[TRIED + value] * VALUES[value]
        cards = g[_COUNT + value] + g[TRIED + value]
        if g[TRIED + value] > g[pool + value] or total > high or 0 <= count < cards:
            g[TRIED + value] = 0
            value += 1
        elif value == least:
            if total >= low and (count < 0 or cards == count):
                return True
        elif total + g[_BELOW + value] >= low:
            value -= 1
            g[_WORTH + value] = total
            g[_COUNT + value] = cards
            g[TRIED + value] = -1
    return False


@compiled
def position(g: Row, price: int) -> int:
    """Return the place of the first listed sum that covers a price, counted from 0."""
    low, high = 0, g[PAYABLE]
    while low < high:
        middle = (low + high) // 2
        if g[PAYABLE + 1 + middle] < price:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def covering(g: Row, price: int) -> int:
    """Return the smallest listed sum that covers the price; 0 if there is none."""
    place = position(g, price)
    return g[PAYABLE + 1 + place] if place < g[PAYABLE] else 0


@compiled
def scale_sum(g: Row, worth: int, scale: float) -> int:
    """Return the sum that is a sum times a scale, or the next one that is listed."""
    return g[PAYABLE + 1 + min(position(g, int(worth * scale)), g[PAYABLE] - 1)]


@compiled
def choose_payment(g: Row, purse: int, worth: int) -> None:
    """Find the way to pay just this that leaves a purse which can pay the most other sums."""
    bounds = (worth, worth, -1)
    best_left = best_cards = -1
    found = first_pick(g, purse, bounds, 1)
    while found:
        copy(g, LEFT, purse)
        subtract(g, LEFT, TRIED)
        left, cards = count_payable(g, LEFT), number(g, TRIED)
        if left > best_left or (left == best_left and cards > best_cards):
            best_left, best_cards = left, cards
            copy(g, BEST, TRIED)
        found = next_pick(g, purse, bounds, 1)


@compiled
def choose_laid(g: Row, purse: int, worth: int, fewest: int, bluffs: int) -> None:
    """Find few cards for a sum or, with 0 bluffs and more, many and these; -1 for few."""
    bounds = (worth, worth, -1)
    best = -1
    found = first_pick(g, purse, bounds, 1)
    while found:
        cards = number(g, TRIED)
        if best < 0 or (cards > best if bluffs >= 0 else cards < best):
            best = cards
            copy(g, BEST, TRIED)
        found = next_pick(g, purse, bounds, 1)
    if bluffs > 0:
        g[BEST] = min(bluffs, g[purse])
    if number(g, BEST) < fewest:  # at most one is missing, and then there is nothing yet
        for value in range(CARDS):
            if g[purse + value]:
                g[BEST + value] += 1
                return
