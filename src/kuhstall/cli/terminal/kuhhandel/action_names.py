"""The names of actions in a menu."""

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
    NameMaximum,
    Offer,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.cards import RAT, VALUES, Kind
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, PassRat, Slap
from kuhstall.games.kuhhandel.master.view import CountdownView, PedigreeHammerView
from kuhstall.games.kuhhandel.money import Cards
from kuhstall.games.kuhhandel.view import BiddingView, EnvelopesView, PreemptionView, RespondingView
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue


class ActionNames:
    """Names the actions of one viewer. Seats are called by their names."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: View) -> None:
        self.texts = texts
        self.names = names
        self.view = view

    def action(self, action: Action) -> str:  # one case for each action with details
        phase, text = self.view.phase, self.texts.text
        match action:
            case ChallengeTrade(animal, seat):
                return self._trade(animal, seat)
            case NameMaximum(amount, True):
                how = "up_to_ahead" if amount else "pass_ahead"
                return text(f"terminal.envelope.{how}", amount=amount)
            case PlaceBid(amount) | NameMaximum(amount) if amount <= sum(self._purse()):
                return text(f"action.{action.__struct_config__.tag}", amount=amount)
            case PlaceBid(amount):
                return text("action.bid_bluff", amount=amount)
            case NameMaximum(amount):
                return text("terminal.envelope.up_to_bluff", amount=amount)
            case CallOut():
                calls = phase.calls if isinstance(phase, BiddingView) else 0
                return text(f"action.call_{calls + 1}")
            case Sell() | BuyOut():
                return self._hammer("sell" if isinstance(action, Sell) else "preempt")
            case Accept() if isinstance(phase, RespondingView) and phase.animal == RAT:
                return text("action.accept_rat")
            case Slap() | PassRat():
                return self._number(action)
            case LayCard(card):
                return text("action.lay_card", card=card)
            case Cover(animal):
                return text("action.cover", animal=animal, value=VALUES[animal])
        return text(f"action.{action.__struct_config__.tag}")

    def _number(self, named: Slap | PassRat) -> str:
        """Name an action that is chosen by number; for the auctioneer, 0 means to sell."""
        phase = self.view.phase
        if isinstance(named, PassRat):
            key = "action.pass_rat" if named.times else "action.take_rat"
            return self.texts.text(key, times=named.times)
        if named.count:
            return self.texts.text("action.slap", count=named.count)
        keeps = isinstance(phase, CountdownView) and phase.auctioneer == self.view.viewer
        return self.texts.text("terminal.envelope.sell" if keeps else "action.slap_never")

    def _purse(self) -> Cards:
        return self.view.seats[self.view.viewer or 0].purse or ()

    def _trade(self, animal: Kind, seat: int) -> str:
        text = self.texts.text
        own = self.view.seats[self.view.viewer or 0].herd.get(animal, 0)
        theirs = self.view.seats[seat].herd.get(animal, 0)
        counts = text("action.trade_counts", own=own, theirs=theirs)
        return f"{text('action.trade', animal=animal, seat=self.names[seat])} ({counts})"

    def _hammer(self, what: str) -> str:
        """Name the two outcomes of a sale: an animal sells for money, a pedigree for cards."""
        phase, text = self.view.phase, self.texts.text
        if isinstance(phase, PreemptionView):
            seat = self.names[phase.high.seat]
            return text(f"action.{what}", seat=seat, amount=phase.high.amount)
        if isinstance(phase, PedigreeHammerView):
            seat = self.names[phase.high.seat]
            return text(f"action.{what}_pedigree", seat=seat, count=phase.high.amount)
        if isinstance(phase, EnvelopesView):
            return text("terminal.envelope.sell")
        return text(f"action.{what}")

    def pick(self, option: Pick) -> str:
        """Name the laying of cards, and whether their number is shown where that is a choice."""
        name = f"action.{option.action.__struct_config__.tag}"
        if self.view.rules.offer_count != "offerer_choice":
            return self.texts.text(name)
        match option.action:
            case Offer(_, show) | Counter(_, show):
                return self.texts.text(f"{name}_shown" if show else f"{name}_hidden")
        return self.texts.text(name)
