"""Whether a simulated club kept its promises: by its store, and by what people were told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.summary import waits_of_players
from kuhstall.server.wire.frames import encode_frame
from kuhstall.server.wire.views import snapshot
from tests.simulation.watched_store import commands

if TYPE_CHECKING:
    from kuhstall.server.table.party.receipts import Receipt
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
        *_receipts(world),
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


def _receipts(world: World) -> list[str]:
    """What was opened is the newest revision that was acknowledged, and what waits is as well."""
    newest: dict[tuple[str, int, int], Receipt] = {}
    for (table, command), one in world.ledger.receipts.items():
        key = table, one.moment, one.seat
        known = newest.get(key)
        lost = (table, command) in world.store.lost
        if not lost and (known is None or known.revision < one.revision):
            newest[key] = one
    found = []
    opened = {table: _folded(world, table).opened for table in world.store.kept}
    for (table, moment, seat), one in newest.items():
        kept = world.store.kept[table]
        rows = [*(row for _, row in kept.opened.get(moment, ())), *kept.sealed.get(moment, ())]
        stored = max((row.revision for row in rows if row.seat == seat), default=0)
        committed = next((o.commitments for o in opened[table] if o.moment == moment), None)
        if stored < one.revision:
            found.append(f"{table}: revision {one.revision} of {seat} at {moment} is lost")
        answered = stored == one.revision and bytes(one.action) != b"null"
        if answered and committed is not None and committed[seat] != one.commitment(table):
            found.append(f"{table}: another answer of {seat} was opened at {moment}")
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


_TOLD = """
SELECT taps.person, told, looked, endpoint, lease
FROM taps JOIN devices ON devices.person = taps.person
JOIN deliveries ON kind = 'push' AND recipient = taps.person
"""


def _waits(world: World) -> list[str]:
    """Home knows for whom slow tables wait, has heard of each wait once, and news has gone."""
    found: list[str] = []
    for table in world.store.kept:
        live = _folded(world, table)
        asked = {
            one.person for one in waits_of_players(live.party, live.state, live.timers).values()
        }
        sql = "SELECT person, moment, answered FROM waits WHERE table_id = ?"
        kept = {who: (moment, answered) for who, moment, answered in world.store.rows(sql, table)}
        known = {who for who, (moment, _) in kept.items() if moment == live.state.moment}
        if asked != known or known != set(kept):
            found.append(f"{table} waits for {sorted(asked)}, and home says {sorted(kept)}")
        sealed = world.store.kept[table].sealed.get(live.state.moment, [])
        newest = {one.seat: one for one in sealed}
        held = {live.party.places[seat].person for seat, one in newest.items() if one.action}
        if {who for who, (_, answered) in kept.items() if answered} - held:
            found.append(f"home says that somebody has answered at {table}, who has not")
    if not world.ledger.history:  # another history has the same numbers again
        sql = "SELECT table_id FROM begun GROUP BY table_id, seq, person HAVING count(*) > 1"
        twice = world.store.rows(sql)
        found += [f"home was told twice that {table} waits" for (table,) in twice]
    found += [f"dropped before it was heard: {one}" for one in world.store.unheard]
    found += [f"nobody passes on the news of {table}" for table in world.store.outbox]
    return found


def _told(world: World) -> list[str]:
    """Whoever is to be told was, no browser shows what is over, and addresses heard the last."""
    store, outside, found = world.store, world.outside, list[str]()
    for person, told, looked, endpoint, leased in store.rows(_TOLD):
        sql = "SELECT fresh FROM waits WHERE person = ? AND NOT answered"
        waits = [fresh for (fresh,) in store.rows(sql, person)]
        fresh = (told is None or looked) and any(waits)
        # After a clock was set back a claim may last longer than it was meant to.
        if store.steady and (fresh if waits else told is not None):
            found.append(f"{person} was not told, or not that it is over")
        # Who dies between sending and noting it leaves its claim, and maybe a message.
        if told is leased is None and outside.shown.get(endpoint, False):
            found.append(f"{person} still sees that something waits")
        if told is not None and endpoint not in outside.shown:
            found.append(f"{person} is taken for told, and never was")
    sql = "SELECT table_id, address, moment, delivered_moment FROM webhooks"
    for table, address, moment, delivered in store.rows(sql):
        live = _folded(world, table)
        if not waits_of_players(live.party, live.state, live.timers):
            continue
        if moment != live.state.moment or (store.steady and delivered != moment):
            found.append(f"the address of {table} was not told of {live.state.moment}")
        if delivered == moment and delivered not in outside.moments.get(address, ()):
            found.append(f"the address of {table} never heard of {delivered}")
    return found


def _shown(live: LiveTable, person: str | None) -> Any:
    return msgspec.json.decode(encode_frame(snapshot(live, person, [], None)))["view"]
