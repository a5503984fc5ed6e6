"""The kernel: check, decide, evolve, proceed. It knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from kuhstall.engine.chance import Chance
from kuhstall.engine.option import UNLIKE, Option
from kuhstall.engine.table import AnyEdition, Phase, Table
from kuhstall.engine.values import Action, Actor, Event, Illegal, Seat

E = TypeVar("E", bound=AnyEdition)
W = TypeVar("W")


_latest: tuple[object, Actor, tuple[Option, ...]] = (None, 0, ())


def options(table: Table[E, W], actor: Actor) -> tuple[Option, ...]:
    """State what an actor may do.

    A table is a value, so its options are one too: the answer to the latest question is kept,
    because a caller that asks for options usually acts next, and the check asks again.
    """
    global _latest  # noqa: PLW0603 -- a memo of a pure function
    latest_table, latest_actor, found = _latest
    if latest_table is table and latest_actor == actor:
        return found
    found = table.phase.options(table, actor)
    _latest = table, actor, found
    return found


def check(table: Table[E, W], actor: Actor, action: Action) -> Action:
    """Return the action as the option that allows it writes it; raise Illegal if none does.

    The code follows from the actor's own options alone, so a refusal tells nothing more.
    """
    latest_table, latest_actor, offered = _latest
    if latest_table is not table or latest_actor != actor:
        offered = options(table, actor)
    for option in offered:
        admitted = option.admitted(action)
        if admitted is not None and type(actor) is int:
            return admitted
    if not offered or type(actor) is not int:
        raise Illegal("not_your_turn")
    codes = [option.refusal(action) for option in offered]
    raise Illegal(next((code for code in codes if code and code != UNLIKE), UNLIKE))


def timely(table: Table[E, W], moment: int | None) -> None:
    """Raise Illegal if a command was meant for another moment of the table."""
    if moment not in (None, table.moment):
        raise Illegal("stale")


def act(
    table: Table[E, W], actor: Actor, action: Action, chance: Chance
) -> tuple[Table[E, W], list[Event]]:
    """Apply an action; return the new table and the events."""
    action = check(table, actor, action)
    phase = table.phase
    if phase.sealed:
        raise Illegal("sealed")
    events = list(phase.decide(table, actor, action, chance))
    for event in events:
        table = table.phase.evolve(table, event)
    if table.phase.automatic:
        table = _proceed(table, chance, events)
    return table, events


def unseal(
    table: Table[E, W], held: Mapping[Seat, Action], chance: Chance
) -> tuple[Table[E, W], list[Event]]:
    """Close a sealed phase: the held actions, and the default of every silent seat, together."""
    phase = table.phase
    if not phase.sealed:
        raise Illegal("not_sealed")
    actions: dict[Seat, Action] = {}
    for seat in sorted(phase.actors(table)):
        action = held[seat] if seat in held else phase.default(table, seat)
        if action is not None:
            actions[seat] = check(table, seat, action)
    events = list(phase.unseal(table, actions, chance))
    return _proceed(fold(table, events), chance, events), events


def proceed(table: Table[E, W], chance: Chance) -> tuple[Table[E, W], list[Event]]:
    """Go through automatic phases until a seat must act or the game is over."""
    events: list[Event] = []
    return _proceed(table, chance, events), events


def _proceed(table: Table[E, W], chance: Chance, events: list[Event]) -> Table[E, W]:
    while (phase := table.phase).automatic:
        found = list(phase.resolve(table, chance))
        for event in found:
            table = table.phase.evolve(table, event)
        events += found
    return table


def fold(table: Table[E, W], events: Iterable[Event]) -> Table[E, W]:
    """Apply events without checking that they are legal."""
    for event in events:
        table = table.phase.evolve(table, event)
    return table


def empty_table(edition: E, seats: int) -> Table[E, W]:
    """Return the table before anything has happened on it."""
    phase: Phase[E, W] = edition.first_phase()
    return Table(edition, edition.empty(seats), phase)


def begin(edition: E, seats: int, chance: Chance) -> tuple[Table[E, W], list[Event]]:
    """Open a table and deal."""
    opened = edition.opened(seats)
    table: Table[E, W] = empty_table(edition, seats)
    table, events = proceed(table, chance)
    return table, [opened, *events]


def restore(table: Table[E, W], checkpoint: Table[E, W]) -> Table[E, W]:
    """Go back to a table that a phase has kept. Only the moment goes on, so late commands show."""
    return Table(checkpoint.edition, checkpoint.world, checkpoint.phase, table.moment + 1)
