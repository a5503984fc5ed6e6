"""The highest price that a farmer writes into an envelope.

The price is a step above the second, so there is nothing to gain by naming less than the lot is
worth, and nothing to lose but the lot. What it is worth depends on who would get it otherwise:
the farmer reckons with the rival who has most to gain from it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from kuhstall.bots.kuhhandel.bidding import STEP, bought, ceiling
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.trading import auction_promise, best_trade
from kuhstall.bots.thought import Thought
from kuhstall.engine.option import Option, Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import ChallengeTrade, Pass, Sell
from kuhstall.games.kuhhandel.cards import QUARTET
from kuhstall.games.kuhhandel.view import EnvelopesView


def envelope(now: Situation, phase: EnvelopesView) -> Thought:
    """Name the most that having the lot is worth; as auctioneer, the most for buying out.

    Whose turn is next says so at once if there is nothing better to do then than to auction.
    """
    if now.seat == phase.auctioneer:
        return written(now.options, _buys_out(now, phase), Sell())
    return written(now.options, _bids(now, phase), Pass(), ahead=_would_auction(now))


def written(
    options: Sequence[Option], most: int, otherwise: Action, *, ahead: bool = False
) -> Thought:
    """Write a sum down, as far as it may be named; and a plan, where one may be made.

    There is no reason to it that could be told after the game: it would tell the sum (C-32).
    """
    names = [option for option in options if isinstance(option, Range)]
    for option in reversed(names) if ahead else names[:1]:
        amount = min(most, option.high)
        if amount >= option.low and getattr(option.action, "ahead", False) == ahead:
            return Thought(option.fill(amount - amount % STEP))
    return Thought(otherwise)


def _would_auction(now: Situation) -> bool:
    """Whether no trade that could be made now promises more than an auction."""
    seats = now.view.seats
    if not any(getattr(option.action, "ahead", False) for option in _ranges(now)):
        return False
    trades = [
        ChallengeTrade(kind, seat)
        for kind, owned in seats[now.seat].herd.items()
        if owned < QUARTET
        for seat, other in enumerate(seats)
        if seat != now.seat and other.herd.get(kind)
    ]
    return not trades or auction_promise(now) >= best_trade(now, trades)[0]


def _ranges(now: Situation) -> list[Range]:
    return [option for option in now.options if isinstance(option, Range)]


def _bids(now: Situation, phase: EnvelopesView) -> int:
    rival = _rival(now, phase)
    free = now.outlook.worth([(phase.lot, phase.auctioneer, 1)])

    def better(cost: int) -> bool:
        price = min(cost - STEP, now.beliefs[rival].high)
        left = bought(now, phase, rival, price) if price > 0 else free
        return bought(now, phase, now.seat, cost) > left

    return _most(now, phase, better)


def _buys_out(now: Situation, phase: EnvelopesView) -> int:
    bidder, worth = _rival(now, phase), now.outlook.worth

    def better(price: int) -> bool:
        kept = worth([(phase.lot, now.seat, 1)], [(now.seat, -price), (bidder, price)])
        return kept > worth([(phase.lot, bidder, 1)], [(now.seat, price), (bidder, -price)])

    return _most(now, phase, better)


def _rival(now: Situation, phase: EnvelopesView) -> Seat:
    """Return the seat with most to gain from the lot; if no other may bid, the auctioneer."""
    points = now.outlook.points
    before = points()
    others = [seat for seat in now.view.asked if seat not in (now.seat, phase.auctioneer)]

    def gain(seat: Seat) -> float:
        return points([(phase.lot, seat, 1)])[seat] - before[seat]

    return max(others, key=gain, default=phase.auctioneer)


def _most(now: Situation, phase: EnvelopesView, better: Callable[[int], bool]) -> int:
    """Find the highest sum that the farmer can pay and that is still worth it; 0 for none."""
    payable = now.payable
    low, high = bisect_left(payable, STEP), bisect_right(payable, ceiling(now, phase.lot))
    if low >= high:
        return 0
    at = bisect_left(payable, 1, low, high, key=lambda cost: int(not better(cost)))
    return payable[at - 1] if at > low else 0
