"""Acting without the check, for callers that have chosen from `options` of the same table.

Search and training ask for the options of every table themselves and act on one of them. To look
for it among them again is work for nothing. What comes from a person, a program or a wire
must be checked: the server, the games and the terminal do not import this; a contract holds it.
"""

from __future__ import annotations

from typing import TypeVar

from kuhstall.engine.chance import Chance
from kuhstall.engine.kernel import proceed
from kuhstall.engine.table import AnyEdition, Table
from kuhstall.engine.values import Action, Actor, Event, Illegal

E = TypeVar("E", bound=AnyEdition)
W = TypeVar("W")


def act(
    table: Table[E, W], actor: Actor, action: Action, chance: Chance
) -> tuple[Table[E, W], list[Event]]:
    """Let an actor act as `kernel.act` does, on an action that is one of the actor's options.

    Any other action has no defined outcome: it may raise, or lead to a table that no game has.
    """
    phase = table.phase
    if phase.sealed:
        raise Illegal("sealed")
    events = list(phase.decide(table, actor, action, chance))
    for event in events:
        table = table.phase.evolve(table, event)
    if table.phase.automatic:
        table, more = proceed(table, chance)
        events += more
    return table, events
