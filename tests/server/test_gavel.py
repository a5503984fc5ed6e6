"""The gavel in the hand of the auctioneer: when a seat may call, and when the clock does so."""

from __future__ import annotations

from typing import Any

import pytest

from kuhstall.engine.values import CLOCK, Event, Illegal
from kuhstall.games.kuhhandel.actions import AuctionOff, CallOut, Pass, PlaceBid
from kuhstall.games.kuhhandel.events import CalledOut, GavelFell
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.decide import Outcome, decide_action, decide_due
from kuhstall.server.table.party.events import BotTookOver, Disconnected, PersonReturned
from kuhstall.server.table.party.pace import GRACE, thinking_time
from kuhstall.server.table.party.party import Place
from kuhstall.server.table.party.timers import (
    Timers,
    Watch,
    next_due,
    read_timers,
    set_deadlines,
    store_timers,
)
from tests.server.houses import House, Watching
from tests.server.test_timers import GONE, PEOPLE, Bench, party

HUSH = -39
"""The number under which it is stored."""

BOT = (Place(bot="farmer"), *(Place(person, here=True) for person in PEOPLE[1:]))
RULES = {"gavel": "auctioneer", "start_player": "seat:0"}


def auction(**changes: Any) -> Bench:
    """Seat 0 has turned up a card, and holds the gavel."""
    table = Bench(party(**changes), {"gavel": "auctioneer"})
    table.act(0, AuctionOff())
    return table


def test_a_15_the_clock_waits_longer_behind_an_auctioneer() -> None:
    table = auction()
    assert table.timers == {CLOCK: table.now + 8.5 + GRACE, HUSH: table.now + 3}
    table.act(1, PlaceBid(10))
    assert table.timers == {CLOCK: table.now + 5 + GRACE, HUSH: table.now + 1.5}
    table.act(0, CallOut(1, 10), after=1.5)
    assert table.timers == {CLOCK: table.now + 5 + GRACE, HUSH: table.now + 1.5}
    relaxed = auction(pace="relaxed")
    assert relaxed.timers == {CLOCK: relaxed.now + 21.25 + GRACE, HUSH: relaxed.now + 7.5}
    relaxed.act(1, PlaceBid(10))
    assert relaxed.timers == {CLOCK: relaxed.now + 12.5 + GRACE, HUSH: relaxed.now + 3.75}


def test_a_15_a_pass_neither_delays_a_call_nor_hurries_it() -> None:
    table = auction()
    table.act(1, PlaceBid(10))
    before = table.timers
    table.act(2, Pass())
    assert table.timers == before


def test_a_15_going_and_coming_back_does_not_delay_a_call() -> None:
    table = auction()
    before = table.timers
    table.happen(Disconnected(0))
    assert table.timers == {**before, GONE[0]: table.now + 20}


def refused(table: Bench, action: CallOut, after: float) -> str | None:
    try:
        decide_action(table.situation, "anna", table.game.moment, action, table.now + after)
    except Illegal as illegal:
        return illegal.code
    return None


@pytest.mark.parametrize("calls", [0, 1, 2])
def test_a_15_nobody_is_cut_off(calls: int) -> None:
    table = auction()
    assert refused(table, CallOut(None, 0), 2.99) == "too_soon"
    assert refused(table, CallOut(None, 0), 3.0) is None
    table.act(1, PlaceBid(10))
    for _ in range(calls):
        table.act(0, CallOut(1, 10), after=2.0)
    assert refused(table, CallOut(1, 10), 1.49) == "too_soon"
    assert refused(table, CallOut(1, 10), 1.5) is None
    # What is wrong in itself is told first: a call for a bid that has been topped.
    assert refused(table, CallOut(None, 0), 0.0) == "not_offered"


def test_a_15_only_calls_can_come_too_soon() -> None:
    table = auction()
    bid = decide_action(table.situation, "ben", table.game.moment, PlaceBid(10), table.now)
    assert bid.game_events


def due(table: Bench, at: float) -> Outcome:
    outcome = decide_due(table.situation, at, lambda _: Pass())
    assert isinstance(outcome, Outcome)
    return outcome


