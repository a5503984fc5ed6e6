"""Choosing money cards: every way to make up a sum, and which one leaves the best purse."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from kuhstall.engine.option import worths
from kuhstall.games.kuhhandel.money import BLUFF, Cards, minus


def picks(purse: Cards, low: int, high: int, count: int | None = None) -> list[Cards]:
    """List the ways to take cards worth `low` to `high`, and exactly `count` of them if given."""
    values = sorted(set(purse), reverse=True)
    held = [purse.count(value) for value in values]
    remaining = [
        sum(v * n for v, n in zip(values[at:], held[at:], strict=True)) for at in range(len(values))
    ]
    fewest, most = (0, len(purse)) if count is None else (count, count)
    found: list[Cards] = []

    def take(at: int, taken: Cards, worth: int) -> None:
        if at == len(values):
            if worth >= low and len(taken) >= fewest:
                found.append(taken)
            return
        if worth + remaining[at] < low:
            return
        value = values[at]
        for number in range(held[at] + 1):
            total = worth + number * value
            if total > high or len(taken) + number > most:
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
    """Overpay as little as possible, and keep the purse that can pay the most other sums."""
    worth = least(purse, price)
    ways = picks(tuple(card for card in purse if card != BLUFF), worth, worth)
    return max(ways, key=lambda cards: (_sums_left(purse, cards), len(cards)))


def _sums_left(purse: Cards, spent: Cards) -> int:
    return len(worths(minus(purse, spent)))


def cards_to_lay(purse: Cards, worth: int, fewest: int, *, bluffs: int | None = None) -> Cards:
    """Choose few cards for a sum or, given `bluffs`, many and these, to make it look larger."""
    money = tuple(card for card in purse if card != BLUFF)
    bluff_cards = purse[: len(purse) - len(money)]
    ways = picks(money, worth, worth)
    cards = min(ways, key=len) if bluffs is None else bluff_cards[:bluffs] + max(ways, key=len)
    if len(cards) < fewest:
        return cards + (bluff_cards or money)[: fewest - len(cards)]
    return cards


def scale_sum(payable: Sequence[int], worth: int, scale: float) -> int:
    """Return the sum that is a sum times a scale, or the next one that can be paid."""
    at = bisect_left(payable, int(worth * scale))
    return payable[min(at, len(payable) - 1)]


def ladder(sums: Sequence[int], rungs: int) -> Sequence[int]:
    """Return `rungs` of the sums, evenly spread, including the first and the last."""
    if len(sums) <= rungs:
        return sums
    last = len(sums) - 1
    return [sums[last * rung // (rungs - 1)] for rung in range(rungs)]
