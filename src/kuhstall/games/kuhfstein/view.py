"""What a viewer may know now. With `redaction`, the only way out for what a table holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat, Viewer
from kuhstall.games.game import Own
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinTable
from kuhstall.games.kuhfstein.events import Doing, KuhfsteinScore
from kuhstall.games.kuhfstein.goals import GoalProgress, judge_goals
from kuhstall.games.kuhfstein.goals import progress as goal_progress
from kuhstall.games.kuhfstein.house_rules import KuhfsteinRules
from kuhstall.games.kuhfstein.landscape import Cell, Terrain, Tile, herds
from kuhstall.games.kuhfstein.patterns import CardFace, CardId
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.dealing import Dealing
from kuhstall.games.kuhfstein.phases.final import Final, Over, Reason
from kuhstall.games.kuhfstein.phases.picking import Picking
from kuhstall.games.kuhfstein.phases.refilling import Refilling
from kuhstall.games.kuhfstein.track import Bonus
from kuhstall.games.kuhfstein.world import Place, World


class ActingView(Struct, frozen=True, tag="acting", tag_field="phase", gc=False):
    """`left` counts the actions after this one; `waiting` are bonus fields yet to be used."""

    seat: Seat
    doing: Doing
    left: int
    waiting: tuple[int, ...]
    committed: Doing | None


class PickingView(Struct, frozen=True, tag="picking", tag_field="phase", gc=False):
    """Somebody chooses a first card from those that lie open."""

    seat: Seat


class FinalView(Struct, frozen=True, tag="final", tag_field="phase", gc=False):
    """Everybody chooses the goal to show."""

    reason: Reason


class OverView(Struct, frozen=True, tag="over", tag_field="phase", gc=False):
    """The game is over, and counted."""

    reason: Reason
    scores: tuple[KuhfsteinScore, ...]
    winners: tuple[Seat, ...]


class ShufflingView(Struct, frozen=True, tag="shuffling", tag_field="phase", gc=False):
    """An automatic phase: the table moves on by itself."""


KuhfsteinPhaseView: TypeAlias = ActingView | PickingView | FinalView | OverView | ShufflingView


class KuhfsteinSeatView(Struct, frozen=True, gc=False):
    """A seat's place. `hand` and `goals` are for its owner only.

    `progress` is for the goals that the viewer knows: the viewer's own, and those already shown.
    """

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
    progress: tuple[GoalProgress, ...] = ()


class BonusField(Struct, frozen=True, gc=False):
    """A place on the score track, and what it gives to whoever gets there."""

    position: int
    bonus: Bonus


class KuhfsteinView(Struct, frozen=True, tag="kuhfstein", tag_field="game", gc=False):
    """What a viewer may know of a table of Kuhfstein."""

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
    seats: tuple[KuhfsteinSeatView, ...]
    phase: KuhfsteinPhaseView
    asked: tuple[Seat, ...]
    sealed: bool


def view(table: KuhfsteinTable, viewer: Viewer) -> KuhfsteinView:
    """Show the table as the viewer may know it."""
    edition, world = table.edition, table.world
    phase: Any = table.phase
    return KuhfsteinView(  # by position, which is quicker than twenty keywords
        edition.key,
        edition.version,
        viewer,
        table.moment,
        edition.rules,
        _track(edition.rules.bonus_positions, world.layout),
        edition.threshold,
        world.display,
        len(world.tiles),
        world.aside,
        faces(edition, world.cards),
        len(world.pile),
        world.discard,
        world.trees,
        world.fox,
        world.last_round and _last_round(edition, world),
        _seats(table, viewer),
        _phase(phase),
        phase.asked(table),
        phase.sealed,
    )


def _seats(table: KuhfsteinTable, viewer: Viewer) -> tuple[KuhfsteinSeatView, ...]:
    """Show every seat's place: the viewer's in full, and at the end the goals that were shown."""
    places = table.world.places
    if isinstance(table.phase, Over):
        seats = [
            replace(closed_place(place), progress=progress(table, seat, (score.goal,)))
            for seat, (place, score) in enumerate(zip(places, table.phase.scores, strict=True))
        ]
    else:
        seats = [closed_place(place) for place in places]
    if viewer is not None:
        seats[viewer] = _own(table, viewer)
    return tuple(seats)


def progress(table: KuhfsteinTable, seat: Seat, goals: tuple[str, ...]) -> tuple[GoalProgress, ...]:
    """Say how far a seat has come with each of the goals."""
    now = judge_goals(table.edition, table.world, seat)
    return tuple([goal_progress(goal, now) for goal in goals])


@lru_cache(maxsize=1024)
def _track(positions: tuple[int, ...], layout: tuple[Bonus, ...]) -> tuple[BonusField, ...]:
    """Show the bonus fields; there are none before the deal."""
    fields = zip(positions, layout, strict=False)
    return tuple([BonusField(position, bonus) for position, bonus in fields])


def _last_round(edition: Edition, world: World) -> bool:
    """Whether this is the last round, unless another one is granted (D-27)."""
    reached = any(place.score >= edition.threshold for place in world.places)
    more = edition.rules.extra_final_round and reached and not world.extra_round
    return not more


@lru_cache(maxsize=4096)
def closed_place(place: Place) -> KuhfsteinSeatView:
    """Show a seat to the others: to each of them, and it seldom changes."""
    land = place.land
    return KuhfsteinSeatView(
        land.tiles,
        land.cows,
        herds(land),
        land.trees,
        place.cows,
        place.score,
        place.reached,
        len(place.hand),
    )


def _own(table: KuhfsteinTable, seat: Seat) -> KuhfsteinSeatView:
    """Show a seat to itself."""
    place = table.world.places[seat]
    land = place.land
    return KuhfsteinSeatView(
        land.tiles,
        land.cows,
        herds(land),
        land.trees,
        place.cows,
        place.score,
        place.reached,
        len(place.hand),
        faces(table.edition, place.hand),
        place.goals,
        progress(table, seat, place.goals),
    )


def own(table: KuhfsteinTable, seat: Seat) -> Own:
    """Show what only a seat is shown."""
    return Own(_own(table, seat))


def faces(edition: Edition, cards: tuple[CardId, ...]) -> tuple[CardFace, ...]:
    """Return what is printed on the cards."""
    printed = edition.faces
    return tuple([printed[card] for card in cards])


AnyPhase: TypeAlias = Dealing | Picking | Acting | Refilling | Final | Over


def _phase(phase: AnyPhase) -> KuhfsteinPhaseView:
    match phase:
        case Acting():
            return ActingView(phase.seat, phase.doing, phase.left, phase.waiting, phase.committed)
        case Picking():
            return PickingView(phase.seat)
        case Final():
            return FinalView(phase.reason)
        case Over():
            return OverView(phase.reason, phase.scores, phase.winners)
        case Dealing() | Refilling():
            return ShufflingView()
        case _:  # a new phase must be shown above
            assert_never(phase)
