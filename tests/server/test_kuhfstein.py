"""Kuhfstein at served tables: taking back, clocks that know when all is done, and goals unseen."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from kuhstall.engine.kernel import options
from kuhstall.engine.values import Action, TookBack
from kuhstall.games.kuhfstein.actions import FinishTurn, PlaceTile, ShowGoal, TakeBack
from kuhstall.games.kuhfstein.phases.acting import Acting
from kuhstall.games.kuhfstein.phases.final import Final
from kuhstall.server.store import Store
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected
from kuhstall.server.table.party.pace import BOT_SETTLED, PACES
from kuhstall.server.table.party.requests import AskPause
from kuhstall.server.wire.frames import encode_frame
from kuhstall.server.wire.views import snapshot, timer_views
from tests.machine import patience
from tests.server.houses import DeafBus, House, Watching
from tests.server.players import Player
from tests.server.serving import guests, serving, until

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben")
LAND: dict[str, Any] = {"edition": "kuhfstein", "rules": {"start_player": "seat:0"}}


def lay(hot: LiveTable, seat: int) -> Action:
    """Take the first place for the first tile."""
    return next(
        action
        for option in options(hot.state, seat)
        for action in option.expand()
        if isinstance(action, PlaceTile)
    )


def acting(hot: LiveTable) -> Acting:
    assert isinstance(hot.state.phase, Acting)
    return hot.state.phase


async def settled(house: House, seat: int = 0, **wish: Any) -> LiveTable:
    """Start, and let the first seat do both of its actions."""
    hot = await house.start(PEOPLE, **LAND, **wish)
    for _ in range(2):
        await house.play(hot.id, PEOPLE[seat], lay(hot, seat))
    assert acting(hot).doing == "confirm"
    return hot


# Taking back


async def test_everybody_hears_of_what_is_taken_back_and_sees_it_undone(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **LAND)
    watchers = [Watching(person) for person in (*PEOPLE, None)]
    hot.watchers |= set(watchers)
    before = hot.state
    await house.play(hot.id, "anna", lay(hot, 0))
    await house.play(hot.id, "anna", TakeBack())
    assert hot.state.world == before.world
    for watcher in watchers:
        laid, back = watcher.frames
        assert len(laid["view"]["seats"][0]["tiles"]) == 1
        assert back["events"] == [to_builtins(TookBack(0)) | {"type": "took_back"}]
        assert back["view"]["seats"][0]["tiles"] == []
        assert bool(back["options"]) == (watcher.person == "anna")
    others = House(store)
    there = await others.service.cache.live_table(hot.id)
    assert (there.state.world, there.state.moment) == (hot.state.world, hot.state.moment)
    missed = snapshot(there, "ben", (), hot.seq - 2).missed
    assert missed is not None
    assert [len(step.lines) for step in missed] == [1, 1]


async def test_what_was_meant_for_before_is_stale(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **LAND)
    moments = [hot.state.moment]
    tile = lay(hot, 0)
    for _ in range(3):
        await house.play(hot.id, "anna", tile)
        moments.append(hot.state.moment)
        await house.play(hot.id, "anna", TakeBack())
        moments.append(hot.state.moment)
    assert moments == sorted(set(moments))
    for moment in moments[:-1]:
        assert await house.play(hot.id, "anna", tile, moment=moment) == Rejected("stale")


async def test_nobody_takes_back_for_others_or_after_the_turn(store: Store) -> None:
    house = House(store)
    hot = await settled(house)
    assert await house.play(hot.id, "ben", TakeBack()) == Rejected("not_your_turn")
    assert await house.play(hot.id, "anna", FinishTurn()) == Accepted(hot.seq)
    assert await house.play(hot.id, "anna", TakeBack()) == Rejected("not_your_turn")
    assert await house.play(hot.id, "ben", TakeBack()) == Rejected("not_offered")


async def test_what_is_sent_again_after_it_was_taken_back_is_not_done_again(store: Store) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, **LAND)
    moment, tile = hot.state.moment, lay(hot, 0)
    laid = await one.play(hot.id, "anna", tile, "tile", moment)
    back = await one.play(hot.id, "anna", TakeBack(), "back", moment + 1)
    for house in (other, one):
        assert await house.play(hot.id, "anna", tile, "tile", moment) == laid
        assert await house.play(hot.id, "anna", TakeBack(), "back", moment + 1) == back
        assert (await house.service.cache.live_table(hot.id)).state.world == hot.state.world
        assert (await house.service.cache.live_table(hot.id)).seq == hot.seq


async def test_two_nodes_let_one_of_both_through(store: Store) -> None:
    """At one node a turn is finished, at the other it is taken back, at the same time."""
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await settled(one)
    there = await other.service.cache.live_table(hot.id)
    moment = hot.state.moment
    answers = await asyncio.gather(
        one.play(hot.id, "anna", FinishTurn(), "finish", moment),
        other.play(hot.id, "anna", TakeBack(), "back", moment),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Rejected"]
    assert Rejected("stale") in answers
    await one.service.cache.catch_up_with(hot.id)
    await other.service.cache.catch_up_with(hot.id)
    assert (hot.state.world, hot.state.moment) == (there.state.world, there.state.moment)


# Clocks


@pytest.mark.parametrize("pace", PACES)
async def test_a_forgotten_last_word_holds_up_nobody(tmp_path: Path, pace: Any) -> None:
    local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    house = House(local)
    hot = await settled(house, pace=pace)
    assert [(one.seat, one.lasts) for one in timer_views(hot)] == [(0, PACES[pace].settled * 1000)]
    assert PACES[pace].settled <= PACES[pace].decision / 3
    await house.tick(hot.id, PACES[pace].settled)
    assert (acting(hot).seat, acting(hot).doing) == (1, "action")
    assert (hot.party.places[0].late, hot.party.places[0].away) == (0, False)
    await local.close()


async def test_who_is_late_in_a_turn_gets_the_default_and_then_a_bot(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **LAND)
    patience = PACES["live"].decision * Acting.patience
    assert [one.lasts for one in timer_views(hot)] == [patience * 1000]
    await house.tick(hot.id, patience)
    assert (len(hot.state.world.places[0].land.tiles), hot.party.places[0].late) == (1, 1)
    assert hot.party.places[0].player is None
    await house.tick(hot.id, patience)
    assert hot.party.places[0].away
    assert acting(hot).doing == "confirm"
    await house.tick(hot.id, BOT_SETTLED)
    assert acting(hot).seat == 1


async def test_who_does_and_undoes_for_ever_comes_to_an_end(tmp_path: Path) -> None:
    """Each action has its time; a turn in which something was taken back has twice that in all."""
    local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    house = House(local)
    hot = await house.start(PEOPLE, **LAND)
    patience, began, tile = PACES["live"].decision * Acting.patience, house.clock.time, lay(hot, 0)
    for _ in range(200):
        await house.play(hot.id, "anna", tile)
        await house.tick(hot.id, 1.0)
        await house.play(hot.id, "anna", TakeBack())
        await house.tick(hot.id, 1.0)
        if acting(hot).seat == 1:
            break
    assert acting(hot).seat == 1
    assert house.clock.time - began < 2 * patience + 10
    await local.close()


async def test_a_bot_goes_on_where_a_person_went_in_a_turn(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **LAND)
    await house.play(hot.id, "anna", lay(hot, 0))
    await house.service.note_departure(hot.id, "anna")
    await house.tick(hot.id, PACES["live"].gone)
    assert hot.party.places[0].away
    for _ in range(3):
        await house.tick(hot.id, 2.0)
    assert acting(hot).seat == 1
    assert await house.play(hot.id, "anna", TakeBack()) == Rejected("not_your_turn")


async def test_a_game_of_silent_people_and_bots_comes_to_its_end(tmp_path: Path) -> None:
    local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    house = House(local)
    hot = await house.start(("anna",), edition="kuhfstein", bots=["herder", "herder"], pace="slow")
    assert (await house.run_out(hot.id)).party.stage == "ended"
    await local.close()


async def test_a_bot_that_thinks_long_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    house = House(local)
    wish = {**LAND, "rules": {"start_player": "seat:1"}}
    hot = await house.start(("anna",), bots=["farmer"], **wish)
    begun, done = threading.Event(), threading.Event()
    thought = hot.prepare_choice

    def slowly(seat: int) -> Any:
        def choose() -> Action:
            begun.set()
            assert done.wait(10)
            return thought(seat)()

        return choose

    monkeypatch.setattr(hot, "prepare_choice", slowly)
    house.clock.time += 2.0
    firing = asyncio.create_task(house.service.fire(hot.id))
    await until(begun.is_set)
    seq = hot.seq
    assert isinstance(await house.ask(hot.id, "anna", AskPause()), Accepted)
    done.set()
    await firing
    assert hot.party.stage == "paused"
    assert hot.seq == seq + 1, "what was thought for another step must not be done"
    await local.close()


# Goals


async def test_a_goal_is_seen_by_nobody_before_all_have_chosen(tmp_path: Path) -> None:
    local = await SqliteStore.connect(str(tmp_path / "kuhstall.db"))
    house = House(local)
    rules = {**LAND["rules"], "final_tile": "player"}
    hot = await house.start(PEOPLE, edition="kuhfstein", rules=rules)
    hot = await house.play_to(hot.id, "Final")
    watchers = [Watching(person) for person in (*PEOPLE, None)]
    hot.watchers |= set(watchers)
    shown = {person: encode_frame(snapshot(hot, person, ())) for person in ("ben", None)}
    seq, goal = hot.seq, hot.state.world.places[0].goals[1]
    assert await house.play(hot.id, "anna", ShowGoal("nonsense")) == Rejected("not_offered")
    assert await house.play(hot.id, "anna", ShowGoal(goal), "goal") == Accepted(seq)
    assert {person: encode_frame(snapshot(hot, person, ())) for person in ("ben", None)} == shown
    assert all(watcher.frames == [] for watcher in watchers)
    other = House(local)  # the node dies
    there = await other.service.cache.live_table(hot.id)
    assert isinstance(there.state.phase, Final)
    assert bytes(snapshot(there, "anna", ()).options) == b"[]"
    own = there.state.world.places[1].goals[0]
    assert await other.play(hot.id, "ben", ShowGoal(own)) == Accepted(seq + 1)
    assert there.party.stage == "ended"
    over: Any = there.state.phase
    assert [score.goal for score in over.scores] == [goal, own]
    assert await other.play(hot.id, "anna", ShowGoal(goal), "goal") == Accepted(seq + 1)
    await local.close()


# Whole games, over sockets


async def test_people_and_bots_play_to_the_end_over_sockets(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "one.db", tempo=0.01) as served,
        guests(served.url, "Anna", "Ben") as [anna, ben],
    ):
        table = await anna.open_table(edition="kuhfstein", seats=4, bots=["herder", "random"])
        ben.table = table
        await ben.ask("join")
        watcher = Player([served.url], "Zoe", 9)
        watcher.table = table
        await anna.ask("start")
        async with asyncio.timeout(patience(60)):
            await asyncio.gather(anna.play(), ben.play(), watcher.play())
        assert {one.view["phase"]["phase"] for one in (anna, ben, watcher)} == {"over"}
        assert len({one.seq for one in (anna, ben, watcher)}) == 1
        told = [event["type"] for frame in watcher.frames for event in frame.get("events", ())]
        assert "took_back" in told
        await watcher.close()
