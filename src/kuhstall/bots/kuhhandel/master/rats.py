"""How a farmer deals with rats: buy itself off, take one with the money beside it, cover."""

from __future__ import annotations

from kuhstall.bots.kuhhandel.master.pedigrees import TOKEN
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.cards import QUARTET, RAT, VALUES
from kuhstall.games.kuhhandel.master.actions import Cover, LayCard, TakeRat
from kuhstall.games.kuhhandel.master.scoring import Holdings, master_score
from kuhstall.games.kuhhandel.master.view import CoveringView, RatRoundView


def rat(now: MasterSituation, phase: RatRoundView) -> Action:
    """Take the rat with the money beside it, or lay the cheapest card and leave it to others."""
    card = now.purse[0]
    worth = now.outlook.worth
    pot = now.memory.pot.guess + TOKEN * phase.pot
    taken = worth(((RAT, now.seat, 1),), ((now.seat, pot),))
    cost = card + TOKEN
    left = [
        worth(((RAT, seat, 1),), ((now.seat, -cost), (seat, pot + cost)))
        for seat in range(len(now.view.seats))
        if seat != now.seat
    ]
    return TakeRat() if taken >= sum(left) / len(left) else LayCard(card)


def cover(now: MasterSituation, phase: CoveringView) -> Action:
    """Give up the quartet that costs least: not always the cheapest one."""
    place = now.view.seats[phase.seat]
    owned = tuple(animal for animal in VALUES if place.herd.get(animal) == QUARTET)
    held = Holdings(owned, place.pedigrees, rats=True)
    best = max(owned, key=lambda animal: master_score(held, animal).total)
    return Cover(best)
