"""What every store promises about removing things. Each test runs on all stores."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.ops.retention import purge_guests
from kuhstall.server.store import Store
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.rows import FARTHEST, TableState
from kuhstall.server.table.chat_log import StoredLine
from kuhstall.server.table.log import Accepted, Listing, Opening, Rejected, Step, UnknownTableError
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age, counted
from tests.server.databases import borrowed

pytestmark = pytest.mark.anyio

YEAR = 365 * DAY
_SAY = "INSERT INTO chat (table_id, person, command, body) VALUES ('b', 'anna', 'c', '')"
_WAITS = """
SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock')
"""


async def opened(store: Store, table: str = "t1", *people: str, due: float | None = None) -> None:
    opening = Opening(table, f"code-{table}", b"s", people=people)
    await store.open_table(opening, Step(table, 1, CLOCK, "open", b"[]", due))


async def listed(
    store: Store, table: str, *people: str, closed: bool = False, finishers: tuple[str, ...] = ()
) -> None:
    shown = Listing(False, False, b"{}", people, closed, finishers)
    head = await store.head(table)
    step = Step(table, head + 1, CLOCK, f"c{head}", b"[]")
    assert isinstance(await store.append(step, listing=shown), Accepted)


async def guest(store: Store, person: str) -> bytes:
    token = sha256(person.encode()).digest()
    await people_of(store).add_person(Person(person, person.title()))
    await people_of(store).open_session(token, person)
    return token


async def known(store: Store, *people: str) -> list[str]:
    return sorted(await people_of(store).names(people))


# Chores


async def test_a_chore_is_done_by_one_at_a_time(store: Store) -> None:
    claims = (store.claim_chore("tidy", f"node {number}", 60) for number in range(4))
    assert sorted(await asyncio.gather(*claims)) == [False, False, False, True]
    assert await store.claim_chore("other", "node 5", 60)


async def test_whoever_does_a_chore_can_go_on_with_it(store: Store) -> None:
    assert await store.claim_chore("tidy", "a", 60)
    assert await store.claim_chore("tidy", "a", 60)
    assert not await store.claim_chore("tidy", "b", 60)


async def test_a_chore_of_a_node_that_died_is_taken_over(store: Store) -> None:
    assert await store.claim_chore("tidy", "a", 60)
    await age(store, 1)
    assert await store.claim_chore("tidy", "b", 60)
    assert not await store.claim_chore("tidy", "a", 60)
    await store.end_chore("tidy", "a", 0)  # too late to end what another does
    assert not await store.claim_chore("tidy", "a", 60)


async def test_a_chore_that_is_done_rests(store: Store) -> None:
    assert await store.claim_chore("tidy", "a", 60)
    await store.end_chore("tidy", "a", DAY - 60)
    assert not await store.claim_chore("tidy", "a", 60)
    assert not await store.claim_chore("tidy", "b", 60)
    await age(store, 1)
    assert await store.claim_chore("tidy", "b", 60)


async def test_a_clock_that_was_wrong_puts_nothing_off_for_ever(store: Store) -> None:
    assert await store.claim_chore("tidy", "a", FARTHEST + DAY)
    assert await store.claim_chore("tidy", "b", 60)


# Tables


async def test_tables_are_listed_page_by_page_with_how_they_ended(store: Store) -> None:
    await opened(store, "a", "anna", due=await store.now() + 60)
    await opened(store, "b", "anna")
    await listed(store, "b", "anna", closed=True)
    await opened(store, "c", "anna")
    await listed(store, "c", "anna", finishers=("anna", "ben"))
    await age(store, 3)
    states = await store.table_states("", 10)
    assert [(one.table, one.head, one.closed, one.ticking, one.finished) for one in states] == [
        ("a", 1, False, True, False),
        ("b", 2, True, False, False),
        ("c", 2, False, False, True),
    ]
    assert all(3 * DAY <= one.age < 3 * DAY + 600 for one in states)
    assert [one.is_over for one in states] == [False, True, True]
    assert [one.table for one in await store.table_states("a", 1)] == ["b"]
    assert await store.table_states("c", 10) == []


async def test_a_finished_table_is_not_looked_at_again_until_somebody_leaves_something(
    store: Store,
) -> None:
    for table in ("a", "b", "c", "d"):
        await opened(store, table, "anna")
    await listed(store, "a", "anna", finishers=("anna",))
    await listed(store, "b", "anna", closed=True)
    for table in ("c", "d"):
        await listed(store, table, "anna", finishers=("anna",))
    await store.say(StoredLine("c", "said", "anna", 0, b"{}"))
    await store.refuse("d", 0, "refused", "too_low")

    async def left() -> list[str]:
        await store.note_tidied(["a", "b", "c", "d", "nowhere"])
        return [one.table for one in await store.table_states("", 10)]

    assert await left() == ["b", "c", "d"]
    assert await store.ids("", 10) == ["a", "b", "c", "d"]
    assert await store.purge_chat(["c"], 0.0, 10) == 1
    assert await store.purge_refusals(["d"], 0.0, 10) == 1
    assert await left() == ["b"]
    await store.say(StoredLine("a", "said", "anna", 0, b"{}"))
    await store.refuse("c", 0, "refused", "too_low")
    assert [one.table for one in await store.table_states("", 10)] == ["a", "b", "c"]


async def test_a_packed_refusal_keeps_a_table_in_sight(store: Store) -> None:
    await opened(store, "a", "anna")
    await store.refuse("a", 0, "refused", "too_low")
    await listed(store, "a", "anna", finishers=("anna",))
    await age(store, 1)
    assert await store.pack_game("a") is not None
    await store.note_tidied(["a"])
    assert [one.table for one in await store.table_states("", 10)] == ["a"]
    assert await store.purge_refusals(["a"], DAY / 2, 10) == 1
    await store.note_tidied(["a"])
    assert await store.table_states("", 10) == []
    await store.refuse("a", 0, "again", "too_low")
    assert [one.table for one in await store.table_states("", 10)] == ["a"]


async def test_what_is_left_while_a_table_is_marked_is_seen() -> None:
    """The transactions of a line and of the mark overlap, in either order."""
    async with borrowed() as address:
        store, other = await PostgresStore.connect(address), await asyncpg.connect(address)
        for table, says in (("a", "SELECT 1"), ("b", _SAY)):
            await opened(store, table, "anna")
            await listed(store, table, "anna", finishers=("anna",))
            transaction = other.transaction()
            await transaction.start()
            await other.execute(says)
            waiting: asyncio.Future[Any]
            if table == "a":
                await other.execute("SELECT FROM tables WHERE id = 'a' FOR UPDATE")
                await other.execute("UPDATE tables SET tidied = true WHERE id = 'a'")
                line = StoredLine("a", "said", "anna", 0, b"{}")
                waiting = asyncio.ensure_future(store.say(line))
            else:
                waiting = asyncio.ensure_future(store.note_tidied(["b"]))
            while not await other.fetchval(_WAITS):
                pass
            await transaction.commit()
            await waiting
        assert [one.table for one in await store.table_states("", 10)] == ["a", "b"]
        await other.close()
        await store.close()


async def test_all_of_a_table_is_removed(store: Store) -> None:
    await opened(store, "t1", "anna")
    await opened(store, "t2", "anna")
    await store.refuse("t1", 0, "r", "no")
    await store.say(StoredLine("t1", "s", "anna", 0, b"hm"))
    assert await store.remove_table("t1", 1)
    assert not await store.remove_table("t1", 1)
    assert await store.find("code-t1") is None
    assert await store.steps("t1") == []
    assert await store.answer("t1", 0, "r") is None
    assert await store.lines("t1") == []
    assert [one.table for one in await store.tables_of("anna", 10)] == ["t2"]
    for question in (store.head, store.secret, store.table_row):
        with pytest.raises(UnknownTableError):
            await question("t1")
    await opened(store, "t1")  # its code is free as well


async def test_a_table_that_has_gone_on_is_not_removed(store: Store) -> None:
    await opened(store)
    await store.append(Step("t1", 2, 0, "c", b"[]"))
    assert not await store.remove_table("t1", 1)
    assert await store.head("t1") == 2


async def test_of_a_step_and_a_removal_at_once_one_counts(store: Store) -> None:
    for number in range(5):
        table = f"t{number}"
        await opened(store, table)
        step = Step(table, 2, 0, "c", b"[]")
        written, gone = await asyncio.gather(
            store.append(step), store.remove_table(table, 1), return_exceptions=True
        )
        if gone is True:
            assert isinstance(written, UnknownTableError)
            assert await store.steps(table) == []
        else:
            assert (written, gone) == (Accepted(2), False)
            assert len(await store.steps(table)) == 2


async def test_a_finished_game_is_not_removed_closed_or_not(store: Store) -> None:
    await opened(store, "t1", "anna")
    await listed(store, "t1", "anna", finishers=("anna",))
    await age(store, 5000)
    assert not await store.remove_table("t1", 2)
    await listed(store, "t1", "anna", closed=True, finishers=("anna",))
    assert not await store.remove_table("t1", 3)
    assert len(await store.steps("t1")) == 3


async def test_that_a_game_was_finished_can_be_noted_later(store: Store) -> None:
    await opened(store, "t1", "anna")
    await guest(store, "anna")
    await age(store, 300)
    await store.note_finished("t1", ["anna"])
    await store.note_finished("t1", ["anna"])
    await store.note_finished("nowhere", ["anna"])
    (state,) = await store.table_states("", 10)
    assert state.finished
    assert not await store.remove_table("t1", 1)
    await people_of(store).purge_sessions(DAY, 10)
    await purge_guests(store, people_of(store), "", 10, DAY, YEAR)
    await age(store, 60)
    assert (await purge_guests(store, people_of(store), "", 10, DAY, YEAR))[0] == 0
    await age(store, 10)  # a year after its newest step, not after the note
    assert (await purge_guests(store, people_of(store), "", 10, DAY, YEAR))[0] == 1


# Refusals and lines


async def test_old_refusals_go_at_the_tables_that_are_named(store: Store) -> None:
    for table in ("t1", "t2"):
        await opened(store, table)
        await store.refuse(table, 0, "old", "no")
        await store.append(Step(table, 2, 0, "step", b"[]"))
    await age(store, 10)
    await store.refuse("t1", 0, "new", "no")
    assert await store.purge_refusals([], DAY, 10) == 0
    assert await store.purge_refusals(["t1"], 11 * DAY, 10) == 0
    assert await store.purge_refusals(["t1", "nowhere"], DAY, 10) == 1
    assert await store.answer("t1", 0, "old") is None
    assert await store.answer("t1", 0, "new") == await store.answer("t2", 0, "old")
    assert await store.answer("t1", 0, "step") == Accepted(2)
    assert len(await store.steps("t1")) == 2


async def test_a_command_whose_refusal_is_gone_is_decided_anew(store: Store) -> None:
    await opened(store)
    await store.refuse("t1", 0, "c", "no")
    await age(store, 10)
    await store.purge_refusals(["t1"], DAY, 10)
    assert await store.refuse("t1", 0, "c", "not_now") == Rejected("not_now")


async def test_no_more_goes_at_once_than_is_said(store: Store) -> None:
    await opened(store)
    for number in range(5):
        await store.refuse("t1", 0, f"c{number}", "no")
        await store.say(StoredLine("t1", f"s{number}", "anna", 0, b"hm"))
        await guest(store, f"p{number}")
    await age(store, 40)
    for purge in (store.purge_refusals, store.purge_chat):
        assert [await purge(["t1"], DAY, 2) for _ in range(4)] == [2, 2, 1, 0]
    assert [await people_of(store).purge_sessions(DAY, 2) for _ in range(4)] == [2, 2, 1, 0]


async def test_old_lines_go_at_the_tables_that_are_named(store: Store) -> None:
    said = store.say
    for table in ("t1", "t2"):
        await opened(store, table)
        await said(StoredLine(table, "old", "anna", 0, b"hm"))
    await age(store, 10)
    new = await said(StoredLine("t1", "new", "anna", 0, b"hm"))
    assert await store.purge_chat(["t1"], DAY, 10) == 1
    assert await store.lines("t1") == [new]
    assert len(await store.lines("t2")) == 1
    assert await store.purge_chat(["t1", "t2"], 0, 10) == 2
    later = await said(StoredLine("t1", "later", "anna", 0, b"hm"))
    assert later.id > new.id  # or who has read that one would not read this one


# Sessions and guests


async def test_sessions_go_that_nobody_uses_or_that_are_too_old(store: Store) -> None:
    people = people_of(store)
    tokens = [await guest(store, "old")]
    await age(store, 20)
    tokens.append(await guest(store, "new"))
    assert await people_of(store).purge_sessions(25 * DAY, 10) == 0
    assert await people_of(store).purge_sessions(10 * DAY, 10) == 1
    assert await people.session(tokens[0]) is None
    for _ in range(7):
        assert await people.session(tokens[1]) is not None
        await age(store, 25)
    assert await people_of(store).purge_sessions(30 * DAY, 10) == 0
    assert await people.session(tokens[1]) is not None
    await age(store, 10)
    assert await people_of(store).purge_sessions(30 * DAY, 10) == 1
    assert await known(store, "old", "new") == ["new", "old"]


async def test_a_guest_without_a_session_is_removed_in_time(store: Store) -> None:
    people = people_of(store)
    token = await guest(store, "anna")
    await guest(store, "ben")
    await people.mute("ben", "anna")
    await people.mute("anna", "ben")
    assert await purge_guests(store, people_of(store), "", 10, DAY, YEAR) == (0, None)
    await people.close_session(token)
    await age(store, 400)  # nobody has noted yet that she is gone
    assert await purge_guests(store, people_of(store), "", 10, 5 * DAY, YEAR) == (0, None)
    await age(store, 4)
    assert await purge_guests(store, people_of(store), "", 10, 5 * DAY, YEAR) == (0, None)
    await age(store, 2)
    assert await purge_guests(store, people_of(store), "", 10, 5 * DAY, YEAR) == (1, None)
    assert await known(store, "anna", "ben") == ["ben"]
    assert await people.person("anna") is None
    assert await people.muted_people("ben") == set()
    assert await people.muted_people("anna") == set()


async def test_an_absence_that_has_ended_counts_no_more(store: Store) -> None:
    """Somebody was looked at between being added and having a session."""
    people = people_of(store)
    await people.add_person(Person("anna", "Anna"))
    await purge_guests(store, people_of(store), "", 10, DAY, YEAR)
    token = sha256(b"later").digest()
    await people.open_session(token, "anna")
    await age(store, 20)
    assert (await purge_guests(store, people_of(store), "", 10, DAY, YEAR))[0] == 0
    await people.close_session(token)
    assert (await purge_guests(store, people_of(store), "", 10, DAY, YEAR))[0] == 0
    await age(store, 2)
    assert (await purge_guests(store, people_of(store), "", 10, DAY, YEAR))[0] == 1


async def gone_for(store: Store, days: float, *people: str) -> list[str]:
    """Let guests be away for some days, and tell who of them is still known."""
    for person in people:
        await people_of(store).close_session(sha256(person.encode()).digest())
    await purge_guests(store, people_of(store), "", 100, DAY, YEAR)
    await age(store, days)
    await purge_guests(store, people_of(store), "", 100, DAY, YEAR)
    return await known(store, *people)


async def test_nobody_is_removed_who_sits_at_a_table_that_is_not_over(store: Store) -> None:
    for person in ("anna", "ben"):
        await guest(store, person)
    await opened(store, "t1", "anna")
    assert await gone_for(store, 5000, "anna", "ben") == ["anna"]
    await listed(store, "t1", "anna", closed=True)
    assert await gone_for(store, 2, "anna") == []


async def test_nobody_is_removed_who_finished_a_game_within_a_year(store: Store) -> None:
    for person in ("anna", "left", "ben"):
        await guest(store, person)
    await opened(store, "t1", "anna")
    await listed(store, "t1", "anna", finishers=("anna", "left"))
    assert await gone_for(store, 300, "anna", "ben", "left") == ["anna", "left"]
    await listed(store, "t1", "anna", closed=True, finishers=("anna", "left"))
    assert await gone_for(store, 60, "anna", "left") == ["anna", "left"]
    assert await gone_for(store, 10, "anna", "left") == []
    assert len(await store.steps("t1")) == 3  # the game stays


async def test_the_banned_stay_known(store: Store) -> None:
    await guest(store, "anna")
    await people_of(store).ban("anna")
    assert await gone_for(store, 5000, "anna") == ["anna"]
    await people_of(store).unban("anna")
    assert await gone_for(store, 2, "anna") == []


async def test_people_are_looked_at_page_by_page(store: Store) -> None:
    for number in range(5):
        await guest(store, f"p{number}")
    await age(store, 40)
    await people_of(store).purge_sessions(30 * DAY, 10)
    await purge_guests(store, people_of(store), "", 10, DAY, YEAR)
    await age(store, 2)
    assert await purge_guests(store, people_of(store), "", 2, DAY, YEAR) == (2, "p1")
    assert await purge_guests(store, people_of(store), "p2", 2, DAY, YEAR) == (2, "p4")
    assert await purge_guests(store, people_of(store), "p4", 2, DAY, YEAR) == (0, None)
    assert await known(store, *(f"p{number}" for number in range(5))) == ["p2"]
    assert await counted(store, "absences") == 1


def test_a_table_is_over_when_it_is_closed_or_finished() -> None:
    state = TableState("t", 1, closed=False, ticking=True, finished=False, age=0)
    assert not state.is_over
