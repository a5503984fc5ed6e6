"""How the farmer gets pedigrees and is rid of rats, in the simulator."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.belief import belief, known, lay, lowest
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    BUY_OUT,
    CARDS,
    DECIDED_CARDS,
    DECISION,
    FIRST_COUNT,
    HIGH,
    HIGH_SEAT,
    HONOURED,
    LAY,
    NOBODY,
    ON_SALE,
    OPTIONS,
    OWNER,
    PAY,
    PLANS,
    POT_CARDS,
    POT_SLOT,
    RAT,
    SEALED_SLAPS,
    SEATS,
    SELL,
    SLAP,
    SPANS,
    TAKE,
    TOKEN,
    VALUES,
    WAIT,
)
from kuhstall.bots.kuhhandel.simulator.money import number
from kuhstall.bots.kuhhandel.simulator.outlook import look, value
from kuhstall.bots.kuhhandel.simulator.turns import purse

_CHEAP = 0.4
_SPARE = 9


@compiled
def value_with_pedigree(
    g: Row, f: Reals, me: int, seat: int, money: tuple[int, float, int, float]
) -> float:
    """Say how good the table would be if a seat had the pedigree that is on sale."""
    g[HONOURED] = g[ON_SALE]
    g[HONOURED + 1] = seat
    found = value(g, f, me, (-1, -1, 0, -1, 0), money)
    g[HONOURED] = NOBODY
    return found


@compiled
def slap(g: Row, f: Reals, me: int) -> None:
    """Plan to slap at the count that promises most, and slap at once if it is there already."""
    g[DECISION] = WAIT
    if g[PLANS + me] or not g[OPTIONS]:
        return
    look(g, f, me)
    target = _target(g, f, me, min(g[OPTIONS], number(g, purse(me))))
    if target or g[SEALED_SLAPS]:
        g[DECISION] = SLAP
        g[DECISION + 1] = target


@compiled
def _target(g: Row, f: Reals, me: int, most: int) -> int:
    """Find the count to slap at, 0 for none: a low one is cheap, a high one comes first."""
    seats, auctioneer = g[SEATS], g[OWNER]
    without = 0.0
    for seat in range(seats):
        if seat != me:
            without += value_with_pedigree(g, f, me, seat, (-1, 0.0, -1, 0.0))
    without /= seats - 1
    best, target = 0.0, 0
    for count in range(1, most + 1):
        cost = float(price(g, me, count))
        gain = value_with_pedigree(g, f, me, me, (me, -cost, auctioneer, cost)) - without
        promise = gain * (count / FIRST_COUNT) ** float(seats - 2)
        if promise > best:
            best, target = promise, count
    return target


@compiled
def price(g: Row, me: int, count: int) -> int:
    """Say what the cheapest cards are worth to the farmer itself."""
    return lowest(g, purse(me), count) + TOKEN * count


@compiled
def sell_pedigree(g: Row, f: Reals, me: int) -> None:
    """Sell, or buy out: the pedigree for some cards, or some cards for the pedigree."""
    g[DECISION] = SELL
    bidder, count = g[HIGH_SEAT], g[HIGH]
    b = belief(me, bidder)
    if not g[OPTIONS] or count > f[b + 4]:
        return
    look(g, f, me)
    cost = float(price(g, me, count))
    if f[b + 5] != 0.0:
        gets = float(lowest(g, known(me, bidder), count) + TOKEN * count)
    else:
        lay(g, f, me, bidder, float(count), _SPARE)
        gets = _CHEAP * f[SPANS + _SPARE + 2] + TOKEN * count
    kept = value_with_pedigree(g, f, me, me, (me, -cost, bidder, cost))
    sold = value_with_pedigree(g, f, me, bidder, (bidder, -gets, me, gets))
    if kept > sold:
        g[DECISION] = BUY_OUT


@compiled
def pay_cards(g: Row, me: int) -> None:
    """Pay with the cheapest cards: no other ones leave more to bid with."""
    g[DECISION] = PAY
    missing = g[OPTIONS]
    for card in range(CARDS):
        taken = min(missing, g[purse(me) + card])
        g[DECIDED_CARDS + card] = taken
        missing -= taken


@compiled
def rat(g: Row, f: Reals, me: int) -> None:
    """Take the rat with the money beside it, or lay the cheapest card and leave it to others."""
    g[DECISION] = TAKE
    if number(g, purse(me)) == 0:
        return
    look(g, f, me)
    card = 0
    while g[purse(me) + card] == 0:
        card += 1
    pot = f[belief(me, POT_SLOT) + 2] + TOKEN * g[POT_CARDS]
    taken = value(g, f, me, (RAT, me, 1, -1, 0), (me, pot, -1, 0.0))
    cost = float(VALUES[card] + TOKEN)
    left = 0.0
    for seat in range(g[SEATS]):
        if seat != me:
            left += value(g, f, me, (RAT, seat, 1, -1, 0), (me, -cost, seat, pot + cost))
    if taken < left / (g[SEATS] - 1):
        g[DECISION] = LAY
        g[DECISION + 1] = card
