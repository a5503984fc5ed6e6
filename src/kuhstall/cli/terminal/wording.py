"""What is going on, whose turn it is, and what one could do, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kuhstall.engine.option import Choice, Option, Pick, Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import (
    AuctionOff,
    BuyOut,
    CallOut,
    ChallengeTrade,
    Counter,
    Offer,
    PlaceBid,
    Sell,
)
from kuhstall.games.kuhhandel.cards import VALUES
from kuhstall.games.kuhhandel.view import (
    BetweenView,
    BiddingView,
    EndedView,
    OfferingView,
    PaymentView,
    PreemptionView,
    RespondingView,
    TurnView,
    View,
)
from kuhstall.messages import Catalogue


class Wording:
    """Words one viewer's view. Seats are called by their names."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: View) -> None:
        self.texts = texts
        self.names = names
        self.view = view

    def asked(self) -> Seat | None:
        """Name the one seat that everybody waits for, if it is one."""
        match self.view.phase:
            case TurnView(seat):
                return seat
            case BiddingView():
                return self.view.phase.polled
            case PreemptionView():
                return self.view.phase.auctioneer
            case PaymentView():
                return self.view.phase.payer
            case OfferingView(challenger):
                return challenger
            case RespondingView(_, challenged):
                return challenged
        return None

    def situation(self) -> list[str]:
        """Tell what is on the table now."""
        phase, text = self.view.phase, self.texts.text
        match phase:
            case BiddingView() | PreemptionView():
                lines = [self._auction(phase), self._high(phase)]
                if isinstance(phase, BiddingView) and phase.calls:
                    lines[-1] += " " + text("table.calls", count=phase.calls)
                if phase.barred:
                    barred = self.texts.joined([self.names[seat] for seat in phase.barred])
                    lines.append(text("table.barred", names=barred))
                lines += [
                    text("table.limit", seat=self.names[bid.seat], amount=bid.amount)
                    for bid in phase.limits
                ]
                return lines
            case PaymentView():
                return [text("table.payment", animal=phase.lot)]
            case OfferingView() | RespondingView():
                lines = [
                    text(
                        "table.trade",
                        count=phase.stake,
                        animal=phase.animal,
                        challenger=self.names[phase.challenger],
                        challenged=self.names[phase.challenged],
                    )
                ]
                if isinstance(phase, RespondingView):
                    lines[-1] += " " + self._offer(phase)
                return lines
        return []

    def _auction(self, phase: BiddingView | PreemptionView) -> str:
        return self.texts.text(
            "table.auction",
            animal=phase.lot,
            value=VALUES[phase.lot],
            seat=self.names[phase.auctioneer],
        )

    def _high(self, phase: BiddingView | PreemptionView) -> str:
        if phase.high is None:
            return self.texts.text("table.no_bid")
        return self.texts.text(
            "table.high_bid", amount=phase.high.amount, seat=self.names[phase.high.seat]
        )

    def _offer(self, phase: RespondingView) -> str:
        if phase.count is None:
            return self.texts.text("table.offer_hidden")
        return self.texts.text("table.offer_count", count=phase.count)

    def question(self, seat: Seat, options: Sequence[Option]) -> str:
        """Say in one sentence what a seat with these options is asked, or whom it waits for."""
        phase, names, text = self.view.phase, self.names, self.texts.text
        asked = self.asked()
        who = "you" if asked == seat else "other"
        args: dict[str, Any] = {} if asked is None else {"seat": names[asked]}
        match phase:
            case TurnView():
                return text(f"phase.turn.{who}{_one_way(options) if who == 'you' else ''}", **args)
            case BiddingView():
                if asked not in (None, seat):
                    return text("phase.bidding.other", **args)
                return text(f"phase.bidding.{_bidding(phase, seat, options)}")
            case PreemptionView():
                args |= {"amount": phase.high.amount, "bidder": names[phase.high.seat]}
                return text(f"phase.preemption.{who}", **args)
            case PaymentView():
                args |= {"price": phase.price, "payee": names[phase.payee]}
                return text(f"phase.payment.{who}", **args)
            case OfferingView():
                again = "_again" if phase.bout > 1 else ""
                challenged = names[phase.challenged]
                return text(f"phase.offering.{who}{again}", challenged=challenged, **args)
            case RespondingView():
                challenger = names[phase.challenger]
                return text(f"phase.responding.{who}", challenger=challenger, **args)
            case EndedView():
                return text("phase.ended")
            case BetweenView():
                return text("phase.between")

    def action(self, action: Action) -> str:
        """Name an action the way a menu does."""
        phase, names, text = self.view.phase, self.names, self.texts.text
        match action:
            case AuctionOff():
                return text("action.auction")
            case ChallengeTrade(animal, seat):
                own = self.view.seats[self.view.viewer or 0].herd.get(animal, 0)
                theirs = self.view.seats[seat].herd.get(animal, 0)
                counts = text("action.trade_counts", own=own, theirs=theirs)
                return f"{text('action.trade', animal=animal, seat=names[seat])} ({counts})"
            case PlaceBid(amount):
                purse = self.view.seats[self.view.viewer or 0].purse or ()
                return text(
                    "action.bid_bluff" if amount > sum(purse) else "action.bid", amount=amount
                )
            case CallOut():
                calls = phase.calls if isinstance(phase, BiddingView) else 0
                return text(f"action.call_{calls + 1}")
            case Sell() | BuyOut() if isinstance(phase, PreemptionView):
                key = "action.sell" if isinstance(action, Sell) else "action.preempt"
                return text(key, seat=names[phase.high.seat], amount=phase.high.amount)
        return text(f"action.{action.__struct_config__.tag}")

    def pick(self, option: Pick) -> str:
        """Name the laying of cards, and whether their number is shown where one may choose."""
        name = f"action.{option.action.__struct_config__.tag}"
        if self.view.rules.offer_count != "offerer_choice":
            return self.texts.text(name)
        match option.action:
            case Offer(_, show) | Counter(_, show):
                return self.texts.text(f"{name}_shown" if show else f"{name}_hidden")
        return self.texts.text(name)


def _one_way(options: Iterable[Option]) -> str:
    """Tell a turn that leaves no choice between auction and trade."""
    actions = [action for option in options for action in _simple(option)]
    if not any(isinstance(action, ChallengeTrade) for action in actions):
        return "_auction"
    return "" if any(isinstance(action, AuctionOff) for action in actions) else "_trade"


def _bidding(phase: BiddingView, seat: Seat, options: Iterable[Option]) -> str:
    """Tell what somebody who may speak in an auction can do."""
    if any(isinstance(option, Range) for option in options):
        return "leading" if phase.high is not None and phase.high.seat == seat else "you"
    calls = any(isinstance(action, CallOut) for option in options for action in _simple(option))
    return "call" if calls else "only_pass"


def _simple(option: Option) -> tuple[Action, ...]:
    return option.actions if isinstance(option, Choice) else ()
