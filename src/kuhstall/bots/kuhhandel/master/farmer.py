"""The farmer at a table of Kuhhandel Master: pedigrees, rats, and the game for two."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.farmer import AnyFarmer
from kuhstall.bots.kuhhandel.master import pedigrees
from kuhstall.bots.kuhhandel.master.dividing import divide, division_promise
from kuhstall.bots.kuhhandel.master.memory import MasterMemory
from kuhstall.bots.kuhhandel.master.rats import cover, passes, rat
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.kuhhandel.personality import Personality
from kuhstall.bots.kuhhandel.trading import auction_promise
from kuhstall.bots.thought import Thought
from kuhstall.engine.chance import Chance
from kuhstall.engine.match import Seen
from kuhstall.engine.values import Action, Seat
from kuhstall.games.kuhhandel.master.actions import Divide, EndTurn
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


class MasterFarmer(AnyFarmer[MasterSituation]):
    """A farmer that also answers the phases of Kuhhandel Master."""

    def __init__(self, seat: Seat, personality: Personality, chance: Chance) -> None:
        super().__init__(MasterMemory(seat), personality, chance)

    def _look(self, seen: Seen) -> MasterSituation:
        return MasterSituation(seen, self._memory, self._personality, self._chance)

    def _decide(self, now: MasterSituation) -> Thought:
        match now.view.phase:
            case CountdownView() as phase if now.seat == phase.auctioneer:
                return Thought(pedigrees.buy_out_for(now, phase))
            case CountdownView() as phase:
                return Thought(pedigrees.slap(now, phase))
            case PedigreeHammerView() as phase:
                return pedigrees.sell(now, phase)
            case PedigreePaymentView() as phase:
                return Thought(pedigrees.paid(now, phase))
            case RatRoundView() as phase:
                return rat(now, phase)
            case RatEnvelopesView() as phase:
                return Thought(passes(now, phase))
            case DividingView() as phase:
                return divide(now, phase)
            case ExtraView():
                return Thought(self._extra(now))
            case CoveringView() as phase:
                return Thought(cover(now, phase))
            case _:
                return super()._decide(now)

    def _extra(self, now: MasterSituation) -> Action:
        """Go on with a card of the deck after a trade, if it promises anything."""
        draw = next(action for option in now.options for action in option.expand())
        return draw if self._draw_promise(now, draw) >= now.outlook.worth() else EndTurn()

    def _draw_promise(self, now: MasterSituation, draw: Action) -> float:
        return division_promise(now) if isinstance(draw, Divide) else auction_promise(now)
