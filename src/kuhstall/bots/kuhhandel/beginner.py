"""The easy bot: it plays with a beginner's eyes, and makes a beginner's mistakes on purpose.

It looks at the number on a card and at its own money. It does not count what others have, falls in
love with a quartet that is nearly there, bids round sums, trades as soon as it can and gives in
too soon when a player lays many cards. It never pays a fortune for a rooster: a mistake shall
be one that a friend would make.
"""

from __future__ import annotations

from typing import Final

from kuhstall.bots.kuhhandel.envelopes import written
from kuhstall.bots.kuhhandel.farmer import Farmer
from kuhstall.bots.kuhhandel.personality import personality_of
from kuhstall.bots.kuhhandel.picking import cards_to_lay, scale_sum
from kuhstall.bots.kuhhandel.situation import Situation
from kuhstall.bots.kuhhandel.trading import sensible_sums
from kuhstall.bots.thought import Thought
from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Pick, Range
from kuhstall.engine.values import Line, Seat
from kuhstall.games.kuhhandel.actions import Accept, BuyOut, ChallengeTrade, Pass, Sell
from kuhstall.games.kuhhandel.cards import ANIMALS, QUARTET, RAT, VALUES, Kind
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    EnvelopesView,
    OfferingView,
    PreemptionView,
    RespondingView,
    TurnView,
)

_ANY: Final = 20
"""The value of one more animal of any kind, beside its number."""

_EAGER: Final = (0.7, 0.8, 1.0, 1.5)
"""What the next animal of a kind seems to be worth with none of it, one, two, three."""

_TASTES: Final = (75, 130)
"""How much more or less a beginner likes a kind than the number on it says, in hundredths."""

_ROUND: Final = 50
_RASH: Final = 0.3
"""How often a trade is begun although a card could be drawn, with two of a kind in the herd."""
_SOFT: Final = (0.15, 0.45)
"""How often an offer is accepted that looks thin, and one that looks thick."""
_THICK: Final = 3
_SHOWS_OFF: Final = 0.3
"""How often worthless cards are added to an offer."""


class Taste:
    """The values of animals for one beginner. They never change."""

    def __init__(self, chance: Chance) -> None:
        low, high = _TASTES
        self._parts = {kind: low + chance.below("taste", high - low + 1) for kind in ANIMALS}

    def price(self, now: Situation, kind: Kind, stake: int = 1) -> int:
        """Say what this many more of a kind seem to be worth, never more than is at hand."""
        cash: int = now.cash
        if kind == RAT:
            return min(_ANY * stake, cash)
        owned: int = min(now.view.seats[now.seat].herd.get(kind, 0), QUARTET - 1)
        seems = (VALUES[kind] / QUARTET + _ANY) * _EAGER[owned] * stake
        return min(int(seems * self._parts[kind] / 100), cash)


class Beginner(Farmer):
    """The easy bot at a table of the classic game."""

    def __init__(self, seat: Seat, chance: Chance) -> None:
        super().__init__(seat, personality_of(""), chance)
        self._taste = Taste(chance)

    def _decide(self, now: Situation) -> Thought:
        return simple_choice(now, self._taste) or super()._decide(now)


def simple_choice(now: Situation, taste: Taste) -> Thought | None:
    """Choose as a beginner; None for phases without a beginner's choice."""
    match now.view.phase:
        case TurnView():
            return _turn(now)
        case BiddingView() as phase:
            return _bid(now, phase, taste)
        case EnvelopesView(lot=lot, auctioneer=auctioneer) if now.seat == auctioneer:
            return written(now.options, _keeping_price(now, lot, taste), Sell())
        case EnvelopesView(lot=lot):
            return written(now.options, taste.price(now, lot), Pass())
        case PreemptionView() as phase:
            return _sell(now, phase, taste)
        case OfferingView() as phase:
            return _laid(now, phase, taste)
        case RespondingView() as phase:
            return _answer(now, phase, taste)
        case _:
            return None


