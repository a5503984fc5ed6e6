"""What a node does with its tables when the store went back. Each test runs on both stores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from kuhstall.games import registry
from kuhstall.games.kuhhandel.actions import AuctionOff
from kuhstall.server.store import Store
from kuhstall.server.table import cache
from kuhstall.server.table.bus import Hint, LocalBus
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import Accepted, Rejected, UnknownTableError
from kuhstall.server.table.party.requests import AskPause
from kuhstall.server.wire.views import snapshot
from tests.engine import tiny
from tests.server.houses import DeafBus, House, Watching
from tests.server.players import NO_TLS
from tests.server.serving import guests, serving, until
from tests.server.set_backs import go_back, keep, operator

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "cleo")
FIRST: dict[str, Any] = {"rules": {"start_player": "seat:0"}}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the registry know the tiny game, which has a sealed phase."""
    monkeypatch.setitem(registry.EDITIONS, tiny.TINY.key, tiny.TINY)
    return str(tiny.TINY.key)


async def look(house: House) -> None:
    """Do what a node does every two seconds."""
    await house.service.hints.compare_with_store()
    await house.service.background.finish()


async def is_as_stored(hot: LiveTable, store: Store) -> None:
    """Compare with what a node makes of the store that held nothing."""
    cold = await House(store).service.cache.live_table(hot.id)
    assert hot.position == cold.position
    assert (hot.party, hot.timers, hot.held) == (cold.party, cold.timers, cold.held)
    assert (hot.log, hot.ends, list(hot.recent)) == (cold.log, cold.ends, list(cold.recent))
    for viewer in (0, 1, 2, None):
        view = hot.state.edition.game.view
        assert view(hot.state, viewer) == view(cold.state, viewer)


