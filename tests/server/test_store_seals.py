"""Actions that are held until their moment ends: none that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Store
from kuhstall.server.table.log import Accepted, Behind, Rejected, SealedAction, Step, mark_of
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


async def test_a_command_that_is_sealed_is_not_refused(store: Store) -> None:
    """A copy of it comes late, when the node that it comes to has just found nothing sealed."""
    await opened(store)
    await store.seal("t1", 1, 7, SealedAction(2, "s1", b"x", 1, b"salt"))
    await store.seal("t1", 1, 7, SealedAction(2, "s2", b"", 2, b"salt"))
    for command in ("s1", "s2"):
        assert await store.refuse("t1", 2, command, "nothing_sealed") == Accepted(1)
    assert await store.refuse("t1", 1, "s1", "stale") == Rejected("stale"), "another seat's"
    await store.append(step(2), opens=7, opened=2)
    for command in ("s1", "s2"):
        assert await store.answer("t1", 2, command) == Accepted(2)
        assert await store.refuse("t1", 2, command, "stale") == Accepted(2)


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


async def test_a_change_is_a_row_that_follows_the_one_before(store: Store) -> None:
    await opened(store)
    first = SealedAction(2, "s1", b"1", 1, b"salt")
    second, withdrawn = SealedAction(2, "s2", b"2", 2, b"salt"), SealedAction(2, "s3", b"", 3)
    for one in (first, second, withdrawn):
        assert await store.seal("t1", 1, 7, one) == one
    assert await store.sealed_actions("t1", 7) == [first, second, withdrawn]
    # A late copy of an older command finds its own row, whatever number it would have now.
    for revision in (1, 4):
        assert await store.seal("t1", 1, 7, replace(first, revision=revision)) == first
    # Two nodes change the same revision: the second is shown the newest, and decides again.
    assert await store.seal("t1", 1, 7, SealedAction(2, "s4", b"4", 3)) == withdrawn
    # None may be left out: the store may have lost those that a node still knows.
    assert await store.seal("t1", 1, 7, SealedAction(2, "s5", b"5", 5)) == Behind(1)
    assert await store.sealed_actions("t1", 7) == [first, second, withdrawn]


async def test_a_step_accounts_for_every_revision(store: Store) -> None:
    await opened(store)
    for revision in (1, 2, 3):
        await store.seal("t1", 1, 7, SealedAction(0, f"s{revision}", b"x", revision, b"salt"))
    assert await store.append(step(2), opens=7, opened=1) == Behind(1)
    assert await store.append(step(2), opens=7, opened=3) == Accepted(2)
    for revision in (1, 2, 3):
        assert await store.answer("t1", 0, f"s{revision}") == Accepted(2)
    assert await store.seal("t1", 1, 7, SealedAction(0, "s4", b"x", 4)) == Behind(2)


async def test_no_action_is_acknowledged_and_then_left_out(store: Store) -> None:
    await opened(store)
    chance = random.Random(5)

    async def seal(seq: int, seat: int, wait: float) -> dict[int, int]:
        """Seal, and change it up to twice; return the revision that was acknowledged last."""
        told = dict[int, int]()
        for revision in range(1, 2 + seat % 3):
            await asyncio.sleep(wait)
            sealed = SealedAction(seat, f"s{seq}/{revision}", b"x" * (revision % 3), revision)
            if await store.seal("t1", seq, seq, sealed) != sealed:
                break
            told[seat] = revision
        return told

    async def close(seq: int, wait: float) -> dict[int, int]:
        await asyncio.sleep(wait)
        while True:
            held = await store.sealed_actions("t1", seq)
            closing = Step("t1", seq + 1, CLOCK, f"close{seq}", b"[]")
            if await store.append(closing, opens=seq, opened=len(held)) == Accepted(seq + 1):
                return {one.seat: one.revision for one in held}

    changed = 0
    for seq in range(1, 41):
        seen, *acknowledged = await asyncio.gather(
            close(seq, chance.random() / 100),
            *(seal(seq, seat, chance.random() / 300) for seat in range(6)),
        )
        assert {seat: one for told in acknowledged for seat, one in told.items()} == seen
        assert await store.sealed_actions("t1", seq) == []
        changed += sum(revision > 1 for revision in seen.values())
    assert changed
