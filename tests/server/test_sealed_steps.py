"""Actions that are held until their phase opens, at any node. Each test runs on both stores."""

from __future__ import annotations

import msgspec
import pytest

from kuhstall.games import registry
from kuhstall.server.hosting.live_table import LiveTable
from kuhstall.server.hosting.sealing import SOON, look_after
from kuhstall.server.party.requests import HandOver
from kuhstall.server.store import (
    Accepted,
    Overdue,
    Rejected,
    SealedAction,
    Store,
    UnavailableError,
)
from tests.engine import tiny
from tests.server.houses import DeafBus, House, SetClock, Watching

pytestmark = pytest.mark.anyio

_NAMED = msgspec.json.encode(tiny.Name(3))
PEOPLE = ("anna", "ben", "cleo")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the registry know the tiny game, which has a sealed phase."""
    monkeypatch.setitem(registry.EDITIONS, tiny.TINY.key, tiny.TINY)
    return str(tiny.TINY.key)


async def test_sealed_actions_show_to_nobody_and_open_together(store: Store, small: str) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=small)
    cold = await other.service.cache.live_table(hot.id)
    watchers = [Watching(person) for person in (*PEOPLE, None)]
    hot.watchers |= set(watchers)
    before, moment = hot.seq, hot.state.moment
    assert await one.play(hot.id, "anna", tiny.Name(2), "same") == Accepted(before)
    assert await one.play(hot.id, "anna", tiny.Name(2), "same") == Accepted(before)
    assert await one.play(hot.id, "anna", tiny.Name(3)) == Rejected("not_your_turn")
    assert await other.play(hot.id, "ben", tiny.Name(9)) == Rejected("too_high")
    assert await other.play(hot.id, "ben", tiny.Name(1)) == Accepted(before)
    assert (hot.seq, cold.seq) == (before, before)
    assert all(not watcher.frames for watcher in watchers)
    answer = await one.play(hot.id, "cleo", tiny.Name(0), moment=moment)
    assert answer == Accepted(before + 1)
    assert hot.state.moment == moment + 1
    assert [len(watcher.frames) for watcher in watchers] == [1, 1, 1, 1]
    assert await store.sealed_actions(hot.id, moment) == []
    # Who has not heard the answer asks again, and is not refused what has counted.
    again = await one.play(hot.id, "anna", tiny.Name(2), "same", moment)
    assert again == await other.play(hot.id, "anna", tiny.Name(2), "same", moment)
    assert again == Accepted(before + 1)


async def test_an_answer_names_no_later_step_than_the_one_that_opened_the_action(
    store: Store, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=small)
    before, moment, complete = hot.seq, hot.state.moment, one.service.cache.complete
    for person in ("anna", "ben"):
        await one.play(hot.id, person, tiny.Name(1))

    async def much_later(live: LiveTable) -> None:
        """Another node opens the phase and goes on, before this one comes to look."""
        monkeypatch.setattr(one.service.cache, "complete", complete)
        await other.play(hot.id, "cleo", tiny.Name(0), "last", moment)
        await other.ask(hot.id, "anna", HandOver(1))
        await one.service.cache.catch_up_with(hot.id)

    monkeypatch.setattr(one.service.cache, "complete", much_later)
    answer = await one.play(hot.id, "cleo", tiny.Name(0), "last", moment)
    assert hot.seq == before + 2
    assert answer == Accepted(before + 1)


async def test_sealed_actions_survive_their_node_and_meet_the_clock(
    store: Store, small: str
) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, edition=small)
    moment = hot.state.moment
    await house.play(hot.id, "ben", tiny.Name(3))
    heir = House(store)
    heir.clock.time = house.clock.time
    again = await heir.service.cache.live_table(hot.id)
    assert again.held == {1: tiny.Name(3)}
    await heir.tick(hot.id, 31)
    assert again.state.moment == moment + 1
    assert again.state.world.tokens[1] == 1
    assert again.party.places[1].late == 0


async def test_a_node_that_dies_between_the_last_seal_and_the_opening_holds_up_nobody(
    store: Store, small: str
) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, edition=small)
    moment = hot.state.moment
    for seat, person in enumerate(PEOPLE[:2]):
        await house.play(hot.id, person, tiny.Name(seat))
    await store.seal(hot.id, hot.seq, moment, SealedAction(2, "last", _NAMED))
    heir = House(store, clock=house.clock)
    again = await heir.service.cache.live_table(hot.id)
    assert again.rings(heir.clock.now()) == 0.0
    await heir.service.fire(hot.id)
    assert again.state.moment == moment + 1
    assert again.state.world.tokens[2] == 1


async def test_a_slow_table_does_not_wait_for_days_if_a_node_dies_after_the_last_seal(
    store: Store, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does anybody look after it again and again while somebody is still asked."""
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=small, pace="slow")
    far, moment = hot.due, hot.state.moment
    assert far is not None
    assert far > one.clock.now() + 3600
    await one.play(hot.id, "anna", tiny.Name(1))
    await other.play(hot.id, "ben", tiny.Name(1))
    await one.service.background.finish()
    await other.service.background.finish()
    row = await store.table_row(hot.id)
    assert row.due == pytest.approx(far), "it rests"

    async def dies(*_: object) -> None:
        raise UnavailableError("killed")

    monkeypatch.setattr(one.service.cache, "complete", dies)
    with pytest.raises(UnavailableError):
        await one.play(hot.id, "cleo", tiny.Name(3))
    row = await store.table_row(hot.id)
    assert row.due is not None
    assert row.due <= one.clock.now() + SOON
    # What the sweep of another node does, which has heard of none of it.
    heir = House(store, DeafBus(), clock=SetClock(row.due + 1))
    cold = await heir.service.cache.live_table(hot.id)
    cold.held = {}
    overdue = Overdue(hot.id, hot.seq, row.due)
    await look_after(store, heir.service.cache, overdue, heir.service.fire)
    assert cold.state.moment == moment + 1


