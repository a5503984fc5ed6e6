"""Twin worlds of slow tables: who answered by order, by hand, when and how high never shows.

The worlds are alike but for what Ben and Carl have in their envelopes beyond what the price tells,
when they handed it in, how often they changed or withdrew it, and whether a standing order did it
for them. All that Anna, who auctions,
and a spectator are shown is the same in all of them, to the byte and to the second: frames,
snapshots, answers, refusals, orders, what waits for her, and the news.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
import pytest
from msgspec import Raw, Struct
from msgspec.structs import replace

from kuhstall.engine.values import Seat
from kuhstall.games.kuhhandel.actions import AuctionOff, NameMaximum, Sell
from kuhstall.games.kuhhandel.events import Bid, EnvelopesOpened
from kuhstall.games.kuhhandel.phases import envelopes
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.table import orders, rows, service
from kuhstall.server.table.live_table import Change, LiveTable
from kuhstall.server.table.log import Rejected
from kuhstall.server.table.party import decide, timers
from kuhstall.server.table.party.requests import rights
from kuhstall.server.wire import frames, views
from kuhstall.server.wire.views import StepFrames
from tests.server.accounts import people_of
from tests.server.houses import House, SetClock, Watching
from tests.simulation.seeded_random import SeededRandomSource

pytestmark = pytest.mark.anyio

PEOPLE = ("anna", "ben", "carl")
LATEST = 290.0  # envelopes lie longer than that


class Answer(Struct, frozen=True):
    """Up to which price; after so many seconds by hand, or by order.

    `earlier`: what was handed in before, or withdrawn (None), and when.
    """

    amount: int
    after: float | None = None
    earlier: tuple[tuple[float, int | None], ...] = ()
    ordered: int | None = None


World: TypeAlias = tuple[Answer, Answer]
"""What Ben and Carl do."""

# Carl's 50 makes the price of 60, and Ben has it in all of them.
WORLDS: tuple[World, ...] = (
    (Answer(200), Answer(50)),
    (Answer(90, 30.0), Answer(50, 100.0)),
    (Answer(70, 200.0), Answer(50, 40.0)),
    (Answer(60), Answer(50, LATEST)),
    (Answer(250, 1.0), Answer(50)),
    # Changed, withdrawn, handed in again; an order that is changed by hand; at the last moment.
    (Answer(70, 200.0, ((10.0, 250), (30.0, None), (31.0, 60), (60.0, None))), Answer(50)),
    (Answer(80, LATEST, ((2.0, 400),)), Answer(50, 250.0, ordered=300)),
)


class Timed(Watching):
    """Keeps the bytes of what somebody is shown, and when."""

    def __init__(self, person: str | None, clock: SetClock, seen: list[Any]) -> None:
        super().__init__(person)
        self.clock, self.seen = clock, seen

    def show_step(self, hot: LiveTable, change: Change) -> None:
        viewer, may = hot.party.seat(self.person), rights(hot.party, self.person)
        self.seen.append((self.clock.time, StepFrames(hot, change).step(viewer, may)))


async def observed(world: World, person: str | None, seed: int) -> list[Any]:
    """All that one viewer learns of an auction in a world, with the time of each."""
    store = MemoryStore()
    house = House(store, random_source=SeededRandomSource(random.Random(seed)))
    store.clock = house.clock.now
    rules = {"start_player": "seat:0", "envelope_tie": "seat_order"}
    live = await house.start(PEOPLE, pace="slow", rules=rules, edition="kuhhandel/2")
    lot, begun = str(live.state.world.deck[0]), house.clock.time
    seen: list[Any] = []
    house.service.cache.watch(live, Timed(person, house.clock, seen))
    # Anna sees what she changes herself, whatever the others do.
    by_hand: list[tuple[float, str, Any]] = [
        (20.0, "anna", NameMaximum(20)),
        (25.0, "anna", None),
        (26.0, "anna", Sell()),
    ]
    for name, answer in zip(PEOPLE[1:], world, strict=True):
        ordered = answer.amount if answer.after is None else answer.ordered
        if ordered is not None:
            lots = {lot: ordered}
            await house.service.orders.place(live.id, name, lots, others=False, ahead=False)
        if answer.after is not None:
            for after, amount in (*answer.earlier, (answer.after, answer.amount)):
                by_hand.append((after, name, None if amount is None else NameMaximum(amount)))
    await house.play(live.id, "anna", AuctionOff())
    moment = live.state.moment
    for after, name, action in sorted(by_hand, key=lambda one: one[0]):
        await house.tick(live.id, begun + after - house.clock.time)
        told = await house.play(live.id, name, action)
        if name == "anna" == person:
            seen.append((house.clock.time, told))
    await house.tick(live.id, begun + LATEST - house.clock.time)
    await house.service.background.finish()
    seen += [frames.encode_frame(views.snapshot(live, person, ())), live.seq, live.situation.seq]
    if person == "anna":
        seen.append(await house.play(live.id, "anna", NameMaximum(5), moment=moment))
        seen.append(await house.service.orders.read(live.id, "anna"))
        seen.append(await people_of(store).waiting_tables("anna"))
    seen.append(store.outbox[live.id].entry.body)
    opens = live.timers.opens or house.clock.time
    while live.state.moment == moment and house.clock.time < opens + 2:
        await house.tick(live.id, 1.0)
    await house.service.background.finish()
    seen.append(store.outbox[live.id].entry.body)
    assert any(isinstance(event, EnvelopesOpened) for event in live.log)
    return seen


async def is_the_same(seeds: range) -> bool:
    for seed in seeds:
        for person in ("anna", None):
            first, *others = [await observed(world, person, seed) for world in WORLDS]
            if any(other != first for other in others):
                return False
    return True


async def test_whoever_answers_by_order_answers_like_anybody() -> None:
    assert await is_the_same(range(6))


Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: list[Leak] = []


def leak(plant: Leak) -> Leak:
    LEAKS.append(plant)
    return plant


@leak
def a_maximum_in_a_frame(patch: pytest.MonkeyPatch) -> None:
    real = views.party_view

    def party_view(live: Any) -> Raw:
        shown = msgspec.json.decode(bytes(real(live)))
        most = max((getattr(action, "amount", 0) for action in live.held.values()), default=0)
        return Raw(msgspec.json.encode(shown | {"most": most}))

    patch.setattr(views, "party_view", party_view)


@leak
def the_number_of_changes(patch: pytest.MonkeyPatch) -> None:
    real = views.party_view

    def party_view(live: Any) -> Raw:
        shown = msgspec.json.decode(bytes(real(live)))
        return Raw(msgspec.json.encode(shown | {"changes": live.revisions - len(live.sealed)}))

    patch.setattr(views, "party_view", party_view)


@leak
def the_answer_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    real = views.own_answer
    patch.setattr(views, "own_answer", lambda live, viewer: real(live, 1))


@leak
def a_withdrawal_that_is_a_step(patch: pytest.MonkeyPatch) -> None:
    real = service.Service._hold

    async def hold(self: Any, table: str, person: Any, command: str, *rest: Any) -> Any:
        answer = await real(self, table, person, command, *rest)
        if rest[1] is None:
            await self.note_departure(table, person)
        return answer

    patch.setattr(service.Service, "_hold", hold)


@leak
def a_maximum_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    async def refuse(store: Any, live: Any, person: Any, command: Any, illegal: Any) -> Rejected:
        amounts = [getattr(action, "amount", 0) for action in live.held.values()]
        return Rejected(illegal.code, {"most": max(amounts)})

    patch.setattr(service, "refuse_hold", refuse)


@leak
def the_order_of_answers(patch: pytest.MonkeyPatch) -> None:
    """The first that came in goes before at the same price, and is named in the clocks."""
    real = views.timer_views

    def timer_views(live: Any) -> Any:
        first = next((seat for seat in live.held if seat != 0), None)
        return tuple(one for one in real(live) if one.seat != first)

    patch.setattr(views, "timer_views", timer_views)


@leak
def the_time_of_the_last_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(timers._GameTimers, "_opening", lambda self: None)


@leak
def a_time_that_depends_on_orders(patch: pytest.MonkeyPatch) -> None:
    real = decide.is_complete

    def is_complete(now: Any, at: float) -> bool:
        return decide.is_answered(now) if any_ordered(now) else real(now, at)

    def any_ordered(now: Any) -> bool:
        return len(now.held) > 1

    patch.setattr(decide, "is_complete", is_complete)


@leak
def an_order_in_the_outbox(patch: pytest.MonkeyPatch) -> None:
    """News names only those who have to be asked."""
    real = orders.ordered_actions
    found: dict[str, list[str]] = {}

    async def ordered(store: Any, live: Any, outcome: Any) -> Any:
        found[live.id] = list(await store.placed_orders(live.id))
        return await real(store, live, outcome)

    beside = rows.rows_beside

    def told_of(before: Any, outcome: Any, timers: Any) -> Any:
        listing, outbox = beside(before, outcome, timers)
        if outbox is None:
            return listing, outbox
        told = msgspec.json.decode(outbox)
        asked = [one for one in told.get("waits", ()) if one["person"] not in placed(outcome)]
        return listing, msgspec.json.encode(told | {"waits": asked})

    def placed(outcome: Any) -> list[str]:
        return [name for names in found.values() for name in names]

    patch.setattr(service, "ordered_actions", ordered)
    patch.setattr(service, "rows_beside", told_of)


@leak
def the_maximum_as_the_price(patch: pytest.MonkeyPatch) -> None:
    real = envelopes.best

    def best(named: dict[Seat, int], order: Any, floor: int = 0) -> Bid:
        first = real(named, order, floor)
        return Bid(first.seat, named[first.seat])

    patch.setattr(envelopes, "best", best)


@leak
def the_orders_of_others(patch: pytest.MonkeyPatch) -> None:
    real = orders.OrderService.read

    async def read(self: Any, table: str, person: str) -> Any:
        other = await real(self, table, "ben")
        return replace(other, lots=other.lots, others=bool(await self._store.placed_orders(table)))

    patch.setattr(orders.OrderService, "read", read)


@leak
def a_step_that_names_orders(patch: pytest.MonkeyPatch) -> None:
    """A step is written when an order is handed in: its number tells."""
    real = orders.ordered_actions

    async def ordered(store: Any, live: Any, outcome: Any) -> Any:
        found = await real(store, live, outcome)
        live.asides.append((len(found), None))
        live.seq_shown = len(found)
        return found

    shown = views.snapshot

    def snapshot(live: Any, *rest: Any) -> Any:
        return replace(shown(live, *rest), seq=live.seq + getattr(live, "seq_shown", 0))

    patch.setattr(service, "ordered_actions", ordered)
    patch.setattr(views, "snapshot", snapshot)


@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
async def test_a_leak_is_noticed(plant: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert not await is_the_same(range(1))
