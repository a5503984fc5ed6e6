"""Texts of the actions of Kuhhandel and Kuhhandel Master."""

from __future__ import annotations

from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Line
from kuhstall.games.kuhhandel.actions import (
    Accept,
    BuyOut,
    ChallengeTrade,
    Counter,
    Offer,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.cards import RAT, VALUES
from kuhstall.games.kuhhandel.events import Bid
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, Slap
from kuhstall.games.kuhhandel.view import PreemptionView


def action_line(seen: Seen, action: Action) -> Line:
    """Name an action as a menu would, and the cards that were laid."""
    phase = seen.view.phase
    match action:
        case ChallengeTrade(animal, seat):
            return Line("action.trade", {"seat": seat}, {"animal": animal})
        case PlaceBid(amount):
            return Line("action.bid", {}, {"amount": amount})
        case Sell() | BuyOut():
            return _sale(phase.high, action, pedigree=not isinstance(phase, PreemptionView))
        case Offer(cards) | Counter(cards):
            key = "offer" if isinstance(action, Offer) else "counter"
            return Line(f"coach_action.{key}", {}, {"cards": cards, "amount": sum(cards)})
        case Accept() if phase.animal == RAT:
            return Line("action.accept_rat")
        case Slap(count):
            return Line("action.slap", {}, {"count": count})
        case LayCard(card):
            return Line("action.lay_card", {}, {"card": card})
        case Cover(animal):
            return Line("action.cover", {}, {"animal": animal, "value": VALUES[animal]})
    return Line(f"action.{action.__struct_config__.tag}")


def _sale(high: Bid, action: Action, *, pedigree: bool) -> Line:
    """Name one of the two ways out of a sale: an animal goes for money, a pedigree for cards."""
    key, seats = f"action.{action.__struct_config__.tag}", {"seat": high.seat}
    if pedigree:
        return Line(f"{key}_pedigree", seats, {"count": high.amount})
    return Line(key, seats, {"amount": high.amount})
