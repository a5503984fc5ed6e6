"""Standing orders at slow tables: kept, handed in with the step that asks, and opened in time."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
import pytest

from kuhstall.engine.values import Illegal
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Pass, Sell
from kuhstall.games.kuhhandel.events import EnvelopesOpened, Exposed
from kuhstall.games.kuhhandel.master.events import SlapExposed
from kuhstall.games.kuhhandel.master.phases.countdown import Countdown
from kuhstall.games.kuhhandel.master.phases.rat_envelopes import RatEnvelopes
from kuhstall.games.kuhhandel.phases.envelopes import Envelopes
from kuhstall.server.store import Store
from kuhstall.server.table.live_table import LiveTable, plainest_action
from kuhstall.server.table.log import OrderedAction, SealedAction
from kuhstall.server.table.party.pace import PACES
from tests.server.houses import House
from tests.server.test_store import opened, step

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "carl")
HOUR = 3_600.0
LIES = PACES["slow"].lies


class Slow:
    """A slow table of three: Anna is to auction off an animal that all of them know of here."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.house = House(store)
        self.live: LiveTable

    async def begin(self, pace: str = "slow") -> str:
        rules = {"start_player": "seat:0", "auction_mode": "sealed"}
        self.live = await self.house.start(PEOPLE, pace=pace, rules=rules, edition="kuhhandel/2")
        return str(self.live.state.world.deck[0])

    async def order(
        self,
        person: str,
        lots: dict[str, int] | None = None,
        *,
        others: bool = False,
        ahead: bool = False,
    ) -> None:
        orders = self.house.service.orders
        await orders.place(self.live.id, person, lots or {}, others=others, ahead=ahead)

    async def auction(self) -> None:
        await self.house.play(self.live.id, "anna", AuctionOff())
        assert isinstance(self.live.state.phase, Envelopes)

    @property
    def opened(self) -> list[EnvelopesOpened]:
        return [event for event in self.live.log if isinstance(event, EnvelopesOpened)]


@pytest.fixture
async def slow(store: Store) -> AsyncIterator[Slow]:
    table = Slow(store)
    yield table
    await table.house.service.background.finish()


async def test_an_order_is_handed_in_with_the_step_that_asks(slow: Slow) -> None:
    lot = await slow.begin()
    await slow.order("ben", {lot: 70})
    await slow.order("carl", others=True)
    await slow.auction()
    held = await slow.store.sealed_actions(slow.live.id, slow.live.state.moment)
    assert {one.seat for one in held} == {1, 2}
    assert slow.live.held == {1: NameMaximum(70), 2: Pass()}
    await slow.house.play(slow.live.id, "anna", Sell())
    assert not slow.opened
    await slow.house.tick(slow.live.id, 2 * LIES)
    (told,) = slow.opened
    assert [(bid.seat, bid.amount) for bid in told.called] == [(1, 10)]


async def test_all_by_order_open_no_sooner_than_any(slow: Slow) -> None:
    lot = await slow.begin()
    for person in PEOPLE:
        await slow.order(person, {lot: 20})
    begun = slow.house.clock.time
    await slow.auction()
    opens = slow.live.timers.opens
    assert opens is not None
    assert begun + LIES <= opens < begun + 2 * LIES
    assert slow.live.rings(begun) == opens
    assert (await slow.store.table_row(slow.live.id)).due == pytest.approx(opens, abs=0.01)
    await slow.house.tick(slow.live.id, opens - begun - 1)
    assert not slow.opened
    await slow.house.tick(slow.live.id, 1)
    assert len(slow.opened) == 1


async def test_all_by_order_wait_for_no_clock_that_was_set_back(slow: Slow) -> None:
    """They lie as long as any would from now on, and no hour longer."""
    lot = await slow.begin()
    for person in PEOPLE:
        await slow.order(person, {lot: 20})
    await slow.auction()
    slow.house.clock.time -= HOUR
    begun = slow.house.clock.time
    assert slow.live.rings(begun) == 0.0
    await slow.house.service.fire(slow.live.id)
    opens = slow.live.timers.opens
    assert opens is not None
    assert begun + LIES <= opens < begun + 2 * LIES
    assert slow.live.rings(begun) == opens
    await slow.house.tick(slow.live.id, opens - begun - 1)
    assert not slow.opened
    await slow.house.tick(slow.live.id, 1)
    assert len(slow.opened) == 1


async def test_another_node_opens_what_one_has_died_on(slow: Slow) -> None:
    """Nothing of an order was in the memory of the node that wrote the step."""
    lot = await slow.begin()
    for person in PEOPLE:
        await slow.order(person, {lot: 20})
    await slow.auction()
    heir = House(slow.store, clock=slow.house.clock)
    again = await heir.service.cache.live_table(slow.live.id)
    assert set(again.held) == {0, 1, 2}
    assert again.timers.opens == slow.live.timers.opens
    await heir.tick(again.id, 2 * LIES)
    assert any(isinstance(event, EnvelopesOpened) for event in again.log)


