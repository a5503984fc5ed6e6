"""Guesses unseen cards, drawn to fit what is known about them.

A set of sums is a whole number with bit s set when s can be reached. The sums that so many cards
of a pool reach are worked out first, and the cards are drawn to meet one of them: a rare case,
two offers of equal worth say, is found as surely as a common one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Pick, counted
from kuhstall.games.kuhhandel.money import BLUFF, NO_CARDS, Cards, minus, plus

_T = TypeVar("_T")

_LABEL: Final = "imagine"
_BLIND_TRIES: Final = 10
_TRIES: Final = 30


class Shape(Struct, frozen=True, gc=False):
    """How many cards were laid, and how many of them were bluff cards if that was told too."""

    count: int
    zeros: int | None = None

    def sums(self, pool: Cards) -> int:
        """Return the sums that cards of this shape reach."""
        if self.zeros is None:
            return _sums(pool, self.count)
        if self.zeros > min(self.count, pool.count(BLUFF)):
            return 0
        return _sums(_valuable(pool), self.count - self.zeros)

    def drawn(self, pool: Cards, worth: int, chance: Chance) -> Cards:
        """Draw cards worth exactly this; it must be one of `sums`."""
        if self.zeros is None:
            return _drawn(pool, self.count, worth, chance)
        found = _drawn(_valuable(pool), self.count - self.zeros, worth, chance)
        return (BLUFF,) * self.zeros + found

    def blind(self, pool: Cards, chance: Chance) -> Cards | None:
        """Draw cards of any worth, every set equally likely."""
        if self.zeros is None:
            return blind(pool, self.count, chance) if self.count <= len(pool) else None
        valuable = _valuable(pool)
        if self.zeros > pool.count(BLUFF) or not 0 <= self.count - self.zeros <= len(valuable):
            return None
        return (BLUFF,) * self.zeros + blind(valuable, self.count - self.zeros, chance)


Bout: TypeAlias = tuple[Cards, Cards]
"""An offer and its counter, which is empty if there was none."""


def bout(
    shapes: Sequence[tuple[Shape, Shape]],
    first: Cards,
    second: Callable[[Cards], Cards],
    ahead: int | None,
    chance: Chance,
) -> Bout | None:
    """Draw an offer and a counter, the offer worth more (1), the same (0) or less (-1).

    `second` gives the pool that an offer leaves for the counter; `ahead` is None for any worth.
    """
    for _ in range(_BLIND_TRIES):  # the likelier sets are the likelier guesses
        one, other = _one_of(shapes, chance)
        offer = one.blind(first, chance)
        counter = None if offer is None else other.blind(second(offer), chance)
        if offer is not None and counter is not None and ahead in (None, lead(offer, counter)):
            return offer, counter
    for _ in range(_TRIES):
        one, other = _one_of(shapes, chance)
        sums = _beside(one.sums(first), other.sums(second(NO_CARDS)), ahead)
        if not sums:
            continue
        offer = one.drawn(first, _some(sums, chance), chance)
        pool = second(offer)
        behind = None if ahead is None else -ahead
        sums = _beside(other.sums(pool), 1 << sum(offer), behind)
        if sums:
            return offer, other.drawn(pool, _some(sums, chance), chance)
    return None


def lead(offer: Cards, counter: Cards) -> int:
    """Say which is worth more: 1 for the offer, -1 for the counter, 0 for neither."""
    mine, other = sum(offer), sum(counter)
    return (mine > other) - (mine < other)


def payment(option: Pick, count: int, chance: Chance) -> Cards | None:
    """Draw a payment of `count` cards that the option admits; None if there is none."""
    pool, price = option.pool, option.least
    if option.exact:
        ways = [(NO_CARDS, _valuable(pool) if option.lean else pool, price, price)]
    elif option.lean:
        # Without its smallest card, a payment must fall short.
        ways = [
            ((least,), minus(pool[pool.index(least) :], (least,)), price - least, price - 1)
            for least in set(_valuable(pool))
        ]
    else:
        ways = [(NO_CARDS, pool, price, sum(pool))]
    found = []
    for laid, rest, low, high in sorted(ways):
        sums = _sums(rest, count - len(laid)) & (1 << high + 1) - (1 << max(low, 0))
        if sums > 0:
            found.append((laid, rest, sums))
    if not found:
        return None
    laid, rest, sums = _one_of(found, chance)
    return plus(_drawn(rest, count - len(laid), _some(sums, chance), chance), laid)


def nearest_payment(option: Pick, count: int, purse: Cards, chance: Chance) -> Cards | None:
    """Draw some payments from a pool wider than the purse; take the one it lacks the least of."""
    drawn = [payment(option, count, chance)]
    if drawn == [None] and option.exact:
        option = replace(option, exact=False)
    drawn += [payment(option, count, chance) for _ in range(3)]
    return min(
        (cards for cards in drawn if cards is not None),
        key=lambda cards: len(without(cards, purse)),
        default=None,
    )


def blind(pool: Cards, count: int, chance: Chance) -> Cards:
    """Draw `count` cards of any worth, or all if there are fewer."""
    left = list(pool)
    count = min(count, len(left))
    return tuple(sorted(left.pop(chance.below(_LABEL, len(left))) for _ in range(count)))


def without(cards: Cards, fewer: Cards) -> Cards:
    """Take cards away, as far as they are there."""
    left = list(cards)
    for card in fewer:
        if card in left:
            left.remove(card)
    return tuple(left)


def _valuable(pool: Cards) -> Cards:
    return pool[pool.count(BLUFF) :]


def _one_of(items: Sequence[_T], chance: Chance) -> _T:
    return items[chance.below(_LABEL, len(items))]


def _some(sums: int, chance: Chance) -> int:
    """Draw one of the sums, each equally likely."""
    for _ in range(chance.below(_LABEL, sums.bit_count())):
        sums &= sums - 1  # without the lowest
    return _lowest(sums)


def _lowest(sums: int) -> int:
    return (sums & -sums).bit_length() - 1


def _beside(sums: int, others: int, ahead: int | None) -> int:
    """Keep the sums that are ahead of, equal to or behind some of the others."""
    if not others:
        return 0
    if ahead is None:
        return sums
    if ahead > 0:
        above = _lowest(others) + 1
        return sums >> above << above
    if ahead < 0:
        return sums & (1 << others.bit_length() - 1) - 1
    return sums & others


def _sums(pool: Cards, count: int) -> int:
    """Return the sums that `count` cards of the pool reach."""
    return _layers(pool, count)[-1][2][count] if 0 <= count <= len(pool) else 0


def _drawn(pool: Cards, count: int, worth: int, chance: Chance) -> Cards:
    """Go down the values, laying no more of each than the smaller ones can make up for."""
    found: list[int] = []
    for value, copies, smaller in reversed(_layers(pool, count)[:-1]):
        rest = worth - sum(found)
        missing = count - len(found)
        laid = [
            n
            for n in range(min(copies, missing) + 1)
            if n * value <= rest and smaller[missing - n] >> rest - n * value & 1
        ]
        found += [value] * _one_of(laid, chance)
    return tuple(reversed(found))


@lru_cache(maxsize=1024)
def _layers(pool: Cards, most: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Return the values, each with its count and the sums that 0, 1, … smaller cards reach.

    The last entry stands for no value, and has the sums of all cards.
    """
    found = []
    sums = [1] + [0] * most
    for value, copies in counted(pool):
        found.append((value, copies, tuple(sums)))
        for _ in range(copies):
            for count in range(most, 0, -1):
                sums[count] |= sums[count - 1] << value
    return (*found, (0, 0, tuple(sums)))
