"""Decisions of the simulator as actions of the engine, and the other way round."""

from __future__ import annotations

from typing import Final

from kuhstall.bots.kuhhandel.simulator import layout as at
from kuhstall.bots.kuhhandel.simulator.compiling import Row
from kuhstall.bots.kuhhandel.simulator.setting import write_cards
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel import actions as asked
from kuhstall.games.kuhhandel.cards import KIND
from kuhstall.games.kuhhandel.master.actions import LayCard, Slap, TakeRat, Wait
from kuhstall.games.kuhhandel.money import Cards

KIND_NAMES: Final = tuple(KIND)

_PLAIN: Final[dict[type[Action], int]] = {
    asked.AuctionOff: at.AUCTION,
    asked.Pass: at.PASS,
    asked.Sell: at.SELL,
    asked.BuyOut: at.BUY_OUT,
    asked.Accept: at.ACCEPT,
    Wait: at.WAIT,
    TakeRat: at.TAKE,
}
_LAYING: Final[dict[type[Action], int]] = {
    asked.Pay: at.PAY,
    asked.Offer: at.OFFER,
    asked.Counter: at.COUNTER,
}


def write_decision(g: Row, action: Action) -> None:
    """Write an action of the engine as a decision of the simulator."""
    kind = type(action)
    if kind in _PLAIN:
        g[at.DECISION] = _PLAIN[kind]
    elif isinstance(action, asked.ChallengeTrade):
        g[at.DECISION] = at.TRADE
        g[at.DECISION + 1] = KIND[action.animal]
        g[at.DECISION + 2] = action.seat
    elif isinstance(action, asked.PlaceBid):
        g[at.DECISION] = at.BID
        g[at.DECISION + 1] = action.amount
    elif isinstance(action, Slap):
        g[at.DECISION] = at.SLAP
        g[at.DECISION + 1] = action.count
    elif isinstance(action, LayCard):
        g[at.DECISION] = at.LAY
        g[at.DECISION + 1] = at.VALUES.index(action.card)
    elif isinstance(action, asked.Pay | asked.Offer | asked.Counter):
        g[at.DECISION] = _LAYING[kind]
        g[at.DECIDED] = int(getattr(action, "show_count", True))
        write_cards(g, at.DECIDED_CARDS, action.cards)
    else:
        raise TypeError(f"the simulator does not know {action}")


def read_decision(g: Row) -> Action:
    """Return what stands as a decision as an action of the engine."""
    code, first, second = g[at.DECISION], int(g[at.DECISION + 1]), int(g[at.DECISION + 2])
    cards, shown = read_cards(g, at.DECIDED_CARDS), bool(g[at.DECIDED])
    if code == at.TRADE:
        return asked.ChallengeTrade(KIND_NAMES[first], second)
    if code == at.BID:
        return asked.PlaceBid(first)
    if code == at.SLAP:
        return Slap(first)
    if code == at.LAY:
        return LayCard(at.VALUES[first])
    if code == at.PAY:
        return asked.Pay(cards)
    if code == at.OFFER:
        return asked.Offer(cards, shown)
    if code == at.COUNTER:
        return asked.Counter(cards, shown)
    return next(kind() for kind, plain in _PLAIN.items() if plain == code)


def read_cards(g: Row, place: int) -> Cards:
    return tuple(
        [amount for value, amount in enumerate(at.VALUES) for _ in range(g[place + value])]
    )
