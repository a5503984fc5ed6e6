"""Actions that are held until their phase opens, at any node. Each test runs on both stores."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kuhstall.games import registry
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Sell
from kuhstall.games.kuhhandel.events import Bid, EnvelopesOpened
from kuhstall.server.store import Store
from kuhstall.server.table import sealed_answers
from kuhstall.server.table.live_table import LiveTable
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Overdue,
    Rejected,
    SealedAction,
    UnavailableError,
)
from kuhstall.server.table.party.receipts import Receipt
from kuhstall.server.table.party.requests import HandOver
from kuhstall.server.table.sealed_answers import RECHECK_AFTER, take_over
from kuhstall.server.wire import views
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
    assert row.due <= one.clock.now() + RECHECK_AFTER
    # What the sweep of another node does, which has heard of none of it.
    heir = House(store, DeafBus(), clock=SetClock(row.due + 1))
    cold = await heir.service.cache.live_table(hot.id)
    cold.set_sealed({})
    overdue = Overdue(hot.id, hot.seq, row.due)
    await take_over(store, heir.service.cache, overdue, heir.service.fire)
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
    assert row.due <= other.clock.now() + RECHECK_AFTER
    heir = House(store, DeafBus(), clock=SetClock(row.due + 1))
    await take_over(
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
    await take_over(store, house.service.cache, overdue, house.service.fire)
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


# Changed and withdrawn until they are opened


@pytest.fixture
def revisable(small: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(tiny.Naming, "revisable", lambda *_: True)
    return small


def receipt_of(answer: Answer) -> Receipt:
    assert isinstance(answer, Accepted)
    assert answer.receipt is not None
    return answer.receipt


def own(live: LiveTable, person: str | None) -> Any:
    shown = msgspec.json.encode(views.snapshot(live, person, ()))
    return msgspec.json.decode(shown).get("answer")


async def test_a_change_counts_and_a_late_copy_of_an_older_command_changes_nothing(
    store: Store, revisable: str
) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=revisable)
    cold = await other.service.cache.live_table(hot.id)
    watchers = [Watching(person) for person in (*PEOPLE, None)]
    hot.watchers |= set(watchers)
    before, moment = hot.seq, hot.state.moment
    first = receipt_of(await one.play(hot.id, "anna", tiny.Name(3), "first"))
    changed = receipt_of(await other.play(hot.id, "anna", tiny.Name(1), "second"))
    assert (first.revision, changed.revision) == (1, 2)
    assert (first.seat, first.moment, bytes(first.action)) == (
        0,
        moment,
        b'{"type":"name","number":3}',
    )
    for house in (one, other):  # late, and at either node
        assert receipt_of(await house.play(hot.id, "anna", tiny.Name(3), "first")) == first
    assert [one.revision for one in await store.sealed_actions(hot.id, moment)] == [1, 2]
    # Any device of hers shows the newest, and nobody else's does.
    assert own(cold, "anna")["action"] == {"type": "name", "number": 1}
    assert own(cold, "anna") | {"salt": changed.salt} == own(cold, "anna")
    assert own(cold, "anna")["options"][0]["high"] == tiny.MOST
    assert own(cold, "ben") is own(cold, None) is None
    assert all(not watcher.frames for watcher in watchers)
    await other.play(hot.id, "ben", tiny.Name(0))
    await other.play(hot.id, "cleo", tiny.Name(0))
    await one.service.cache.catch_up_with(hot.id)
    assert hot.seq == cold.seq == before + 1
    assert hot.state.world.named == (1, 0, 0)
    # After the opening every command is answered by it, and what it sealed is forgotten.
    for name in ("first", "second"):
        assert await one.play(hot.id, "anna", tiny.Name(3), name, moment) == Accepted(before + 1)
    assert own(hot, "anna") is None
    (opened,) = cold.opened
    assert (opened.moment, sorted(opened.commitments)) == (moment, [0, 1, 2])
    assert opened.commitments[0] == changed.commitment(hot.id)
    assert opened.commitments[0] != first.commitment(hot.id)
    assert hot.opened == cold.opened


async def test_what_is_withdrawn_is_asked_for_again(store: Store, revisable: str) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, edition=revisable, pace="slow")
    before, moment, due = hot.seq, hot.state.moment, hot.due
    waits = house.service.people.waiting_tables
    assert await house.play(hot.id, "ben", None) == Rejected("nothing_sealed")
    await house.play(hot.id, "ben", tiny.Name(3))
    await house.play(hot.id, "anna", tiny.Name(1))
    await house.service.background.finish()
    assert not await waits("ben")
    withdrawn = receipt_of(await house.play(hot.id, "ben", None, "back"))
    assert (withdrawn.revision, bytes(withdrawn.action)) == (2, b"null")
    assert receipt_of(await house.play(hot.id, "ben", None, "back")) == withdrawn
    assert await house.play(hot.id, "ben", None) == Rejected("nothing_sealed")
    await house.service.background.finish()
    assert [one.table for one in await waits("ben")] == [hot.id]
    assert own(hot, "ben") is None
    assert msgspec.json.decode(bytes(views.game_options(hot, 1)))
    row = await store.table_row(hot.id)
    assert row.due == pytest.approx(due), "his deadline counts again"
    await house.play(hot.id, "cleo", tiny.Name(2))
    assert hot.seq == before
    heir = House(store, clock=house.clock)  # which has heard of nothing
    assert (await heir.service.cache.live_table(hot.id)).held == hot.held
    assert due is not None
    await heir.tick(hot.id, due - house.clock.time + 1)
    await house.service.cache.catch_up_with(hot.id)
    assert hot.state.world.named == (1, 0, 2)
    assert hot.party.places[1].late == 1
    late = await house.play(hot.id, "ben", None, moment=moment)
    assert late == Rejected("stale")


async def test_a_change_that_races_the_opening_is_counted_or_refused(
    store: Store, revisable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = House(store, DeafBus()), House(store, DeafBus())
    hot = await one.start(PEOPLE, edition=revisable)
    await other.service.cache.live_table(hot.id)
    await one.play(hot.id, "anna", tiny.Name(3))
    await one.play(hot.id, "ben", tiny.Name(0))
    append, raced = store.append, list[Answer]()

    async def late(step: Any, **more: Any) -> Any:
        if more.get("opens") is not None and not raced:
            raced.append(await other.play(hot.id, "anna", None))
        return await append(step, **more)

    monkeypatch.setattr(store, "append", late)
    moment = hot.state.moment
    await one.play(hot.id, "cleo", tiny.Name(1))
    assert receipt_of(raced[0]).revision == 2
    assert hot.state.moment == moment, "her withdrawal was acknowledged, so it counts"
    await one.play(hot.id, "anna", tiny.Name(2))
    assert hot.state.world.named == (2, 0, 1)


async def test_a_change_while_the_opening_asks_for_orders_is_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben has planned his turn, so the step that opens the envelopes asks for new ones."""
    house = House(store)
    rules = {"start_player": "seat:0"}
    hot = await house.start(PEOPLE, edition="kuhhandel/2", pace="slow", rules=rules)
    await house.play(hot.id, "anna", AuctionOff())
    moment = hot.state.moment
    await house.play(hot.id, "ben", NameMaximum(20, ahead=True))
    await house.play(hot.id, "cleo", NameMaximum(10))
    await house.play(hot.id, "anna", Sell())
    placed_orders, complete = store.placed_orders, house.service.cache.complete
    heard, raced = asyncio.Event(), list[asyncio.Task[Answer]]()

    async def noted(live: LiveTable) -> None:
        await complete(live)
        if raced:
            heard.set()

    async def slow(table: str) -> dict[str, bytes]:
        if not raced:
            raced.append(asyncio.create_task(house.play(table, "cleo", NameMaximum(60))))
            await heard.wait()
        return await placed_orders(table)

    monkeypatch.setattr(house.service.cache, "complete", noted)
    monkeypatch.setattr(store, "placed_orders", slow)
    opens = hot.timers.opens
    assert opens is not None
    await house.tick(hot.id, opens - house.clock.time + 1)
    changed = receipt_of(await raced[0])
    assert (changed.revision, hot.state.moment > moment) == (2, True)
    (opened,) = hot.opened
    assert opened.commitments[2] == changed.commitment(hot.id)
    (told,) = (event for event in hot.log if isinstance(event, EnvelopesOpened))
    assert told.called == (Bid(2, 30),)


