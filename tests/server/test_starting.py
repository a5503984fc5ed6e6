"""A table that starts by itself: when it is full, or with bots that the host has let in."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import begin
from kuhstall.engine.values import Line
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.hours import Hours, time_after
from kuhstall.server.table.party.opening import Drawn, Wish, first_step, first_step_of_rematch
from kuhstall.server.table.party.pace import DESERTED, OUTAGE, PACES, REVEAL, UNSTARTED
from kuhstall.server.table.party.requests import (
    Arrange,
    ChooseDecisionTime,
    ChooseHours,
    ChooseStart,
    Commit,
    FreeSeat,
    Join,
    Kick,
    Leave,
    Reveal,
    Start,
    Swap,
    rights,
)
from kuhstall.server.table.party.starting import COUNT, FILL
from kuhstall.server.table.summary import waits_of_players
from kuhstall.server.wire import views
from tests.server.houses import House, SetClock

pytestmark = pytest.mark.anyio

START = 1_800_000_000.0
OTHERS = ("ben", "carl", "dora", "emil")


async def opened(house: House, by: str = "bots", **wish: Any) -> LiveTable:
    """Open a table of four at which Anna sits alone; others are there who could join."""
    for person in OTHERS:
        await house.service.people.add_person(Person(person, person.title()))
    table = await house.open(
        ("anna",), **{"seats": 4, "public": True, "starts": by, "filler": "easy", **wish}
    )
    return await house.service.cache.live_table(table)


def stage(live: LiveTable) -> str:
    return live.party.stage


def kinds(live: LiveTable) -> list[str]:
    return [
        "person" if place.person is not None else place.bot or "free" for place in live.party.places
    ]


async def test_who_comes_alone_plays_with_bots_after_a_minute(store: Store) -> None:
    house = House(store)
    live = await opened(house)
    await house.tick(live.id, FILL - 0.1)
    assert kinds(live) == ["person", "free", "free", "free"]
    await house.tick(live.id, 0.1)
    assert kinds(live) == ["person", "easy", "easy", "easy"]
    assert stage(live) == "open"  # and still time to leave
    await house.tick(live.id, COUNT - 0.1)
    assert stage(live) == "open"
    await house.tick(live.id, 0.1)
    assert stage(live) == "playing"


async def test_a_full_table_starts_after_a_countdown(store: Store) -> None:
    house = House(store)
    live = await opened(house, "full", seats=3)
    await house.tick(live.id, 10 * FILL)  # no bot comes where the host wants none
    assert kinds(live) == ["person", "free", "free"]
    for person in ("ben", "carl"):
        await house.ask(live.id, person, Join())
    await house.tick(live.id, COUNT - 0.1)
    assert stage(live) == "open"
    await house.tick(live.id, 0.1)
    assert stage(live) == "playing"
    assert live.party.people == ("anna", "ben", "carl")


async def test_any_node_goes_on_with_it(store: Store) -> None:
    """The first one dies before the bots come, the second before the start."""
    first = House(store, clock=SetClock(await store.now() - FILL - 1))
    table = (await opened(first)).id
    second = House(store, clock=SetClock(first.clock.time + FILL))
    await second.service.sweep()
    assert "free" not in kinds(await second.service.cache.live_table(table))
    third = House(store, clock=SetClock(second.clock.time + COUNT))
    await third.service.fire(table)
    assert (await third.service.cache.live_table(table)).party.stage == "playing"


async def test_usually_the_host_starts() -> None:
    house = House(MemoryStore())
    table = await house.open(("anna", "ben", "carl"), public=True)
    await house.tick(table, 10 * FILL)
    live = await house.service.cache.live_table(table)
    assert stage(live) == "open"
    assert views.timer_views(live) == ()


async def test_somebody_who_comes_in_the_last_second_plays_along() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.tick(live.id, FILL - 1)
    await house.ask(live.id, "ben", Join())
    await house.tick(live.id, 1)
    assert kinds(live) == ["person", "person", "easy", "easy"]
    await house.tick(live.id, COUNT)
    assert live.party.sat == {"anna": 0, "ben": 1}


async def test_the_last_person_starts_the_countdown_at_once() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.tick(live.id, 20)
    for person in ("ben", "carl", "dora"):
        await house.ask(live.id, person, Join())
    assert live.timers.start.due == house.clock.time + COUNT
    await house.tick(live.id, COUNT)
    assert len(live.party.sat) == 4


async def test_nobody_delays_it_by_coming_and_going() -> None:
    house = House(MemoryStore())
    live = await opened(house, seats=3)
    await house.ask(live.id, "ben", Join())
    began = house.clock.time
    for _ in range(30):
        await house.ask(live.id, "carl", Join())
        await house.tick(live.id, COUNT - 1)
        await house.ask(live.id, "carl", Leave())
        await house.tick(live.id, 0)
        if "easy" in kinds(live):
            break
    assert house.clock.time - began < FILL + COUNT
    await house.tick(live.id, COUNT)
    assert stage(live) == "playing"


async def test_whoever_leaves_a_countdown_stops_it_where_no_bot_may_come() -> None:
    house = House(MemoryStore())
    live = await opened(house, "full", seats=3)
    for person in ("ben", "carl"):
        await house.ask(live.id, person, Join())
    await house.tick(live.id, COUNT - 1)
    await house.ask(live.id, "carl", Leave())
    await house.tick(live.id, COUNT)
    assert stage(live) == "open"
    await house.ask(live.id, "dora", Join())
    await house.tick(live.id, COUNT)
    assert live.party.people == ("anna", "ben", "dora")
    assert stage(live) == "playing"


async def test_a_change_of_what_is_played_is_to_be_seen_first() -> None:
    house = House(MemoryStore())
    live = await opened(house, "full", seats=3)
    for person in ("ben", "carl"):
        await house.ask(live.id, person, Join())
    for change in (Arrange(rules={"ties": "auctioneer"}), Arrange(pace="relaxed"), Swap(0, 1)):
        await house.tick(live.id, COUNT - 1)
        answer = await house.ask(live.id, "anna", change)
        if isinstance(answer, Accepted):
            assert live.timers.start.due == house.clock.time + COUNT
    await house.tick(live.id, COUNT - 1)
    await house.service.note_departure(live.id, "ben")  # nobody else has to see that
    await house.tick(live.id, 1)
    assert stage(live) == "playing"


async def test_the_host_may_leave_before() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.ask(live.id, "ben", Join())
    await house.tick(live.id, 30)
    await house.ask(live.id, "anna", Leave())
    assert live.party.host == "ben"
    await house.tick(live.id, 30)
    await house.tick(live.id, COUNT)
    assert (live.party.stage, live.party.people) == ("playing", ("ben",))


async def test_a_table_that_all_have_left_is_closed() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.ask(live.id, "anna", Leave())
    assert stage(live) == "closed"
    assert live.due is None


async def test_nothing_starts_while_nobody_looks() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.service.note_departure(live.id, "anna")
    assert live.due == house.clock.time + DESERTED
    await house.tick(live.id, FILL + COUNT)
    assert kinds(live) == ["person", "free", "free", "free"]
    await house.service.note_arrival(live.id, "anna")
    assert live.due == house.clock.time + FILL  # people may have come to think it was over
    await house.tick(live.id, FILL)
    await house.tick(live.id, COUNT)
    assert stage(live) == "playing"


async def test_whoever_is_kicked_does_not_play_along() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.ask(live.id, "ben", Join())
    await house.ask(live.id, "anna", Kick(1))
    assert await house.ask(live.id, "ben", Join()) == Rejected("kicked")
    await house.tick(live.id, FILL)
    await house.tick(live.id, COUNT)
    assert live.party.people == ("anna",)


async def test_a_seat_that_the_host_frees_is_kept_for_a_person_once_more() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.tick(live.id, FILL)
    await house.ask(live.id, "anna", FreeSeat(2))
    assert live.timers.start.due == house.clock.time + FILL
    await house.ask(live.id, "ben", Join())
    await house.tick(live.id, COUNT)
    assert live.party.sat == {"anna": 0, "ben": 2}


async def test_the_host_chooses_and_may_think_better_of_it() -> None:
    house = House(MemoryStore())
    live = await opened(house, "host")
    assert await house.ask(live.id, "anna", ChooseStart("bots", "nobody")) == Rejected(
        "no_such_bot"
    )
    await house.ask(live.id, "ben", Join())
    assert await house.ask(live.id, "ben", ChooseStart("full")) == Rejected("not_host")
    seq = live.seq
    await house.ask(live.id, "anna", ChooseStart("bots", "hard"))
    assert live.seq == seq + 1
    await house.ask(live.id, "anna", ChooseStart("bots", "hard"))  # it is so
    assert live.seq == seq + 1
    await house.tick(live.id, 40)
    await house.ask(live.id, "anna", ChooseStart("host"))
    await house.tick(live.id, FILL)
    assert kinds(live) == ["person", "person", "free", "free"]
    await house.ask(live.id, "anna", ChooseStart("bots", "hard"))
    await house.tick(live.id, FILL)
    assert kinds(live) == ["person", "person", "hard", "hard"]
    await house.ask(live.id, "anna", Start())  # the host need not wait for the countdown
    assert stage(live) == "playing"
    assert live.timers.start.due is None


async def test_all_have_their_part_in_the_shuffle() -> None:
    house = House(MemoryStore())
    live = await opened(house, "full", seats=3)
    value = bytes(32)
    for seat, person in enumerate(("ben", "carl"), start=1):
        promise = fair.seat_commitment(live.id, seat, value).hex()
        await house.ask(live.id, person, Join(seat, promise))
    await house.tick(live.id, COUNT)
    assert stage(live) == "revealing"
    for person in ("ben", "carl"):
        await house.ask(live.id, person, Reveal(value.hex()))
    assert stage(live) == "playing"


async def test_whoever_breaks_a_start_off_is_replaced_soon() -> None:
    house = House(MemoryStore())
    live = await opened(house, seats=3)
    await house.ask(live.id, "ben", Join())
    promise = fair.seat_commitment(live.id, 2, bytes(32)).hex()
    await house.ask(live.id, "carl", Join(2, promise))
    await house.tick(live.id, COUNT)
    await house.tick(live.id, REVEAL)  # and Carl does not show what he has promised
    assert kinds(live) == ["person", "person", "free"]
    await house.tick(live.id, COUNT)
    await house.tick(live.id, COUNT)
    assert stage(live) == "playing"
    assert live.party.people == ("anna", "ben")


async def test_after_an_outage_people_are_waited_for_again() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    await house.tick(live.id, FILL + OUTAGE + 1)
    assert kinds(live) == ["person", "free", "free", "free"]
    assert live.timers.start.due == house.clock.time + FILL


async def test_a_rematch_waits_for_its_people() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    ended = replace(live.party, stage="ended")
    first = first_step_of_rematch(ended, "anna", Drawn("t", bytes(32)), 0.0, 1.0)
    assert first.party.starts == "host"
    assert first.timers.clock == UNSTARTED
    assert first.timers.start.due is None


async def test_the_tempo_of_the_server_counts() -> None:
    first = first_step(Wish(starts="bots"), "anna", Drawn("t", bytes(32)), 100.0, 0.1)
    assert first.timers.start.due == 100.0 + 0.1 * FILL
    full = first_step(
        Wish(starts="full", seats=3, bots=["easy", "easy"]), "anna", Drawn("t", bytes(32)), 0.0, 1.0
    )
    assert full.timers.start.due == COUNT


async def test_everybody_sees_when_it_goes_on() -> None:
    house = House(MemoryStore())
    live = await opened(house)
    (shown,) = views.timer_views(live)
    assert (shown.seat, shown.at) == (None, int((house.clock.time + FILL) * 1000))
    await house.tick(live.id, FILL)
    (shown,) = views.timer_views(live)
    assert shown.at == int((house.clock.time + COUNT) * 1000)
    assert b'"starts":"bots","filler":"easy"' in bytes(views.party_view(live))
    await house.ask(live.id, "anna", ChooseStart("host"))
    assert views.timer_views(live) == ()
    assert b'"starts"' not in bytes(views.party_view(live))


# A slow table: nobody has to be there when it starts.

SLOW = PACES["slow"].decision
VALUES = {seat: bytes([seat + 1]) * 32 for seat in range(4)}


def promise(live: LiveTable, seat: int) -> str:
    return fair.seat_commitment(live.id, seat, VALUES[seat]).hex()


async def called(house: House) -> LiveTable:
    """Let four people promise a value, each in a visit of their own, and the host start."""
    live = await opened(house, "host", pace="slow")
    await house.ask(live.id, "anna", Commit(promise(live, 0)))
    for seat, person in enumerate(OTHERS[:3], start=1):
        await house.ask(live.id, person, Join(seat, promise(live, seat)))
        await house.service.note_departure(live.id, person)
    await house.ask(live.id, "anna", Start())
    return live


def shown(live: LiveTable) -> list[tuple[str | None, bool]]:
    """Give what pages see of the values, whoever looks."""
    view = json.decode(views.party_view(live))
    return [(place.get("reveal"), place.get("revealed", False)) for place in view["places"]]


async def test_values_for_a_slow_game_come_one_visit_at_a_time(store: Store) -> None:
    house = House(store)
    live = await called(house)
    assert stage(live) == "revealing"
    assert [timer.at for timer in views.timer_views(live)] == [int((START + SLOW) * 1000)]
    for seat, person in enumerate(("anna", *OTHERS[:3])):
        await house.tick(live.id, 40_000)
        assert shown(live) == [(None, other < seat) for other in range(4)]
        waiting = waits_of_players(live.party, live.state, live.timers)
        people = ("anna", *OTHERS[:3])[seat:]
        assert [(one.person, one.until) for one in waiting.values()] == [
            (who, START + SLOW) for who in people
        ]
        await house.ask(live.id, person, Reveal(VALUES[seat].hex()))
        if stage(live) == "revealing":  # a page that comes back may show it once more
            head = live.seq
            await house.ask(live.id, person, Reveal(VALUES[seat].hex()))
            assert live.seq == head
            await house.service.note_departure(live.id, person)
    assert stage(live) == "playing"
    assert (live.party.host, live.party.aborts, kinds(live)) == ("anna", 0, ["person"] * 4)
    assert shown(live) == [(VALUES[seat].hex(), False) for seat in range(4)]
    assert not live.asides


async def test_a_value_that_does_not_come_is_left_out_of_a_slow_game(store: Store) -> None:
    house = House(store)
    live = await called(house)
    for person, seat in (("anna", 0), ("ben", 1), ("dora", 3)):
        await house.ask(live.id, person, Reveal(VALUES[seat].hex()))
    await house.tick(live.id, SLOW - 0.1)
    assert stage(live) == "revealing"
    heir = House(store, clock=house.clock)  # the node dies, and another goes on
    await heir.tick(live.id, 0.2)
    live = await heir.service.cache.live_table(live.id)
    assert (stage(live), live.party.host, live.party.aborts) == ("playing", "anna", 0)
    assert kinds(live) == ["person"] * 4
    assert [line for _, line in live.asides] == [Line("party.value_left_out", {"seat": 2})]
    given = {seat: VALUES[seat] for seat in (0, 1, 3)}
    source = fair.seed(live.secret, live.id, live.state.edition.version, given)
    _, dealt = begin(live.state.edition, 4, SeededChance(source))
    assert live.log[: len(dealt)] == dealt
    again = await House(store).service.cache.live_table(live.id)
    assert (again.party, again.asides, again.log) == (live.party, live.asides, live.log)


async def test_hours_of_a_slow_table_count_for_its_start() -> None:
    house = House(MemoryStore())
    live = await opened(house, "host", pace="slow", seats=3, bots=["easy", "easy"])
    await house.ask(live.id, "anna", ChooseHours(0, 720))
    await house.ask(live.id, "anna", Commit(promise(live, 0)))
    await house.ask(live.id, "anna", Start())
    assert live.timers.clock == time_after(Hours(0, 720), START, SLOW) > START + 1.5 * SLOW


async def test_the_time_for_a_decision_counts_for_a_slow_start() -> None:
    house = House(MemoryStore())
    live = await opened(house, "host", pace="slow", seats=3, bots=["easy", "easy"])
    await house.ask(live.id, "anna", ChooseDecisionTime(12))
    await house.ask(live.id, "anna", Commit(promise(live, 0)))
    await house.ask(live.id, "anna", Start())
    assert live.timers.clock == START + SLOW / 4


async def test_whoever_leaves_a_slow_start_leaves_the_seat_to_a_bot() -> None:
    house = House(MemoryStore())
    live = await called(house)
    for person, seat in (("anna", 0), ("ben", 1)):
        await house.ask(live.id, person, Reveal(VALUES[seat].hex()))
    assert "leave" in rights(live.party, "ben")
    await house.ask(live.id, "ben", Leave())  # what was shown stays in the deck
    await house.ask(live.id, "carl", Leave())
    assert stage(live) == "revealing"
    await house.ask(live.id, "dora", Leave())  # and now no value can come any more
    assert stage(live) == "playing"
    assert kinds(live) == ["person", *["farmer"] * 3]
    assert [line.seats for _, line in live.asides] == [{"seat": 2}, {"seat": 3}]


async def test_a_slow_start_that_all_leave_is_closed() -> None:
    house = House(MemoryStore())
    live = await called(house)
    for person in ("anna", *OTHERS[:3]):
        await house.ask(live.id, person, Leave())
    assert (stage(live), live.party.closed) == ("closed", "deserted")


async def test_nobody_leaves_a_start_where_all_are_there() -> None:
    house = House(MemoryStore())
    live = await opened(house, "host", seats=3, bots=["easy"])
    await house.ask(live.id, "anna", Commit(promise(live, 0)))
    await house.ask(live.id, "ben", Join())
    await house.ask(live.id, "anna", Start())
    assert stage(live) == "revealing"
    assert "leave" not in rights(live.party, "anna")
    assert await house.ask(live.id, "anna", Leave()) == Rejected("wrong_stage")
    assert views.timer_views(live) == ()
