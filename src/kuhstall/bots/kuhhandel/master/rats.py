"""How a farmer deals with rats: buy itself off, take one with the money beside it, cover."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.master.pedigrees import TOKEN, expected_worth
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.cards import QUARTET, RAT, VALUES
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, PassRat, TakeRat
from kuhstall.games.kuhhandel.master.scoring import Holdings, master_score
from kuhstall.games.kuhhandel.master.view import CoveringView, RatEnvelopesView, RatRoundView


def rat(now: MasterSituation, phase: RatRoundView) -> Thought:
    """Take the rat with the money beside it, or lay the cheapest card and leave it to others."""
    card = now.purse[0]
    taken, leaving = _weigh(now, card, now.memory.pot.guess + TOKEN * phase.pot)
    if taken >= leaving:
        reason = now.because("take_rat", amount=round(now.memory.pot.guess / 10) * 10)
        return Thought(TakeRat(), reason, taken, (Weighed(LayCard(card), leaving),))
    reason = now.because("leave_rat", card=card)
    return Thought(LayCard(card), reason, leaving, (Weighed(TakeRat(), taken),))


def _weigh(now: MasterSituation, card: int, pot: float) -> tuple[float, float]:
    """Return the values of taking a rat with this pot, and of laying a card."""
    worth = now.outlook.worth
    taken = worth(((RAT, now.seat, 1),), ((now.seat, pot),))
    cost = card + TOKEN
    left = [
        worth(((RAT, seat, 1),), ((now.seat, -cost), (seat, pot + cost)))
        for seat in range(len(now.view.seats))
        if seat != now.seat
    ]
    return taken, sum(left) / len(left)


def passes(now: MasterSituation, phase: RatEnvelopesView) -> Action:
    """Pass the rat on until the money that would lie beside it by then makes up for it."""
    seats = len(now.view.seats)
    before = (now.seat - phase.first) % seats
    for times, card in enumerate(now.purse):
        pot = float(sum(now.purse[:times]) + TOKEN * times)
        for seat in range(seats):
            if seat != now.seat:
                earlier = (seat - phase.first) % seats < before
                pot += expected_worth(now, seat, times + earlier)
        taken, leaving = _weigh(now, card, pot)
        if taken >= leaving:
            return PassRat(times)
    return PassRat(len(now.purse))


def cover(now: MasterSituation, phase: CoveringView) -> Action:
    """Give up the quartet that costs least: not always the cheapest one."""
    place = now.view.seats[phase.seat]
    owned = tuple(animal for animal in VALUES if place.herd.get(animal) == QUARTET)
    held = Holdings(owned, place.pedigrees, rats=True)
    best = max(owned, key=lambda animal: master_score(held, animal).total)
    return Cover(best)
