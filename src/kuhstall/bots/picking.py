"""Choosing money cards: every way to lay a sum, and which of them leaves the better purse."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from kuhstall.engine.option import worths
from kuhstall.games.kuhhandel.money import BLUFF, Cards, minus


def picks(purse: Cards, low: int, high: int, count: int | None = None) -> list[Cards]:
    """List the ways to take a sum from low to high, in so many cards if a count is given."""
    values = sorted(set(purse), reverse=True)
    held = [purse.count(value) for value in values]
    below = [
        sum(v * n for v, n in zip(values[at:], held[at:], strict=True)) for at in range(len(values))
    ]
    found: list[Cards] = []

    def take(at: int, taken: Cards, worth: int) -> None:
        if at == len(values):
            if worth >= low and (count is None or len(taken) == count):
                found.append(taken)
            return
        if worth + below[at] < low:
            return
        value = values[at]
        for number in range(held[at] + 1):
            total = worth + number * value
            if total > high or (count is not None and len(taken) + number > count):
                break
            take(at + 1, (value,) * number + taken, total)

    take(0, (), 0)
    return found


def least(purse: Cards, price: int) -> int:
    """Return the smallest sum a purse can pay that covers the price; 0 if it cannot."""
    payable = worths(purse)
    at = bisect_left(payable, price)
    return payable[at] if at < len(payable) else 0


def payment(purse: Cards, price: int) -> Cards:
    """Pay with the least loss, so that what is left can pay as many other prices as can be."""
    worth = least(purse, price)
    ways = picks(tuple(card for card in purse if card != BLUFF), worth, worth)
    return max(ways, key=lambda cards: (_change(purse, cards), len(cards)))


def _change(purse: Cards, spent: Cards) -> int:
    return len(worths(minus(purse, spent)))


def hand(purse: Cards, worth: int, fewest: int, *, bluffs: int | None = None) -> Cards:
    """Lay a sum face down: in few cards, or in many with so many bluff cards, to look like more."""
    money = tuple(card for card in purse if card != BLUFF)
    empty = purse[: len(purse) - len(money)]
    ways = picks(money, worth, worth)
    cards = min(ways, key=len) if bluffs is None else empty[:bluffs] + max(ways, key=len)
    if len(cards) < fewest:
        return cards + (empty or money)[: fewest - len(cards)]
    return cards


def ladder(sums: Sequence[int], rungs: int) -> Sequence[int]:
    """Return so many of the sums, evenly spread, the first and the last among them."""
    if len(sums) <= rungs:
        return sums
    last = len(sums) - 1
    return [sums[last * rung // (rungs - 1)] for rung in range(rungs)]
