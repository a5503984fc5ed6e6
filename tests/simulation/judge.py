"""Whether a simulated club kept its promises: by its store, and by what people were told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.views import snapshot
from kuhstall.server.protocol.frames import encode_frame
from tests.simulation.watched_store import commands

if TYPE_CHECKING:
    from tests.simulation.world import World


def stuck_tables(world: World, heads: Mapping[str, int]) -> list[str]:
    """Name the tables that have not moved on since, though the game is not over."""
    return [
        f"{table} is stuck at {len(kept.steps)}"
        for table, kept in world.store.kept.items()
        if len(kept.steps) <= heads[table] and _folded(world, table).party.stage == "playing"
    ]


def judge(world: World, heads: Mapping[str, int]) -> list[str]:
    """List what is wrong. The heads are of a moment ago, so everybody must know them by now."""
    return [
        *_answers(world),
        *_histories(world),
        *(f"early: {one}" for one in world.store.early),
        *_tables(world, heads),
        *_screens(world, heads),
        *(f"unhandled: {one.get('exception') or one['message']!r}" for one in world.loop.failures),
    ]


def _answers(world: World) -> list[str]:
    """What was acknowledged is stored, and what was refused is not."""
    found = []
    known = {table: commands(kept) for table, kept in world.store.kept.items()}
    for table, command in world.ledger.acked:
        if command not in known[table] and (table, command) not in world.store.lost:
            found.append(f"{command} was acknowledged and is not stored")
    for table, command in world.ledger.refused:
        if command in known[table]:
            found.append(f"{command} was refused and is stored")
    return found


def _histories(world: World) -> list[str]:
    """Numbers have no gap, and no command became two steps."""
    found = []
    for table, kept in world.store.kept.items():
        if [step.seq for step in kept.steps] != list(range(1, len(kept.steps) + 1)):
            found.append(f"{table} has a gap, or a number twice")
        acted = [(step.actor, step.command) for step in kept.steps]
        held = [(one.seat, one.command) for sealed in kept.opened.values() for _, one in sealed]
        twice = len(acted) + len(held) - len({*acted, *held})
        if twice:
            found.append(f"{table}: {twice} commands were done twice")
    return found


def _folded(world: World, table: str, last: int | None = None) -> LiveTable:
    kept = world.store.kept[table]
    live = LiveTable(table, kept.opening.code, kept.opening.secret)
    for step in kept.steps[:last]:
        live.read(step)
    return live


def _tables(world: World, heads: Mapping[str, int]) -> list[str]:
    """What a node holds is what the store has."""
    found = []
    for house in world.houses:
        if house is None:
            continue
        for table, live in house.node.service.cache.tables.items():
            if live.watchers and live.seq < heads[table]:
                found.append(f"{house.process.name} holds {live.seq} of {heads[table]} of {table}")
            true = _folded(world, table, live.seq)
            if (live.seq, live.party, live.state) != (true.seq, true.party, true.state):
                found.append(f"{house.process.name} folds {table} to something else")
    return found


def _screens(world: World, heads: Mapping[str, int]) -> list[str]:
    """What everybody sees at the end is what they may see of what is stored."""
    found = []
    for guest in world.guests:
        if guest.seq < heads[guest.table]:
            found.append(f"{guest.name} sees {guest.seq} of {heads[guest.table]}")
            continue
        live = _folded(world, guest.table, guest.seq)
        live.names = dict.fromkeys(live.party.people, "")
        person = guest.name if guest.seat is not None else None
        if live.seq != guest.seq or guest.view != _shown(live, person):
            found.append(f"{guest.name} does not see what there is")
        if guest.waits_for_an_answer:
            found.append(f"{guest.name} waits for an answer for ever")
    return found


def _shown(live: LiveTable, person: str | None) -> Any:
    return msgspec.json.decode(encode_frame(snapshot(live, person, [], None)))["view"]