async def test_whoever_has_ordered_is_waited_for_no_more_and_only_they_know(slow: Slow) -> None:
    lot = await slow.begin()
    await slow.order("ben", {lot: 70})
    await slow.auction()
    service = slow.house.service
    await service.background.finish()
    (entry,) = await slow.store.claim_outbox(5, 10)
    assert {wait["person"] for wait in msgspec.json.decode(entry.body)["waits"]} == set(PEOPLE)
    answered = await service.people.waiting_tables("ben")
    assert not answered


async def test_orders_are_seen_changed_and_withdrawn_by_their_owner(slow: Slow) -> None:
    lot = await slow.begin()
    orders, table = slow.house.service.orders, slow.live.id
    await slow.order("ben", {lot: 70})
    read = await orders.read(table, "ben")
    assert {one.lot: one.amount for one in read.lots if one.amount is not None} == {lot: 70}
    assert not any(one.amount is not None for one in (await orders.read(table, "carl")).lots)
    await slow.order("ben", {lot: 90}, others=True)
    changed = await orders.read(table, "ben")
    assert changed.others
    assert {one.amount for one in changed.lots} == {None, 90}
    await slow.order("ben")
    await slow.auction()
    assert slow.live.held == {}
    for who, code in (("dora", "not_seated"), (PEOPLE[0], "no_such_lot")):
        with pytest.raises(Illegal, match=code):
            await slow.order(who, {"unicorn": 10})


async def test_where_people_sit_together_nobody_orders(slow: Slow) -> None:
    await slow.begin("live")
    with pytest.raises(Illegal, match="no_orders"):
        await slow.order("ben", others=True)
    await slow.auction()
    assert slow.live.timers.opens is None


async def test_who_plays_with_bots_alone_need_not_wait(store: Store) -> None:
    house = House(store)
    rules = {"start_player": "seat:0"}
    live = await house.start(("anna",), pace="slow", rules=rules, bots=["random", "random"])
    await house.play(live.id, "anna", AuctionOff())
    assert isinstance(live.state.phase, Envelopes)
    assert live.timers.opens is None


async def test_a_plan_in_an_order_goes_on_with_the_next_auction(slow: Slow) -> None:
    await slow.begin()
    for person in PEOPLE:
        await slow.order(person, others=True, ahead=True)
    await slow.auction()
    for _ in range(3):
        await slow.house.tick(slow.live.id, 2 * LIES)
    assert len(slow.opened) == 3


# The store


async def test_orders_are_for_what_comes_after_the_newest_step(store: Store) -> None:
    await opened(store)
    assert await store.place_orders("t1", 1, "ben", b"one")
    assert not await store.place_orders("t1", 2, "ben", b"two")
    await store.append(step(2))
    assert not await store.place_orders("t1", 1, "ben", b"late")
    assert await store.place_orders("t1", 2, "ben", b"two")
    assert await store.place_orders("t1", 2, "carl", b"three")
    assert await store.placed_orders("t1") == {"ben": b"two", "carl": b"three"}


async def test_an_order_that_was_changed_meanwhile_is_not_handed_in(store: Store) -> None:
    await opened(store)
    await store.place_orders("t1", 1, "ben", b"new")
    await store.place_orders("t1", 1, "carl", b"same")
    ordered = [
        OrderedAction(7, SealedAction(1, "order/7", b"x"), "ben", b"old"),
        OrderedAction(7, SealedAction(2, "order/7", b"y"), "carl", b"same"),
    ]
    await store.append(step(2), ordered=ordered)
    assert await store.sealed_actions("t1", 7) == [SealedAction(2, "order/7", b"y")]


async def test_a_step_that_is_not_written_hands_nothing_in(store: Store) -> None:
    await opened(store)
    await store.place_orders("t1", 1, "ben", b"orders")
    ordered = [OrderedAction(7, SealedAction(1, "order/7", b"x"), "ben", b"orders")]
    await store.append(step(3), ordered=ordered)
    assert await store.sealed_actions("t1", 7) == []


async def test_pedigrees_and_rats_go_by_order_and_lie_like_other_envelopes(slow: Slow) -> None:
    rules = {"start_player": "seat:0"}
    slow.live = await slow.house.start(PEOPLE, pace="slow", edition="master", rules=rules)
    live, by_order = slow.live, set[type]()
    for _ in range(200):
        state = live.state
        if not state.phase.ordered(state):
            prospects = (await slow.house.service.orders.read(live.id, "ben")).lots
            for person in PEOPLE:
                await slow.order(person, {one.lot: 2 * one.step for one in prospects})
            seat = state.phase.asked(state)[0]
            await slow.house.play(live.id, PEOPLE[seat], plainest_action(state, seat))
            continue
        missing = set(state.phase.asked(state)) - set(live.held)
        if not missing:
            by_order.add(type(state.phase))
            assert live.timers.opens is not None
            assert LIES <= live.timers.opens - slow.house.clock.time <= 2 * LIES
        for seat in missing:  # a second rat of the same turn: the order was for the first
            await slow.house.play(live.id, PEOPLE[seat], plainest_action(state, seat))
        await slow.house.tick(live.id, 2 * LIES)
        if by_order >= {Envelopes, Countdown, RatEnvelopes}:
            break
    assert by_order >= {Envelopes, Countdown, RatEnvelopes}
    assert not [event for event in live.log if isinstance(event, Exposed | SlapExposed)]
