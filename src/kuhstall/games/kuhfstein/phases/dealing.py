"""Shuffle tiles, cards and goals, and deal them out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from kuhstall.engine.chance import Chance
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Event
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinPhase, KuhfsteinTable
from kuhstall.games.kuhfstein.events import KuhfsteinDealt, KuhfsteinTurnBegan
from kuhstall.games.kuhfstein.goals import GOALS
from kuhstall.games.kuhfstein.house_rules import start_seat
from kuhstall.games.kuhfstein.landscape import TERRAINS
from kuhstall.games.kuhfstein.phases import picking, turns
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.world import Place, World


class Dealing(Phase[Edition, World], frozen=True, gc=False):
    """The table before the deal, which needs nothing but chance."""

    automatic: ClassVar[bool] = True

    def resolve(self, table: KuhfsteinTable, chance: Chance) -> Iterator[Event]:
        edition, seats = table.edition, table.world.seats
        rules = edition.rules
        tiles = chance.shuffled(
            "tiles",
            [t for t in TERRAINS for _ in range(edition.tiles[t] - edition.removed[seats])],
        )
        cards = chance.shuffled("cards", range(len(edition.cards)))
        goals = chance.shuffled("goals", GOALS)
        layout = self._layout(edition, chance)
        fox = chance.below("start", seats) if rules.start_player == "random" else start_seat(rules)
        choosing = (fox - 1) % seats if rules.start_card == "choose" else None
        drawn = edition.open_cards
        hands: list[tuple[int, ...]] = [()] * seats
        if choosing is None:
            hands = [(card,) for card in cards[drawn : drawn + seats]]
            drawn += seats
        yield KuhfsteinDealt(
            display=tiles[: edition.display],
            tiles=tiles[edition.display :],
            cards=cards[: edition.open_cards],
            pile=cards[drawn:],
            hands=tuple(hands),
            goals=tuple(
                goals[edition.goals * seat : edition.goals * (seat + 1)] for seat in range(seats)
            ),
            layout=layout,
            cows=edition.cows - layout.count("cow"),
            trees=edition.trees * seats,
            fox=fox,
            choosing=choosing,
        )
        if choosing is None:
            yield KuhfsteinTurnBegan(fox, edition.actions)

    def _layout(self, edition: Edition, chance: Chance) -> tuple[Bonus, ...]:
        """Lay out the bonus fields: the printed one, and the bonus tiles beside it."""
        tiles = edition.bonus_tiles
        if edition.rules.bonus_layout == "fixed":
            return (edition.printed, *(front for front, _ in tiles))
        shuffled = chance.shuffled("layout", tiles)
        return (edition.printed, *(sides[chance.below("side", 2)] for sides in shuffled))

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        match event:
            case KuhfsteinDealt(tiles=tiles, pile=pile) if tiles is not None and pile is not None:
                places = tuple(
                    Place(event.cows, hand=hand or (), goals=goals or ())
                    for hand, goals in zip(event.hands, event.goals, strict=True)
                )
                world = replace(
                    table.world,
                    places=places,
                    layout=event.layout,
                    display=event.display,
                    tiles=tiles,
                    cards=event.cards,
                    pile=pile,
                    trees=event.trees,
                    fox=event.fox,
                )
                phase: KuhfsteinPhase = self
                if event.choosing is not None:
                    phase = picking.Picking(event.choosing)
                moment = table.moment + (event.choosing is not None)
                return Table(table.edition, world, phase, moment)
            case KuhfsteinTurnBegan():
                return turns.begun(table, event)
        raise Unexpected(self, event)
