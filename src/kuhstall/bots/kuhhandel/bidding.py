"""How a farmer bids, and whether it sells as the auctioneer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from kuhstall.bots.kuhhandel.learned_weights import adjust, bid_marks
from kuhstall.bots.kuhhandel.picking import least, scale_sum
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.option import Range
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Pass, Sell
from kuhstall.games.kuhhandel.cards import VALUES, Animal
from kuhstall.games.kuhhandel.view import BiddingView, EnvelopesView, PreemptionView

STEP: Final = 10
MULTIPLIES: Final = 50
"""The price of any animal beside its points: a quartet also multiplies the others."""


def bid(now: Situation, phase: BiddingView) -> Thought:
    """Bid while having the lot is better than leaving it to the one who would get it."""
    raises = next(option for option in now.options if isinstance(option, Range))
    if raises.low > now.cash:
        return Thought(Pass(), now.because("out_of_money", amount=raises.low, cash=now.cash))
    high, lot = phase.high, phase.lot
    if high is not None:
        if high.seat == now.seat:
            return Thought(Pass(), now.because("leading", amount=high.amount))
        if high.amount > now.beliefs[high.seat].high:
            # It will come up again, one bidder fewer.
            return Thought(Pass(), now.because("cannot_pay", high.seat, amount=high.amount))
    most = _adjust_limit(now, lot, limit(now, phase, raises.low, without(now, phase)))
    if most >= raises.low:
        chosen = raises.fill(_next_bid(now, raises, most))
        return Thought(chosen, now.because("bid", animal=lot, worth=most))
    if high is None:
        return Thought(Pass(), now.because("no_bid", animal=lot, amount=raises.low))
    if _drives_up(now, phase, raises):
        return Thought(raises.fill(raises.low), now.because("drive", high.seat, animal=lot))
    return Thought(Pass(), now.because("pass", high.seat, animal=lot, amount=raises.low))


def without(now: Situation, phase: BiddingView) -> float:
    """Say how good it is to leave the lot to the highest bidder, or free to the auctioneer."""
    high = phase.high
    if high is None:
        return now.outlook.worth([(phase.lot, phase.auctioneer, 1)])
    return now.outlook.worth(
        [(phase.lot, high.seat, 1)],
        [(high.seat, -high.amount), (phase.auctioneer, high.amount)],
    )


def bought(now: Situation, phase: BiddingView | EnvelopesView, seat: Seat, cost: int) -> float:
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


def _adjust_limit(now: Situation, lot: Animal, most: int) -> int:
    """Return a limit adjusted by the learned weights; a limit of none stays none."""
    if not most:
        return 0
    scale = adjust(1.0, now.personality.bids, lambda: bid_marks(now, lot))
    return scale_sum(now.payable, most, scale)


def ceiling(now: Situation, lot: Animal) -> float:
    """Return the highest price for a lot of this kind, regardless of its gain."""
    return now.personality.ceiling * (VALUES[lot] + MULTIPLIES)


def _next_bid(now: Situation, raises: Range, most: int) -> int:
    """Jump some of the way to the limit, to a sum that needs no change."""
    wanted = raises.low + now.personality.pace * (most - raises.low)
    return min(max(least(now.purse, int(wanted)), raises.low), raises.high)


def _drives_up(now: Situation, phase: BiddingView, raises: Range) -> bool:
    """Whether another seat will probably pay more, and winning would do little harm."""
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


def sell(now: Situation, phase: PreemptionView) -> Thought:
    """Sell, or buy out: the lot for the price, or the price for the lot."""
    bidder, lot, price = phase.high.seat, phase.lot, phase.high.amount
    reckoned = keeping(now, phase)
    if reckoned is None:
        doubtful = price > now.beliefs[bidder].high
        return Thought(
            Sell(),
            now.because("cannot_pay" if doubtful else "too_dear", bidder, animal=lot, amount=price),
        )
    kept, sold = reckoned
    if kept > sold:
        reason = now.because("keep", bidder, animal=lot, amount=price)
        return Thought(BuyOut(), reason, kept, (Weighed(Sell(), sold),))
    reason = now.because("sell", bidder, animal=lot, amount=price)
    return Thought(Sell(), reason, sold, (Weighed(BuyOut(), kept),))


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
