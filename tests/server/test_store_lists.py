"""The lists of tables: the lobby, where a person sits, and what the operator sees."""

from __future__ import annotations

import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.store import Store
from kuhstall.server.table.log import Listing, Opening, Step, TableRow, UnknownTableError
from tests.server.test_store import FIRST, opened, step, written

pytestmark = pytest.mark.anyio


async def seated(store: Store, table: str, *people: str) -> None:
    opening = Opening(table, f"code-{table}", b"s", listing=b"{}", people=people)
    await store.open_table(opening, Step(table, 1, CLOCK, "open", FIRST))


def listing(*people: str, closed: bool = False) -> Listing:
    return Listing(public=True, open=True, text=b"{}", people=people, closed=closed)


async def sits(store: Store, person: str) -> list[str]:
    return [one.table for one in await store.tables_of(person, 10)]


async def test_the_lobby_lists_open_public_tables_newest_first(store: Store) -> None:
    for table, public in (("a", True), ("b", False), ("c", True)):
        await opened(store, table, public=public)
    assert [one.table for one in await store.lobby(10)] == ["c", "a"]
    assert [one.table for one in await store.lobby(1)] == ["c"]
    assert (await store.lobby(1))[0].text == b'{"n":1}'


async def test_a_step_changes_what_the_lobby_shows(store: Store) -> None:
    await opened(store, "t1", public=True)
    await store.append(step(2), listing=Listing(public=True, open=True, text=b'{"n":2}'))
    assert (await store.lobby(10))[0].text == b'{"n":2}'
    await store.append(step(3))
    assert len(await store.lobby(10)) == 1
    await store.append(step(4), listing=Listing(public=True, open=False, text=b"{}"))
    assert await store.lobby(10) == []


async def test_a_step_that_lost_changes_no_listing(store: Store) -> None:
    await opened(store, "t1", public=True)
    await written(store, 2)
    await store.append(step(2, "late"), listing=Listing(public=True, open=False, text=b"{}"))
    assert len(await store.lobby(10)) == 1


async def test_a_person_finds_the_tables_again_newest_first(store: Store) -> None:
    await seated(store, "a", "anna", "ben")
    await seated(store, "b", "ben")
    await seated(store, "c", "anna")
    assert await sits(store, "anna") == ["c", "a"]
    assert await sits(store, "ben") == ["b", "a"]
    assert await sits(store, "carl") == []
    (newest,) = await store.tables_of("anna", 1)
    assert (newest.table, newest.code, newest.text) == ("c", "code-c", b"{}")


async def test_a_step_changes_who_sits_there(store: Store) -> None:
    await seated(store, "t1", "anna", "ben")
    await store.append(step(2), listing=listing("ben", "carl"))
    assert [await sits(store, person) for person in ("anna", "ben", "carl")] == [[], ["t1"], ["t1"]]
    await store.append(step(3))
    assert await sits(store, "ben") == ["t1"]


async def test_a_person_on_two_seats_sits_there_once(store: Store) -> None:
    await seated(store, "t1", "anna", "anna")
    await store.append(step(2), listing=listing("anna", "anna"))
    assert await sits(store, "anna") == ["t1"]


async def test_a_step_that_lost_seats_nobody(store: Store) -> None:
    await seated(store, "t1", "anna")
    await written(store, 2)
    await store.append(step(2, "late"), listing=listing("ben"))
    await store.append(step(3, "c2"), listing=listing("ben"))
    assert (await sits(store, "anna"), await sits(store, "ben")) == (["t1"], [])


async def test_a_closed_table_is_in_no_list(store: Store) -> None:
    await seated(store, "t1", "anna")
    await store.append(step(2), listing=listing("anna"))
    assert len(await store.lobby(10)) == len(await store.tables(10)) == 1
    await store.append(step(3), listing=listing("anna", closed=True))
    assert await store.lobby(10) == []
    assert await store.tables(10) == []
    assert await sits(store, "anna") == []
    assert (await store.table_row("t1")).head == 3


async def test_the_operator_sees_all_that_is_kept(store: Store) -> None:
    now = await store.now()
    await opened(store, "t1", public=True, due=now + 5)
    await opened(store, "t2")
    await written(store, 3)
    second, first = await store.tables(10)
    assert first == TableRow("t1", "code-t1", 3, None, first.opened, True, True, b'{"n":1}')
    assert (second.table, second.public) == ("t2", False)
    assert now - 1 < first.opened <= second.opened < now + 60
    await store.append(step(4, due=now + 7), listing=Listing(public=False, open=False, text=b"x"))
    again = await store.table_row("t1")
    assert again.due == pytest.approx(now + 7, abs=1e-5)
    assert (again.public, again.open, again.text) == (False, False, b"x")
    assert [one.table for one in await store.tables(1)] == ["t2"]


async def test_an_unknown_table_is_not_kept(store: Store) -> None:
    with pytest.raises(UnknownTableError):
        await store.table_row("nowhere")


async def test_all_tables_are_listed_page_by_page_the_closed_ones_too(store: Store) -> None:
    """In one order on both stores, capital letters and signs before the others."""
    for table in ("b", "Z", "t1", "a-", "a"):
        await seated(store, table, "anna")
    await store.append(step(2), listing=listing(closed=True))
    assert await store.ids("", 10) == ["Z", "a", "a-", "b", "t1"]
    assert await store.ids("", 2) == ["Z", "a"]
    assert await store.ids("a", 2) == ["a-", "b"]
    assert await store.ids("t1", 2) == []
