"""Actions that are held until their moment ends: none that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Accepted, Behind, Rejected, SealedAction, Step, Store, mark_of
from tests.server.test_store import opened, seqs, step, written

pytestmark = pytest.mark.anyio


async def test_sealed_actions_take_no_number(store: Store) -> None:
    await opened(store)
    await store.seal("t1", 1, 7, SealedAction(2, "s", b'{"type":"slap"}'))
    assert await store.head("t1") == 1
    assert seqs(await store.steps("t1")) == [1]
    assert await store.sealed_actions("t1", 7) == [SealedAction(2, "s", b'{"type":"slap"}')]


async def test_nothing_is_sealed_after_another_history(store: Store) -> None:
    await opened(store)
    await written(store, 2)
    held, other = SealedAction(0, "s", b"x"), mark_of(step(2, "other"))
    assert await store.seal("t1", 2, 7, held, follows=other) == Behind(2)
    assert await store.sealed_actions("t1", 7) == []
    assert await store.seal("t1", 2, 7, held, follows=mark_of(step(2))) == held


async def test_who_has_sealed_is_no_longer_waited_for(store: Store) -> None:
    await opened(store)
    now = await store.now()
    await store.append(step(2, due=now - 60))
    assert await store.seal("t1", 2, 7, SealedAction(0, "s", b"x")) == SealedAction(0, "s", b"x")
    assert (await store.table_row("t1")).due == pytest.approx(now - 60)
    await store.seal("t1", 2, 7, SealedAction(1, "s", b"x"), due=now + 60)
    assert (await store.table_row("t1")).due == pytest.approx(now + 60)
    assert await store.claim_overdue(late=0.5, lease=2, limit=9) == []


async def test_a_table_rests_unless_somebody_has_said_when_it_is_due(store: Store) -> None:
    await opened(store)
    now = await store.now()
    await store.append(step(2, due=now + 60.5))
    for seq, was in ((1, now + 60.5), (2, now + 60.25)):  # another step, another time
        await store.postpone("t1", seq, was, now + 90)
        assert (await store.table_row("t1")).due == pytest.approx(now + 60.5)
    row = await store.table_row("t1")
    assert row.due is not None
    await store.postpone("t1", 2, row.due, now + 90)
    assert (await store.table_row("t1")).due == pytest.approx(now + 90)


async def test_the_first_sealed_action_of_a_seat_stands(store: Store) -> None:
    await opened(store)
    first, second = SealedAction(2, "s1", b"1"), SealedAction(2, "s2", b"2")
    assert await store.seal("t1", 1, 7, first) == first
    assert await store.seal("t1", 1, 7, second) == first
    assert await store.sealed_actions("t1", 7) == [first]


async def test_a_command_that_was_refused_is_not_held(store: Store) -> None:
    """Two copies of it are on their way, and the table pauses between them."""
    await opened(store)
    assert await store.refuse("t1", 2, "s", "wrong_stage") == Rejected("wrong_stage")
    assert await store.seal("t1", 1, 7, SealedAction(2, "s", b"x")) == Rejected("wrong_stage")
    assert await store.sealed_actions("t1", 7) == []
    other = SealedAction(2, "s2", b"x")
    assert await store.seal("t1", 1, 7, other) == other


async def test_sealed_actions_are_kept_by_moment_and_seat(store: Store) -> None:
    await opened(store)
    for moment, seat in ((7, 2), (7, 0), (8, 1)):
        await store.seal("t1", 1, moment, SealedAction(seat, "s", b"x"))
    assert [one.seat for one in await store.sealed_actions("t1", 7)] == [0, 2]
    assert [one.seat for one in await store.sealed_actions("t1", 8)] == [1]


async def test_the_step_that_unseals_removes_what_was_sealed(store: Store) -> None:
    await opened(store)
    await store.seal("t1", 1, 7, SealedAction(0, "s", b"x"))
    await store.seal("t1", 1, 8, SealedAction(0, "s", b"y"))
    assert await store.append(step(2), opens=7, opened=1) == Accepted(2)
    assert await store.sealed_actions("t1", 7) == []
    assert len(await store.sealed_actions("t1", 8)) == 1


async def test_a_step_that_lost_unseals_nothing(store: Store) -> None:
    await opened(store)
    await written(store, 2)
    await store.seal("t1", 2, 7, SealedAction(0, "s", b"x"))
    assert await store.append(step(2, "late"), opens=7, opened=1) == Behind(2)
    assert len(await store.sealed_actions("t1", 7)) == 1


async def test_nothing_is_sealed_for_a_table_that_has_moved_on(store: Store) -> None:
    await opened(store)
    await written(store, 3)
    assert await store.seal("t1", 2, 7, SealedAction(0, "s", b"x")) == Behind(3)
    assert await store.seal("t1", 4, 7, SealedAction(0, "s", b"x")) == Behind(3)
    assert await store.sealed_actions("t1", 7) == []


async def test_a_sealed_action_that_is_sent_again_is_still_held(store: Store) -> None:
    await opened(store)
    first = SealedAction(0, "s", b"x")
    await store.seal("t1", 1, 7, first)
    await written(store, 2)
    assert await store.seal("t1", 1, 7, first) == first
    assert await store.seal("t1", 2, 7, SealedAction(0, "s2", b"y")) == first


async def test_nothing_is_sealed_once_the_moment_is_over(store: Store) -> None:
    await opened(store)
    await store.seal("t1", 1, 7, SealedAction(0, "s", b"x"))
    await store.append(step(2), opens=7, opened=1)
    assert await store.seal("t1", 1, 7, SealedAction(0, "s", b"x")) == Behind(2)
    assert await store.seal("t1", 1, 7, SealedAction(1, "s", b"x")) == Behind(2)
    assert await store.sealed_actions("t1", 7) == []


@pytest.mark.parametrize("opened_actions", [0, 1, 3])
async def test_a_step_accounts_for_all_that_is_sealed(store: Store, opened_actions: int) -> None:
    await opened(store)
    for seat in (0, 1):
        await store.seal("t1", 1, 7, SealedAction(seat, "s", b"x"))
    assert await store.append(step(2), opens=7, opened=opened_actions) == Behind(1)
    assert await store.head("t1") == 1
    assert len(await store.sealed_actions("t1", 7)) == 2
    assert await store.append(step(2), opens=7, opened=2) == Accepted(2)


async def test_a_closing_command_that_has_its_answer_gets_it(store: Store) -> None:
    await opened(store)
    await store.append(step(2, "close"), opens=7)
    await store.refuse("t1", 0, "no", "stale")
    assert await store.append(step(3, "close"), opens=7, opened=4) == Accepted(2)
    assert await store.append(step(3, "no"), opens=7) == Rejected("stale")
    assert await store.head("t1") == 2


async def test_no_action_is_acknowledged_and_then_left_out(store: Store) -> None:
    await opened(store)
    chance = random.Random(5)

    async def seal(seq: int, seat: int, wait: float) -> set[int]:
        await asyncio.sleep(wait)
        held = await store.seal("t1", seq, seq, SealedAction(seat, f"s{seq}", b"x"))
        return {held.seat} if isinstance(held, SealedAction) else set()

    async def close(seq: int, wait: float) -> set[int]:
        await asyncio.sleep(wait)
        while True:
            held = await store.sealed_actions("t1", seq)
            closing = Step("t1", seq + 1, CLOCK, f"close{seq}", b"[]")
            if await store.append(closing, opens=seq, opened=len(held)) == Accepted(seq + 1):
                return {one.seat for one in held}

    for seq in range(1, 41):
        seen, *acknowledged = await asyncio.gather(
            close(seq, chance.random() / 300),
            *(seal(seq, seat, chance.random() / 300) for seat in range(6)),
        )
        assert set().union(*acknowledged) == seen
        assert await store.sealed_actions("t1", seq) == []
