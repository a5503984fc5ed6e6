"""A farmer who judges what somebody did at a table of Kuhhandel, and says why.

Worth is what the farmer reckons with itself: the points that a seat may expect, less something
of what its strongest rival may. Where the farmer lays more or less than its reckoning says, as it
has learned to, so does the judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

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
from kuhstall.games.kuhhandel.events import BidPlaced, GavelFell, LotRevealed, Passed
from kuhstall.games.kuhhandel.money import BLUFF
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    OfferingView,
    PreemptionView,
    RespondingView,
)

_RUNGS: Final = 24


class Unmoved(Chance):
    """No chance at all: a judge thinks the same of the same thing every time."""

    def below(self, label: str, bound: int) -> int:
        return bound // 2


class AnyJudge(ABC):
    """Judges bids, sales, offers and answers. Has no opinion on the rest."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    @abstractmethod
    def _look(self, seen: Seen) -> Situation:
        """Put together what was seen then and what is remembered."""

    def verdict(self, decision: Decision) -> Verdict | None:
        now = self._look(decision.seen)
        match now.view.phase, decision.action:
            case BiddingView() as phase, PlaceBid() | Pass():
                return _bidding(now, phase, decision.action, decision.later)
            case PreemptionView() as phase, Sell() | BuyOut():
                return _sale(now, phase, decision.action)
            case OfferingView() as phase, Offer(cards, show_count):
                return _offer(now, phase, cards, shown=show_count)
            case RespondingView() as phase, Accept() | Counter():
                return _answer(now, phase, decision.action)
        return None


class Judge(AnyJudge):
    """Judges at a table of the classic game."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(Memory(seat))

    def _look(self, seen: Seen) -> Situation:
        return Situation(seen, self._memory, PERSONALITIES[""], Unmoved())


def _line(key: str, seats: dict[str, Seat] | None = None, **args: Any) -> Line:
    return Line(f"review.{key}", seats or {}, args)


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
        return None  # it could not be paid: whoever bids that has reasons of their own
    left = without(now, phase)
    most = limit(now, phase, STEP, left)
    if amount <= most:
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
    cost = bought(now, phase, now.seat, paid) - left
    reason = _line(
        "let_go", {"winner": sold.seat}, animal=phase.lot, amount=sold.amount, worth=most
    )
    return Verdict(PlaceBid(raised), cost, reason) if most >= raised else None


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
    best = max(
        (
            cards_to_lay(now.purse, worth, fewest, bluffs=bluffs)
            for worth in ladder(now.payable, _RUNGS)
            for bluffs in (None, all_bluffs)
        ),
        key=promise,
    )
    seats = {"other": phase.challenged}
    args = {"animal": phase.animal, "amount": sum(cards), "better": sum(best), "count": len(best)}
    cost = promise(best) - promise(cards)
    return Verdict(Offer(best, shown), cost, _line("offer", seats, **args))


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
    best = max(ladder(now.payable, _RUNGS), key=promise)
    counter = Counter(cards_to_lay(now.purse, best, ways[0].fewest))
    who = {"other": phase.challenger}
    if isinstance(action, Accept):
        reason = _line("accepted", who, animal=phase.animal, better=best)
        return Verdict(counter, promise(best) - accepting, reason)
    laid = sum(getattr(action, "cards", ()))
    if accepting >= promise(best):
        reason = _line("countered", who, animal=phase.animal, amount=laid)
        return Verdict(Accept(), accepting - promise(laid), reason)
    reason = _line("counter", who, animal=phase.animal, amount=laid, better=best)
    return Verdict(counter, promise(best) - promise(laid), reason)
