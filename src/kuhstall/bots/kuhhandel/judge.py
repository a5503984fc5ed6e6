"""A farmer that judges the decisions of a seat at a table of Kuhhandel, and says why.

Worth is what the farmer reckons with itself: the points that a seat may expect, less something
of what its strongest rival may. Where the farmer lays more or less than its reckoning says, as it
has learned to, so does the judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from kuhstall.bots.coach import Decision, Verdict
from kuhstall.bots.kuhhandel.bidding import STEP, bought, ceiling, keeping, limit, without
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import PERSONALITIES
from kuhstall.bots.kuhhandel.picking import cards_to_lay, ladder, least
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.stakes import exact_stakes
from kuhstall.bots.kuhhandel.trading import Opponent, imagined_offers
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Pick, Range
from kuhstall.engine.values import Action, Event, Line, Seat
from kuhstall.games.kuhhandel.actions import (
    Accept,
    BuyOut,
    Counter,
    Offer,
    Pass,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.cards import RAT
from kuhstall.games.kuhhandel.events import (
    BidPlaced,
    GavelFell,
    LotRevealed,
    Passed,
    TradeSettled,
)
from kuhstall.games.kuhhandel.money import BLUFF
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    OfferingView,
    PreemptionView,
    RespondingView,
)

T = TypeVar("T")

_RUNGS: Final = 24
_MOST_OF_IT: Final = 0.9
"""The share of the possible gain that is enough: the judge advises no fortune for the
rest, or a sum that is quite another one than theirs."""
_ALIKE: Final = 0.25
_TRIFLE: Final = 30
"""Sums that differ by no more than this part of the larger one, or by this much, are alike."""
_WORTH_A_WORD: Final = 50
"""Smaller differences in points are not reported: the estimates are not that exact."""
_MUCH: Final = 1500
"""What must depend on a trade once the deck is empty. Of smaller differences, imagined games more
often say the opposite: `python -m bench.kuhhandel.judging`."""
_WRONG: Final = frozenset({"review.offer_less", "review.offer_looks"})
"""In endings they say the opposite of most of these."""
_SMALL: Final = 50
"""Paying up to this for an animal that no seat needs is no mistake."""


class Unmoved(Chance):
    """A fixed chance: a judge gives the same verdict every time."""

    def below(self, label: str, bound: int) -> int:
        return bound // 2


class AnyJudge(ABC):
    """Judges bids, sales, offers and answers. Has no opinion on the rest."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @abstractmethod
    def _look(self, seen: Seen) -> Situation:
        """Combine the view of that time and the memory."""

    def verdict(self, decision: Decision) -> Verdict | None:
        found = self._found(decision)
        if found is None or found.cost < _WORTH_A_WORD:
            return None
        return None if self._doubts(found, decision) or _is_excused(found, decision) else found

    def _doubts(self, found: Verdict, decision: Decision) -> bool:
        """Say whether it is too often wrong about such a thing, where that has been measured."""
        return False

    def _found(self, decision: Decision) -> Verdict | None:
        now = self._look(decision.seen)
        match now.view.phase, decision.action:
            case BiddingView() as phase, PlaceBid() | Pass():
                return _bidding(now, phase, decision.action, decision.later)
            case PreemptionView() as phase, Sell() | BuyOut():
                return _sale(now, phase, decision.action)
            case OfferingView() as phase, Offer(cards, show_count) if phase.animal != RAT:
                return _offer(now, phase, cards, shown=show_count)
            case RespondingView() as phase, Accept() | Counter() if phase.animal != RAT:
                return _answer(now, phase, decision.action)
        return None


