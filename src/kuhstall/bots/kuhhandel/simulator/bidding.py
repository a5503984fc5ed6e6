"""How the farmer bids, sells and pays, in the simulator."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.simulator.belief import belief
from kuhstall.bots.kuhhandel.simulator.chance import below
from kuhstall.bots.kuhhandel.simulator.compiling import Reals, Row, compiled
from kuhstall.bots.kuhhandel.simulator.layout import (
    BEST,
    BID,
    BUY_OUT,
    CEILING,
    CHARACTER,
    DECIDED_CARDS,
    DECISION,
    HIGH,
    HIGH_SEAT,
    LOT,
    MIND,
    NOBODY,
    OPTIONS,
    OWNER,
    PASS,
    PAY,
    PAYABLE,
    PLAIN,
    POINTS,
    PRICE,
    SELL,
    STEP,
)
from kuhstall.bots.kuhhandel.simulator.learned_weights import bid_scale
from kuhstall.bots.kuhhandel.simulator.money import copy, list_payable, worth
from kuhstall.bots.kuhhandel.simulator.outlook import look, reckon, value
from kuhstall.bots.kuhhandel.simulator.picking import choose_payment, covering, position, scale_sum
from kuhstall.bots.kuhhandel.simulator.turns import purse

MULTIPLIES = 50


@compiled
def happens(g: Row, me: int, probability: float) -> bool:
    """Throw a die."""
    return below(g, me, 1000) < 1000 * probability


@compiled
def bid(g: Row, f: Reals, me: int) -> None:
    """Bid while having the lot is better than leaving it to the one who would get it."""
    g[DECISION] = PASS
    low, high = g[OPTIONS], g[HIGH_SEAT]
    if low == 0 or low > worth(g, purse(me)):
        return
    if high != NOBODY and g[HIGH] > f[belief(me, high) + 1]:
        return  # cannot pay: the lot will come up again, one bidder fewer
    look(g, f, me)
    list_payable(g, purse(me))
    limit = _limit(g, f, me)
    if limit > 0:
        limit = scale_sum(g, limit, bid_scale(g, f, me))
    if limit >= low:
        wanted = low + f[MIND * me + CHARACTER + 4] * (limit - low)
        g[DECISION] = BID
        g[DECISION + 1] = min(max(covering(g, int(wanted)), low), g[OPTIONS + 1])
    elif high != NOBODY and _drives_up(g, f, me):
        g[DECISION] = BID
        g[DECISION + 1] = low


@compiled
def _bought(g: Row, f: Reals, me: int, cost: int) -> float:
    return value(g, f, me, (g[LOT], me, 1, -1, 0), (me, -float(cost), g[OWNER], float(cost)))


@compiled
def _without(g: Row, f: Reals, me: int) -> float:
    """Say how good it is to leave the lot to the highest bidder, or free to the auctioneer."""
    high, amount = g[HIGH_SEAT], float(g[HIGH])
    if high == NOBODY:
        return value(g, f, me, (g[LOT], g[OWNER], 1, -1, 0), (-1, 0.0, -1, 0.0))
    return value(g, f, me, (g[LOT], high, 1, -1, 0), (high, -amount, g[OWNER], amount))


@compiled
def _limit(g: Row, f: Reals, me: int) -> int:
    """Find the highest sum the farmer can pay and would rather pay than go without; else 0."""
    low, high = position(g, g[OPTIONS]), g[PAYABLE]
    most = ceiling(g, f, me)
    while high > low and g[PAYABLE + high] > most:
        high -= 1
    if low >= high:
        return 0
    without = _without(g, f, me)
    if _bought(g, f, me, g[PAYABLE + 1 + low]) <= without:
        return 0
    low += 1
    while low < high:
        middle = (low + high) // 2
        if _bought(g, f, me, g[PAYABLE + 1 + middle]) > without:
            low = middle + 1
        else:
            high = middle
    return g[PAYABLE + low]


@compiled
def ceiling(g: Row, f: Reals, me: int) -> float:
    """Say what no lot of this kind may cost, however much it would change."""
    return f[MIND * me + CEILING] * (POINTS[g[LOT]] + MULTIPLIES)


@compiled
def _drives_up(g: Row, f: Reals, me: int) -> bool:
    """Whether another seat will probably pay more, and winning would do little harm."""
    low, rival, auctioneer = g[OPTIONS], g[HIGH_SEAT], g[OWNER]
    cost, beyond = covering(g, low), low + STEP
    if cost == 0 or cost > low or cost > ceiling(g, f, me) or f[belief(me, rival)] < beyond:
        return False
    more, less = float(beyond), float(cost)
    reckon(g, f, me, (g[LOT], rival, 1, -1, 0), (rival, -more, auctioneer, more))
    content = f[PLAIN + rival]
    reckon(g, f, me, (g[LOT], me, 1, -1, 0), (me, -less, auctioneer, less))
    if content <= f[PLAIN + rival]:
        return False
    return happens(g, me, f[MIND * me + CHARACTER + 5])


@compiled
def sell(g: Row, f: Reals, me: int) -> None:
    """Sell, or buy out: the lot for the price, or the price for the lot."""
    g[DECISION] = SELL
    bidder, price = g[HIGH_SEAT], g[HIGH]
    b = belief(me, bidder)
    if not g[OPTIONS] or price > f[b + 1] or price > ceiling(g, f, me):
        return
    look(g, f, me)
    list_payable(g, purse(me))
    mine, theirs = (g[LOT], me, 1, -1, 0), (g[LOT], bidder, 1, -1, 0)
    cost, due = float(covering(g, price)), float(price)
    kept = value(g, f, me, mine, (me, -cost, bidder, cost))
    sold = value(g, f, me, theirs, (me, due, bidder, -due))
    if price > f[b + 2]:
        # Perhaps it cannot be paid, and then the lot may well come for nothing.
        doubt = (price - f[b + 2]) / (f[b + 1] - f[b + 2])
        sold += doubt * (value(g, f, me, mine, (-1, 0.0, -1, 0.0)) - sold)
    if kept > sold:
        g[DECISION] = BUY_OUT


@compiled
def pay(g: Row, me: int) -> None:
    """Overpay as little as possible, and keep the purse that can pay the most other sums."""
    list_payable(g, purse(me))
    choose_payment(g, purse(me), covering(g, g[PRICE]))
    g[DECISION] = PAY
    copy(g, DECIDED_CARDS, BEST)