def _turn(now: Situation) -> Thought:
    """Trade for a nearly complete quartet, sometimes for less, and draw otherwise."""
    actions = [action for option in now.options for action in option.expand()]
    trades = [action for action in actions if isinstance(action, ChallengeTrade)]
    draw = next((action for action in actions if not isinstance(action, ChallengeTrade)), None)
    if not trades and draw is not None:
        return Thought(draw)
    wanted = max(trades, key=lambda trade: _longing(now, trade))
    owned = _longing(now, wanted)[0]
    key = "long_for" if owned else "best_trade"
    longing = now.because(key, wanted.seat, animal=wanted.animal, count=owned)
    if draw is None:
        return Thought(wanted, longing)
    rash = owned == QUARTET - 1 or (owned == QUARTET - 2 and now.happens("rash", _RASH))
    if rash and now.cash >= _ROUND:
        return Thought(wanted, longing)
    return Thought(draw, now.because("not_tempted"))


def _longing(now: Situation, trade: ChallengeTrade) -> tuple[int, int]:
    """Rank trades: nearly complete quartets first, then larger numbers."""
    if trade.animal == RAT:
        return 0, 0
    return now.view.seats[now.seat].herd.get(trade.animal, 0), VALUES[trade.animal]


def _bid(now: Situation, phase: BiddingView, taste: Taste) -> Thought:
    raises = next(option for option in now.options if isinstance(option, Range))
    limit = taste.price(now, phase.lot)
    if phase.high is not None and phase.high.seat == now.seat:
        return Thought(Pass(), now.because("leading", amount=phase.high.amount))
    reason = _liking(now, phase.lot, limit)
    if raises.low > limit:
        return Thought(Pass(), reason)
    handy = -(-raises.low // _ROUND) * _ROUND
    return Thought(raises.fill(handy if handy <= min(limit, raises.high) else raises.low), reason)


def _sell(now: Situation, phase: PreemptionView, taste: Taste) -> Thought:
    if phase.high.amount <= _keeping_price(now, phase.lot, taste):
        return Thought(BuyOut(), _liking(now, phase.lot, taste.price(now, phase.lot)))
    bidder, price = phase.high.seat, phase.high.amount
    return Thought(Sell(), now.because("sell", bidder, animal=phase.lot, amount=price))


def _keeping_price(now: Situation, lot: Kind, taste: Taste) -> int:
    """Say up to what price to buy out: only for the last of four, or the money is welcome."""
    owned = now.view.seats[now.seat].herd.get(lot, 0)
    return taste.price(now, lot) if owned == QUARTET - 1 else 0


def _liking(now: Situation, animal: Kind, worth: int) -> Line:
    """Say about what an animal seems to be worth to a beginner."""
    return now.because("taste", animal=animal, worth=worth // 10 * 10)


def _answer(now: Situation, phase: RespondingView, taste: Taste) -> Thought:
    """Give in too soon, but never where the quartet is nearly there."""
    if not any(isinstance(option, Pick) for option in now.options):
        return Thought(Accept())
    longed_for = now.view.seats[now.seat].herd.get(phase.animal, 0) == QUARTET - 1
    looks_thick = phase.count is None or phase.count >= _THICK
    if not longed_for and now.happens("soft", _SOFT[looks_thick]):
        key = "impressed" if looks_thick else "peaceful"
        return Thought(Accept(), now.because(key, phase.challenger, animal=phase.animal))
    return _laid(now, phase, taste)


def _laid(now: Situation, phase: OfferingView | RespondingView, taste: Taste) -> Thought:
    """Lay about what it seems to be worth, in few cards; sometimes all worthless cards as well."""
    animal, worth = phase.animal, taste.price(now, phase.animal, phase.stake)
    sums = sensible_sums(now, animal, phase.stake)
    way = next(option for option in now.options if isinstance(option, Pick))
    bluffs = now.purse.count(0) if now.happens("shows_off", _SHOWS_OFF) else None
    cards = cards_to_lay(now.purse, scale_sum(sums, worth, 1), way.fewest, bluffs=bluffs)
    return Thought(way.fill(cards), _liking(now, animal, worth))
