"""Picks made card by card, so that a learner needs no action for each of thousands of hands.

Cards are added in ascending order, so there is one way to each pick, and only those are offered
from which a pick that is admitted can still be reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from kuhstall.engine.option import Pick


def may_stop(option: Pick, picked: Sequence[int]) -> bool:
    """Whether what is picked is a pick already."""
    return option.admits(option.fill(picked))


def may_add(option: Pick, picked: Sequence[int]) -> Iterator[int]:
    """Name the cards that may come next."""
    left = Counter(option.pool)
    left.subtract(picked)
    lowest = picked[-1] if picked else 0
    for card in sorted(left):
        if left[card] > 0 and card >= lowest and _leads_on(option, (*picked, card)):
            yield card


def _leads_on(option: Pick, picked: tuple[int, ...]) -> bool:
    """Whether a pick that is admitted begins like this."""
    left = Counter(option.pool)
    left.subtract(picked)
    rest = tuple(card for card in sorted(left.elements()) if card >= picked[-1])
    low = option.least - sum(picked)
    high = low if option.exact else sum(rest)
    if option.lean:  # the smallest comes first, and without it there must be too little
        high = min(high, low + picked[0] - 1)
    low = max(low, 0)
    if high < low:
        return False
    wanted = (1 << high - low + 1) - 1 << low
    most = len(option.pool) if option.most is None else option.most
    return any(
        option.fewest <= number <= most and sums & wanted
        for number, sums in enumerate(_sums_by_number(rest), start=len(picked))
    )


@lru_cache(maxsize=4096)
def _sums_by_number(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Say for each number of cards which sums they can have: bit s of a number stands for s."""
    sums = [1] + [0] * len(cards)
    for most, card in enumerate(cards):
        for number in range(most, -1, -1):
            sums[number + 1] |= sums[number] << card
    return tuple(sums)
