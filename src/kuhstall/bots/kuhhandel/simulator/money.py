"""Money as counts by value: seven numbers from some place of a row on."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.compiling import Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import CARDS, PAYABLE, STEP, SUMS, VALUES


@compiled
def worth(g: Row, at: int) -> int:
    total = 0
    for value in range(1, CARDS):
        total += VALUES[value] * g[at + value]
    return total


@compiled
def number(g: Row, at: int) -> int:
    total = 0
    for value in range(CARDS):
        total += g[at + value]
    return total


@compiled
def add(g: Row, at: int, more: int) -> None:
    for value in range(CARDS):
        g[at + value] += g[more + value]


@compiled
def subtract(g: Row, at: int, fewer: int) -> None:
    for value in range(CARDS):
        g[at + value] -= g[fewer + value]


@compiled
def copy(g: Row, to: int, at: int) -> None:
    for value in range(CARDS):
        g[to + value] = g[at + value]


@compiled
def clear(g: Row, at: int) -> None:
    for value in range(CARDS):
        g[at + value] = 0


@compiled
def place(amount: int) -> int:
    """Return the place of a face value."""
    for value in range(CARDS):
        if VALUES[value] == amount:
            return value
    return -1


@compiled
def mark_sums(g: Row, at: int) -> int:
    """Mark every sum, in tens, that some of the cards add up to; return the largest."""
    most = worth(g, at) // STEP
    for tens in range(most + 1):
        g[SUMS + tens] = 0
    g[SUMS] = 1
    top = 0
    for value in range(1, CARDS):
        left = g[at + value]
        while left > 0:
            block = (left + 1) // 2
            left -= block
            by = block * VALUES[value] // STEP
            for tens in range(top, -1, -1):
                if g[SUMS + tens]:
                    g[SUMS + tens + by] = 1
            top += by
    return most


@compiled
def reaches(g: Row, at: int, price: int) -> bool:
    """Whether some of the cards add up to just this."""
    most = mark_sums(g, at)
    return price % STEP == 0 and price // STEP <= most and g[SUMS + price // STEP] == 1


@compiled
def list_payable(g: Row, at: int) -> int:
    """List all sums that the cards can pay, in ascending order, and return how many."""
    most = mark_sums(g, at)
    found = 0
    for tens in range(most + 1):
        if g[SUMS + tens]:
            found += 1
            g[PAYABLE + found] = tens * STEP
    g[PAYABLE] = found
    return found


@compiled
def count_payable(g: Row, at: int) -> int:
    """Count the sums that the cards can pay."""
    most = mark_sums(g, at)
    found = 0
    for tens in range(most + 1):
        found += g[SUMS + tens]
    return found
