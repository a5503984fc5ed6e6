"""The situation, whose turn it is, and the possible actions, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from kuhstall.cli.terminal.kuhhandel.action_names import ActionNames
from kuhstall.cli.terminal.kuhhandel.on_the_table import OnTheTable
from kuhstall.engine.option import Choice, Option, Pick, Range
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, BuyOut, CallOut, ChallengeTrade
from kuhstall.games.kuhhandel.cards import RAT
from kuhstall.games.kuhhandel.master.actions import Divide, LayCard
from kuhstall.games.kuhhandel.master.view import (
    CountdownView,
    CoveringView,
    DividingView,
    ExtraView,
    PedigreeHammerView,
    PedigreePaymentView,
    RatEnvelopesView,
    RatRoundView,
)
from kuhstall.games.kuhhandel.view import (
    BetweenView,
    BiddingView,
    EndedView,
    EnvelopesView,
    OfferingView,
    PaymentView,
    PreemptionView,
    RespondingView,
    TurnView,
)
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue

TWO: Final = 2
"""The number of players that divide the deck between them."""


class Wording:
    """Words one viewer's view. Seats are called by their names."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: View) -> None:
        self.texts = texts
        self.names = names
        self.view = view
        self._names_of = ActionNames(texts, names, view)

    def action(self, action: Action) -> str:
        return self._names_of.action(action)

    def pick(self, option: Pick) -> str:
        return self._names_of.pick(option)

    def situation(self) -> list[str]:
        """Describe what is on the table now."""
        return OnTheTable(self.texts, self.names, self.view).lines()

    def asked(self) -> Seat | None:
        """Return the seat that the table waits for, if there is exactly one."""
        match self.view.phase:
            case TurnView(seat) | DividingView(seat) | ExtraView(seat) | CoveringView(seat):
                return seat
            case BiddingView() | RatRoundView() as phase:
                return phase.polled
            case PreemptionView() | PedigreeHammerView() as phase:
                return phase.auctioneer
            case PaymentView() | PedigreePaymentView() as phase:
                return phase.payer
            case OfferingView(challenger):
                return challenger
            case RespondingView(_, challenged):
                return challenged
        return None

    def question(self, seat: Seat, options: Sequence[Option]) -> str:
        """Say in one sentence what a seat with these options is asked, or whom it waits for."""
        phase, names, text = self.view.phase, self.names, self.texts.text
        asked = self.asked()
        who = "you" if asked == seat else "other"
        args: dict[str, Any] = {} if asked is None else {"seat": names[asked]}
        match phase:
            case TurnView():
                turn = "turn_two" if len(self.view.seats) == TWO else "turn"
                way = _one_way(options) if who == "you" else ""
                return text(f"phase.{turn}.{who}{way}", **args)
            case BiddingView():
                if asked not in (None, seat):
                    return text("phase.bidding.other", **args)
                return text(f"phase.bidding.{_bidding(phase, seat, options)}")
            case EnvelopesView():
                return text(_envelope(phase, seat, options))
            case PreemptionView():
                args |= {"amount": phase.high.amount, "bidder": names[phase.high.seat]}
                return text(f"phase.preemption.{_hammer(who, options)}", **args)
            case PaymentView():
                args |= {"price": phase.price, "payee": names[phase.payee]}
                return text(f"phase.payment.{who}", **args)
            case OfferingView():
                again = "_again" if phase.bout > 1 else ""
                key = "offering_rat" if phase.animal == RAT else "offering"
                challenged = names[phase.challenged]
                return text(f"phase.{key}.{who}{again}", challenged=challenged, **args)
            case RespondingView():
                args |= {"challenger": names[phase.challenger]}
                return text(f"phase.{_responding(phase, who, options)}", **args)
            case EndedView():
                return text("phase.ended")
            case BetweenView():
                return text("phase.between")
            case _:
                return self._master_question(who, options, args)

    def _master_question(self, who: str, options: Sequence[Option], args: dict[str, Any]) -> str:
        """Return a question that only Kuhhandel Master asks."""
        phase, names, text = self.view.phase, self.names, self.texts.text
        match phase:
            case CountdownView():
                return text(f"phase.countdown.{self._slapping(phase, options)}")
            case RatEnvelopesView():
                return text(f"phase.rat_envelopes.{_passing(options)}")
            case PedigreeHammerView():
                args |= {"count": phase.high.amount, "bidder": names[phase.high.seat]}
                return text(f"phase.pedigree_hammer.{_hammer(who, options)}", **args)
            case PedigreePaymentView():
                args |= {"count": phase.price, "payee": names[phase.payee]}
                return text(f"phase.pedigree_payment.{who}", **args)
            case RatRoundView():
                broke = who == "you" and not _offers(options, LayCard)
                return text(f"phase.rat_round.{'only_take' if broke else who}", **args)
            case DividingView():
                return text(f"phase.dividing.{who}", **args)
            case ExtraView():
                way = "_divide" if who == "you" and _offers(options, Divide) else ""
                return text(f"phase.extra.{who}{way}", **args)
            case CoveringView():
                return text(f"phase.covering.{who}", **args)
        return text("phase.between")

    def _slapping(self, phase: CountdownView, options: Sequence[Option]) -> str:
        """Choose the text for what a seat can do in a countdown; the auctioneer can only count."""
        ranges = [option for option in options if isinstance(option, Range)]
        if not options:
            return "other"
        if phase.auctioneer == self.view.viewer:
            return "auctioneer" if ranges else "only_sell"
        if not ranges:
            return "only_wait"
        if getattr(self.view.rules, "pedigree_mode", None) in {"sealed", "envelopes"}:
            return "sealed"
        now = len(ranges) > 1 or ranges[0].high >= phase.count
        return "you" if now else "later"


