"""How a farmer gets pedigrees: when it slaps, and whether it sells one to a slapper.

A pedigree is paid in cards of any value, so bluff cards and small money are all it costs.
"""

from __future__ import annotations

from typing import Final

from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.option import Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import BuyOut, Pay, Sell
from kuhstall.games.kuhhandel.cards import Animal
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.view import (
    CountdownView,
    PedigreeHammerView,
    PedigreePaymentView,
)

TOKEN: Final = 4
"""The value of any card beside its money: it can bluff, and buy off a rat."""

_FIRST: Final = 10
_CHEAP: Final = 0.4
"""The cards that the others pay with, in parts of their average card."""
_REACTION: Final = 250
_DAWDLING: Final = 300
"""How long a hand takes, in milliseconds, at least and at most on top of that."""


def slap(now: MasterSituation, phase: CountdownView) -> Action:
    """Plan to slap at the count that promises most, and slap at once if it is there already."""
    if phase.plan:
        return Wait()  # nothing has changed since it was made
    ways = {type(way.action): way for way in now.options if isinstance(way, Range)}
    quick, named = ways.get(SlapNow), ways.get(Slap)
    most = phase.count if quick is not None else named.high if named is not None else 0
    target = _target(now, phase, min(most, len(now.purse)))
    if quick is not None and target >= phase.count:
        return quick.fill(_REACTION + now.chance.below("hand", _DAWDLING))
    if named is not None and (target or len(now.options) == 1):
        return named.fill(target)
    return Wait()


def _target(now: MasterSituation, phase: CountdownView, most: int) -> int:
    """Find the count to slap at, 0 for none: a low one is cheap, a high one comes first.

    Each of the others is taken to slap at any count.
    """
    animal, auctioneer = phase.animal, phase.auctioneer
    seats = range(len(now.view.seats))
    outlook = now.outlook
    others = [outlook.honoured(animal, seat).worth() for seat in seats if seat != now.seat]
    without = sum(others) / len(others)
    honoured = outlook.honoured(animal, now.seat)
    rivals = len(seats) - 2
    best, target = 0.0, 0
    for count in range(1, most + 1):
        cost = price(now, count)
        gain = honoured.worth((), ((now.seat, -cost), (auctioneer, cost))) - without
        promise = gain * (count / _FIRST) ** rivals
        if promise > best:
            best, target = promise, count
    return target


def price(now: MasterSituation, count: int) -> int:
    """Say what the cheapest `count` cards are worth to the farmer itself."""
    return sum(now.purse[:count]) + TOKEN * count


def paid(now: MasterSituation, phase: PedigreePaymentView) -> Action:
    """Pay with the cheapest cards: no other ones leave more to bid with."""
    return Pay(now.purse[: phase.price])


def sell(now: MasterSituation, phase: PedigreeHammerView) -> Thought:
    """Sell, or buy out: the pedigree for some cards, or some cards for the pedigree."""
    bidder, count = phase.high.seat, phase.high.amount
    if count > now.beliefs[bidder].most:
        return Thought(Sell())  # cannot pay: it comes up again, and its purse is open
    cost, gets = price(now, count), expected_worth(now, bidder, count)
    kept = _after_pedigree(now, phase.animal, now.seat, cost, bidder)
    sold = _after_pedigree(now, phase.animal, bidder, gets, now.seat)
    if kept > sold:
        reason = now.because("keep_pedigree", bidder, animal=phase.animal, count=count)
        return Thought(BuyOut(), reason, kept, (Weighed(Sell(), sold),))
    reason = now.because("sell_pedigree", bidder, animal=phase.animal, count=count)
    return Thought(Sell(), reason, sold, (Weighed(BuyOut(), kept),))


def buy_out_for(now: MasterSituation, phase: CountdownView) -> Action:
    """Name the most cards for which keeping a pedigree is better than selling it.

    It is reckoned against the other seat with most to gain from the pedigree.
    """
    named = next((way for way in now.options if isinstance(way, Range)), None)
    if named is None:
        return Wait()
    others = [seat for seat in now.view.asked if seat != now.seat]
    outlook, animal = now.outlook, phase.animal
    before = outlook.points()
    bidder = max(others, key=lambda who: outlook.honoured(animal, who).points()[who] - before[who])

    def better(count: int) -> bool:
        kept = _after_pedigree(now, animal, now.seat, price(now, count), bidder)
        return kept > _after_pedigree(
            now, animal, bidder, expected_worth(now, bidder, count), now.seat
        )

    return named.fill(
        max([count for count in range(1, named.high + 1) if better(count)], default=0)
    )


def _after_pedigree(
    now: MasterSituation, animal: Animal, buyer: Seat, cost: float, payee: Seat
) -> float:
    return now.outlook.honoured(animal, buyer).worth((), ((buyer, -cost), (payee, cost)))


def expected_worth(now: MasterSituation, seat: Seat, count: int) -> float:
    """Estimate the worth of `count` cards of another seat that may pay with any."""
    belief = now.beliefs[seat]
    if belief.cards is not None:
        return sum(belief.cards[:count]) + TOKEN * count
    return _CHEAP * belief.laid(count, now.memory.largest).guess + TOKEN * count