async def test_an_answer_that_is_lost_is_unknown_and_given_anew(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    before, moment = hot.seq, hot.state.moment
    assert await house.play(hot.id, "anna", AuctionOff(), "same") == Accepted(before + 1)
    await go_back(store, "kept")
    await look(house)
    assert (hot.seq, hot.state.moment) == (before, moment)
    await is_as_stored(hot, store)
    assert await house.play(hot.id, "anna", AuctionOff(), "same") == Accepted(before + 1)
    await is_as_stored(hot, store)


async def test_an_action_that_notices_is_not_played_on_what_nobody_saw(store: Store) -> None:
    """Not even if there is a moment with that number: the same action means another thing there."""
    house, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    await other.play(hot.id, "anna", AuctionOff(), "elsewhere")
    await keep(store, "other")
    await go_back(store, "kept")
    await house.play(hot.id, "anna", AuctionOff())
    watcher = Watching("ben")
    hot.watchers.add(watcher)
    moment, before = hot.state.moment, hot.seq
    await go_back(store, "other")
    assert (await other.service.cache.live_table(hot.id)).state.moment == moment
    assert await house.play(hot.id, "ben", {"type": "bid", "amount": 10}) == Rejected("stale")
    assert watcher.set_backs == [(before, 1)]
    await is_as_stored(hot, store)
    assert await house.play(hot.id, "ben", {"type": "bid", "amount": 10}) == Accepted(before + 1)


async def test_a_request_that_notices_is_answered_on_what_is_stored(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    before = hot.seq
    await house.play(hot.id, "anna", AuctionOff())
    await go_back(store, "kept")
    assert await house.ask(hot.id, "cleo", AskPause()) == Accepted(before + 1)
    await is_as_stored(hot, store)


async def test_a_hint_of_another_step_makes_a_node_look(store: Store) -> None:
    heard: list[Hint] = []
    bus = LocalBus()
    await bus.subscribe(heard.append)
    house = House(store, DeafBus())
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    await house.play(hot.id, "anna", AuctionOff())
    house.service.hints.hear(Hint(hot.id, hot.seq, mark=hot.mark.hex()))
    house.service.hints.hear(Hint(hot.id, hot.seq))  # an older node says no mark
    await house.service.background.finish()
    assert hot.set_backs == 0
    await go_back(store, "kept")
    elsewhere = House(store, bus)
    await elsewhere.play(hot.id, "anna", AuctionOff(), "other")
    assert heard[-1].seq == hot.seq
    house.service.hints.hear(heard[-1])
    await house.service.background.finish()
    assert hot.set_backs == 1
    await is_as_stored(hot, store)


async def test_the_clock_goes_on_past_the_number_where_it_noticed(store: Store) -> None:
    """Its commands are named after numbers, and those come again."""
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    noticed = await _ticked(house, hot, hot.seq + 5)
    await go_back(store, "kept")
    await _ticked(house, hot, noticed + 3)
    assert hot.set_backs == 1
    await is_as_stored(hot, store)


async def _ticked(house: House, hot: LiveTable, last: int) -> int:
    for _ in range(40):
        if hot.seq >= last and not hot.doubtful:
            break
        house.clock.time = max(house.clock.time, hot.due or 0)
        await house.service.fire(hot.id)
    assert hot.seq >= last
    return hot.seq


async def test_what_was_sealed_for_a_lost_moment_is_gone(store: Store, small: str) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, edition=small)
    await house.play(hot.id, "anna", tiny.Name(1), "kept")
    await keep(store, "kept")
    moment = hot.state.moment
    for seat, person in ((1, "ben"), (2, "cleo")):
        await house.play(hot.id, person, tiny.Name(seat))
    assert hot.state.moment == moment + 1
    await go_back(store, "kept")
    await look(house)
    assert (hot.state.moment, hot.held) == (moment, {0: tiny.Name(1)})
    for seat, person in ((1, "ben"), (2, "cleo")):
        assert isinstance(await house.play(hot.id, person, tiny.Name(seat)), Accepted)
    assert hot.state.moment == moment + 1
    await is_as_stored(hot, store)


async def test_whoever_sealed_what_is_lost_is_asked_again(store: Store, small: str) -> None:
    """No step tells of a sealed action: the table is as far as it was, and waits for somebody."""
    house = House(store)
    hot = await house.start(PEOPLE, edition=small)
    await house.play(hot.id, "anna", tiny.Name(1), "kept")
    await keep(store, "kept")
    await house.play(hot.id, "ben", tiny.Name(1))
    watching = {person: Watching(person) for person in (*PEOPLE, None)}
    for one in watching.values():
        house.service.cache.watch(hot, one)
    await look(house)
    assert sorted(hot.held) == [0, 1]
    await go_back(store, "kept")
    await look(house)
    assert hot.held == {0: tiny.Name(1)}
    told = {person: one.set_backs for person, one in watching.items()}
    assert told == {"anna": [], "ben": [(hot.seq, 1)], "cleo": [], None: []}
    await is_as_stored(hot, store)
    for seat, person in ((1, "ben"), (2, "cleo")):
        assert isinstance(await house.play(hot.id, person, tiny.Name(seat)), Accepted)
    assert not hot.held


async def test_a_withdrawal_that_is_lost_holds_up_no_opening(
    store: Store, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What its node took for withdrawn is there, and is to be opened."""
    monkeypatch.setattr(tiny.Naming, "revisable", lambda *_: True)
    house = House(store)
    hot = await house.start(PEOPLE, edition=small)
    moment, watching = hot.state.moment, Watching("anna")
    house.service.cache.watch(hot, watching)
    await house.play(hot.id, "anna", tiny.Name(2), "kept")
    await keep(store, "kept")
    await house.play(hot.id, "anna", None)
    assert not hot.held
    await go_back(store, "kept")
    await look(house)
    assert hot.held == {0: tiny.Name(2)}
    assert watching.set_backs == [(hot.seq, 1)]
    await house.tick(hot.id, 31)
    assert (hot.state.moment, hot.state.world.tokens[0]) == (moment + 1, 1)


@pytest.mark.parametrize("looks", [True, False])
async def test_a_change_after_a_lost_one_is_what_is_opened(
    store: Store, small: str, monkeypatch: pytest.MonkeyPatch, looks: bool
) -> None:
    """Both have the same number, and one node has heard of the lost one only."""
    monkeypatch.setattr(tiny.Naming, "revisable", lambda *_: True)
    house, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await house.start(PEOPLE, edition=small)
    await house.play(hot.id, "anna", tiny.Name(3), "kept")
    await keep(store, "kept")
    await house.play(hot.id, "anna", tiny.Name(2))
    await go_back(store, "kept")
    await other.play(hot.id, "anna", tiny.Name(1))
    assert hot.held == {0: tiny.Name(2)}
    if looks:
        watching = Watching("anna")
        house.service.cache.watch(hot, watching)
        await look(house)
        assert hot.held == {0: tiny.Name(1)}
        assert watching.set_backs == [(hot.seq, 1)]
    for person in ("ben", "cleo"):
        await house.play(hot.id, person, tiny.Name(0))
    assert hot.state.world.named == (1, 0, 0)
    await is_as_stored(hot, store)


async def test_what_another_node_has_opened_is_not_lost(store: Store, small: str) -> None:
    """Of a step that no hint told of, a node has the sealed actions longer than the store."""
    house, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await house.start(PEOPLE, edition=small)
    watching = Watching("anna")
    house.service.cache.watch(hot, watching)
    await house.play(hot.id, "anna", tiny.Name(1))
    for person in ("ben", "cleo"):
        await other.play(hot.id, person, tiny.Name(2))
    assert hot.held
    assert await store.sealed_actions(hot.id, hot.state.moment) == []
    await house.service.cache.compare_seals(hot.id)
    assert hot.held
    assert watching.set_backs == []


async def test_nothing_is_sealed_on_what_nobody_saw(store: Store, small: str) -> None:
    house, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await house.start(PEOPLE, edition=small)
    await keep(store, "kept")
    await other.ask(hot.id, "cleo", AskPause())
    await keep(store, "other")
    await go_back(store, "kept")
    await house.ask(hot.id, "ben", AskPause())
    await go_back(store, "other")
    moment = hot.state.moment
    assert await house.play(hot.id, "anna", tiny.Name(1)) == Rejected("stale")
    assert await store.sealed_actions(hot.id, moment) == []
    assert await house.play(hot.id, "anna", tiny.Name(1)) == Accepted(hot.seq)
    await is_as_stored(hot, store)


async def test_a_table_that_is_no_more_lets_everybody_go(store: Store) -> None:
    house = House(store)
    stays = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    hot = await house.start(PEOPLE, **FIRST)
    watchers = [Watching("ben"), Watching(None)]
    hot.watchers |= set(watchers)
    await go_back(store, "kept")
    await look(house)
    assert [watcher.left for watcher in watchers] == ["no_such_table"] * 2
    assert set(house.service.cache.tables) == {stays.id}
    with pytest.raises(UnknownTableError):
        await house.play(hot.id, "anna", AuctionOff())


async def test_what_was_said_meanwhile_is_gone_and_what_is_said_next_is_heard(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    watcher = Watching("ben")
    hot.watchers.add(watcher)

    async def say(text: str) -> None:
        said = StoredLine(hot.id, text, "anna", 0, b'{"phrase":"hello"}')
        kept = await house.service.store.say(said)
        await house.service.hints.announce_line(Hint(hot.id, hot.seq, kept.id))

    await say("one")
    await keep(store, "kept")
    await say("two")
    await house.play(hot.id, "anna", AuctionOff())
    await go_back(store, "kept")
    await look(house)
    assert [line.command for line in watcher.lines] == ["one"]
    await say("three")
    assert [line.command for line in watcher.lines] == ["one", "three"]


async def test_whoever_comes_with_a_lost_number_gets_all_anew(store: Store) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, **FIRST)
    await keep(store, "kept")
    before = hot.seq
    await house.play(hot.id, "anna", AuctionOff())
    await house.play(hot.id, "ben", {"type": "bid", "amount": 10})
    await go_back(store, "kept")
    await look(house)
    shown = snapshot(hot, "ben", (), before + 2)
    assert (shown.seq, shown.missed, shown.went_back) == (before, None, 2)
    await house.play(hot.id, "anna", AuctionOff())
    await house.play(hot.id, "ben", {"type": "bid", "amount": 20})
    await house.play(hot.id, "cleo", {"type": "bid", "amount": 30})
    # An open page of 0.1.0 says the number only, and may have seen another step under it.
    assert snapshot(hot, "ben", (), before + 1).missed is None
    assert snapshot(hot, "ben", (), before + 2).missed is None
    assert snapshot(hot, "ben", (), before + 3).missed == ()
    missed = snapshot(hot, "ben", (), before).missed
    assert missed is not None
    assert [step.seq for step in missed] == [before + 1, before + 2, before + 3]
    assert b"went_back" not in msgspec.json.encode(snapshot(hot, "ben", (), before))


async def test_a_node_is_not_ready_while_a_table_is_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "STUCK", 0.1)
    place = tmp_path / "kuhstall.db"
    async with (
        serving(place) as here,
        guests(here.url, "Anna") as (anna,),
        operator(str(place)) as store,
        httpx.AsyncClient(base_url=here.url, verify=NO_TLS) as http,
    ):
        await anna.open_table(edition="kuhhandel/2", seats=3)
        await keep(store, "kept")
        await anna.ask("seat_bot", seat=1, bot="farmer")
        live = await here.node.service.cache.live_table(anna.table)
        assert (await http.get("/readyz")).status_code == 200
        async with live.lock:  # something hangs, and nobody can mend the table
            await go_back(store, "kept")
            await until(here.node.service.cache.stuck_tables)
            answer = await http.get("/readyz")
            assert (answer.status_code, answer.text) == (503, "1 tables stuck\n")
            assert b"kuhstall_tables_stuck 1.0" in here.node.metrics.text()
        await until(lambda: not here.node.service.cache.stuck_tables())
        assert (await http.get("/readyz")).status_code == 200
        text = here.node.metrics.text()
        assert b"kuhstall_set_backs_total 1.0" in text
        assert b"kuhstall_steps_lost_total 1.0" in text
