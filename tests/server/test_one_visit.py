"""A pedigree or a rat at a slow table is one visit for each. Each test runs on both stores."""

from __future__ import annotations

import msgspec
import pytest

from kuhstall.engine.values import Action
from kuhstall.games.kuhhandel.master.actions import PassRat, Slap, Wait
from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted
from kuhstall.server.table.party.pace import PACES
from kuhstall.server.table.party.record import decode_step
from kuhstall.server.wire.views import snapshot
from tests.server.houses import House, Watching

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo", "dora")
KINDS = {"Countdown": "slaps_opened", "RatEnvelopes": "rat_settled"}
TWO_DAYS = 172_800


async def asked(house: House, where: str) -> LiveTable:
    rules = {"auction_mode": "turns", "start_player": "seat:0"}
    hot = await house.start(PEOPLE, edition="master", rules=rules, pace="slow")
    return await house.play_to(hot.id, where)


def answer(hot: LiveTable, seat: int) -> Action:
    """Name the least that may be named."""
    action = hot.state.phase.default(hot.state, seat)
    assert isinstance(action, Slap | PassRat | Wait)
    return PassRat(1) if isinstance(action, PassRat) and action.times else action


async def opened(store: Store, table: str, after: int) -> list[str]:
    """List what each step began with."""
    steps = await store.steps(table, after=after)
    return [msgspec.json.decode(decode_step(step.events).game)[0]["type"] for step in steps]


@pytest.mark.parametrize("where", KINDS)
async def test_the_last_answer_opens_and_nobody_is_asked_again(store: Store, where: str) -> None:
    house = House(store)
    hot = await asked(house, where)
    assert sorted(hot.state.phase.actors(hot.state)) == [0, 1, 2, 3]
    watchers = {person: Watching(person) for person in (*PEOPLE, None)}
    hot.watchers |= set(watchers.values())
    seq, before = hot.seq, msgspec.json.encode(snapshot(hot, None, ()))
    for seat in (3, 1, 0):
        assert await house.play(hot.id, PEOPLE[seat], answer(hot, seat)) == Accepted(seq)
        assert all(not watcher.frames for watcher in watchers.values())
        assert msgspec.json.encode(snapshot(hot, None, ())) == before
    await house.play(hot.id, PEOPLE[2], answer(hot, 2))
    assert hot.seq == seq  # it might have been handed in by order: they lie for a while (C-36)
    await house.tick(hot.id, 2 * PACES["slow"].lies)
    assert await opened(store, hot.id, seq) == [KINDS[where]]  # all of it is one step
    assert type(hot.state.phase).__name__ not in {"PedigreeHammer", "PedigreePayment", "RatRound"}


@pytest.mark.parametrize("where", KINDS)
async def test_the_clock_opens_for_those_who_stay_away(store: Store, where: str) -> None:
    house = House(store)
    hot = await asked(house, where)
    seq = hot.seq
    await house.play(hot.id, PEOPLE[1], answer(hot, 1))
    await house.tick(hot.id, TWO_DAYS - 1)
    assert hot.seq == seq
    await house.tick(hot.id, 2)
    assert (await opened(store, hot.id, seq))[0] == KINDS[where]
