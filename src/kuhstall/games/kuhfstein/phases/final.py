"""The end: all seats show one of their two goals at the same time, and the points are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import Choice, Option
from kuhstall.engine.table import Phase, Table, Unexpected
from kuhstall.engine.values import Action, Actor, Event, Seat
from kuhstall.games.kuhfstein import goals
from kuhstall.games.kuhfstein.actions import ShowGoal
from kuhstall.games.kuhfstein.edition import Edition, KuhfsteinPhase, KuhfsteinTable
from kuhstall.games.kuhfstein.events import GoalsAsked, KuhfsteinEnded, KuhfsteinScore
from kuhstall.games.kuhfstein.world import World

Reason: TypeAlias = Literal["reached", "tiles", "idle"]


class Final(Phase[Edition, World], frozen=True, gc=False):
    sealed: ClassVar[bool] = True

    reason: Reason

    def actors(self, table: KuhfsteinTable) -> tuple[Actor, ...]:
        return tuple(range(table.world.seats))

    def options(self, table: KuhfsteinTable, actor: Actor) -> tuple[Option, ...]:
        if actor not in self.actors(table):
            return ()
        return (Choice(tuple([ShowGoal(goal) for goal in table.world.places[actor].goals])),)

    def default(self, table: KuhfsteinTable, actor: Actor) -> Action | None:
        if actor not in self.actors(table):
            return None
        own = table.world.places[actor].goals
        return ShowGoal(goals.best(own, goals.judge_goals(table.edition, table.world, actor)))

    def unseal(
        self, table: KuhfsteinTable, held: Mapping[Seat, Action], chance: Chance
    ) -> Iterator[Event]:
        shown = [action.goal for _, action in sorted(held.items()) if isinstance(action, ShowGoal)]
        yield end_game(table.edition, table.world, self.reason, shown)

    def evolve(self, table: KuhfsteinTable, event: Event) -> KuhfsteinTable:
        if isinstance(event, KuhfsteinEnded):
            return enter(table, event)
        raise Unexpected(self, event)


class Over(Phase[Edition, World], frozen=True, gc=False):
    """The game is over. No seat may act."""

    reason: Reason
    scores: tuple[KuhfsteinScore, ...]
    winners: tuple[Seat, ...]


def ending(edition: Edition, world: World, reason: Reason) -> Event:
    """End the game; where players choose which goal to show, they are asked first."""
    if edition.rules.final_tile == "player":
        return GoalsAsked(reason)
    shown = [
        goals.best(place.goals, goals.judge_goals(edition, world, seat))
        for seat, place in enumerate(world.places)
    ]
    return end_game(edition, world, reason, shown)


def end_game(
    edition: Edition, world: World, reason: Reason, shown: Sequence[str]
) -> KuhfsteinEnded:
    scores = []
    for seat, (place, goal) in enumerate(zip(world.places, shown, strict=True)):
        more = goals.points(goal, goals.judge_goals(edition, world, seat))
        total = place.score + more
        scores.append(KuhfsteinScore(place.score, goal, more, total, len(place.land.tiles)))
    ranks = [(score.total, score.tiles) for score in scores]  # K-20
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return KuhfsteinEnded(reason, tuple(scores), winners)


def enter(table: KuhfsteinTable, event: GoalsAsked | KuhfsteinEnded) -> KuhfsteinTable:
    phase: KuhfsteinPhase = Final(event.reason)
    if isinstance(event, KuhfsteinEnded):
        phase = Over(event.reason, event.scores, event.winners)
    return Table(table.edition, table.world, phase, table.moment + 1)
