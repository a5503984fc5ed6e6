"""What every store promises about people. Each test runs on PostgreSQL and on SQLite."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import asyncpg
import pytest

from kuhstall.engine.values import CLOCK
from kuhstall.server.features.accounts.person_queries import Person, UnknownPersonError
from kuhstall.server.features.people import People
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.postgres_db import LOCK, SERIAL
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.chat_log import Holder, StoredLine
from kuhstall.server.table.log import Opening, Step, TakenError, UnknownTableError
from tests.server.accounts import people_of
from tests.server.databases import database
from tests.server.test_store_safety import waits_for_a_lock

pytestmark = pytest.mark.anyio

ANNA, BEN, CARL = Person("p1", "Anna"), Person("p2", "Ben ß"), Person("p3", "Карл")
TOKEN, OTHER, STRANGE = (sha256(word).digest() for word in (b"token", b"other", b"strange"))
DAY = 86400.0
SAID = """
INSERT INTO chat (table_id, person, command, seat, body)
VALUES ('t1', 'p1', 'c1', 0, 'x') RETURNING id
"""


@pytest.fixture
async def people(store: Store) -> People:
    assert isinstance(store, PostgresStore | SqliteStore | MemoryStore)
    for person in (ANNA, BEN, CARL):
        await people_of(store).add_person(person)
    for table in ("t1", "t2"):
        await store.open_table(Opening(table, table, b"s"), Step(table, 1, CLOCK, "o", b"[]"))
    return people_of(store)


async def back(store: Store, *, seen: float = 0, opened: float = 0) -> None:
    """Let the sessions be older than they are."""
    await people_of(store).db.execute(
        "UPDATE sessions SET seen = seen - seconds(:seen), opened = opened - seconds(:opened)",
        seen=seen,
        opened=opened,
    )


async def test_a_person_is_known_by_an_id(people: People) -> None:
    assert await people.person("p2") == BEN
    assert await people.person("p9") is None


async def test_an_id_is_given_once(people: People) -> None:
    with pytest.raises(TakenError):
        await people.add_person(Person("p1", "Another"))
    assert await people.person("p1") == ANNA


async def test_a_name_can_change_and_be_shared(people: People) -> None:
    await people.rename("p1", BEN.name)
    await people.rename("p9", "Nobody")
    assert await people.names(["p1", "p2", "p9"]) == {"p1": BEN.name, "p2": BEN.name}
    assert await people.names([]) == {}


async def test_a_person_can_be_forgotten(people: People) -> None:
    await people.open_session(TOKEN, "p1")
    await people.open_session(OTHER, "p2")
    await people.forget("p1")
    assert await people.person("p1") == Person("p1", "")
    assert await people.session(TOKEN) is None
    assert await people.session(OTHER) == BEN


async def test_a_session_says_who_it_is(people: People) -> None:
    await people.open_session(TOKEN, "p1")
    await people.open_session(OTHER, "p1")
    assert await people.session(TOKEN) == await people.session(OTHER) == ANNA
    assert await people.session(STRANGE) is None
    await people.close_session(TOKEN)
    assert await people.session(TOKEN) is None
    assert await people.session(OTHER) == ANNA


async def test_nobody_has_no_session(people: People) -> None:
    with pytest.raises(UnknownPersonError):
        await people.open_session(TOKEN, "p9")


@pytest.mark.parametrize(("column", "days"), [("seen", 30), ("opened", 180)])
async def test_a_session_ends_by_itself(
    store: Store, people: People, column: str, days: float
) -> None:
    await people.open_session(TOKEN, "p1")
    await back(store, **{column: days * DAY - 60})
    assert await people.alive([TOKEN]) == {TOKEN}
    assert await people.session(TOKEN) == ANNA
    await back(store, **{column: days * DAY})
    assert await people.session(TOKEN) is None
    assert await people.alive([TOKEN]) == set()


async def test_a_session_that_is_used_goes_on(store: Store, people: People) -> None:
    await people.open_session(TOKEN, "p1")
    for _ in range(3):
        await back(store, seen=20 * DAY)
        assert await people.session(TOKEN) == ANNA


async def test_use_is_written_down_once_an_hour(store: Store, people: People) -> None:
    await people.open_session(TOKEN, "p1")
    await back(store, seen=1800)
    await people.session(TOKEN)
    await back(store, seen=30 * DAY - 900)
    assert await people.session(TOKEN) is None


async def test_many_sessions_are_checked_at_once(people: People) -> None:
    await people.open_session(TOKEN, "p1")
    await people.open_session(OTHER, "p2")
    assert await people.alive([TOKEN, OTHER, STRANGE]) == {TOKEN, OTHER}
    assert await people.alive([]) == set()


async def test_whatever_ends_a_session_is_told_for_a_while(store: Store, people: People) -> None:
    """Logging out, being banned, being forgotten, and being removed for its age."""
    tokens = [bytes([number]) * 32 for number in range(5)]
    for number, token in enumerate(tokens):
        await people.add_person(Person(f"q{number}", "Q"))
        await people.open_session(token, f"q{number}")
    assert await people.revoked_sessions(60) == set()
    await people.close_session(tokens[0])
    await people.ban("q1")
    await people.forget("q2")
    assert await people.revoked_sessions(60) == set(tokens[:3])
    await people.open_session(TOKEN, "p1")
    await back(store, seen=31 * DAY)
    await people.purge_sessions(30 * DAY, 100)
    assert await people.revoked_sessions(60) == {*tokens, TOKEN}
    assert await people.revoked_sessions(-60) == set()


async def test_a_ban_ends_the_sessions_and_admits_no_new_one(people: People) -> None:
    await people.open_session(TOKEN, "p1")
    assert await people.ban("p1")
    await people.open_session(OTHER, "p1")
    assert await people.session(TOKEN) is None
    assert await people.session(OTHER) is None
    assert await people.alive([TOKEN, OTHER]) == set()


async def test_a_ban_can_be_lifted_but_old_sessions_stay_ended(people: People) -> None:
    await people.open_session(TOKEN, "p1")
    await people.ban("p1")
    await people.unban("p1")
    assert await people.session(TOKEN) is None
    await people.open_session(OTHER, "p1")
    assert await people.session(OTHER) == ANNA


async def test_the_banned_are_listed_latest_first(people: People) -> None:
    assert not await people.ban("p9")
    for person in ("p1", "p3", "p2", "p1"):
        assert await people.ban(person)
    await people.unban("p3")
    assert await people.banned_people() == [BEN, ANNA]


async def test_a_ticket_is_good_for_one_entry(store: Store, people: People) -> None:
    holder = Holder("t1", "p1", TOKEN)
    await store.give_ticket(OTHER, holder, 60)
    assert await store.take_ticket(STRANGE) is None
    assert await store.take_ticket(OTHER) == holder
    assert await store.take_ticket(OTHER) is None


async def test_of_two_with_the_same_ticket_one_gets_in(store: Store, people: People) -> None:
    await store.give_ticket(OTHER, Holder("t1", None, None), 60)
    taken = await asyncio.gather(*(store.take_ticket(OTHER) for _ in range(6)))
    assert [holder for holder in taken if holder] == [Holder("t1", None, None)]


async def test_a_ticket_runs_out(store: Store, people: People) -> None:
    await store.give_ticket(OTHER, Holder("t1", "p1", None), -1)
    assert await store.take_ticket(OTHER) is None


async def test_expired_tickets_are_swept(store: Store, people: People) -> None:
    tickets = [sha256(bytes([number])).digest() for number in range(12)]
    for ticket in tickets[:10]:
        await store.give_ticket(ticket, Holder("t1", None, None), -1)
    for ticket in tickets[10:]:
        await store.give_ticket(ticket, Holder("t1", None, None), 60)
    sql = "SELECT count(*) FROM tickets"
    if isinstance(store, PostgresStore):
        assert await store._pool.fetchval(sql) == 2
    elif isinstance(store, MemoryStore):
        assert len(store.tickets) == 2
    else:
        assert isinstance(store, SqliteStore)
        assert await store._file.rows(sql) == [(2,)]


async def test_what_was_said_is_kept(store: Store, people: People) -> None:
    before = await store.now()
    line = await store.say(StoredLine("t1", "c1", "p1", 2, "Grüße".encode()))
    watcher = await store.say(StoredLine("t1", "c1", "p2", None, b"hm"))
    await store.say(StoredLine("t2", "c1", "p1", 0, b"elsewhere"))
    assert line == StoredLine("t1", "c1", "p1", 2, "Grüße".encode(), line.id, line.at)
    assert before - 1 < line.at < before + 60
    assert 0 < line.id < watcher.id
    assert await store.lines("t1") == [line, watcher]
    assert await store.lines("t9") == []


async def test_a_line_that_is_sent_again_is_said_once(store: Store, people: People) -> None:
    first = await store.say(StoredLine("t1", "c1", "p1", 2, b"first"))
    lines = [StoredLine("t1", "c1", "p1", 2, b"again") for _ in range(4)]
    assert await asyncio.gather(*map(store.say, lines)) == [first] * 4
    assert await store.lines("t1") == [first]


async def test_the_newest_lines_are_read_oldest_first(store: Store, people: People) -> None:
    lines = [await store.say(StoredLine("t1", f"c{n}", "p1", 0, b"%d" % n)) for n in range(6)]
    assert await store.lines("t1", limit=2) == lines[4:]
    assert await store.lines("t1", after=lines[2].id) == lines[3:]
    assert await store.lines("t1", after=lines[2].id, limit=1) == lines[5:]


async def test_no_line_turns_up_behind_one_that_was_read() -> None:
    async with database() as address:
        store, rival = await PostgresStore.connect(address), await asyncpg.connect(address)
        await store.open_table(Opening("t1", "t1", b"s"), Step("t1", 1, CLOCK, "o", b"[]"))
        async with rival.transaction():
            await rival.execute(LOCK, SERIAL, "t1")
            line = await rival.fetchrow(SAID)
            saying = asyncio.create_task(store.say(StoredLine("t1", "c1", "p2", 1, b"y")))
            await waits_for_a_lock(rival)
        assert line is not None
        assert line["id"] < (await saying).id
        await rival.close()
        await store.close()


async def test_nothing_is_said_at_an_unknown_table(store: Store, people: People) -> None:
    with pytest.raises(UnknownTableError):
        await store.say(StoredLine("nowhere", "c1", "p1", 0, b"x"))


async def test_a_person_mutes_others(people: People) -> None:
    for other in ("p2", "p3", "p2"):
        await people.mute("p1", other)
    assert await people.muted_people("p1") == {"p2", "p3"}
    assert await people.muted_people("p2") == set()
    await people.unmute("p1", "p2")
    await people.unmute("p1", "p9")
    assert await people.muted_people("p1") == {"p3"}
