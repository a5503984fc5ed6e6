"""How a farmer trades: with whom, about what, for how much, and how it answers.

What the other side lays is a handful of equally likely sums; each own offer is judged by what it
brings on average against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kuhstall.bots.kuhhandel.picking import cards_to_lay, ladder, scaled
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.stakes import Stakes, estimated_stakes, exact_stakes
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import Accept, ChallengeTrade
from kuhstall.games.kuhhandel.money import BLUFF
from kuhstall.games.kuhhandel.view import OfferingView, RespondingView

_RUNGS: Final = 12
_BLIND: Final = 4
_PRIOR: Final = 4
"""How many trades the first impression of a seat counts for."""
_CAUTIOUS: Final = (0.6, 1.0, 1.4)
"""How a seat that goes by the look of an offer answers it, in parts of what it looks like."""
_SMALLEST: Final = 10
_MEEK: Final = 0.75
"""A counter-offer below this much of what is expected is made for form's sake."""


class Opponent:
    """What to expect of one seat that has to answer an offer.

    Some go by how much an offer looks like, some do not; and everyone has habits.
    """

    def __init__(self, now: Situation, seat: Seat) -> None:
        manner, belief = now.memory.manners[seat], now.beliefs[seat]
        answers = manner.accepted + manner.countered
        self._accepts = (manner.accepted + _PRIOR * now.personality.trust) / (answers + _PRIOR)
        self._most = (belief.guess + belief.high) / 2
        habit = (manner.answered + _PRIOR * belief.guess / 2) / (
            manner.could + _PRIOR * belief.guess + 1
        )
        reach = min(self._most, 2 * habit * self._most)
        whim = now.chance.below("whim", 100) / 100
        self._blind = [reach * (step + whim) / _BLIND for step in range(_BLIND)]

    def accepts(self, look: float) -> float:
        """Expect how often an offer is accepted that looks like this much."""
        return self._accepts * (0.3 + 0.7 * min(1.4, 2 * look / (look + self._most / 2 + 1)))

    def counters(self, look: float) -> list[float]:
        if not look:
            return [*self._blind, *(min(self._most, _SMALLEST) for _ in _CAUTIOUS)]
        return [*self._blind, *(min(self._most, look * part) for part in _CAUTIOUS)]

    def promise(self, stakes: Stakes, mine: float, look: float) -> float:
        """Say what an offer brings on average."""
        counters = self.counters(look)
        countered = sum(stakes.against(mine, theirs, ties=0.5) for theirs in counters)
        accepts = self.accepts(look)
        return accepts * stakes.won(mine) + (1 - accepts) * countered / len(counters)


def best_trade(now: Situation, trades: Sequence[ChallengeTrade]) -> tuple[float, ChallengeTrade]:
    """Find the trade that promises most, and what it promises."""
    opponents = {trade.seat: Opponent(now, trade.seat) for trade in trades}
    sums = ladder(now.payable, _RUNGS)
    found = []
    estimates = estimated_stakes(now, trades)
    for place, (trade, stakes) in enumerate(zip(trades, estimates, strict=True)):
        promise = max(opponents[trade.seat].promise(stakes, mine, mine) for mine in sums)
        found.append((promise, -place, trade))
    promise, _, trade = max(found)
    return promise, trade


def auction_promise(now: Situation) -> float:
    """Say what an auction promises: something of a lot got for nothing."""
    gain, cards = now.outlook.gifts(now.seat)
    return now.outlook.worth() + now.personality.patience * gain / cards


def offer(now: Situation, phase: OfferingView) -> Action:
    """Offer the sum that promises most, in few cards or in many: its looks count as well."""
    stakes = exact_stakes(now, phase.challenged, phase.animal, phase.stake)
    opponent = Opponent(now, phase.challenged)
    ways = [option for option in now.options if isinstance(option, Pick)]
    styles: list[int | None] = [_bluffs(now)]
    if not now.happens("bluff", now.personality.bluff):
        styles.append(None)
    found = []
    for way in ways:
        shown = getattr(way.action, "show_count", True)
        for bluffs in styles:
            for mine in ladder(now.payable, _RUNGS):
                cards = cards_to_lay(now.purse, mine, way.fewest, bluffs=bluffs)
                look = now.cash * len(cards) / max(1, len(now.purse)) if shown else now.cash / 2
                found.append((opponent.promise(stakes, sum(cards), look), mine, bluffs, way))
    _, mine, bluffs, way = max(found, key=lambda laid: laid[0])
    mine = scaled(now.payable, mine, now.personality.offers)
    return way.fill(cards_to_lay(now.purse, mine, way.fewest, bluffs=bluffs))


def answer(now: Situation, phase: RespondingView) -> Action:
    """Accept, or counter with the sum that promises most against what the offer may be."""
    ways = [option for option in now.options if isinstance(option, Pick)]
    if not ways:
        return Accept()
    stakes = exact_stakes(now, phase.challenger, phase.animal, phase.stake)
    offers = imagined_offers(now, phase)
    ties = 0.5 if phase.bout == 1 else 0.0
    best, chosen = sum(stakes.lost(-theirs) for theirs in offers) / len(offers), None
    for mine in ladder(now.payable, 2 * _RUNGS):
        promise = sum(stakes.against(mine, theirs, ties=ties) for theirs in offers) / len(offers)
        if promise > best:
            best, chosen = promise, mine
    if chosen is None:
        return Accept()
    chosen = scaled(now.payable, chosen, now.personality.counters)
    if _gives_in(now, chosen, sum(offers) / len(offers)):
        return Accept()
    way = ways[now.chance.below("show", len(ways))]
    bluffs = _bluffs(now) if now.happens("bluff", now.personality.bluff) else None
    return way.fill(cards_to_lay(now.purse, chosen, way.fewest, bluffs=bluffs))


def _gives_in(now: Situation, counter: int, expected: float) -> bool:
    """Whether to accept, as people do, instead of a counter-offer that would seldom win."""
    grace = now.personality.grace
    small = counter <= max(_SMALLEST, _MEEK * expected)
    return bool(grace) and small and now.happens("grace", grace)


def _bluffs(now: Situation) -> int:
    """Say how many bluff cards to lay: not always all, or they would be counted on."""
    return now.chance.below("bluffs", now.purse.count(BLUFF) + 1)


def imagined_offers(now: Situation, phase: RespondingView) -> list[float]:
    """Imagine what may lie there face down: bluff cards, or about what it looks like."""
    manner = now.memory.manners[phase.challenger]
    span = now.beliefs[phase.challenger].laid(phase.count, now.memory.largest)
    usual = _PRIOR * span.guess + 1
    middle = span.guess * (manner.laid + usual) / (manner.looked + usual)
    whim = now.chance.below("whim", 100) / 100
    steps = (middle * (step + whim) / _BLIND * 2 for step in range(_BLIND))
    return [span.low, *(min(max(theirs, span.low), span.high) for theirs in steps)]
