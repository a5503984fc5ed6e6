"""How a farmer trades: with whom, about what, for how much, and how it answers.

What the other side lays is a handful of equally likely sums; each own offer is judged by what it
brings on average against them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from kuhstall.bots.addition import add_up
from kuhstall.bots.kuhhandel.bidding import MULTIPLIES
from kuhstall.bots.kuhhandel.learned_weights import adjust, trade_marks, weigh_marks
from kuhstall.bots.kuhhandel.picking import cards_to_lay, ladder, scale_sum
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.stakes import Stakes, estimated_stakes, exact_stakes, stake_of
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.option import Pick
from kuhstall.engine.values import Line, Seat
from kuhstall.games.kuhhandel.actions import Accept, ChallengeTrade
from kuhstall.games.kuhhandel.cards import RAT, VALUES, Kind
from kuhstall.games.kuhhandel.money import BLUFF, Cards
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
        personality = now.personality
        trust = personality.trust if now.view.deck else personality.trust + personality.credit
        self._accepts = (manner.accepted + _PRIOR * trust) / (answers + _PRIOR)
        self._caution = personality.caution
        self._most = (belief.guess + belief.high) / 2
        habit = (manner.answered + _PRIOR * belief.guess / 2) / (
            manner.could + _PRIOR * belief.guess + 1
        )
        reach = min(self._most, personality.reach * habit * self._most)
        whim = now.chance.below("whim", 100) / 100
        self._blind = [reach * (step + whim) / _BLIND for step in range(_BLIND)]

    def accepts(self, look: float) -> float:
        """Expect how often an offer is accepted that looks like this much."""
        return self._accepts * (0.3 + 0.7 * min(1.4, 2 * look / (look + self._most / 2 + 1)))

    def counters(self, look: float) -> list[float]:
        if not look:
            return [*self._blind, *(min(self._most, _SMALLEST) for _ in _CAUTIOUS)]
        look *= self._caution
        return [*self._blind, *(min(self._most, look * part) for part in _CAUTIOUS)]

    def promise(self, stakes: Stakes, mine: float, look: float) -> float:
        """Say what an offer brings on average."""
        counters = self.counters(look)
        countered = add_up(stakes.against(mine, theirs, ties=0.5) for theirs in counters)
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
        promise += _liking(now, trade)
        found.append((promise, -place, trade))
    promise, _, trade = max(found)
    return promise, trade


def _liking(now: Situation, trade: ChallengeTrade) -> float:
    """Say how much more a trade is liked than it promises."""
    if not any(now.personality.picks):
        return 0.0
    stake = stake_of(now, trade.seat, trade.animal)
    leans = weigh_marks(
        now.personality.picks, lambda: trade_marks(now, trade.seat, trade.animal, stake, 1)
    )
    return now.standing[now.seat] * leans


def auction_promise(now: Situation) -> float:
    """Say what an auction promises: something of a lot got for nothing."""
    gain, cards = now.outlook.gifts(now.seat)
    patience = now.personality.patience * (1 + now.personality.haste * now.deck)
    return now.outlook.worth() + patience * gain / cards


def offer(now: Situation, phase: OfferingView) -> Thought:
    """Offer the sum that promises most, in few cards or in many: its looks count as well."""
    if _puts_up_a_front(now):
        return _front(now, phase)
    stakes = exact_stakes(now, phase.challenged, phase.animal, phase.stake)
    opponent = Opponent(now, phase.challenged)
    sums = sensible_sums(now, phase.animal, phase.stake)
    ways = [option for option in now.options if isinstance(option, Pick)]
    styles: list[int | None] = [_bluffs(now)]
    if not now.happens("bluff", now.personality.bluff):
        styles.append(None)
    found = []
    for way in ways:
        shown = getattr(way.action, "show_count", True)
        for bluffs in styles:
            for mine in ladder(sums, _RUNGS):
                cards = cards_to_lay(now.purse, mine, way.fewest, bluffs=bluffs)
                look = now.cash * len(cards) / max(1, len(now.purse)) if shown else now.cash / 2
                found.append((opponent.promise(stakes, sum(cards), look), mine, bluffs, way))
    promise, mine, bluffs, way = max(found, key=lambda laid: laid[0])
    scale = adjust(
        now.personality.offers,
        now.personality.lays,
        lambda: trade_marks(now, phase.challenged, phase.animal, phase.stake, phase.bout),
    )
    mine = scale_sum(sums, mine, scale)
    cards = cards_to_lay(now.purse, mine, way.fewest, bluffs=bluffs)
    return Thought(way.fill(cards), _laying(now, phase.challenged, phase.animal, cards), promise)


def sensible_sums(now: Situation, kind: Kind, stake: int) -> Sequence[int]:
    """List the sums that can be paid and are not too much for what is at stake."""
    if kind == RAT:
        return now.payable
    most = now.personality.haggle * stake * (VALUES[kind] + MULTIPLIES)
    return now.payable[: bisect_right(now.payable, most)]


def _puts_up_a_front(now: Situation) -> bool:
    """Whether to offer nothing at all, and have it look like something."""
    front = now.personality.front
    return bool(front) and BLUFF in now.purse and now.happens("front", front)


def _front(now: Situation, phase: OfferingView) -> Thought:
    """Lay all bluff cards, with their number shown where the farmer may choose."""
    way = next(option for option in now.options if isinstance(option, Pick))
    cards = cards_to_lay(now.purse, 0, way.fewest, bluffs=now.purse.count(BLUFF))
    return Thought(way.fill(cards), _laying(now, phase.challenged, phase.animal, cards))


def answer(now: Situation, phase: RespondingView) -> Thought:
    """Accept, or counter with the sum that promises most against what the offer may be."""
    ways = [option for option in now.options if isinstance(option, Pick)]
    if not ways:
        return Thought(Accept())
    other, animal = phase.challenger, phase.animal
    stakes = exact_stakes(now, other, animal, phase.stake)
    offers = imagined_offers(now, phase)
    expected = sum(offers) / len(offers)
    ties = 0.5 if phase.bout == 1 else 0.0
    accepting = sum(stakes.lost(-theirs) for theirs in offers) / len(offers)
    best = accepting - now.personality.meek * (stakes.won(0) - stakes.lost(0))
    chosen = None
    sums = sensible_sums(now, animal, phase.stake)
    for mine in ladder(sums, 2 * _RUNGS):
        promise = sum(stakes.against(mine, theirs, ties=ties) for theirs in offers) / len(offers)
        if promise > best:
            best, chosen = promise, mine
    if chosen is None:
        reason = now.because("accept", other, animal=animal, expected=_round(expected))
        return Thought(Accept(), reason, accepting)
    scale = adjust(
        now.personality.counters,
        now.personality.replies,
        lambda: trade_marks(now, other, animal, phase.stake, phase.bout),
    )
    chosen = scale_sum(sums, chosen, scale)
    if _gives_in(now, chosen, expected):
        reason = now.because("give_in", other, animal=animal, expected=_round(expected))
        return Thought(Accept(), reason, accepting)
    way = ways[now.chance.below("show", len(ways))]
    bluffs = _bluffs(now) if now.happens("bluff", now.personality.bluff) else None
    cards = cards_to_lay(now.purse, chosen, way.fewest, bluffs=bluffs)
    reason = now.because(
        "counter", other, animal=animal, expected=_round(expected), amount=sum(cards)
    )
    return Thought(way.fill(cards), reason, best, (Weighed(Accept(), accepting),))


def _laying(now: Situation, other: Seat, animal: Kind, cards: Cards) -> Line:
    """Say why these cards are offered: for their sum, or for their looks."""
    bluffs = cards.count(BLUFF)
    amount = sum(cards)
    if not amount:
        return now.because("offer_nothing", other, animal=animal, count=len(cards))
    if bluffs:
        return now.because("offer_bluff", other, animal=animal, amount=amount, count=bluffs)
    return now.because("offer", other, animal=animal, amount=amount)


def _round(amount: float) -> int:
    """Say about how much money that is: cards are tens, and offers of nothing are rare."""
    return max(10, round(amount / 10) * 10)


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
    wary = now.personality.wary
    steps = (middle * (step + whim) / _BLIND * wary for step in range(_BLIND))
    return [span.low, *(min(max(theirs, span.low), span.high) for theirs in steps)]