def _one_way(options: Iterable[Option]) -> str:
    """Choose the text for a turn with no choice between the deck and a trade."""
    actions = [action for option in options for action in _simple(option)]
    if not any(isinstance(action, ChallengeTrade) for action in actions):
        return "_divide" if any(isinstance(action, Divide) for action in actions) else "_auction"
    draws = any(isinstance(action, AuctionOff | Divide) for action in actions)
    return "" if draws else "_trade"


def _hammer(who: str, options: Iterable[Option]) -> str:
    """Choose the text for an auctioneer who cannot buy out, and so has no choice."""
    return "only_sell" if who == "you" and not _offers(options, BuyOut) else who


def _bidding(phase: BiddingView, seat: Seat, options: Iterable[Option]) -> str:
    """Choose the text for what a seat that may speak in an auction can do."""
    if any(isinstance(option, Range) for option in options):
        return "leading" if phase.high is not None and phase.high.seat == seat else "you"
    return "call" if _offers(options, CallOut) else "only_pass"


def _responding(phase: RespondingView, who: str, options: Iterable[Option]) -> str:
    key = "responding_rat" if phase.animal == RAT else "responding"
    counters = any(isinstance(option, Pick) for option in options)
    return f"{key}.{'only_accept' if who == 'you' and not counters else who}"


def _envelope(phase: EnvelopesView, seat: Seat, options: Sequence[Option]) -> str:
    """Choose the text for what a seat may write down; after handing an envelope in, it waits."""
    if not options:
        return "phase.envelopes.other"
    names = any(isinstance(option, Range) for option in options)
    if seat == phase.auctioneer:
        return f"terminal.envelope.{'auctioneer' if names else 'only_sell'}"
    return f"terminal.envelope.{'you' if names else 'only_pass'}"


def _passing(options: Iterable[Option]) -> str:
    """Choose the text for what a seat may say about a rat; after handing it in, it waits."""
    most = max([option.high for option in options if isinstance(option, Range)], default=None)
    return "other" if most is None else "you" if most else "only_take"


def _offers(options: Iterable[Option], kind: type[Action]) -> bool:
    return any(isinstance(action, kind) for option in options for action in _simple(option))


def _simple(option: Option) -> tuple[Action, ...]:
    return option.actions if isinstance(option, Choice) else ()
