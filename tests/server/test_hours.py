"""Hours of a slow table: its clocks run in them only. Its pause is agreed on by all who play."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.events import DecisionTimeChosen, HoursChosen
from kuhstall.server.table.party.hours import Hours, time_after
from kuhstall.server.table.party.opening import (
    Drawn,
    Wish,
    first_step,
    first_step_of_rematch,
)
from kuhstall.server.table.party.pace import PACES, PAUSED_FOR_DAYS
from kuhstall.server.table.party.party import fold
from kuhstall.server.table.party.requests import (
    AnyRequest,
    AskPause,
    ChooseDecisionTime,
    ChooseHours,
    Start,
    rights,
)
from kuhstall.server.wire.views import party_view
from tests.server.houses import House

DAY = 86_400
PEOPLE = ("anna", "ben", "carl")
MINUTES = st.integers(0, 1439)
HOURS = st.builds(Hours, MINUTES, MINUTES)
STARTS = st.integers(0, 20 * DAY)


def is_open(hours: Hours, at: int) -> bool:
    """By the clock on the wall: the reckoning that is as simple as can be."""
    minute = at // 60 % 1440
    if hours.begins <= hours.ends:
        return hours.begins <= minute < hours.ends or hours.begins == hours.ends
    return minute >= hours.begins or minute < hours.ends


def played(hours: Hours, start: int, end: int) -> int:
    """Count the seconds of these hours between two times, edge by edge."""
    edges = {start, end}
    for day in range(start // DAY - 1, end // DAY + 2):
        edges |= {day * DAY + 60 * minute for minute in (hours.begins, hours.ends)}
    inside = sorted(edge for edge in edges if start <= edge <= end)
    return sum(b - a for a, b in pairwise(inside) if is_open(hours, a))


@given(HOURS, STARTS, st.integers(1, 5 * DAY))
@example(Hours(60, 120), 3600, 3600)
@example(Hours(1380, 60), 1000, 3 * 7200 - 1000 - 3600)
def test_just_so_much_time_of_the_hours_has_passed(hours: Hours, start: int, lasts: int) -> None:
    end = round(time_after(hours, start, lasts))
    assert played(hours, start, end) == lasts
    assert played(hours, start, end - 1) == lasts - 1  # and not a second later than it must


@given(HOURS, STARTS, st.integers(0, 3 * DAY), st.integers(0, 3 * DAY))
def test_time_adds_up_and_never_goes_back(hours: Hours, start: int, one: int, other: int) -> None:
    middle = time_after(hours, start, one)
    assert middle >= start + one
    both = time_after(hours, start, one + other)
    assert both >= middle
    if other:
        assert time_after(hours, middle, other) == both


@given(STARTS, st.integers(0, 3 * DAY), MINUTES)
def test_no_hours_are_all_hours(start: int, lasts: int, minute: int) -> None:
    assert time_after(None, start, lasts) == start + lasts
    assert time_after(Hours(minute, minute), start, lasts) == start + lasts


@pytest.mark.anyio
async def test_a_decision_ends_within_the_hours() -> None:
    house = House(MemoryStore())
    table = await house.open(PEOPLE, pace="slow")
    now = house.clock.time
    begins = int(now // 60 % 1440 + 60) % 1440  # in an hour, for two hours
    wanted = ChooseHours(begins, (begins + 120) % 1440)
    assert await house.ask(table, "ben", wanted) == Rejected("not_host")
    assert isinstance(await house.ask(table, "anna", wanted), Accepted)
    await house.ask(table, "anna", Start())
    live = await house.service.cache.live_table(table)
    hours = live.party.hours
    assert hours == Hours(wanted.begins, wanted.ends)
    assert isinstance(await house.ask(table, "anna", wanted), Rejected)  # not in the game
    own = min(one.due for one in live.timers.seats.values() if one.due is not None)
    assert own == time_after(hours, now, PACES["slow"].decision)
    assert own > now + 20 * DAY
    assert "choose_hours" not in rights(live.party, "anna")


@pytest.mark.anyio
async def test_other_tables_know_no_hours() -> None:
    house = House(MemoryStore())
    live = await house.start(PEOPLE, pace="live")
    before = live.timers
    table = await house.open(PEOPLE, pace="live")
    await house.ask(table, "anna", ChooseHours(0, 1))
    await house.ask(table, "anna", Start())
    other = await house.service.cache.live_table(table)
    assert other.timers.clock == before.clock


@pytest.mark.anyio
async def test_a_slow_table_pauses_when_all_have_asked_and_for_a_holiday() -> None:
    house = House(MemoryStore())
    live = await house.start(PEOPLE, pace="slow")
    for person in PEOPLE[1:]:
        await house.service.note_departure(live.id, person)
    stages = []
    for person in PEOPLE:  # the others do not look, and have not agreed
        await house.ask(live.id, person, AskPause())
        stages.append(live.party.stage)
    assert stages == ["playing", "playing", "paused"]
    assert live.timers.clock == house.clock.time + PAUSED_FOR_DAYS


@pytest.mark.anyio
@pytest.mark.parametrize("hours", [1, 12, 48, 168])
async def test_deadlines_follow_the_time_that_the_host_has_chosen(hours: int) -> None:
    house = House(MemoryStore())
    table = await house.open(PEOPLE, pace="slow")
    wanted = ChooseDecisionTime(hours)
    assert await house.ask(table, "ben", wanted) == Rejected("not_host")
    await house.ask(table, "anna", wanted)
    await house.ask(table, "anna", Start())
    live = await house.service.cache.live_table(table)
    shown = msgspec.json.decode(party_view(live))
    assert shown.get("decision_hours", 48) == hours
    assert ("decision_hours" in shown) == (hours != 48)  # tables without a choice look as ever
    dues = {own.due for own in live.timers.seats.values() if own.due is not None}
    assert dues == {house.clock.time + hours * 3600}
    assert isinstance(await house.ask(table, "anna", ChooseDecisionTime(2)), Rejected)
    for person in PEOPLE:  # whoever is away is played for by a bot after the same time
        await house.service.note_departure(table, person)
    gone = {own.gone for own in live.timers.seats.values()}
    assert gone == {house.clock.time + hours * 3600}
    again = (await House(house.service.store).service.cache.live_table(table)).party
    assert again.times == live.party.times


@pytest.mark.anyio
async def test_other_paces_keep_their_time_for_a_decision() -> None:
    house = House(MemoryStore())
    table = await house.open(PEOPLE, pace="live")
    before = (await house.service.cache.live_table(table)).party.times
    await house.ask(table, "anna", ChooseDecisionTime(1))
    assert (await house.service.cache.live_table(table)).party.times == before == PACES["live"]


@pytest.mark.parametrize("hours", [-1, 0, 169, 1.5, "12", None])
def test_only_whole_hours_up_to_a_week_can_be_chosen(hours: object) -> None:
    asked = {"type": "choose_decision_time", "hours": hours}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(asked, AnyRequest)


def test_a_rematch_has_the_same_times() -> None:
    wish = Wish(pace="slow", seats=3)
    first = first_step(wish, "anna", Drawn("t" * 26, b"s" * 32), 0.0, 1.0).party
    party = fold(first, [HoursChosen(480, 1320), DecisionTimeChosen(12)])
    again = first_step_of_rematch(party, "anna", Drawn("u" * 26, b"s" * 32), 0.0, 1.0).party
    assert (again.hours, again.times) == (party.hours, party.times)
    plain = first_step_of_rematch(first, "anna", Drawn("u" * 26, b"s" * 32), 0.0, 1.0)
    assert not {DecisionTimeChosen, HoursChosen} & set(map(type, plain.events))
