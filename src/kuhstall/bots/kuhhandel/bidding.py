"""How a farmer bids, and whether it sells what it auctions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from kuhstall.bots.kuhhandel.picking import least
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.engine.option import Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Pass, Sell
from kuhstall.games.kuhhandel.cards import VALUES, Animal
from kuhstall.games.kuhhandel.view import BiddingView, PreemptionView

STEP: Final = 10
_MULTIPLIES: Final = 50
"""What any animal may cost beside its own points: a quartet also multiplies the others."""


def bid(now: Situation, phase: BiddingView) -> Action:
    """Bid while having the lot is better than leaving it to the one who would get it."""
    raises = next(option for option in now.options if isinstance(option, Range))
    if raises.low > now.cash:
        return Pass()
    high = phase.high
    if high is not None:
        if high.seat == now.seat:
            return Pass()
        if high.amount > now.beliefs[high.seat].high:
            return Pass()  # cannot pay: the lot will come up again, one bidder fewer
    most = limit(now, phase, raises.low, without(now, phase))
    if most >= raises.low:
        return raises.fill(_next_bid(now, raises, most))
    if high is not None and _drives_up(now, phase, raises):
        return raises.fill(raises.low)
    return Pass()


def without(now: Situation, phase: BiddingView) -> float:
    """Say how good it is to leave the lot to the highest bidder, or free to the auctioneer."""
    high = phase.high
    if high is None:
        return now.outlook.worth([(phase.lot, phase.auctioneer, 1)])
    return now.outlook.worth(
        [(phase.lot, high.seat, 1)],
        [(high.seat, -high.amount), (phase.auctioneer, high.amount)],
    )


def bought(now: Situation, phase: BiddingView, seat: Seat, cost: int) -> float:
    """Say how good it is for the farmer if a seat gets the lot for this much."""
    return now.outlook.worth([(phase.lot, seat, 1)], [(seat, -cost), (phase.auctioneer, cost)])


def limit(now: Situation, phase: BiddingView, least_bid: int, left: float) -> int:
    """Find the highest sum that it is better to pay than to have the table `left`; else 0."""
    payable = now.payable
    low, high = bisect_left(payable, least_bid), bisect_right(payable, ceiling(now, phase.lot))
    if low >= high or bought(now, phase, now.seat, payable[low]) <= left:
        return 0
    low += 1
    while low < high:
        middle = (low + high) // 2
        if bought(now, phase, now.seat, payable[middle]) > left:
            low = middle + 1
        else:
            high = middle
    return payable[low - 1]


def ceiling(now: Situation, lot: Animal) -> float:
    """Say what no lot of this kind may cost, however much it would change."""
    return now.personality.ceiling * (VALUES[lot] + _MULTIPLIES)


def _next_bid(now: Situation, raises: Range, most: int) -> int:
    """Jump some of the way to the limit, to a sum that needs no change."""
    wanted = raises.low + now.personality.pace * (most - raises.low)
    return min(max(least(now.purse, int(wanted)), raises.low), raises.high)


def _drives_up(now: Situation, phase: BiddingView, raises: Range) -> bool:
    """Whether somebody else will pay more anyway, and it would be no disaster if not."""
    high = phase.high
    cost = least(now.purse, raises.low)
    if high is None or not cost or cost > raises.low or cost > ceiling(now, phase.lot):
        return False
    rival, beyond = high.seat, raises.low + STEP
    if now.beliefs[rival].low < beyond:
        return False
    points = now.outlook.points
    lot, auctioneer = phase.lot, phase.auctioneer
    content = points([(lot, rival, 1)], [(rival, -beyond), (auctioneer, beyond)])[rival]
    robbed = points([(lot, now.seat, 1)], [(now.seat, -cost), (auctioneer, cost)])[rival]
    if content <= robbed:
        return False
    return now.happens("drive", now.personality.drive)


def sell(now: Situation, phase: PreemptionView) -> Action:
    """Sell, or buy out: the lot for the price, or the price for the lot."""
    reckoned = keeping(now, phase)
    if reckoned is None:
        return Sell()
    kept, sold = reckoned
    return BuyOut() if kept > sold else Sell()


def keeping(now: Situation, phase: PreemptionView) -> tuple[float, float] | None:
    """Say how good it is to buy out, and to sell; None where buying out is out of the question."""
    outlook, bidder, price = now.outlook, phase.high.seat, phase.high.amount
    belief = now.beliefs[bidder]
    if price > belief.high:
        return None  # cannot pay: the lot comes up again, one bidder fewer
    if price > ceiling(now, phase.lot):
        return None
    cost = least(now.purse, price)
    kept = outlook.worth([(phase.lot, now.seat, 1)], [(now.seat, -cost), (bidder, cost)])
    sold = outlook.worth([(phase.lot, bidder, 1)], [(now.seat, price), (bidder, -price)])
    if price > belief.guess:
        # Perhaps it cannot be paid, and then the lot may well come for nothing.
        doubt = (price - belief.guess) / (belief.high - belief.guess)
        sold += doubt * (outlook.worth([(phase.lot, now.seat, 1)]) - sold)
    return kept, sold
