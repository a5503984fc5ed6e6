"""Commands become steps, whoever serves the table. Each test runs on both stores."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.engine.values import Refused as Refusal
from kuhstall.games import registry
from kuhstall.games.kuhhandel.actions import AuctionOff, Pass, PlaceBid
from kuhstall.games.kuhhandel.phases.bidding import Bidding
from kuhstall.server.store import Store
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.bus import Hint, LocalBus
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.live_table import Change, LiveTable
from kuhstall.server.table.log import Accepted, Rejected, Step, UnavailableError
from kuhstall.server.table.party import fair
from kuhstall.server.table.party.events import SeatsSwapped
from kuhstall.server.table.party.fair import Transcript, verify
from kuhstall.server.table.party.party import Place
from kuhstall.server.table.party.record import encode_step
from kuhstall.server.table.party.requests import (
    AskPause,
    ComeBack,
    Commit,
    Join,
    Leave,
    Rematch,
    Resume,
    Reveal,
    Start,
)
from kuhstall.server.table.party.timers import STOPPED, store_timers
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire.views import timer_views
from tests.server.houses import DeafBus, House, Watching

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo")
FIRST: dict[str, Any] = {"rules": {"start_player": "seat:0"}}


async def test_a_bid_becomes_a_step_that_everybody_is_told(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    watchers = [Watching(person) for person in (*PEOPLE, None)]
    hot.watchers |= set(watchers)
    before = hot.seq
    assert await house.play(hot.id, "anna", AuctionOff()) == Accepted(before + 1)
    assert await house.play(hot.id, "ben", PlaceBid(30)) == Accepted(before + 2)
    for watcher in watchers:
        assert [frame["seq"] for frame in watcher.frames] == [before + 1, before + 2]
        assert watcher.frames[-1]["view"]["phase"]["high"] == {"seat": 1, "amount": 30}


async def test_a_command_is_answered_once_and_for_all(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    first = await house.play(hot.id, "anna", AuctionOff(), "same")
    head = hot.seq
    assert await house.play(hot.id, "anna", AuctionOff(), "same") == first
    refused = await house.play(hot.id, "ben", PlaceBid(7), "odd")
    assert refused == Rejected("too_low")
    assert await house.play(hot.id, "ben", PlaceBid(70), "odd") == refused
    assert hot.seq == head


async def test_the_answer_is_the_same_at_another_node(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    cold = await other.service.cache.live_table(hot.id)
    first = await one.play(hot.id, "anna", AuctionOff(), "same", hot.state.moment)
    assert await other.play(hot.id, "anna", AuctionOff(), "same", cold.state.moment) == first
    assert await one.play(hot.id, "ben", PlaceBid(5), "odd") == Rejected("too_low")
    assert await other.play(hot.id, "ben", PlaceBid(50), "odd") == Rejected("too_low")


async def test_who_loses_the_race_decides_again(store: Store) -> None:
    """Both nodes are at the same step, and neither hears of the other."""
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    await one.play(hot.id, "anna", AuctionOff())
    cold = await other.service.cache.live_table(hot.id)
    assert cold.seq == hot.seq
    moment = hot.state.moment
    assert await one.play(hot.id, "ben", PlaceBid(30), moment=moment) == Accepted(hot.seq)
    answer = await other.play(hot.id, "cleo", PlaceBid(40), moment=moment)
    assert answer == Accepted(hot.seq + 1)
    lower = await one.play(hot.id, "cleo", PlaceBid(40), moment=moment)
    assert lower == Rejected("too_low")
    assert hot.seq == cold.seq


async def test_six_at_once_on_two_nodes_leave_no_gap(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    people = ("anna", "ben", "cleo", "dora", "emil")
    hot = await one.start(people, **FIRST)
    await one.play(hot.id, "anna", AuctionOff())
    await other.service.cache.live_table(hot.id)
    moment, before = hot.state.moment, hot.seq
    answers = await asyncio.gather(
        *(
            (one, other)[at % 2].play(
                hot.id, people[1 + at % 4], PlaceBid(10 * (at + 1)), f"bid{at}", moment
            )
            for at in range(12)
        )
    )
    accepted = sorted(answer.seq for answer in answers if isinstance(answer, Accepted))
    await one.service.cache.catch_up_with(hot.id)
    assert accepted == list(range(before + 1, hot.seq + 1))
    assert isinstance(hot.state.phase, Bidding)
    assert hot.state.phase.high is not None
    assert hot.state.phase.high.amount == 120


async def test_a_refusal_is_decided_on_the_newest_table(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    await other.service.cache.live_table(hot.id)
    await one.play(hot.id, "anna", AuctionOff())
    # The other node still believes that it is Anna's turn and nobody may bid.
    assert await other.play(hot.id, "ben", PlaceBid(10), moment=hot.state.moment) == Accepted(
        hot.seq + 1
    )


async def test_somebody_who_joined_elsewhere_is_known(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    table = await one.open(("anna",), seats=3)
    await other.service.cache.live_table(table)
    for person in ("ben", "cleo"):
        await one.ask(table, person, Join())
    await one.ask(table, "anna", Start())
    hot = await one.service.cache.live_table(table)
    starter = PEOPLE[next(iter(store_timers(hot.timers)))]
    assert isinstance(
        await other.play(table, starter, AuctionOff(), moment=hot.state.moment), Accepted
    )


async def test_a_late_command_is_refused(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    early = hot.state.moment
    await house.play(hot.id, "anna", AuctionOff())
    assert await house.play(hot.id, "ben", PlaceBid(10), moment=early) == Rejected("stale")


async def test_what_is_no_action_changes_nothing(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    head = hot.seq
    for raw in (b"{}", b"[", b'{"type":"fly"}', b"[" * 5000, b'{"type":"bid","amount":"x"}'):
        answer = await house.service.play(hot.id, "anna", "c", hot.state.moment, raw)
        assert answer == Rejected("no_such_action")
    assert await house.play(hot.id, "zoe", AuctionOff()) == Rejected("not_seated")
    assert await house.play(hot.id, None, AuctionOff()) == Rejected("no_session")
    assert hot.seq == head


async def test_hints_bring_other_nodes_up_to_date(store: Store) -> None:
    bus = LocalBus()
    one, other = House(store, bus), House(store, bus)
    await bus.subscribe(one.service.hints.hear)
    await bus.subscribe(other.service.hints.hear)
    hot = await one.start(PEOPLE, **FIRST)
    cold = await other.service.cache.live_table(hot.id)
    watcher = Watching("ben")
    cold.watchers.add(watcher)
    await one.play(hot.id, "anna", AuctionOff())
    await other.service.background.finish()
    assert cold.seq == hot.seq
    assert watcher.frames[-1]["seq"] == hot.seq


async def test_a_lost_hint_is_made_up_for_by_looking(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    cold = await other.service.cache.live_table(hot.id)
    await one.play(hot.id, "anna", AuctionOff())
    await other.service.hints.compare_with_store()
    await other.service.background.finish()
    assert cold.seq == hot.seq


async def test_a_write_without_an_answer_is_looked_up_before_anything_else(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    append = store.append

    async def lost(*args: Any, **kinds: Any) -> Any:
        await append(*args, **kinds)
        monkeypatch.setattr(store, "append", append)
        raise UnavailableError("the answer was lost")

    monkeypatch.setattr(store, "append", lost)
    before = hot.seq
    with pytest.raises(UnavailableError):
        await house.play(hot.id, "anna", AuctionOff(), "same", hot.state.moment)
    assert hot.seq == before
    assert await house.play(hot.id, "anna", AuctionOff(), "same") == Accepted(before + 1)
    assert hot.seq == before + 1


async def test_a_deadline_fires_once_whoever_has_it(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    await one.play(hot.id, "anna", AuctionOff())
    cold = await other.service.cache.live_table(hot.id)
    before = hot.seq
    one.clock.time += 6.25
    other.clock.time = one.clock.time
    await asyncio.gather(*(house.service.fire(hot.id) for house in (one, other) * 3))
    await one.service.cache.catch_up_with(hot.id)
    await other.service.cache.catch_up_with(hot.id)
    assert hot.seq == cold.seq == before + 1
    (step,) = await store.steps(hot.id, after=before)
    assert (step.actor, step.command) == (CLOCK, str(before))


async def test_timers_tell_how_long_they_last_at_every_node(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **FIRST)
    assert [(timer.seat, timer.lasts) for timer in timer_views(hot)] == [(0, 30_000)]
    await one.play(hot.id, "anna", AuctionOff())
    one.clock.time += 1.0
    await one.play(hot.id, "ben", Pass())
    lasting = {timer.seat: timer.lasts for timer in timer_views(hot)}
    assert lasting[None] == 6000  # a pass does not touch the call that is coming
    one.clock.time += 1.0
    await one.play(hot.id, "cleo", PlaceBid(30))
    assert {timer.seat: timer.lasts for timer in timer_views(hot)}[None] == 2500
    assert timer_views(await other.service.cache.live_table(hot.id)) == timer_views(hot)


async def test_the_clock_of_a_dead_node_is_taken_up(store: Store) -> None:
    house = House(store)
    house.clock.time = await store.now() - 100
    hot = await house.start(PEOPLE, **FIRST)
    heir = House(store)
    heir.clock.time = await store.now()
    await heir.service.sweep()
    await house.service.cache.catch_up_with(hot.id)
    assert [place.late for place in hot.party.places] == [0, 0, 0]
    assert store_timers(hot.timers)[0] == pytest.approx(
        heir.clock.time + 30, abs=1
    )  # extended, not defaulted


async def test_bots_play_a_whole_game_that_can_be_verified(store: Store) -> None:
    house = House(store)
    table = "b" * 26
    value = b"v" * 32
    commitment = fair.seat_commitment(table, 0, value).hex()
    await house.open(
        ("anna",), table=table, seats=4, bots=["farmer", "random", "farmer:bold"],
        commitment=commitment,
    )  # fmt: skip
    await house.ask(table, "anna", Start())
    hot = await house.service.cache.live_table(table)
    assert (hot.party.stage, hot.party.aborts) == ("revealing", 0)
    await house.ask(table, "anna", Reveal(value.hex()))
    assert (hot.party.stage, hot.party.aborts) == ("playing", 0)
    await house.run_out(table)
    while hot.party.pause is not None:  # Anna does not look: late twice, and nobody is left
        await house.ask(table, "anna", ComeBack())
        await house.run_out(table)
    assert hot.party.stage == "ended"
    assert hot.due is None
    verify(
        Transcript(
            fair.PROTOCOL,
            table,
            hot.party.promise,
            {0: commitment},
            {0: value.hex()},
            hot.party.secret or "",
            msgspec.Raw(registry.write_log(hot.log)),
        )
    )
    again = await House(store).service.cache.live_table(table)
    assert (again.seq, again.state, again.party, again.timers) == (
        hot.seq,
        hot.state,
        hot.party,
        hot.timers,
    )


async def test_a_missing_value_breaks_off_the_start(store: Store) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    await house.ask(table, "ben", Commit("0" * 64))
    await house.ask(table, "anna", Start())
    hot = await house.service.cache.live_table(table)
    await house.tick(table, 4.9)
    assert hot.party.stage == "revealing"
    await house.tick(table, 0.2)
    assert (hot.party.stage, hot.party.aborts) == ("open", 1)
    assert hot.party.places[1] == Place()


async def test_who_goes_is_replaced_and_comes_back(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await house.service.note_departure(hot.id, "ben")
    assert not hot.party.places[1].here
    await house.tick(hot.id, 20)
    assert hot.party.places[1].player == "farmer"
    head = hot.seq
    await house.service.note_departure(hot.id, "ben")
    assert hot.seq == head
    await house.service.note_arrival(hot.id, "ben")
    assert hot.party.places[1].is_attended
    await house.service.note_arrival(hot.id, "ben")
    assert hot.seq == head + 1


async def test_a_table_without_people_pauses_and_then_closes(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    for person in PEOPLE:
        await house.service.note_departure(hot.id, person)
    assert (hot.party.stage, hot.party.pause) == ("paused", "nobody")
    assert await house.play(hot.id, "anna", AuctionOff()) == Rejected("wrong_stage")
    await house.service.note_arrival(hot.id, "cleo")
    assert hot.party.stage == "playing"
    await house.service.note_departure(hot.id, "cleo")
    await house.tick(hot.id, 86_401)
    assert (hot.party.stage, hot.party.closed) == ("closed", "idle")
    assert await store.tables_of("anna", 10) == []


async def test_a_table_that_everybody_leaves_is_closed(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    for person in PEOPLE:
        assert isinstance(await house.ask(hot.id, person, Leave()), Accepted)
    assert (hot.party.stage, hot.party.closed) == ("closed", "deserted")


async def test_a_pause_by_agreement_gives_everybody_their_time_again(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    house.clock.time += 25
    for person in PEOPLE:
        await house.ask(hot.id, person, AskPause())
    assert hot.party.stage == "paused"
    await house.tick(hot.id, 3600)
    assert hot.party.stage == "paused"
    await house.ask(hot.id, "cleo", Resume())
    assert store_timers(hot.timers) == {0: house.clock.time + 30}


async def _finished(house: House, **wish: Any) -> LiveTable:
    """Play a game of one person to its end."""
    hot = await house.start(("anna",), bots=["random", "random"], seats=3, **wish)
    await house.run_out(hot.id)
    while hot.party.stage != "ended":
        await house.ask(hot.id, "anna", ComeBack())
        await house.run_out(hot.id)
    return hot


async def test_a_rematch_is_one_table_for_all(store: Store) -> None:
    house = House(store)
    hot = await _finished(house)
    answers = await asyncio.gather(*(house.ask(hot.id, "anna", Rematch()) for _ in range(3)))
    assert [type(answer) for answer in answers].count(Accepted) == 1
    assert hot.party.rematch is not None
    again = await house.service.cache.live_table(hot.party.rematch)
    assert again.party.stage == "open"
    assert [place.person or place.bot for place in again.party.places] == [
        "anna",
        "random",
        "random",
    ]
    assert len(await store.tables_of("anna", 10)) == 2


async def test_a_rematch_is_one_table_for_all_nodes(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await _finished(one)
    await other.service.cache.live_table(hot.id)
    answers = await asyncio.gather(
        one.service.ask(hot.id, "anna", "one", Rematch()),
        other.service.ask(hot.id, "anna", "other", Rematch()),
    )
    assert [type(answer) for answer in answers].count(Accepted) == 1
    tables = {listed.table for listed in await store.tables_of("anna", 10)}
    assert tables == {hot.id, (await one.service.cache.fresh_table(hot.id)).party.rematch}


async def test_nobody_can_foretell_where_the_rematch_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who could would open that table first, and be its host: after a game all is open."""
    monkeypatch.setattr("kuhstall.server.table.random_source.secrets.token_bytes", bytes)
    told: set[str | None] = set()
    for name in ("one", "other"):  # all that anybody knows of the two games is the same
        local = await SqliteStore.connect(str(tmp_path / name))
        house = House(local, random_source=RandomSource())
        hot = await _finished(house, table="a" * 26)
        await house.ask(hot.id, "anna", Rematch())
        told.add(hot.party.rematch)
        await local.close()
    assert None not in told
    assert len(told) == 2


