"""What every store promises. Each test runs on PostgreSQL and on SQLite."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Store
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import (
    Accepted,
    Answer,
    Behind,
    Listing,
    Opening,
    Position,
    Rejected,
    SealedAction,
    Step,
    TakenError,
    UnavailableError,
    UnknownTableError,
    mark_of,
)

pytestmark = pytest.mark.anyio

FIRST = b'[{"type":"table_opened"}]'


async def opened(
    store: Store, table: str = "t1", *, public: bool = False, due: float | None = None
) -> str:
    opening = Opening(table, f"code-{table}", b"secret of " + table.encode(), public, b'{"n":1}')
    await store.open_table(opening, Step(table, 1, CLOCK, "open", FIRST, due))
    return table


def step(seq: int, command: str = "", *, actor: int = 0, due: float | None = None) -> Step:
    return Step("t1", seq, actor, command or f"c{seq}", f"[{seq}]".encode(), due)


async def written(store: Store, last: int) -> None:
    for seq in range(2, last + 1):
        assert await store.append(step(seq)) == Accepted(seq)


def seqs(steps: Sequence[Step]) -> list[int]:
    return [one.seq for one in steps]


async def test_a_table_begins_with_its_first_step(store: Store) -> None:
    await opened(store)
    assert await store.head("t1") == 1
    assert await store.steps("t1") == [Step("t1", 1, CLOCK, "open", FIRST)]


async def test_steps_come_back_as_they_were_written(store: Store) -> None:
    await opened(store)
    due = await store.now() + 2.5
    one = Step("t1", 2, 3, "bid-ß-1", b'[{"type":"bid_placed"}]', due)
    await store.append(one)
    (read,) = await store.steps("t1", after=1)
    assert read.due == pytest.approx(due, abs=1e-5)
    assert Step(read.table, read.seq, read.actor, read.command, read.events, due) == one


async def test_steps_are_read_from_where_one_is(store: Store) -> None:
    await opened(store)
    await written(store, 6)
    assert seqs(await store.steps("t1")) == [1, 2, 3, 4, 5, 6]
    assert seqs(await store.steps("t1", after=4)) == [5, 6]
    assert seqs(await store.steps("t1", after=2, limit=2)) == [3, 4]
    assert await store.steps("t1", after=6) == []


async def test_a_store_that_was_closed_is_away(store: Store) -> None:
    """Who still runs beside a node that stops is told so, and does not fail of it."""
    if isinstance(store, PostgresStore | SqliteStore):
        await store.close()
    else:
        return
    with pytest.raises(UnavailableError):
        await store.steps("t")


async def test_an_unknown_table_has_no_steps(store: Store) -> None:
    assert await store.steps("nowhere") == []


async def test_an_unknown_table_is_said_to_be_unknown(store: Store) -> None:
    with pytest.raises(UnknownTableError):
        await store.head("nowhere")
    with pytest.raises(UnknownTableError):
        await store.secret("nowhere")
    with pytest.raises(UnknownTableError):
        await store.append(Step("nowhere", 1, 0, "c", b"[]"))
    with pytest.raises(UnknownTableError):
        await store.refuse("nowhere", 0, "c", "too_low")
    with pytest.raises(UnknownTableError):
        await store.seal("nowhere", 1, 1, SealedAction(0, "c", b"{}"))


async def test_a_table_id_is_given_once(store: Store) -> None:
    await opened(store)
    with pytest.raises(TakenError):
        await store.open_table(Opening("t1", "other", b"s"), Step("t1", 1, CLOCK, "open", FIRST))
    assert await store.secret("t1") == b"secret of t1"


async def test_an_invite_code_is_given_once_and_nothing_is_left_behind(store: Store) -> None:
    await opened(store)
    with pytest.raises(TakenError):
        await store.open_table(Opening("t2", "code-t1", b"s"), Step("t2", 1, CLOCK, "open", FIRST))
    assert await store.find("code-t1") == "t1"
    assert await store.steps("t2") == []


async def test_a_step_that_is_not_next_is_not_written(store: Store) -> None:
    await opened(store)
    await written(store, 3)
    assert await store.append(step(3, "late")) == Behind(3)
    assert await store.append(step(5, "early")) == Behind(3)
    assert seqs(await store.steps("t1")) == [1, 2, 3]


async def test_a_step_that_lost_can_be_written_later(store: Store) -> None:
    await opened(store)
    await written(store, 2)
    assert await store.append(step(2, "bid")) == Behind(2)
    assert await store.append(step(3, "bid")) == Accepted(3)


async def test_a_command_that_is_sent_again_gets_its_old_answer(store: Store) -> None:
    await opened(store)
    await written(store, 4)
    assert await store.append(step(5, "c3")) == Accepted(3)
    assert await store.append(step(3, "c3")) == Accepted(3)
    assert await store.head("t1") == 4


async def test_actors_do_not_share_command_ids(store: Store) -> None:
    await opened(store)
    assert await store.append(step(2, "same", actor=0)) == Accepted(2)
    assert await store.append(step(3, "same", actor=1)) == Accepted(3)
    assert await store.append(step(4, "same", actor=CLOCK)) == Accepted(4)


async def test_tables_do_not_share_command_ids(store: Store) -> None:
    await opened(store, "t1")
    await opened(store, "t2")
    assert await store.append(Step("t1", 2, 0, "same", b"[]")) == Accepted(2)
    assert await store.append(Step("t2", 2, 0, "same", b"[]")) == Accepted(2)


async def test_a_refusal_is_for_good(store: Store) -> None:
    await opened(store)
    assert await store.refuse("t1", 0, "bid", "too_low") == Rejected("too_low")
    assert await store.append(step(2, "bid")) == Rejected("too_low")
    assert await store.refuse("t1", 0, "bid", "stale") == Rejected("too_low")
    assert await store.head("t1") == 1


async def test_a_refusal_comes_too_late_for_a_step(store: Store) -> None:
    await opened(store)
    await store.append(step(2, "bid"))
    assert await store.refuse("t1", 0, "bid", "too_low") == Accepted(2)
    assert await store.answer("t1", 0, "bid") == Accepted(2)


async def test_answers_are_kept(store: Store) -> None:
    await opened(store)
    await store.append(step(2, "yes"))
    await store.refuse("t1", 0, "no", "too_low")
    assert await store.answer("t1", 0, "yes") == Accepted(2)
    assert await store.answer("t1", 0, "no") == Rejected("too_low")
    assert await store.answer("t1", 1, "no") is None
    assert await store.answer("t1", 0, "never") is None


async def test_of_many_at_once_one_wins_each_step(store: Store) -> None:
    await opened(store)

    async def bid(name: str) -> int:
        tries = 0
        while True:
            tries += 1
            head = await store.head("t1")
            answer = await store.append(step(head + 1, name))
            if isinstance(answer, Accepted):
                return answer.seq
            assert tries < 100

    won = await asyncio.gather(*(bid(f"b{number}") for number in range(12)))
    assert sorted(won) == list(range(2, 14))
    assert seqs(await store.steps("t1")) == list(range(1, 14))


async def test_the_same_command_at_once_happens_once(store: Store) -> None:
    await opened(store)
    answers = await asyncio.gather(*(store.append(step(2, "bid")) for _ in range(8)))
    assert set(answers) == {Accepted(2)}
    assert await store.head("t1") == 2


async def test_refusal_and_step_at_once_agree(store: Store) -> None:
    await opened(store)
    for seq in range(10):
        command = f"c{seq}"
        head = await store.head("t1")
        answers: list[Answer | Behind] = list(
            await asyncio.gather(
                store.append(step(head + 1, command)), store.refuse("t1", 0, command, "too_low")
            )
        )
        assert answers[0] == answers[1] == await store.answer("t1", 0, command)


async def test_what_is_overdue_is_claimed_once(store: Store) -> None:
    now = await store.now()
    await opened(store, "late", due=now - 5)
    await opened(store, "soon", due=now + 60)
    await opened(store, "never")
    (claimed,) = await store.claim_overdue(1.0, lease=30, limit=10)
    assert (claimed.table, claimed.seq) == ("late", 1)
    assert claimed.due == pytest.approx(now - 5, abs=1e-5)
    assert await store.claim_overdue(1.0, lease=30, limit=10) == []


async def test_a_claim_runs_out(store: Store) -> None:
    await opened(store, "late", due=await store.now() - 5)
    assert len(await store.claim_overdue(1.0, lease=-1, limit=10)) == 1
    assert len(await store.claim_overdue(1.0, lease=-1, limit=10)) == 1


async def test_a_little_late_is_left_to_the_hot_table(store: Store) -> None:
    await opened(store, "late", due=await store.now() - 5)
    assert await store.claim_overdue(60.0, lease=30, limit=10) == []


async def test_a_step_ends_a_claim_and_sets_the_next_deadline(store: Store) -> None:
    now = await store.now()
    await opened(store, "t1", due=now - 5)
    await store.claim_overdue(1.0, lease=30, limit=10)
    await store.append(step(2, due=now - 4))
    (again,) = await store.claim_overdue(1.0, lease=30, limit=10)
    assert again.seq == 2
    await store.append(step(3))
    assert await store.claim_overdue(1.0, lease=30, limit=10) == []


async def test_the_longest_overdue_come_first(store: Store) -> None:
    now = await store.now()
    for number in range(5):
        await opened(store, f"t{number}", due=now - 10 - number)
    claimed = await store.claim_overdue(1.0, lease=30, limit=2)
    assert {one.table for one in claimed} == {"t4", "t3"}


async def test_many_positions_are_asked_for_at_once(store: Store) -> None:
    await opened(store, "t1")
    await opened(store, "t2")
    await written(store, 3)
    assert await store.positions(["t1", "t2", "nowhere"]) == {
        "t1": Position(3, mark_of(step(3))),
        "t2": Position(1, mark_of(Step("t2", 1, CLOCK, "open", FIRST))),
    }
    assert await store.positions([]) == {}


async def test_a_step_follows_the_very_step_that_it_was_decided_after(store: Store) -> None:
    await opened(store)
    await written(store, 2)
    other = replace(step(3), follows=mark_of(step(2, "other")))
    assert await store.append(other) == Behind(2)
    assert await store.append(
        other, listing=Listing(public=False, open=True, text=b"{}")
    ) == Behind(2)
    assert await store.head("t1") == 2
    next_one = replace(step(3), follows=mark_of(step(2)))
    assert await store.append(next_one) == Accepted(3)
    assert await store.append(next_one) == Accepted(3)
    assert await store.steps("t1", after=2) == [step(3)]


@pytest.mark.parametrize(
    "before",
    [
        Step("t1", 2, CLOCK, "1", b'{"timers":{}}'),
        Step("t1", 2, -2, "anna/c-ß-1", '{"name":"Зоя \\\\ \\u0000"}'.encode()),
        Step("t1", 2, 5, "", b"\x00\xff"),
    ],
)
async def test_every_step_has_the_same_mark_in_every_store(store: Store, before: Step) -> None:
    await opened(store)
    await store.append(before)
    assert await store.positions(["t1"]) == {"t1": Position(2, mark_of(before))}
    assert await store.append(replace(step(3), follows=mark_of(before))) == Accepted(3)


async def test_a_caller_who_gives_up_disturbs_nobody(store: Store) -> None:
    for number in range(8):
        await opened(store, f"t{number}")
    for seq in range(2, 12):
        tasks = [
            asyncio.create_task(store.append(Step(f"t{number}", seq, 0, f"c{seq}", b"[]")))
            for number in range(8)
        ]
        for _ in range(seq % 4):
            await asyncio.sleep(0)
        tasks[3].cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert answers[:3] + answers[4:] == [Accepted(seq)] * 7
        # Nobody knows what became of it: whoever wants to know sends it again.
        assert await store.append(Step("t3", seq, 0, f"c{seq}", b"[]")) == Accepted(seq)
    assert seqs(await store.steps("t3")) == list(range(1, 12))


async def test_a_table_is_found_by_its_code(store: Store) -> None:
    await opened(store)
    assert await store.find("code-t1") == "t1"
    assert await store.find("code-t2") is None


async def test_the_secret_is_kept(store: Store) -> None:
    await opened(store)
    assert await store.secret("t1") == b"secret of t1"


async def test_large_steps_are_kept(store: Store) -> None:
    await opened(store)
    events = b"x" * 300_000
    await store.append(Step("t1", 2, 0, "big", events))
    assert (await store.steps("t1", after=1))[0].events == events


async def test_the_clock_of_the_store_goes_on(store: Store) -> None:
    assert await store.now() <= await store.now()
