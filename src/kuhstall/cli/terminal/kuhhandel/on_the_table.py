"""What is on the table now, in words: the lot, the offer, the rat, the lifted card."""

from __future__ import annotations

from collections.abc import Sequence

from kuhstall.games.kuhhandel.cards import PEDIGREE_OF, RAT, VALUES
from kuhstall.games.kuhhandel.master.view import (
    CountdownView,
    DividingView,
    PedigreeHammerView,
    PedigreePaymentView,
    RatEnvelopesView,
    RatRoundView,
)
from kuhstall.games.kuhhandel.phases.bidding import STEP
from kuhstall.games.kuhhandel.view import (
    BiddingView,
    EnvelopesView,
    OfferingView,
    PaymentView,
    PreemptionView,
    RespondingView,
)
from kuhstall.games.kuhhandel.wire import View
from kuhstall.messages import Catalogue


class OnTheTable:
    """Words what one viewer sees besides the herds."""

    def __init__(self, texts: Catalogue, names: Sequence[str], view: View) -> None:
        self.texts = texts
        self.names = names
        self.view = view

    def lines(self) -> list[str]:
        phase, text = self.view.phase, self.texts.text
        match phase:
            case BiddingView() | EnvelopesView() | PreemptionView():
                return self._auction(phase)
            case PaymentView():
                return [text("table.payment", animal=phase.lot)]
            case OfferingView() | RespondingView():
                return [self._trade(phase)]
            case CountdownView():
                return self._countdown(phase)
            case PedigreeHammerView() | PedigreePaymentView():
                return [text("table.pedigree_payment", animal=phase.animal)]
            case RatRoundView():
                return [self._rat(phase)]
            case RatEnvelopesView():
                return [text("table.rat_round", count=0)]
            case DividingView():
                return self._division(phase)
        return []

    def _auction(self, phase: BiddingView | EnvelopesView | PreemptionView) -> list[str]:
        text = self.texts.text
        lines = [
            text(
                "table.auction",
                animal=phase.lot,
                value=VALUES[phase.lot],
                seat=self.names[phase.auctioneer],
            ),
            self._high(phase),
        ]
        if isinstance(phase, BiddingView) and phase.calls:
            lines[-1] += " " + text("table.calls", count=phase.calls)
        lines += self._barred(phase)
        lines += [
            text("table.limit", seat=self.names[bid.seat], amount=bid.amount)
            for bid in phase.limits
        ]
        return lines

    def _barred(
        self, phase: BiddingView | EnvelopesView | PreemptionView | CountdownView
    ) -> list[str]:
        if not phase.barred:
            return []
        barred = self.texts.joined([self.names[seat] for seat in phase.barred])
        return [self.texts.text("table.barred", names=barred)]

    def _high(self, phase: BiddingView | EnvelopesView | PreemptionView) -> str:
        if isinstance(phase, EnvelopesView):
            return self.texts.text("terminal.envelope.rule", step=STEP)
        if phase.high is None:
            return self.texts.text("table.no_bid")
        return self.texts.text(
            "table.high_bid", amount=phase.high.amount, seat=self.names[phase.high.seat]
        )

    def _trade(self, phase: OfferingView | RespondingView) -> str:
        line = self.texts.text(
            "table.trade_rat" if phase.animal == RAT else "table.trade",
            count=phase.stake,
            animal=phase.animal,
            challenger=self.names[phase.challenger],
            challenged=self.names[phase.challenged],
        )
        return f"{line} {self._offer(phase)}" if isinstance(phase, RespondingView) else line

    def _offer(self, phase: RespondingView) -> str:
        if phase.count is None:
            return self.texts.text("table.offer_hidden")
        return self.texts.text("table.offer_count", count=phase.count)

    def _countdown(self, phase: CountdownView) -> list[str]:
        text = self.texts.text
        lines = [
            text(
                "table.countdown",
                animal=phase.animal,
                seat=self.names[phase.auctioneer],
                count=phase.count,
            )
        ]
        if phase.plan:
            lines.append(text("table.plan", count=phase.plan))
        lines += self._barred(phase)
        lines += [
            text("table.slap_limit", seat=self.names[bid.seat], count=bid.amount)
            for bid in phase.limits
        ]
        return lines

    def _rat(self, phase: RatRoundView) -> str:
        line = self.texts.text("table.rat_round", count=phase.pot)
        if not phase.laid:
            return line
        return f"{line} {self.texts.text('table.rat_laid', cards=self.texts.cards(phase.laid))}"

    def _division(self, phase: DividingView) -> list[str]:
        """Describe the lifted card to its owner, and the back of the next one to both players."""
        text, card = self.texts.text, phase.card
        lines = []
        if isinstance(card, int):
            lines.append(text("table.lifted_money", card=card))
        elif card in PEDIGREE_OF:
            lines.append(text("table.lifted_pedigree", animal=PEDIGREE_OF[card]))
        elif card is not None:
            lines.append(text("table.lifted_animal", animal=card))
        backs = getattr(self.view, "backs", ())
        return lines + [text(f"table.next_{back}") for back in backs[1:]]
