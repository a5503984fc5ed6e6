"""The farmer: weighs what animals complete, counts the others' money, bids and bluffs."""

from __future__ import annotations

from kuhstall.bots import pedigrees
from kuhstall.bots.bidding import bid, sell
from kuhstall.bots.dividing import divide, division_promise
from kuhstall.bots.memory import Memory
from kuhstall.bots.personality import Personality
from kuhstall.bots.picking import payment
from kuhstall.bots.rats import cover, rat
from kuhstall.bots.situation import Situation
from kuhstall.bots.trading import answer, auction_promise, best_trade, offer
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import (
    AuctionOff,
    ChallengeTrade,
    Divide,
    EndTurn,
    Pay,
)
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    CountdownView,
    CoveringView,
    DividingView,
    ExtraView,
    OfferingView,
    PaymentView,
    PedigreeHammerView,
    PedigreePaymentView,
    PhaseView,
    PreemptionView,
    RatRoundView,
    RespondingView,
    TurnView,
)


class Farmer:
    """A heuristic. All it keeps is a memory of what it has heard, which it could read anew."""

    def __init__(self, seat: Seat, personality: Personality, chance: Chance) -> None:
        self._memory = Memory(seat)
        self._personality = personality
        self._chance = chance

    def choose(self, seen: Seen) -> Action:
        only = _only(seen.options)
        if only is not None:
            return only
        now = Situation(seen, self._memory, self._personality, self._chance)
        match now.view.phase:
            case TurnView():
                return _turn(now)
            case BiddingView() as phase:
                return bid(now, phase)
            case PreemptionView() as phase:
                return sell(now, phase)
            case PaymentView(price=price):
                return Pay(payment(now.purse, price))
            case OfferingView() as phase:
                return offer(now, phase)
            case RespondingView() as phase:
                return answer(now, phase)
            case phase:
                return _master(now, phase)


def _master(now: Situation, phase: PhaseView) -> Action:
    """Choose where only Kuhhandel Master asks."""
    match phase:
        case CountdownView():
            return pedigrees.slap(now, phase)
        case PedigreeHammerView():
            return pedigrees.sell(now, phase)
        case PedigreePaymentView():
            return pedigrees.paid(now, phase)
        case RatRoundView():
            return rat(now, phase)
        case DividingView():
            return divide(now, phase)
        case ExtraView():
            return _extra(now)
        case CoveringView():
            return cover(now, phase)
        case _:
            raise ValueError(f"nothing to choose in {type(phase).__name__}")


def _only(options: tuple[Option, ...]) -> Action | None:
    """Return the action of a seat that has no choice."""
    if len(options) == 1 and isinstance(options[0], Choice) and len(options[0].actions) == 1:
        return options[0].actions[0]
    return None


def _turn(now: Situation) -> Action:
    """Auction a card, or trade if that promises more. With the deck empty, trade."""
    actions = [action for option in now.options for action in option.expand()]
    trades = [action for action in actions if isinstance(action, ChallengeTrade)]
    draw = next((action for action in actions if isinstance(action, AuctionOff | Divide)), None)
    promise, trade = best_trade(now, trades)
    if draw is not None and _draw_promise(now, draw) >= promise:
        return draw
    return trade


def _extra(now: Situation) -> Action:
    """Go on with a card of the deck after a trade, if it promises anything."""
    draw = next(action for option in now.options for action in option.expand())
    return draw if _draw_promise(now, draw) >= now.outlook.worth() else EndTurn()


def _draw_promise(now: Situation, draw: Action) -> float:
    return division_promise(now) if isinstance(draw, Divide) else auction_promise(now)
