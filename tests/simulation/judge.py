"""Whether a simulated club kept its promises: by its store, and by what people were told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from kuhstall.server.hosting.bulletin import awaited
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
        *_waits(world),
        *_told(world),
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


def _waits(world: World) -> list[str]:
    """Home knows for whom slow tables wait, has heard of each wait once, and news has gone."""
    people, found = world.store.people, []
    for table in world.store.kept:
        live = _folded(world, table)
        asked = {one.person for one in awaited(live.party, live.state, live.timers).values()}
        kept = {who: one for (who, where), one in people.waits.items() if where == table}
        known = {who for who, one in kept.items() if one.moment == live.state.moment}
        if asked != known or known != set(kept):
            found.append(f"{table} waits for {sorted(asked)}, and home says {sorted(kept)}")
        sealed = world.store.kept[table].sealed.get(live.state.moment, [])
        held = {live.party.places[one.seat].person for one in sealed}
        if {who for who, one in kept.items() if one.answered} - held:
            found.append(f"home says that somebody has answered at {table}, who has not")
    if not world.ledger.history:  # another history has the same numbers again
        twice = [wait for wait, times in people.begun.items() if times > 1]
        found += [f"home was told twice that {table} waits" for table, _, _ in twice]
    found += [f"dropped before it was heard: {one}" for one in world.store.unheard]
    found += [f"nobody passes on the news of {table}" for table in world.store.news]
    return found


def _told(world: World) -> list[str]:
    """Whoever is to be told was, no browser shows what is over, and addresses heard the last."""
    people, outside, found = world.store.people, world.outside, []
    for person, tap in people.taps.items():
        waits = [one for (who, _), one in people.waits.items() if who == person]
        waits = [one for one in waits if not one.answered]
        fresh = (tap.told is None or tap.looked) and any(one.fresh for one in waits)
        # After a clock was set back a claim may last longer than it was meant to.
        if world.store.steady and (fresh if waits else tap.told is not None):
            found.append(f"{person} was not told, or not that it is over")
        # Who dies between sending and noting it leaves its claim, and maybe a message.
        if tap.told is tap.claimed is None and outside.shown.get(tap.devices[0].endpoint, False):
            found.append(f"{person} still sees that something waits")
        if tap.told is not None and tap.devices[0].endpoint not in outside.shown:
            found.append(f"{person} is taken for told, and never was")
    for table, hook in world.store.hooks.items():
        live = _folded(world, table)
        if not awaited(live.party, live.state, live.timers):
            continue
        if hook.moment != live.state.moment or (world.store.steady and hook.told != hook.moment):
            found.append(f"the address of {table} was not told of {live.state.moment}")
        if hook.told == hook.moment and hook.told not in outside.moments.get(hook.address, ()):
            found.append(f"the address of {table} never heard of {hook.told}")
    return found


def _shown(live: LiveTable, person: str | None) -> Any:
    return msgspec.json.decode(encode_frame(snapshot(live, person, [], None)))["view"]