async def test_a_bot_that_stumbles_does_not_hold_up_the_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ValueError("no idea")

    monkeypatch.setattr("kuhstall.bots.random_bot.RandomBot.choose", stumble)
    house = House(store)
    hot = await house.start(("anna",), bots=["random", "random"], seats=3)
    for _ in range(40):
        if hot.party.stage == "paused":
            await house.ask(hot.id, "anna", ComeBack())
        house.clock.time = max(house.clock.time, hot.due or 0)
        await house.service.fire(hot.id)
    assert hot.seq > 40


async def test_a_long_log_does_not_hold_up_other_tables(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    for seq in range(4, 504):
        swapped = encode_step([SeatsSwapped(0, 1)], [], STOPPED)
        assert await store.append(Step(table, seq, CLOCK, f"{seq}", swapped)) == Accepted(seq)
    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    had: list[int] = []
    read = LiveTable.read

    def counted(hot: LiveTable, step: Step) -> Change:
        had.append(turns)
        return read(hot, step)

    monkeypatch.setattr(LiveTable, "read", counted)
    busy = asyncio.create_task(others())
    await House(store).service.cache.live_table(table)
    busy.cancel()
    assert len(had) == 503
    assert len(set(had)) >= 3


async def test_hot_tables_cool_and_come_back(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    house.clock.time += 100
    watcher = Watching("ben")
    hot.watchers.add(watcher)
    await house.service.cache.drop_idle(60)
    assert hot.id in house.service.cache.tables
    hot.watchers.clear()
    await house.service.cache.drop_idle(60)
    assert hot.id not in house.service.cache.tables
    again = await house.service.cache.live_table(hot.id)
    assert again is not hot
    assert (again.seq, again.party, again.state) == (hot.seq, hot.party, hot.state)


async def test_the_operator_closes_a_table(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await house.service.close_table(hot.id)
    assert (hot.party.stage, hot.party.closed) == ("closed", "operator")
    head = hot.seq
    await house.service.close_table(hot.id)
    assert hot.seq == head


async def test_each_line_of_chat_is_passed_on_once(store: Store) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    hot = await house.service.cache.live_table(table)
    watcher = Watching("ben")
    hot.watchers.add(watcher)

    async def say(number: int) -> None:
        said = await house.service.store.say(StoredLine(table, f"c{number}", "anna", 0, b"{}"))
        await house.service.hints.announce_line(Hint(table, hot.seq, said.id))

    await asyncio.gather(*(say(number) for number in range(30)))
    ids = [said.id for said in watcher.lines]
    assert len(ids) == 30
    assert ids == sorted(set(ids))


async def test_a_table_that_cannot_be_read_does_not_hold_up_the_others(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    house.clock.time = await store.now() - 100
    broken = await house.open(PEOPLE)
    await house.ask(broken, "anna", Start())
    fine = await house.start(PEOPLE, **FIRST)
    heir = House(store)
    heir.clock.time = await store.now()
    load = heir.service.cache._load

    async def unreadable(table: str) -> Any:
        if table == broken:
            raise Refusal("newer_rules", "not here")
        return await load(table)

    monkeypatch.setattr(heir.service.cache, "_load", unreadable)
    await heir.service.sweep()
    await house.service.cache.catch_up_with(fine.id)
    assert store_timers(fine.timers)[0] == pytest.approx(heir.clock.time + 30, abs=1)


async def test_a_new_name_shows_at_once_in_the_waiting_room(store: Store) -> None:
    house = House(store)
    table = await house.open(PEOPLE)
    hot = await house.service.cache.live_table(table)
    hot.watchers |= (watching := {Watching("anna"), Watching(None)})
    await house.service.people.rename("ben", "Benedikt")
    for _ in range(9):  # faster than they are looked up: shown a few times, and never without one
        await house.service.hints.announce_new_name("ben")
    await house.service.background.finish()
    shown = [[names["ben"] for names in one.named] for one in watching]
    assert [set(one) for one in shown] == [{"Benedikt"}] * 2
    assert max(map(len, shown)) < 9


async def test_a_new_name_shows_with_the_next_step_of_a_game(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    hot.watchers.add(watcher := Watching("anna"))
    await house.service.people.rename("ben", "Benedikt")
    await house.service.hints.announce_new_name("ben")
    await house.service.background.finish()
    assert (hot.unknown_people(), watcher.named) == ({"ben"}, [])