async def test_an_order_that_was_changed_meanwhile_is_no_answer(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step was decided with the old order, and hands in nothing."""
    house = House(store)
    rules = {"start_player": "seat:0"}
    hot = await house.start(PEOPLE, edition="kuhhandel/2", pace="slow", rules=rules)
    lot, place = str(hot.state.world.deck[0]), house.service.orders.place
    await place(hot.id, "ben", {lot: 30}, others=False, ahead=False)
    await place(hot.id, "cleo", {lot: 50}, others=False, ahead=False)
    append = store.append

    async def late(step: Any, **more: Any) -> Any:
        if more.get("ordered"):
            await place(hot.id, "ben", {}, others=False, ahead=False)
        return await append(step, **more)

    monkeypatch.setattr(store, "append", late)
    await house.play(hot.id, "anna", AuctionOff())
    await house.service.background.finish()
    assert sorted(hot.held) == [2]
    row = {"table_id": hot.id, "moment": hot.state.moment}
    answered = await house.service.people.db.column(
        "SELECT person FROM waits WHERE table_id = :table_id AND moment = :moment AND answered",
        **row,
    )
    assert answered == ["cleo"]


async def test_answers_are_not_changed_for_ever(
    store: Store, revisable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_answers, "MOST_REVISIONS", 3)
    house = House(store)
    hot = await house.start(PEOPLE, edition=revisable)
    for action in (tiny.Name(1), tiny.Name(2)):
        receipt_of(await house.play(hot.id, "anna", action))
    assert await house.play(hot.id, "anna", None) == Rejected("changed_too_often")
    receipt_of(await house.play(hot.id, "anna", tiny.Name(3)))
    assert await house.play(hot.id, "anna", tiny.Name(1)) == Rejected("changed_too_often")
    assert hot.held == {0: tiny.Name(3)}


async def test_revisions_that_the_store_has_lost_are_taken_back(
    store: Store, revisable: str
) -> None:
    house = House(store)
    hot = await house.start(PEOPLE, edition=revisable)
    await house.play(hot.id, "anna", tiny.Name(1))
    await house.play(hot.id, "anna", tiny.Name(2))
    hot.set_sealed({0: replace(hot.sealed[0], revision=3)})
    # The next change does not leave a gap: the node looks again, and then goes on from there.
    assert receipt_of(await house.play(hot.id, "anna", tiny.Name(0))).revision == 3
    assert hot.held == {0: tiny.Name(0)}