def test_a_15_the_clock_calls_for_a_silent_auctioneer_and_nobody_is_late() -> None:
    table = auction()
    table.act(1, PlaceBid(10))
    told: list[Event] = []
    while not told or not isinstance(told[-1], GavelFell):
        at = table.timers[CLOCK]
        assert decide_due(table.situation, at - 0.01, lambda _: Pass()) is None
        outcome = due(table, at)
        assert outcome.party_events == []
        assert outcome.actor == 0  # it is logged as the auctioneer's own
        told += outcome.game_events
        table.act(0, CallOut(1, 10), after=at - table.now)
    assert told == [CalledOut(1, 1, 10), CalledOut(2, 1, 10), GavelFell(0, 1, 10)]


def test_a_15_a_bot_calls_about_when_a_clock_would() -> None:
    table = auction(places=BOT)
    # The clock is behind a bot, too: nobody can tell by it who plays the seat.
    assert table.timers == {
        CLOCK: table.now + 8.5 + GRACE,
        HUSH: table.now + 3,
        0: table.now + 6 - 1 + 1.0,
    }
    called = table.timers[0]
    table.act(2, Pass())
    assert table.timers[0] == called
    table.act(1, PlaceBid(10))
    assert table.timers[0] == table.now + 2.5 - 1 + 1.0
    table.act(0, CallOut(1, 10), after=2.5)
    assert table.timers[0] == table.now + 2.5 - 1 + 1.0


@pytest.mark.parametrize("pace", ["live", "relaxed"])
def test_a_15_no_bot_is_quicker_than_people_may_be(pace: Any) -> None:
    table = auction(places=BOT, pace=pace)
    before = table.standing
    for seq in range(300):

        def thinking(seat: int, seq: int = seq) -> float:
            return thinking_time(b"s", seq, seat)

        for after, running in ((0.0, Timers()), (0.4, table.running)):
            watch = Watch(table.now + after, 1.0, thinking)
            timers = store_timers(set_deadlines(before, before, running, 0, watch))
            assert watch.now + 1.5 <= timers[HUSH] <= timers[0] < timers[CLOCK]


def test_a_15_a_bot_that_takes_the_gavel_over_lets_people_speak() -> None:
    table = auction()
    table.act(1, PlaceBid(10))
    table.happen(BotTookOver(0), after=0.1)
    assert table.timers[0] == table.timers[HUSH] == table.now - 0.1 + 1.5
    table.happen(PersonReturned(0), after=0.2)
    assert 0 not in table.timers


def test_the_hush_is_stored_and_rings_for_nobody() -> None:
    timers = Timers(7.0, {}, 3.0)
    assert store_timers(timers) == {CLOCK: 7.0, HUSH: 3.0}
    assert read_timers(store_timers(timers)) == timers
    assert next_due(timers) == 7.0


@pytest.mark.anyio
async def test_a_15_the_auctioneer_calls_over_the_wire() -> None:
    store = await SqliteStore.connect(":memory:")
    try:
        house = House(store)
        hot = await house.start(("ada", "ben", "cleo"), rules=RULES)
        seen = Watching("ben")
        hot.watchers.add(seen)
        await house.play(hot.id, "ada", {"type": "auction"})
        await house.play(hot.id, "ben", {"type": "bid", "amount": 10})
        now = house.clock.time
        (timer,) = seen.frames[-1]["timers"]
        assert timer == {
            "seat": None,
            "at": int((now + 5) * 1000),
            "lasts": 5000,
            "hush": int((now + 1.5) * 1000),
            "caller": 0,
        }
        call = {"type": "call", "seat": 1, "amount": 10}
        assert await house.play(hot.id, "ada", call, "early") == Rejected("too_soon")
        house.clock.time = now + 1.5
        # The answer stays what it was; whoever means it again sends it as a new command.
        assert await house.play(hot.id, "ada", call, "early") == Rejected("too_soon")
        assert isinstance(await house.play(hot.id, "ada", call), Accepted)
        assert seen.frames[-1]["view"]["phase"]["calls"] == 1
        await house.tick(hot.id, 5 + GRACE)
        assert seen.frames[-1]["view"]["phase"]["calls"] == 2
        await house.tick(hot.id, 5 + GRACE)
        assert seen.frames[-1]["view"]["phase"]["phase"] == "preemption"
        assert not any(place.late for place in hot.party.places)
    finally:
        await store.close()
