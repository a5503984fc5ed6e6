"""The farmer: it values quartets, counts the others' money, bids and bluffs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from kuhstall.bots.kuhhandel.bidding import bid, sell
from kuhstall.bots.kuhhandel.envelopes import envelope
from kuhstall.bots.kuhhandel.memory import Memory
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.bots.kuhhandel.picking import payment
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.trading import answer, auction_promise, best_trade, offer
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import ChallengeTrade, Pay
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    EnvelopesView,
    OfferingView,
    PaymentView,
    PreemptionView,
    RespondingView,
    TurnView,
)

S = TypeVar("S", bound=Situation)


class AnyFarmer(ABC, Generic[S]):
    """A heuristic. It keeps only a memory of the log, which it could read again."""

    def __init__(self, memory: Memory, personality: Personality, chance: Chance) -> None:
        self._memory = memory
        self._personality = personality
        self._chance = chance

    def choose(self, seen: Seen) -> Action:
        return self.think(seen).action

    def think(self, seen: Seen) -> Thought:
        """Choose, and say why."""
        only = _only(seen.options)
        return self._decide(self._look(seen)) if only is None else Thought(only)

    @abstractmethod
    def _look(self, seen: Seen) -> S:
        """Combine the view and the memory."""

    def _decide(self, now: S) -> Thought:
        match now.view.phase:
            case TurnView():
                return self._turn(now)
            case BiddingView() as phase:
                return bid(now, phase)
            case EnvelopesView() as phase:
                return envelope(now, phase)
            case PreemptionView() as phase:
                return sell(now, phase)
            case PaymentView(price=price):
                return Thought(Pay(payment(now.purse, price)))
            case OfferingView() as phase:
                return offer(now, phase)
            case RespondingView() as phase:
                return answer(now, phase)
            case phase:
                raise ValueError(f"nothing to choose in {type(phase).__name__}")

    def _turn(self, now: S) -> Thought:
        """Draw a card, or trade if that promises more. With the deck empty, trade."""
        actions = [action for option in now.options for action in option.expand()]
        trades = [action for action in actions if isinstance(action, ChallengeTrade)]
        draw = next((action for action in actions if not isinstance(action, ChallengeTrade)), None)
        promise, trade = best_trade(now, trades)
        if draw is None:
            return Thought(trade, now.because("best_trade", trade.seat, animal=trade.animal))
        drawing = self._draw_promise(now, draw)
        if drawing >= promise:
            return Thought(draw, now.because("draw"), drawing, (Weighed(trade, promise),))
        reason = now.because("trade", trade.seat, animal=trade.animal)
        return Thought(trade, reason, promise, (Weighed(draw, drawing),))

    def _draw_promise(self, now: S, draw: Action) -> float:
        return auction_promise(now)


class Farmer(AnyFarmer[Situation]):
    """The farmer at a table of the classic game."""

    def __init__(self, seat: Seat, personality: Personality, chance: Chance) -> None:
        super().__init__(Memory(seat), personality, chance)

    def _look(self, seen: Seen) -> Situation:
        return Situation(seen, self._memory, self._personality, self._chance)


def _only(options: tuple[Option, ...]) -> Action | None:
    """Return the action of a seat that has no choice."""
    if len(options) == 1 and isinstance(options[0], Choice) and len(options[0].actions) == 1:
        return options[0].actions[0]
    return None
