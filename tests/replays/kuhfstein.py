"""Golden games of Kuhfstein: how they are played, and what is kept beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from kuhstall.engine import Action, Chance, Match, Option, Placement, sample
from kuhstall.games.kuhfstein.actions import (
    Decline,
    ExchangeCards,
    ExchangeTiles,
    PassAction,
    PlayCard,
    TakeBack,
    TakeCard,
    TakeHerd,
)
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.phases.final import Over
from kuhstall.games.kuhfstein.world import Place

FEW_CARDS: Final = 14
RARE: Final = (ExchangeTiles(), ExchangeCards(), Decline())


def with_few_cards(edition: Any) -> Any:
    """Return the edition with a short deck of its own, which is kept in the log."""
    assert isinstance(edition, Edition)
    return edition.with_cards(edition.cards[:FEW_CARDS])


class KuhfsteinDriver:
    """Plays all seats: for points, for tiles, or aimlessly; takes back now and then."""

    def __init__(self, style: str, backs: int, chance: Chance) -> None:
        self.style = style
        self.backs = backs
        self.chance = chance

    def may(self, percent: int) -> bool:
        return self.chance.below("driver", 100) < percent

    def action(self, match: Match, actor: int) -> Action:
        options = match.options(actor)
        back = [option for option in options if option.admits(TakeBack())]
        if back and self.may(self.backs):
            return TakeBack()
        if self.style == "pass" and any(option.admits(PassAction()) for option in options):
            return PassAction()
        for action in RARE:
            if any(option.admits(action) for option in options) and self.may(70):
                return action
        table: KuhfsteinTable = match.table
        first = next(options[0].expand())
        if first == TakeBack() or not isinstance(options[0], Placement):
            return first
        if self.style == "tiles" and self.may(85):
            return options[0].sample(self.chance)
        scoring = tuple(self.scoring(options, table.world.places[actor]))
        if not scoring and self.may(50):
            scoring = tuple(o for o in options if isinstance(next(o.expand()), TakeCard))
        forward = tuple(o for o in options if o not in back)
        return sample(scoring or forward, self.chance)

    def scoring(self, options: tuple[Option, ...], place: Place) -> Iterator[Option]:
        for option in options:
            if isinstance(option, Placement):
                trees = tuple(spot for spot in option.spots if spot.also is not None)
                if isinstance(option.action, PlayCard):
                    yield option
                elif trees:
                    yield replace(option, spots=trees)
            elif place.cows < 3 and isinstance(next(option.expand()), TakeHerd):
                yield option


def state(table: KuhfsteinTable) -> bytes:
    """All that a log must lead to, in words that do not depend on how the code stores it."""
    world = table.world
    parts: list[Any] = [
        [
            [
                [[tile.row, tile.column, tile.terrain] for tile in place.land.tiles],
                sorted(place.land.cows),
                place.land.trees,
                [place.cows, place.score, place.reached],
                place.hand,
                place.goals,
            ]
            for place in world.places
        ],
        [world.layout, world.display, world.tiles, world.aside],
        [world.cards, world.pile, world.discard],
        [world.trees, world.fox, world.last_round, world.extra_round, world.idle, table.moment],
        type(table.phase).__name__,
    ]
    return msgspec.json.encode(parts)


def outcome(table: KuhfsteinTable) -> dict[str, Any]:
    ended = table.phase
    assert isinstance(ended, Over)
    places = table.world.places
    return {
        "reason": ended.reason,
        "scores": [score.total for score in ended.scores],
        "winners": list(ended.winners),
        "goals": [score.goal for score in ended.scores],
        "tiles": [len(place.land.tiles) for place in places],
        "trees": [len(place.land.trees) for place in places],
        "moment": table.moment,
    }
