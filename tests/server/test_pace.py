"""What the server waits for: a result to be seen, somebody who reads alone, more time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kuhstall.engine.chance import SeededChance
from kuhstall.engine.kernel import act, begin
from kuhstall.engine.table import Table
from kuhstall.engine.values import CLOCK, Action, Actor, Illegal, Line
from kuhstall.games import registry as games
from kuhstall.games.kuhhandel.actions import AuctionOff, Pass, PlaceBid
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.decide import Situation, decide_action, decide_due, decide_request
from kuhstall.server.table.party.events import (
    BotTookOver,
    Connected,
    Disconnected,
    Halted,
    Paused,
    Resumed,
    SeatLeft,
    SeatTaken,
    TimeGiven,
    WentOn,
)
from kuhstall.server.table.party.more_time import givers
from kuhstall.server.table.party.pace import BEAT, GRACE
from kuhstall.server.table.party.party import Party, Place, fold
from kuhstall.server.table.party.record import decode_step, encode_step
from kuhstall.server.table.party.requests import GoOn, Halt, MoreTime, rights
from kuhstall.server.table.party.timers import (
    STOPPED,
    Standing,
    Timers,
    Watch,
    read_timers,
    set_deadlines,
    store_timers,
)
from kuhstall.server.wire import views
from tests.server.houses import House

NOW = 1000.0
DAY = 86_400.0
ANNA = Place("anna", here=True)
BEN = Place("ben", here=True)
BOT = Place(bot="farmer")
CHANCE = SeededChance(b"pace")


def party(*places: Place, **changes: Any) -> Party:
    base = Party("kuhhandel/2", {}, "live", public=False, promise="", places=places, host="anna")
    return replace(base, **{"stage": "playing", **changes})


def dealt(seats: int = 3, **rules: Any) -> Table[Any, Any]:
    edition = games.find("kuhhandel/2").with_rules({"start_player": "seat:0", **rules})
    game: Table[Any, Any]
    game, _ = begin(edition, seats, CHANCE)
    return game


class Bench:
    """A table with its clocks. A beat comes when a test says so."""

    def __init__(self, *places: Place, tempo: float = 1.0, **changes: Any) -> None:
        self.party, self.game = party(*places, **changes), dealt(len(places))
        self.now, self.tempo = NOW, tempo
        self.running = STOPPED
        self._set(Standing(replace(self.party, stage="open"), self.game), None)

    def _set(self, before: Standing, actor: Actor | None, beat: float = 0.0, **how: Any) -> None:
        watch = Watch(self.now, self.tempo, lambda seat: 1.0 + seat / 10, beat)
        after = Standing(self.party, self.game)
        self.running = set_deadlines(before, after, self.running, actor, watch, **how)

    @property
    def timers(self) -> dict[int, float]:
        return store_timers(self.running)

    @property
    def situation(self) -> Situation:
        return Situation("t", 1, self.party, self.game, b"s" * 32, self.running, since=self.now)

    def act(self, actor: Actor, action: Action, after: float = 1.0, beat: float = 0.0) -> None:
        before, self.now = Standing(self.party, self.game), self.now + after
        self.game, _ = act(self.game, actor, action, CHANCE)
        self._set(before, actor, beat)

    def happen(self, *events: Any, after: float = 1.0, **how: Any) -> None:
        before, self.now = Standing(self.party, self.game), self.now + after
        self.party = fold(self.party, events)
        self._set(before, None, **how)


# A beat


@pytest.mark.parametrize("tempo", [1.0, 0.1])
def test_a_beat_is_counted_in_no_window(tempo: float) -> None:
    table = Bench(ANNA, BEN, BOT, tempo=tempo)
    table.act(0, AuctionOff(), beat=BEAT)
    begins = table.now + BEAT * tempo
    assert table.running.begins == begins
    assert table.timers == {
        CLOCK: begins + (6 + GRACE) * tempo,
        2: begins + 1.2 * tempo,
    }


def test_what_begins_within_a_beat_begins_at_its_end() -> None:
    table = Bench(ANNA, BEN, BOT)
    table.act(0, AuctionOff(), beat=BEAT)
    begins = table.now + BEAT
    table.act(1, PlaceBid(10), after=1.0)  # a bid counts all the same
    assert table.timers[CLOCK] == begins + 2.5 + GRACE
    assert table.running.begins == begins
    table.act(2, PlaceBid(20), after=2.0)
    assert table.timers[CLOCK] == table.now + 2.5 + GRACE
    assert table.running.begins is None


def test_a_beat_is_written_into_the_step_beside_the_timers() -> None:
    timers = Timers(9.5, begins=3.25)
    step = encode_step([], [], timers, 1.0)
    assert step == b'{"timers":{"-1":9.5},"at":1.0,"begins":3.25}'
    record = decode_step(step)
    assert read_timers(record.timers, record.begins) == timers
    assert encode_step([], [], Timers(9.5), 1.0) == b'{"timers":{"-1":9.5},"at":1.0}'


RESULTS = {"exposed", "trade_settled"}
MASTER_RESULTS = {"slapped", "slap_exposed", "pedigree_taken", "rat_taken"}


def quartets(hot: LiveTable) -> int:
    return sum(count == 4 for herd in hot.state.world.herds for count in herd)


async def go_on(house: House, hot: LiveTable) -> None:
    """Let a person act whom the table waits for, or else time pass."""
    game = hot.state
    waits = [seat for seat in game.phase.actors(game) if seat not in hot.held]
    # If nobody is left, envelopes lie a while before they are opened.
    person = hot.party.places[waits[0]].person if waits and CLOCK not in waits else None
    if person is not None:
        house.clock.time = max(house.clock.time, hot.timers.begins or 0)
        await house.play(hot.id, person, hot.think(waits[0]))
        return
    house.clock.time = max(house.clock.time, hot.rings(house.clock.time) or 0)
    await house.service.fire(hot.id)


async def beats(edition: str, pace: str) -> dict[str, int]:
    """Play with two people, and check after each step when the next time begins."""
    house = House(MemoryStore())
    hot = await house.start(("anna", "ben"), bots=["farmer"], edition=edition, pace=pace)
    found: dict[str, int] = {}
    before = quartets(hot)
    while hot.party.stage == "playing":
        seq = hot.seq
        await go_on(house, hot)
        if hot.seq == seq:
            continue
        events = hot.recent[-1].game_events
        tags = {str(event.__struct_config__.tag) for event in events}
        results = tags & (RESULTS | MASTER_RESULTS)
        results |= {"donkey" for event in events if getattr(event, "payout", 0)}
        results |= {"quartet"} if quartets(hot) > before else set()
        before = quartets(hot)
        waits = bool(results) and hot.timers is not STOPPED and pace != "slow"
        assert ((hot.timers.begins or 0) > house.clock.time) == waits, (results, tags)
        for timer in views.timer_views(hot):
            assert timer.lasts is not None
            if waits:  # a countdown stands still until its time begins
                assert timer.at - timer.lasts >= (house.clock.time + BEAT) * 1000 - 300
        for name in results:
            found[name] = found.get(name, 0) + 1
    return found


@pytest.mark.anyio
async def test_the_game_goes_on_a_beat_after_every_result() -> None:
    found = await beats("kuhhandel/2", "live")
    assert found["donkey"] == 4
    assert found["quartet"] == 10
    assert found["trade_settled"] > 3


@pytest.mark.anyio
async def test_the_results_of_master_have_a_beat_too() -> None:
    found = await beats("master", "relaxed")
    assert {"rat_taken", "pedigree_taken", "trade_settled"} <= set(found)


@pytest.mark.anyio
async def test_a_slow_table_has_no_beat() -> None:
    assert await beats("kuhhandel/2", "slow")


# Alone with bots


def test_whoever_is_alone_with_bots_has_no_clock() -> None:
    table = Bench(ANNA, BOT, BOT)
    assert table.party.is_alone_with_bots
    # Some day it goes on all the same: the person's node may have died without a word.
    assert table.timers == {0: NOW + DAY}
    table.act(0, AuctionOff())
    assert table.timers[CLOCK] == table.now + 6 + GRACE  # calls are the game


@pytest.mark.parametrize(
    "changes",
    [{"pace": "slow"}, {"sat": {"anna": 0, "ben": 1}}],
)
def test_slow_tables_and_those_where_a_second_person_sat_have_a_clock(
    changes: dict[str, Any],
) -> None:
    table = Bench(ANNA, BOT, BOT, **changes)
    assert table.timers[0] < NOW + 3 * DAY
    assert not table.party.is_alone_with_bots
    assert "halt" not in rights(table.party, "anna")
    with pytest.raises(Illegal, match="not_alone"):
        decide_request(table.situation, "anna", Halt())


def test_a_table_waits_while_somebody_reads_and_then_gives_all_their_time() -> None:
    table = Bench(ANNA, BOT, BOT)
    table.act(0, AuctionOff())
    assert "halt" in rights(table.party, "anna")
    table.happen(Halted(0))
    assert table.timers == {CLOCK: table.now + DAY}
    waits = table.timers
    table.happen(Connected(0))
    assert table.timers == waits
    table.happen(WentOn(0), after=600)
    assert table.timers == {CLOCK: table.now + 6 + GRACE, 1: table.now + 1.1, 2: table.now + 1.2}


@pytest.mark.parametrize(
    "end",
    [[Disconnected(0)], [BotTookOver(0)], [SeatLeft(0), SeatTaken(0, "anna")], [Paused("agreed")]],
)
def test_nobody_who_is_gone_lets_a_table_wait(end: list[Any]) -> None:
    halted = fold(party(ANNA, BOT, BOT), [Halted(0)])
    assert halted.halting == 0
    assert fold(halted, [*end, Resumed()]).halting is None


def test_a_second_person_ends_the_waiting() -> None:
    halted = fold(party(ANNA, BOT, BOT), [Halted(0)])
    assert fold(halted, [SeatTaken(1, "ben")]).halting is None


def test_no_table_waits_for_ever() -> None:
    table = Bench(ANNA, BOT, BOT)
    table.happen(Halted(0))
    assert decide_due(table.situation, table.now + DAY - 1, lambda _: Pass()) is None
    outcome = decide_due(table.situation, table.now + DAY, lambda _: Pass())
    assert outcome.party_events == [WentOn(0)]  # type: ignore[union-attr]


def test_whoever_acts_has_read_enough() -> None:
    table = Bench(ANNA, BOT, BOT)
    table.happen(Halted(0))
    outcome = decide_action(table.situation, "anna", table.game.moment, AuctionOff(), table.now)
    assert outcome.party.halting is None


@pytest.mark.anyio
async def test_reading_is_asked_for_as_often_as_one_likes() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer", "farmer"])
    first = await house.ask(hot.id, "anna", Halt())
    assert first == Accepted(seq := hot.seq)
    assert await house.ask(hot.id, "anna", Halt()) == first  # it waits already: no step
    assert views.timer_views(hot) == ()
    await house.tick(hot.id, 3600)
    assert await house.ask(hot.id, "anna", GoOn()) == Accepted(seq + 1)
    assert await house.ask(hot.id, "anna", GoOn()) == Accepted(seq + 1)
    again = House(house.service.store, clock=house.clock)
    assert (await again.service.cache.live_table(hot.id)).party == hot.party


@pytest.mark.anyio
async def test_a_table_that_waits_pauses_when_its_person_is_gone() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer", "farmer"])
    await house.ask(hot.id, "anna", Halt())
    await house.service.note_departure(hot.id, "anna")
    assert (hot.party.stage, hot.party.halting) == ("paused", None)
    await house.tick(hot.id, DAY)
    assert hot.party.stage == "closed"


@pytest.mark.anyio
async def test_nobody_is_shown_a_clock_where_only_bots_wait() -> None:
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer"] * 2, rules={"start_player": "seat:0"})
    assert views.timer_views(hot) == ()
    await house.play(hot.id, "anna", AuctionOff())
    assert [timer.seat for timer in views.timer_views(hot)] == [None]


# More time


def test_more_time_is_the_time_of_a_decision() -> None:
    table = Bench(ANNA, BEN, BOT)
    table.happen(TimeGiven(0, 1, table.game.moment), more=0)
    assert table.timers == {0: NOW + 60}
    assert decide_due(table.situation, NOW + 59, lambda _: Pass()) is None
    table.happen(BotTookOver(1))
    assert table.timers == {0: NOW + 60}


def test_others_give_more_time_once_for_each_decision() -> None:
    table = Bench(ANNA, BEN, BOT)
    assert givers(table.party, table.game, 0) == (0, 1)
    outcome = decide_request(table.situation, "ben", MoreTime(0))
    assert outcome is not None
    assert outcome.party_events == [TimeGiven(0, 1, table.game.moment)]
    table.party = outcome.party
    assert givers(table.party, table.game, 0) == (0,)
    with pytest.raises(Illegal, match="given_already"):
        decide_request(table.situation, "ben", MoreTime(0))
    table.game = replace(table.game, moment=table.game.moment + 1)
    assert givers(table.party, table.game, 0) == (0, 1)


def test_somebody_takes_more_time_twice_a_game() -> None:
    table = Bench(ANNA, BEN, BOT)
    for _ in range(2):
        outcome = decide_request(table.situation, "anna", MoreTime(0))
        assert outcome is not None
        table.party = outcome.party
        table.game = replace(table.game, moment=table.game.moment + 7)
    for events in ((), (SeatLeft(0), SeatTaken(0, "anna"))):  # nor after leaving
        table.party = fold(table.party, events)
        assert givers(table.party, table.game, 0) == (1,)
        with pytest.raises(Illegal, match="no_more_time"):
            decide_request(table.situation, "anna", MoreTime(0))


def test_there_is_no_more_time_where_others_decide_too_or_bots_wait() -> None:
    auction = Bench(ANNA, BEN, BOT)
    auction.act(0, AuctionOff())
    tables = [
        (auction, 1),
        (Bench(ANNA, BEN, BOT), 1),  # it is not their turn
        (Bench(replace(ANNA, away=True), BEN, BOT), 0),
        (Bench(ANNA, BEN, BOT, pace="slow"), 0),
        (Bench(ANNA, BOT, BOT), 0),
    ]
    for table, seat in tables:
        assert givers(table.party, table.game, seat) == ()
        with pytest.raises(Illegal, match="no_clock"):
            decide_request(table.situation, "anna", MoreTime(seat))
    with pytest.raises(Illegal, match="no_such_seat"):
        decide_request(auction.situation, "anna", MoreTime(7))
    with pytest.raises(Illegal, match="not_seated"):
        decide_request(auction.situation, "zoe", MoreTime(0))


def test_there_is_no_more_time_for_a_bid_though_one_seat_alone_is_asked() -> None:
    table = Bench(ANNA, BEN, BOT)
    table.game = dealt(auction_mode="turns")
    assert givers(table.party, table.game, 0) == (0, 1)
    table.act(0, AuctionOff())
    assert table.game.phase.actors(table.game) == (1,)
    assert givers(table.party, table.game, 1) == ()
    for person in ("anna", "ben"):
        with pytest.raises(Illegal, match="no_clock"):
            decide_request(table.situation, person, MoreTime(1))
    table.act(1, PlaceBid(10))
    table.act(2, Pass())
    assert table.game.phase.actors(table.game) == (0,)  # the gavel has fallen: to sell or to buy
    assert givers(table.party, table.game, 0) == (0, 1)


@pytest.mark.anyio
async def test_more_time_is_told_to_all_and_stays_in_the_log() -> None:
    house = House(MemoryStore())
    rules = {"start_player": "seat:0"}
    hot = await house.start(("anna", "ben"), bots=["farmer"], rules=rules)
    (timer,) = views.timer_views(hot)
    assert (timer.seat, timer.more) == (0, (0, 1))
    before = views.lines(hot, 1)
    assert isinstance(await house.ask(hot.id, "ben", MoreTime(0)), Accepted)
    (later,) = views.timer_views(hot)
    assert (later.at - timer.at, later.more) == (30_000, (0,))
    assert await house.ask(hot.id, "ben", MoreTime(0)) == Rejected("given_already")
    line = Line("party.time_given", {"giver": 1, "seat": 0})
    shown = views.snapshot(hot, "ben", (), hot.seq - 1).missed
    assert shown is not None
    assert shown[0].lines == (line,)
    await house.play(hot.id, "anna", AuctionOff())
    told = views.lines(hot, None)
    assert told[: len(before) + 1] == [*before, line]
    assert len(told) > len(before) + 1
    again = await House(house.service.store, clock=house.clock).service.cache.live_table(hot.id)
    assert views.lines(again, None) == told


# Programs among themselves


async def lasted(edition: str, pace: str) -> float:
    """Let a program, which answers at once, play against bots; tell how long the game took."""
    house = House(MemoryStore())
    hot = await house.start(("anna",), bots=["farmer", "farmer"], edition=edition, pace=pace)
    began = house.clock.time
    while hot.party.stage == "playing":
        await go_on(house, hot)
    assert hot.party.stage == "ended"
    assert not hot.party.places[0].away
    return house.clock.time - began


@pytest.mark.anyio
@pytest.mark.parametrize("edition", ["kuhhandel/2", "master", "kuhfstein"])
async def test_programs_need_not_wait_as_people_do(edition: str) -> None:
    live, fast = await lasted(edition, "live"), await lasted(edition, "fast")
    print(f"{edition}: {live:.0f} s live, {fast:.0f} s fast")
    assert fast < live / 5


def test_at_a_fast_table_bots_think_for_no_time_to_speak_of() -> None:
    table = Bench(ANNA, BOT, BOT, pace="fast")
    table.act(0, AuctionOff())
    assert all(table.timers[seat] - table.now < 0.05 for seat in (1, 2))
    assert not table.party.is_alone_with_bots