async def test_whoever_comes_by_puts_off_no_opening(store: Store, small: str) -> None:
    """The step that notes it is of a node that has heard of no answer, and then both die."""
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=small, pace="slow")
    deaf, moment = await other.service.cache.live_table(hot.id), hot.state.moment
    for seat, person in enumerate(PEOPLE[:2]):
        await one.play(hot.id, person, tiny.Name(seat))
    await store.seal(hot.id, hot.seq, moment, SealedAction(2, "last", _NAMED))
    assert not deaf.held
    await other.service.note_departure(hot.id, "anna")
    row = await store.table_row(hot.id)
    assert row.due is not None
    assert row.due <= other.clock.now() + SOON
    heir = House(store, DeafBus(), clock=SetClock(row.due + 1))
    await look_after(
        store, heir.service.cache, Overdue(hot.id, deaf.seq, row.due), heir.service.fire
    )
    assert heir.service.cache.tables[hot.id].state.moment == moment + 1


async def test_whoever_comes_by_wakes_nobody_twice(store: Store, small: str) -> None:
    """Where somebody is still asked, it rests again until their time is up."""
    house = House(store)
    hot = await house.start(PEOPLE, edition=small, pace="slow")
    far = hot.due
    await house.play(hot.id, "ben", tiny.Name(1))
    await house.service.note_departure(hot.id, "anna")
    row = await store.table_row(hot.id)
    assert row.due is not None
    house.clock.time = row.due + 1
    overdue = Overdue(hot.id, hot.seq, row.due)
    await look_after(store, house.service.cache, overdue, house.service.fire)
    assert (await store.table_row(hot.id)).due == pytest.approx(far)


async def test_a_seal_at_another_node_is_not_lost_when_the_phase_closes(
    store: Store, small: str
) -> None:
    """The closing node has not heard of it; the store makes it count all the same."""
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=small)
    await other.service.cache.live_table(hot.id)
    await other.play(hot.id, "cleo", tiny.Name(3))
    await one.tick(hot.id, 31)
    assert hot.state.world.tokens[2] == 1
