"""What one could do, named the way a menu does."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.engine.option import Pick
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.actions import (
    Accept,
    BuyOut,
    CallOut,
    ChallengeTrade,
    Counter,
    Offer,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.cards import RAT, VALUES, Kind
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, Slap
from kuhstall.games.kuhhandel.master.view import PedigreeHammerView
from kuhstall.games.kuhhandel.view import BiddingView, PreemptionView, RespondingView
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue


class ActionNames:
    """Names the actions of one viewer. Seats are called by their names."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: View) -> None:
        self.texts = texts
        self.names = names
        self.view = view

    def action(self, action: Action) -> str:  # one case an action that has more to tell
        phase, text = self.view.phase, self.texts.text
        match action:
            case ChallengeTrade(animal, seat):
                return self._trade(animal, seat)
            case PlaceBid(amount):
                purse = self.view.seats[self.view.viewer or 0].purse or ()
                return text(
                    "action.bid_bluff" if amount > sum(purse) else "action.bid", amount=amount
                )
            case CallOut():
                calls = phase.calls if isinstance(phase, BiddingView) else 0
                return text(f"action.call_{calls + 1}")
            case Sell() | BuyOut():
                return self._hammer("sell" if isinstance(action, Sell) else "preempt")
            case Accept() if isinstance(phase, RespondingView) and phase.animal == RAT:
                return text("action.accept_rat")
            case Slap(count):
                return text("action.slap", count=count) if count else text("action.slap_never")
            case LayCard(card):
                return text("action.lay_card", card=card)
            case Cover(animal):
                return text("action.cover", animal=animal, value=VALUES[animal])
        return text(f"action.{action.__struct_config__.tag}")

    def _trade(self, animal: Kind, seat: int) -> str:
        text = self.texts.text
        own = self.view.seats[self.view.viewer or 0].herd.get(animal, 0)
        theirs = self.view.seats[seat].herd.get(animal, 0)
        counts = text("action.trade_counts", own=own, theirs=theirs)
        return f"{text('action.trade', animal=animal, seat=self.names[seat])} ({counts})"

    def _hammer(self, what: str) -> str:
        """Name the two ways out of a sale: an animal goes for money, a pedigree for cards."""
        phase, text = self.view.phase, self.texts.text
        if isinstance(phase, PreemptionView):
            seat = self.names[phase.high.seat]
            return text(f"action.{what}", seat=seat, amount=phase.high.amount)
        if isinstance(phase, PedigreeHammerView):
            seat = self.names[phase.high.seat]
            return text(f"action.{what}_pedigree", seat=seat, count=phase.high.amount)
        return text(f"action.{what}")

    def pick(self, option: Pick) -> str:
        """Name the laying of cards, and whether their number is shown where one may choose."""
        name = f"action.{option.action.__struct_config__.tag}"
        if self.view.rules.offer_count != "offerer_choice":
            return self.texts.text(name)
        match option.action:
            case Offer(_, show) | Counter(_, show):
                return self.texts.text(f"{name}_shown" if show else f"{name}_hidden")
        return self.texts.text(name)
