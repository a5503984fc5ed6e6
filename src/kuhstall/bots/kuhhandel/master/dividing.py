"""How a farmer divides the deck for two: keep, give, and whether to look."""

from __future__ import annotations

from collections.abc import Iterator

from kuhstall.bots.addition import add_up
from kuhstall.bots.kuhhandel.master.situation import MasterSituation
from kuhstall.bots.thought import Thought, Weighed
from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.cards import (
    ANIMALS,
    PEDIGREE_OF,
    PEDIGREES,
    RAT,
    Card,
    is_kind,
)
from kuhstall.games.kuhhandel.master.actions import Give, Keep
from kuhstall.games.kuhhandel.master.view import Back, DividingView


def divide(now: MasterSituation, phase: DividingView) -> Thought:
    """Keep a card that is better than an unknown one and would help the other; else give it."""
    card = phase.card
    if card is None:
        raise ValueError("who divides has looked at the card")
    _, below = _backs(now)
    lead, unknown = _lead(now, card), _mean(now, below)
    if lead >= unknown:
        return Thought(Keep(), now.because("keep_card"), lead, (Weighed(Give(), unknown),))
    return Thought(Give(), now.because("give_card"), unknown, (Weighed(Keep(), lead),))


def division_promise(now: MasterSituation) -> float:
    """Return the value of a division: the better half of two cards."""
    top, _ = _backs(now)
    middle = _mean(now, None)
    spread = [(abs(_lead(now, card) - middle), number) for card, number in _unknown(now, top)]
    cards = sum(number for _, number in spread)
    better = add_up(by * number for by, number in spread) / max(1, cards) / 2
    return now.outlook.worth() + now.personality.patience * better


def _backs(now: MasterSituation) -> tuple[Back | None, Back | None]:
    """Return the backs of the top card and of the one below, None where it cannot be seen."""
    top, below, *_ = (*now.table.backs, None, None)
    return top, below


def _lead(now: MasterSituation, card: Card) -> float:
    """Say how much better it is to have a card than to leave it to the other one."""
    return _got(now, card, now.seat) - _got(now, card, 1 - now.seat)


def _got(now: MasterSituation, card: Card, seat: Seat) -> float:
    if isinstance(card, int):
        return now.outlook.worth((), ((seat, card),))
    if is_kind(card):
        return now.outlook.worth(((card, seat, 1),))
    return now.outlook.honoured(PEDIGREE_OF[card], seat).worth()


def _mean(now: MasterSituation, back: Back | None) -> float:
    leads = [(_lead(now, card), number) for card, number in _unknown(now, back)]
    return add_up(lead * number for lead, number in leads) / max(1, sum(n for _, n in leads))


def _unknown(now: MasterSituation, back: Back | None) -> Iterator[tuple[Card, int]]:
    """List the possible cards with such a back, and their numbers."""
    outlook = now.outlook
    if back != "money":
        yield from ((kind, left) for kind, left in zip(ANIMALS, outlook.left, strict=True) if left)
        if outlook.rats_left:
            yield RAT, outlook.rats_left
        for animal in outlook.pedigrees_left:
            yield PEDIGREES[ANIMALS.index(animal)], 1
    if back != "animal":
        money = now.memory.drawn.left
        yield from ((card, money.count(card)) for card in sorted(set(money)))
