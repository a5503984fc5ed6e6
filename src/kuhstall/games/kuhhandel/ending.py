"""The end of a game: each seat's column of the score sheet, and who has won."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from kuhstall.engine.values import Event, Seat
from kuhstall.games.kuhhandel.cards import QUARTET, RATS, quartets
from kuhstall.games.kuhhandel.edition import Edition
from kuhstall.games.kuhhandel.events import CoverAsked, GameEnded
from kuhstall.games.kuhhandel.house_rules import ClassicRules, MasterRules
from kuhstall.games.kuhhandel.scoring import (
    Holdings,
    ScoreRules,
    SeatScore,
    master_score,
    score,
    winners,
)
from kuhstall.games.kuhhandel.world import World

Reason: TypeAlias = Literal["complete", "no_progress"]

_CHOICE: Final = 2


def classic_column(edition: Edition, world: World, seat: Seat) -> SeatScore:
    rules = edition.rules
    if not isinstance(rules, ClassicRules):
        raise TypeError(f"{edition.key} is not scored like this")
    how = ScoreRules(rules.scoring, rules.dove_multiplied)
    return score(how, quartets(world.herds[seat]), dove=seat == world.dove)


def master_column(edition: Edition, world: World, seat: Seat) -> SeatScore:
    rules = edition.rules
    if not isinstance(rules, MasterRules):
        raise TypeError(f"{edition.key} is not scored like this")
    herd = world.herds[seat]
    held = Holdings(
        quartets(herd),
        world.pedigrees[seat],
        herd[RATS] == QUARTET,
        sum(world.purses[seat]) if rules.kassensturz else None,
    )
    return master_score(held, world.covered)


def ending(edition: Edition, world: World, reason: Reason) -> Event:
    """End the game; but first the owner of all rats may have a quartet to choose (C-16)."""
    rules = edition.rules
    if isinstance(rules, MasterRules) and rules.rat_cover == "player" and world.covered is None:
        owner = world.rat_owner
        if owner is not None and len(quartets(world.herds[owner])) >= _CHOICE:
            return CoverAsked(owner, reason)
    return ended(edition, world, reason)


def ended(edition: Edition, world: World, reason: Reason) -> GameEnded:
    scores = tuple([edition.score(edition, world, seat) for seat in range(world.seats)])
    money = [sum(purse) for purse in world.purses]
    return GameEnded(reason, scores, winners(scores, money, edition.rules.tie_break))
