"""A pedigree is counted down by the server's clock, at any node. Each test runs on both stores."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kuhstall.engine.kernel import options
from kuhstall.engine.values import CLOCK
from kuhstall.games.kuhhandel.master.actions import Slap, SlapNow, Wait
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown, PedigreeHammer
from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party import decide
from kuhstall.server.table.party.events import PartyEvent, WasLate
from kuhstall.server.table.party.pace import GRACE
from kuhstall.server.table.party.record import decode_step
from kuhstall.server.table.party.reflex import Reach
from kuhstall.server.table.party.timers import store_timers
from kuhstall.server.table.rows import PARTY
from kuhstall.server.wire.views import game_options, snapshot, timer_views
from tests.server.houses import DeafBus, House, SetClock, Watching

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo", "dora")
TURNS = {"auction_mode": "turns", "start_player": "seat:0"}


async def counting(house: House, people: tuple[str, ...] = PEOPLE, **wish: Any) -> LiveTable:
    """Play on to the beginning of a countdown."""
    rules = TURNS | wish.pop("rules", {})
    hot = await house.start(people, edition="master", rules=rules, **wish)
    return await house.play_to(hot.id, "Countdown")


def phase(hot: LiveTable) -> Countdown:
    assert isinstance(hot.state.phase, Countdown)
    return hot.state.phase


def slap(hot: LiveTable) -> tuple[int, int]:
    """Tell who has slapped, and at which count."""
    assert isinstance(hot.state.phase, PedigreeHammer)
    return hot.state.phase.high.seat, hot.state.phase.high.amount


def slappers(hot: LiveTable) -> list[int]:
    return [seat for seat in hot.state.phase.actors(hot.state) if seat >= 0]


def slapping(hot: LiveTable, count: int) -> list[int]:
    """List who could slap at a count."""
    return [
        seat for seat in slappers(hot)
        if any(one.admitted(Slap(count)) for one in options(hot.state, seat))
    ]  # fmt: skip


async def party_events(store: Store, table: str, after: int) -> list[PartyEvent]:
    steps = await store.steps(table, after=after)
    return [event for step in steps for event in decode_step(step.events).party]


async def test_the_clock_counts_and_nobody_is_late(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    began = house.clock.time
    assert store_timers(hot.timers) == {CLOCK: began + 1 + 1.2 + GRACE}
    assert timer_views(hot)[0].at == int((began + 2.2) * 1000)
    before, sale = hot.seq, phase(hot).sale
    await house.tick(hot.id, 2.2)
    assert hot.seq == before  # the grace is not over
    await house.tick(hot.id, GRACE)
    for count in range(9, 0, -1):
        assert phase(hot).count == count
        assert store_timers(hot.timers) == {CLOCK: pytest.approx(house.clock.time + 1.2 + GRACE)}
        await house.tick(hot.id, 1.2 + GRACE)
    assert hot.state.world.pedigrees[sale.auctioneer] == (sale.animal,)
    assert await party_events(store, hot.id, before) == []
    assert all(place.late == 0 and not place.away for place in hot.party.places)


async def test_slaps_of_a_step_are_unseen_and_come_at_the_same_time(store: Store) -> None:
    one = House(store, DeafBus())
    hot = await counting(one)
    other = House(store, DeafBus(), one.clock)
    cold = await other.service.cache.live_table(hot.id)
    while len(slapping(hot, phase(hot).count)) < 2:
        await one.tick(hot.id, 2.2 + GRACE)
    await other.service.cache.catch_up_with(hot.id)
    count, (first, second, *_) = phase(hot).count, slapping(hot, phase(hot).count)
    watchers = {person: Watching(person) for person in (*PEOPLE, None)}
    hot.watchers |= set(watchers.values())
    before = {person: snapshot(hot, person, ()) for person in watchers}
    seq, due = hot.seq, hot.due
    assert await one.play(hot.id, PEOPLE[first], Slap(count)) == Accepted(seq)
    assert await other.play(hot.id, PEOPLE[second], Slap(count)) == Accepted(seq)
    assert (hot.seq, cold.seq, hot.due) == (seq, seq, due)
    assert all(not watcher.frames for watcher in watchers.values())
    for person, shown in before.items():
        if person not in {PEOPLE[first], PEOPLE[second]}:
            assert msgspec.json.encode(snapshot(hot, person, ())) == msgspec.json.encode(shown)
    assert bytes(game_options(hot, first)) == b"[]"
    assert await one.play(hot.id, PEOPLE[first], Wait()) == Rejected("not_your_turn")
    await one.tick(hot.id, 2.2 + GRACE)
    assert hot.seq == seq + 1
    for watcher in watchers.values():
        (frame,) = watcher.frames
        (slapped,) = (event for event in frame["events"] if event["type"] == "slapped")
        assert slapped["count"] == count
        assert sorted(slapped["rivals"]) == sorted([first, second])
        assert slapped["seat"] in {first, second}


async def test_a_slap_is_stale_once_its_step_is_over(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    moment, count = hot.state.moment, phase(hot).count
    seat = slappers(hot)[0]
    await house.tick(hot.id, 2.2 + GRACE)
    answer = await house.play(hot.id, PEOPLE[seat], Slap(count), moment=moment)
    assert answer == Rejected("stale")


async def test_a_plan_is_unseen_outlives_its_node_and_can_be_taken_back(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    count = phase(hot).count
    low = max(at for at in range(1, count) if slapping(hot, at))
    seat = slapping(hot, low)[0]
    planned = Accepted(hot.seq)
    assert await house.play(hot.id, PEOPLE[seat], Slap(low)) == planned
    heir = House(store, clock=house.clock)
    again = await heir.service.cache.live_table(hot.id)
    assert again.held == {seat: Slap(low)}
    watchers = [Watching(person) for person in (*PEOPLE, None) if person != PEOPLE[seat]]
    again.watchers |= set(watchers)
    while phase(again).count > low:
        await heir.tick(hot.id, 2.2 + GRACE)
        for watcher in watchers:
            shown = msgspec.json.encode(watcher.frames[-1])
            assert f'"count":{low},"after"'.encode() not in shown
            assert watcher.frames[-1]["events"][0].get("plans") is None
    twin = await House(store, clock=house.clock).service.cache.live_table(hot.id)
    assert phase(twin).plans == phase(again).plans
    assert [plan.count for plan in phase(again).plans] == [low]
    await heir.tick(hot.id, 2.2 + GRACE)
    assert slap(again) == (seat, low)


async def test_a_plan_is_taken_back_with_never(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    low = max(at for at in range(1, phase(hot).count) if slapping(hot, at))
    seat = slapping(hot, low)[0]
    await house.play(hot.id, PEOPLE[seat], Slap(low))
    await house.tick(hot.id, 2.2 + GRACE)
    if phase(hot).count == low:
        return
    assert await house.play(hot.id, PEOPLE[seat], Slap(0)) == Accepted(hot.seq)
    await house.tick(hot.id, 2.2 + GRACE)
    assert phase(hot).plans == ()


async def test_bots_answer_within_the_step_once_and_unseen(store: Store) -> None:
    house = House(store)
    hot = await counting(house, ("anna",), bots=["farmer", "random", "farmer"])
    watcher = Watching("anna")
    hot.watchers.add(watcher)
    while isinstance(hot.state.phase, Countdown):
        bots = [seat for seat in slappers(hot) if seat]
        closes, moment, seq = store_timers(hot.timers)[CLOCK], hot.state.moment, hot.seq
        assert set(store_timers(hot.timers)) == {CLOCK, *bots}
        assert all(store_timers(hot.timers)[bot] <= closes - GRACE for bot in bots)
        assert [timer.seat for timer in timer_views(hot)] == [None]
        for held in range(len(bots)):
            assert len(hot.held) == held
            house.clock.time = min(
                store_timers(hot.timers)[bot] for bot in bots if bot not in hot.held
            )
            await house.service.fire(hot.id)
            kept = await store.table_row(hot.id)
            assert kept.due is not None
            assert kept.due > house.clock.time  # no other node has to come and look
        assert (hot.seq, hot.state.moment) == (seq, moment)
        await house.service.fire(hot.id)
        assert hot.seq == seq
        house.clock.time = closes
        await house.service.fire(hot.id)
        assert hot.state.moment > moment


async def test_in_mid_step_people_come_and_go_and_the_clock_does_not_mind(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    seat = slapping(hot, 1)[0]
    closes = store_timers(hot.timers)[CLOCK]
    await house.play(hot.id, PEOPLE[seat], Slap(1))
    await house.service.note_departure(hot.id, PEOPLE[seat])
    house.clock.time += 0.5
    await house.service.note_arrival(hot.id, PEOPLE[seat])
    assert store_timers(hot.timers) == {CLOCK: closes}
    assert hot.held == {seat: Slap(1)}
    await house.tick(hot.id, 2.2)
    assert [plan.seat for plan in phase(hot).plans] == [seat]


async def test_after_an_outage_the_step_begins_anew(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    await house.tick(hot.id, 2.2 + GRACE)
    count = phase(hot).count
    await house.tick(hot.id, 60)
    assert phase(hot).count == count
    assert store_timers(hot.timers) == {CLOCK: house.clock.time + 2.2 + GRACE}


@pytest.mark.parametrize("mode", ["stepwise", "sealed"])
async def test_without_a_clock_people_have_the_time_of_a_decision(store: Store, mode: str) -> None:
    house = House(store)
    hot = await counting(house, rules={"pedigree_mode": mode})
    seats, now, moment = slappers(hot), house.clock.time, hot.state.moment
    assert store_timers(hot.timers) == dict.fromkeys(seats, now + 30)
    for seat in seats[1:]:
        answer = Slap(0) if mode == "sealed" and slapping(hot, 1) else Wait()
        if not any(one.admitted(answer) for one in options(hot.state, seat)):
            answer = Wait()
        assert await house.play(hot.id, PEOPLE[seat], answer) == Accepted(hot.seq)
    await house.tick(hot.id, 30)
    assert hot.state.moment > moment
    assert [place.late for place in hot.party.places] == [
        int(seat == seats[0]) for seat in range(4)
    ]
    if mode == "stepwise":  # in time again, and it is forgotten
        for seat in slappers(hot):
            await house.play(hot.id, PEOPLE[seat], Wait())
        assert [place.late for place in hot.party.places] == [0] * 4


async def test_all_who_are_silent_are_late(store: Store) -> None:
    house = House(store)
    hot = await counting(house, rules={"pedigree_mode": "stepwise"})
    seats = slappers(hot)
    await house.tick(hot.id, 30)
    assert {seat for seat, place in enumerate(hot.party.places) if place.late} == set(seats)
    await house.tick(hot.id, 30)
    assert {seat for seat, place in enumerate(hot.party.places) if place.away} == set(seats)


async def test_a_slow_table_names_sealed_numbers_and_never_waits_for_the_clock(
    store: Store,
) -> None:
    house = House(store)
    hot = await counting(house, pace="slow")
    assert hot.party.rules["pedigree_mode"] == hot.party.rules["rat_mode"] == "envelopes"
    assert set(store_timers(hot.timers).values()) == {house.clock.time + 172_800}
    resumed = await counting(
        House(store, clock=house.clock), pace="slow", rules={"pedigree_mode": "realtime"}
    )
    service = House(store, clock=house.clock)
    count = phase(resumed).count
    assert store_timers(resumed.timers) == {
        CLOCK: pytest.approx(house.clock.time + 172_800 + GRACE)
    }
    for seat in slappers(resumed):
        await service.play(resumed.id, PEOPLE[seat], Wait())
    again = await service.service.cache.live_table(resumed.id)
    assert phase(again).count == count - 1


async def test_the_quickest_hand_wins_by_the_time_of_the_server(store: Store) -> None:
    house = House(store)
    hot = await counting(house, rules={"slap": "reflex"})
    while len(slapping(hot, phase(hot).count - 1)) < 2:
        await house.tick(hot.id, 2.2 + GRACE)
    count = phase(hot).count
    if len(slapping_now(hot)) < 2:
        await house.tick(hot.id, 2.2 + GRACE)
        count -= 1
    first, second, *_ = slapping_now(hot)
    began, moment = house.clock.time, hot.state.moment
    assert hot.clock_since == began
    house.clock.time = began + 0.5

    async def hand(seat: int, said: int, arrived: float, trip: float) -> None:
        action = msgspec.json.encode(SlapNow(said))
        reach = Reach(began + arrived, trip)
        answer = await house.service.play(
            hot.id, PEOPLE[seat], f"slap{seat}", moment, action, reach
        )
        assert answer == Accepted(hot.seq)

    await hand(second, 0, 0.300, 20)  # says that it took no time; its wire is short
    await hand(first, 250, 0.350, 120)  # was quicker, over a long wire
    assert hot.held == {first: SlapNow(250), second: SlapNow(280)}
    again = await House(store, clock=house.clock).service.cache.live_table(hot.id)
    assert (again.held, again.clock_since) == (hot.held, began)
    await house.tick(hot.id, 2 + GRACE)
    assert slap(hot) == (first, count)


def slapping_now(hot: LiveTable) -> list[int]:
    return [
        seat for seat in slappers(hot)
        if any(one.admitted(SlapNow(1)) for one in options(hot.state, seat))
    ]  # fmt: skip


async def test_over_http_nothing_is_made_up_for(store: Store) -> None:
    house = House(store)
    hot = await counting(house, rules={"slap": "reflex"})
    while not slapping_now(hot):
        await house.tick(hot.id, 2.2 + GRACE)
    seat = slapping_now(hot)[0]
    house.clock.time += 0.4
    await house.play(hot.id, PEOPLE[seat], SlapNow(5))
    assert hot.held == {seat: SlapNow(400)}


async def test_a_countdown_is_not_rushed_after_a_pause(store: Store) -> None:
    clock = SetClock(1_800_000_000.0)
    house = House(store, clock=clock)
    hot = await counting(house)
    for person in PEOPLE:
        await house.service.note_departure(hot.id, person)
    await house.run_out(hot.id)
    if hot.party.stage != "paused":
        pytest.fail("nobody is there, and it goes on")
    house.clock.time += 100
    await house.service.note_arrival(hot.id, PEOPLE[1])
    if isinstance(hot.state.phase, Countdown):
        assert store_timers(hot.timers)[CLOCK] == house.clock.time + 2.2 + GRACE


async def test_of_who_was_late_before_nobody_hears_whether_they_have_a_plan(store: Store) -> None:
    house = House(store)
    hot = await counting(house)
    seat = slapping(hot, 1)[0]
    await house.service._answer(
        hot.id, PARTY, "late", lambda hot: decide._outcome(hot.situation, [WasLate(seat)])
    )
    watcher = Watching(None)
    hot.watchers.add(watcher)
    await house.play(hot.id, PEOPLE[seat], Slap(1))
    await house.tick(hot.id, 2.2 + GRACE)
    (frame,) = watcher.frames
    assert frame["party"] is None
    assert hot.party.places[seat].late == 1