class Judge(AnyJudge):
    """Judges at a table of the classic game."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(Memory(seat))

    def _look(self, seen: Seen) -> Situation:
        return Situation(seen, self._memory, PERSONALITIES[""], Unmoved())

    def _doubts(self, found: Verdict, decision: Decision) -> bool:
        """Say whether it is about a trade in an ending, and imagined games may well contradict."""
        view = decision.seen.view
        if view.deck or not isinstance(view.phase, OfferingView | RespondingView):
            return False
        return found.reason.key in _WRONG or found.cost < _MUCH


def _line(key: str, seats: dict[str, Seat] | None = None, **args: Any) -> Line:
    return Line(f"review.{key}", seats or {}, args)


def _is_excused(verdict: Verdict, decision: Decision) -> bool:
    """Say whether it turned out well enough: what succeeded is not called a mistake.

    What won was not too little, and what lost was not too much. Less would have been no better
    than what was laid if it would have lost, and an answer would have been no better than none.
    """
    settled = next((event for event in decision.later if isinstance(event, TradeSettled)), None)
    better: int | None = verdict.reason.args.get("better")
    if settled is None or settled.winner is None or better is None:
        return False
    won = settled.winner == decision.seen.seat
    if verdict.reason.key.endswith("_more"):
        return won
    theirs = settled.counter if decision.seen.seat == settled.challenger else settled.offer
    beaten = theirs is not None and better <= sum(theirs)
    return beaten or not (won or settled.accepted)


def _bidding(
    now: Situation, phase: BiddingView, action: Action, later: Sequence[Event]
) -> Verdict | None:
    """Judge the last word of a seat in an auction: a lot too dear, or one let go too cheap."""
    sold = _last_word(now.seat, later)
    if sold is None or (phase.high is not None and sold.seat == phase.high.seat == now.seat):
        return None
    if sold.seat == now.seat:
        return _too_dear(now, phase, sold.amount) if isinstance(action, PlaceBid) else None
    return _let_go(now, phase, sold)


def _last_word(seat: Seat, later: Sequence[Event]) -> GavelFell | None:
    """Find how the gavel fell, unless the seat spoke once more before that."""
    for event in later[1:]:
        match event:
            case BidPlaced(speaker) | Passed(speaker) if speaker == seat:
                return None
            case GavelFell():
                return event
            case LotRevealed():
                return None
    return None


def _too_dear(now: Situation, phase: BiddingView, amount: int) -> Verdict | None:
    paid = least(now.purse, amount)
    if not paid:
        return None  # it could not be paid: such a bid has other reasons
    left = without(now, phase)
    most = limit(now, phase, STEP, left)
    if amount <= most:
        return None
    if not most and amount <= _SMALL:
        return None
    cost = left - bought(now, phase, now.seat, paid)
    key = "paid_too_much" if most else "paid_for_nothing"
    return Verdict(Pass(), cost, _line(key, animal=phase.lot, amount=amount, worth=most))


def _let_go(now: Situation, phase: BiddingView, sold: GavelFell) -> Verdict | None:
    """Judge by the price at which the lot went: at any lower one it was not to be had."""
    raised = sold.amount + STEP
    paid = least(now.purse, raised)
    ranges = [option for option in now.options if isinstance(option, Range)]
    if not paid or not ranges or raised > ranges[0].high or raised > ceiling(now, phase.lot):
        return None
    left = bought(now, phase, sold.seat, sold.amount)
    most = limit(now, phase, STEP, left)
    if most < raised:
        return None
    cost = bought(now, phase, now.seat, paid) - left
    # Do not name a limit far above: it would not have been the price.
    key = "let_go" if most <= 2 * sold.amount else "let_go_cheap"
    args = {"animal": phase.lot, "amount": sold.amount, "worth": most}
    return Verdict(PlaceBid(raised), cost, _line(key, {"winner": sold.seat}, **args))


def _sale(now: Situation, phase: PreemptionView, action: Action) -> Verdict | None:
    reckoned = keeping(now, phase)
    if reckoned is None:
        return None
    kept, sold = reckoned
    who = {"bidder": phase.high.seat}
    args = {"animal": phase.lot, "amount": phase.high.amount}
    if isinstance(action, Sell):
        return Verdict(BuyOut(), kept - sold, _line("sold_cheap", who, **args))
    return Verdict(Sell(), sold - kept, _line("bought_dear", who, **args))


def _offer(
    now: Situation, phase: OfferingView, cards: Sequence[int], *, shown: bool
) -> Verdict | None:
    """Compare an offer with the one that promises most, by its sum and by its looks."""
    stakes = exact_stakes(now, phase.challenged, phase.animal, phase.stake)
    opponent = Opponent(now, phase.challenged)
    scale = now.personality.offers

    def promise(laid: Sequence[int]) -> float:
        look = now.cash * len(laid) / max(1, len(now.purse)) if shown else now.cash / 2
        return opponent.promise(stakes, sum(laid) / scale, look)

    fewest = min(option.fewest for option in now.options if isinstance(option, Pick))
    all_bluffs = now.purse.count(BLUFF)
    ways = [
        cards_to_lay(now.purse, worth, fewest, bluffs=bluffs)
        for worth in ladder(now.payable, _RUNGS)
        for bluffs in (None, all_bluffs)
    ]
    amount = sum(cards)
    had = promise(cards)
    best = _near(ways, promise, had, lambda way: abs(sum(way) - amount))
    if _alike(amount, sum(best)):
        return None
    key = "offer_more" if sum(best) > amount else "offer_less"
    if key == "offer_less" and shown and len(best) > len(cards):
        key = "offer_looks"  # it is not the sum that is better: a thick pile looks like more
    args = {"animal": phase.animal, "amount": amount, "better": sum(best)}
    reason = _line(key, {"other": phase.challenged}, **args)
    return Verdict(Offer(best, shown), promise(best) - had, reason)


def _near(
    ways: Sequence[T], promise: Callable[[T], float], had: float, distance: Callable[[T], float]
) -> T:
    """Find the action nearest to the played one that is nearly as good as the best."""
    promised = [(promise(way), way) for way in ways]
    best = max(worth for worth, _ in promised)
    enough = had + _MOST_OF_IT * (best - had)
    return min((way for worth, way in promised if worth >= min(enough, best)), key=distance)


def _alike(one: int, other: int) -> bool:
    return abs(one - other) <= max(_TRIFLE, _ALIKE * max(one, other))


def _answer(now: Situation, phase: RespondingView, action: Action) -> Verdict | None:
    """Compare an answer with accepting, and with the counter-offer that promises most."""
    ways = [option for option in now.options if isinstance(option, Pick)]
    if not ways:
        return None
    stakes = exact_stakes(now, phase.challenger, phase.animal, phase.stake)
    offers = imagined_offers(now, phase)
    ties = 0.5 if phase.bout == 1 else 0.0

    scale = now.personality.counters

    def promise(mine: float) -> float:
        laid = mine / scale
        return sum(stakes.against(laid, theirs, ties=ties) for theirs in offers) / len(offers)

    accepting = sum(stakes.lost(-theirs) for theirs in offers) / len(offers)
    amount = sum(getattr(action, "cards", ()))
    had = accepting if isinstance(action, Accept) else promise(amount)
    fewest = ways[0].fewest
    piles = [cards_to_lay(now.purse, worth, fewest) for worth in ladder(now.payable, _RUNGS)]
    # Where some card has to be laid, a pile may come to more than was looked for.
    pile = _near(piles, lambda laid: promise(sum(laid)), had, lambda laid: abs(sum(laid) - amount))
    best, counter = sum(pile), Counter(pile)
    who = {"other": phase.challenger}
    if isinstance(action, Accept):
        reason = _line("accepted", who, animal=phase.animal, better=best)
        return Verdict(counter, promise(best) - accepting, reason)
    if accepting >= promise(best):
        reason = _line("countered", who, animal=phase.animal, amount=amount)
        return Verdict(Accept(), accepting - had, reason)
    if _alike(amount, best):
        return None
    key = "counter_more" if best > amount else "counter_less"
    reason = _line(key, who, animal=phase.animal, amount=amount, better=best)
    return Verdict(counter, promise(best) - had, reason)
