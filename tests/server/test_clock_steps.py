"""The clock of the store is set in the middle of a game: nobody waits, nobody is hurried."""

from __future__ import annotations

import asyncio

import pytest

from kuhstall.server.limits.rates import REQUESTS, Limiter
from kuhstall.server.store import Store
from kuhstall.server.table.alarms import Alarms
from kuhstall.server.table.clock import Clock
from kuhstall.server.table.log import UnavailableError
from kuhstall.server.table.party.events import Extended
from kuhstall.server.table.party.pace import OUTAGE, PACES
from tests.machine import patience
from tests.server.houses import House

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "carl")
HOUR = 3600.0


@pytest.mark.parametrize("step", [-HOUR, -600.0, HOUR])
async def test_everybody_gets_their_time_again(store: Store, step: float) -> None:
    house = House(store)
    hot = await house.start(PEOPLE)
    moment = hot.state.moment
    house.clock.time += step
    assert hot.rings(house.clock.now()) is not None
    await house.service.fire(hot.id)
    assert hot.due is not None
    assert OUTAGE < hot.due - house.clock.time <= PACES["live"].decision
    assert hot.state.moment == moment
    assert isinstance(hot.recent[-1].party_events[0], Extended)
    # Once is enough.
    seq = hot.seq
    await house.service.fire(hot.id)
    assert hot.seq == seq


async def test_a_step_after_the_clock_was_set_back_leaves_no_deadline_of_the_old_time(
    store: Store,
) -> None:
    """The step itself is of the right time: nobody could tell later that its deadlines are not."""
    house = House(store)
    hot = await house.start(PEOPLE)
    house.clock.time -= HOUR
    await house.service.note_departure(hot.id, PEOPLE[1])
    assert hot.due is not None
    assert 0 < hot.due - house.clock.time <= PACES["live"].decision
    for own in hot.timers.seats.values():
        assert own.due is None or own.due - house.clock.time <= PACES["live"].decision


async def test_a_table_of_tomorrow_rings_at_once(store: Store) -> None:
    """Whichever node reads it: the alarm that was set for it would ring in an hour."""
    house = House(store)
    hot = await house.start(PEOPLE)
    house.clock.time -= HOUR
    heir = House(store, clock=house.clock)
    again = await heir.service.cache.live_table(hot.id)
    assert again.rings(house.clock.now()) == 0.0
    assert hot.due is not None
    assert hot.due - house.clock.time > HOUR - 60


async def test_the_alarm_of_such_a_table_rings_again_if_the_store_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No sweep finds it: by the clock of the store nothing is due there for an hour."""
    house = House(store)
    hot = await house.start(PEOPLE)
    house.clock.time -= HOUR
    assert not await store.claim_overdue(late=0.0, lease=2.0, limit=64)
    rung = asyncio.Event()
    alarms = Alarms(house.clock, lambda _: rung.set(), on=True)

    async def come_to_nothing() -> None:
        raise UnavailableError("away")

    monkeypatch.setattr("kuhstall.server.table.alarms.AGAIN", 0.01)
    with pytest.raises(UnavailableError):
        await alarms.see_through(hot, come_to_nothing())
    await asyncio.wait_for(rung.wait(), patience(10))


async def test_a_clock_that_was_set_is_believed_even_from_afar() -> None:
    """A slow answer is worse than a quick one, but better than an hour that is wrong."""
    steady = 0.0

    class Slow:
        offset, way = 1_000.0, 0.001

        async def now(self) -> float:
            nonlocal steady
            steady += self.way
            told = steady + self.offset
            steady += self.way
            return told

    clock, store = Clock(lambda: steady), Slow()
    await clock.set_by(store)
    assert clock.now() - steady == pytest.approx(1_000, abs=0.01)
    store.way = 0.3
    store.offset = 1_000.2
    await clock.set_by(store)
    assert clock.now() - steady == pytest.approx(1_000, abs=0.01)
    store.offset = 1_000 - HOUR
    await clock.set_by(store)
    assert clock.now() - steady == pytest.approx(1_000 - HOUR, abs=0.7)


async def test_a_node_that_starts_on_a_busy_machine_rings_nothing_early() -> None:
    """The first answer takes its time on the way out, the next ones do not."""
    steady, ways = 0.0, [0.8, 0.5, 0.001]

    class Busy:
        async def now(self) -> float:
            nonlocal steady
            steady += ways.pop(0) if ways else 0.001
            told = steady + 1_000
            steady += 0.001
            return told

    clock = Clock(lambda: steady)
    await clock.start_by(Busy())
    assert ways == []
    assert clock.now() - steady == pytest.approx(1_000, abs=0.002)


async def test_a_store_that_is_always_far_away_delays_no_start() -> None:
    steady = asked = 0.0

    class Far:
        async def now(self) -> float:
            nonlocal steady, asked
            asked += 1
            steady += 0.6
            return steady + 1_000

    await Clock(lambda: steady).start_by(Far())
    assert asked == 5


def test_limits_go_by_a_clock_that_nobody_sets() -> None:
    """Who has used up nothing is admitted, whatever happens to the time of day."""
    clock = Clock()
    limiter = Limiter()
    assert limiter.admits(REQUESTS, "1.2.3.4", clock.steady())
    clock._ahead -= HOUR
    for _ in range(REQUESTS.times - 1):
        assert limiter.admits(REQUESTS, "1.2.3.4", clock.steady())
