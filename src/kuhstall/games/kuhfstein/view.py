"""What a viewer may know now. With `redaction`, the only way out for what a table holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.kuhfstein.edition import Edition, LandTable
from kuhstall.games.kuhfstein.events import Doing, LandScore
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.kuhfstein.landscape import Cell, Landscape, Terrain, Tile, herds
from kuhstall.games.kuhfstein.patterns import CardId
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.final import Final, Over, Reason
from kuhstall.games.kuhfstein.phases.picking import Picking
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.world import Place, World


class CardFace(Struct, frozen=True, gc=False):
    """A pattern card, with the rows as they are printed."""

    card: CardId
    id: str
    rows: tuple[str, ...]
    points: int


class ActingView(Struct, frozen=True, tag="acting", tag_field="phase", gc=False):
    """`left` counts the actions after this one; `waiting` are bonus fields still to be used."""

    seat: Seat
    doing: Doing
    left: int
    waiting: tuple[int, ...]
    committed: Doing | None


class PickingView(Struct, frozen=True, tag="picking", tag_field="phase", gc=False):
    seat: Seat


class FinalView(Struct, frozen=True, tag="final", tag_field="phase", gc=False):
    reason: Reason


class OverView(Struct, frozen=True, tag="over", tag_field="phase", gc=False):
    reason: Reason
    scores: tuple[LandScore, ...]
    winners: tuple[Seat, ...]


class ShufflingView(Struct, frozen=True, tag="shuffling", tag_field="phase", gc=False):
    """An automatic phase: the table moves on by itself."""


LandPhaseView: TypeAlias = ActingView | PickingView | FinalView | OverView | ShufflingView


class LandSeatView(Struct, frozen=True, gc=False):
    """A seat's place. `hand` and `goals` are there for its owner alone."""

    tiles: tuple[Tile, ...]
    cows: tuple[Cell, ...]
    herds: tuple[tuple[Cell, ...], ...]
    trees: tuple[Cell, ...]
    supply: int
    score: int
    reached: int
    cards: int
    hand: tuple[CardFace, ...] | None = None
    goals: tuple[str, ...] | None = None


class BonusField(Struct, frozen=True, gc=False):
    position: int
    bonus: Bonus


class KuhfsteinView(Struct, frozen=True, tag="kuhfstein", tag_field="game", gc=False):
    edition: str
    version: int
    viewer: Viewer
    moment: int
    rules: KuhfsteinRules
    track: tuple[BonusField, ...]
    threshold: int
    display: tuple[Terrain, ...]
    tiles: int
    aside: tuple[Terrain, ...]
    cards: tuple[CardFace, ...]
    pile: int
    discard: tuple[CardId, ...]
    trees: int
    fox: Seat
    last_round: bool
    seats: tuple[LandSeatView, ...]
    phase: LandPhaseView


def view(table: LandTable, viewer: Viewer) -> KuhfsteinView:
    edition, world = table.edition, table.world
    fields = zip(edition.rules.bonus_positions, world.layout, strict=False)
    return KuhfsteinView(
        edition=edition.key,
        version=edition.version,
        viewer=viewer,
        moment=table.moment,
        rules=edition.rules,
        track=tuple([BonusField(position, bonus) for position, bonus in fields]),
        threshold=edition.threshold,
        display=world.display,
        tiles=len(world.tiles),
        aside=world.aside,
        cards=faces(edition, world.cards),
        pile=len(world.pile),
        discard=world.discard,
        trees=world.trees,
        fox=world.fox,
        last_round=_last_round(edition, world),
        seats=tuple(
            [_seat(edition, place, own=seat == viewer) for seat, place in enumerate(world.places)]
        ),
        phase=_phase(table),
    )


def _last_round(edition: Edition, world: World) -> bool:
    """Tell whether no round comes after this one; another one may still be granted (D-27)."""
    reached = any(place.score >= edition.threshold for place in world.places)
    more = edition.rules.extra_final_round and reached and not world.extra_round
    return world.last_round and not more


def _seat(edition: Edition, place: Place, *, own: bool) -> LandSeatView:
    land = place.land
    return LandSeatView(
        land.tiles,
        land.cows,
        _standing(land),
        land.trees,
        place.cows,
        place.score,
        place.reached,
        len(place.hand),
        faces(edition, place.hand) if own else None,
        place.goals if own else None,
    )


@lru_cache(maxsize=1024)
def _standing(land: Landscape) -> tuple[tuple[Cell, ...], ...]:
    return herds(land)


def faces(edition: Edition, cards: tuple[CardId, ...]) -> tuple[CardFace, ...]:
    printed = edition.cards
    return tuple(
        [
            CardFace(card, printed[card].id, printed[card].rows, printed[card].points)
            for card in cards
        ]
    )


def _phase(table: LandTable) -> LandPhaseView:
    match table.phase:
        case Acting(seat, left, doing, waiting, committed):
            return ActingView(seat, doing, left, waiting, committed)
        case Picking(seat):
            return PickingView(seat)
        case Final(reason):
            return FinalView(reason)
        case Over(reason, scores, winners):
            return OverView(reason, scores, winners)
        case _:
            return ShufflingView()
