"""Queries for passkeys, recovery codes, links and sessions, on both databases."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from secrets import token_bytes

import pytest

from kuhstall.server.features.accounts.passkey_queries import (
    MOST_KEYS,
    Kept,
    NewSession,
    Passkey,
    Requester,
    UnprovenError,
)
from kuhstall.server.features.accounts.person_queries import Person, UnknownPersonError
from kuhstall.server.features.accounts.session_queries import SignIn
from kuhstall.server.features.notifications.mail_queries import MailBox
from kuhstall.server.features.notifications.push_queries import PushSubscription, Quiet
from kuhstall.server.features.people import People
from kuhstall.server.ops.retention import purge_guests
from kuhstall.server.store import Store
from kuhstall.server.store.memory.store import MemoryStore
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from kuhstall.server.table.log import TakenError
from tests.server.accounts import people_of
from tests.server.ageing import DAY, age, counted

pytestmark = pytest.mark.anyio

ANNA, BEN = "p1", "p2"
HERE, THERE, BENS, FRESH, LATER = (sha256(bytes([number])).digest() for number in range(5))
CODES = [sha256(bytes([number])).digest() for number in range(10, 18)]


@pytest.fixture
async def people(store: Store) -> People:
    assert isinstance(store, PostgresStore | SqliteStore | MemoryStore)
    await people_of(store).add_person(Person(ANNA, "Anna"))
    await people_of(store).add_person(Person(BEN, "Ben"))
    for token, person in ((HERE, ANNA), (THERE, ANNA), (BENS, BEN)):
        await people_of(store).open_session(token, person)
    return people_of(store)


def key(person: str = ANNA, name: bytes = b"k", counter: int = 0) -> Passkey:
    return Passkey(name, person, b"public", counter, "Phone")


def by(session: bytes) -> Requester:
    return Requester(session, 60)


async def add(people: People, one: Passkey, session: bytes, new: bytes = b"") -> Kept:
    return await people.add_passkey(one, by(session), NewSession(new or token_bytes(32), "Opera"))


async def take_link(people: People, link: bytes) -> str | None:
    """Come in by a link, as far as it lets anybody in."""
    person = await people.look_at_pass(link, "link")
    arrival = SignIn("link", "", used=link)
    came = person is not None and await people.arrive(token_bytes(32), person, arrival)
    return person if came else None


async def use_code(people: People, code: bytes) -> str | None:
    person = await people.code_owner(code)
    arrival = SignIn("code", "", used=code)
    came = person is not None and await people.arrive(token_bytes(32), person, arrival)
    return person if came else None


async def test_a_key_belongs_to_one_person_who_alone_names_and_removes_it(people: People) -> None:
    assert await add(people, key(), HERE, FRESH) == "first"
    assert await add(people, key(name=b"l"), FRESH) == "more"
    with pytest.raises(TakenError):
        await add(people, key(BEN), BENS)
    (first, second), bens = await people.passkeys(ANNA), await people.passkeys(BEN)
    assert (first.id, second.id, first.used, bens) == (b"k", b"l", None, [])
    assert first.added > 0
    assert await people.passkey(b"k") == first
    assert await people.passkey(b"m") is None
    await people.name_passkey(BEN, b"k", "Mine")
    await people.remove_passkey(BEN, b"k")
    await people.name_passkey(ANNA, b"k", "Laptop")
    assert [one.name for one in await people.passkeys(ANNA)] == ["Laptop", "Phone"]
    await people.remove_passkey(ANNA, b"k")
    assert [one.id for one in await people.passkeys(ANNA)] == [b"l"]


async def test_keys_are_added_by_own_sessions_and_no_more_than_there_may_be(
    people: People,
) -> None:
    for session in (BENS, FRESH):
        with pytest.raises(UnknownPersonError):
            await add(people, key(), session)
        with pytest.raises(UnknownPersonError):
            await people.set_codes(ANNA, CODES, by(session))
        with pytest.raises(UnknownPersonError):
            await people.give_link(b"l", ANNA, 60, by(session))
    assert await people.passkeys(ANNA) == []
    assert await people.codes(ANNA) == (0, 0)
    assert await take_link(people, b"l") is None
    await add(people, key(), HERE, LATER)
    wanted = [key(name=bytes([number])) for number in range(MOST_KEYS + 4)]
    added = await asyncio.gather(*(add(people, one, LATER) for one in wanted))
    assert added.count("more") == MOST_KEYS - 1
    assert added.count("full") == 5
    assert len(await people.passkeys(ANNA)) == MOST_KEYS


@pytest.mark.parametrize("late", range(3))
async def test_a_first_key_is_made_once_and_leaves_one_session(people: People, late: int) -> None:
    """Sessions are copied, and add whatever they can in the very moment in which a key is made."""
    await people.set_codes(ANNA, CODES[:4], by(THERE))
    await people.give_link(b"l", ANNA, 60, by(THERE))
    await people.issue_token(b"q", "claim", ANNA, 60)
    await people.prove(THERE)
    await _be_told(people, HERE, "before")
    await _write_to(people, HERE, "before")
    claims = [add(people, key(name=bytes([one])), (HERE, THERE)[one % 2]) for one in range(4)]
    others = [
        people.set_codes(ANNA, CODES[4:], by(HERE)),
        people.give_link(b"m", ANNA, 60, by(HERE)),
        _be_told(people, HERE, "copied"),
        _be_told(people, THERE, "other"),
        _write_to(people, THERE, "other"),
        take_link(people, b"l"),
        use_code(people, CODES[0]),
    ]
    racing = [*others[late:], *claims, *others[:late]]
    found = await asyncio.gather(*racing, return_exceptions=True)
    assert found.count("first") == 1
    refused = {type(one) for one in found if isinstance(one, Exception)}
    assert refused <= {UnprovenError, UnknownPersonError}
    # Nothing is left of what a session from before has made, however it fell out.
    (session,) = await people.open_sessions(ANNA)
    assert (session.way, session.browser) == ("key", "Opera")
    assert session.token not in {HERE, THERE}
    assert await people.session(BENS) == Person(BEN, "Ben")
    assert {HERE, THERE} <= await people.revoked_sessions(60)
    assert len(await people.replaced_sessions([HERE, THERE])) == 1
    assert len(await people.passkeys(ANNA)) == 1
    assert {await use_code(people, code) for code in CODES} == {None}
    assert await take_link(people, b"l") is None
    assert await take_link(people, b"m") is None
    assert not await people.consume_token(b"q", "claim", ANNA)
    assert await people.devices(ANNA) is None
    assert await people.mail_box(ANNA) is None
    for ended in (HERE, THERE):
        await people.prove(ended)
        await people.note_browser(ended, "Firefox")
        assert not await people.is_recently_authenticated(ended, 60)
        for adding in (
            people.set_codes(ANNA, CODES, by(ended)),
            people.give_link(b"n", ANNA, 60, by(ended)),
            add(people, key(name=b"late"), ended),
            _be_told(people, ended, "late"),
            _write_to(people, ended, "late"),
        ):
            with pytest.raises(UnknownPersonError):
                await adding
    # The owner goes on, and a second key ends nothing.
    await _be_told(people, session.token, "own")
    await people.set_codes(ANNA, CODES, by(session.token))
    assert await add(people, key(name=b"second"), session.token) == "more"
    assert await use_code(people, CODES[0]) == ANNA
    assert await people.devices(ANNA) is not None
    assert len(await people.open_sessions(ANNA)) == 2


async def _be_told(people: People, session: bytes, place: str) -> None:
    device = PushSubscription(f"https://push.example/{place}", b"public", b"auth")
    await people.add_device(ANNA, device, Quiet(), session)


async def _write_to(people: People, session: bytes, name: str) -> None:
    await people.want_mail(ANNA, MailBox(f"{name}@post.example", "en", name), session)


async def test_a_key_that_counts_never_goes_back(people: People) -> None:
    await add(people, key(counter=4), HERE, FRESH)
    together = await asyncio.gather(*(people.use_passkey(b"k", 5) for _ in range(3)))
    assert sorted(together) == [False, False, True]
    assert not await people.use_passkey(b"k", 0)
    assert not await people.use_passkey(b"m", 9)
    found = await people.passkey(b"k")
    assert found is not None
    assert found.counter == 5
    assert found.used is not None
    await add(people, key(name=b"uncounted"), FRESH)
    assert await people.use_passkey(b"uncounted", 0)
    assert await people.use_passkey(b"uncounted", 0)


async def test_a_code_is_used_once_by_whoever_is_first(people: People) -> None:
    await people.set_codes(ANNA, CODES, by(HERE))
    assert await people.codes(ANNA) == (8, 8)
    found = await asyncio.gather(*(use_code(people, CODES[0]) for _ in range(4)))
    assert sorted(found, key=str) == [None, None, None, ANNA]
    assert not await people.use_code(CODES[1], BEN)
    assert await people.use_code(CODES[1], ANNA)
    assert await people.codes(ANNA) == (6, 8)
    assert await people.codes(BEN) == (0, 0)
    await people.set_codes(ANNA, CODES[6:], by(HERE))
    assert await use_code(people, CODES[2]) is None
    assert await use_code(people, CODES[6]) == ANNA
    await people.ban(ANNA)
    assert await use_code(people, CODES[7]) is None


async def test_what_was_asked_is_answered_once_and_by_whom_it_was_asked(people: People) -> None:
    await people.issue_token(b"q", "claim", ANNA, 60)
    assert not await people.consume_token(b"q", "claim", BEN)
    assert not await people.consume_token(b"q", "enter", ANNA)
    assert not await people.consume_token(b"q", "claim", None)
    assert await take_link(people, b"q") is None
    taken = await asyncio.gather(*(people.consume_token(b"q", "claim", ANNA) for _ in range(4)))
    assert sorted(taken) == [False, False, False, True]
    await people.issue_token(b"r", "enter", None, 60)
    assert not await people.consume_token(b"r", "enter", ANNA)
    assert await people.consume_token(b"r", "enter", None)
    await people.issue_token(b"late", "enter", None, -1)
    assert not await people.consume_token(b"late", "enter", None)


async def test_a_link_is_looked_at_often_and_taken_once(people: People) -> None:
    await people.give_link(b"l", ANNA, 60, by(HERE))
    await people.give_link(b"b", BEN, 60, by(BENS))
    await people.give_link(b"m", ANNA, 60, by(HERE))
    assert await take_link(people, b"l") is None  # a new one takes its place
    assert await people.look_at_pass(b"m", "link") == ANNA
    assert await people.look_at_pass(b"m", "enter") is None
    taken = await asyncio.gather(*(take_link(people, b"m") for _ in range(4)))
    assert sorted(taken, key=str) == [None, None, None, ANNA]
    assert await take_link(people, b"b") == BEN
    await people.give_link(b"late", ANNA, -1, by(HERE))
    assert await people.look_at_pass(b"late", "link") is None
    assert await take_link(people, b"late") is None


async def test_who_arrives_has_a_session_and_the_browsers_old_one_ends(people: People) -> None:
    assert await people.arrive(FRESH, ANNA, SignIn("key", "Chrome, Mac", BENS))
    assert await people.session(FRESH) == Person(ANNA, "Anna")
    assert await people.session(BENS) is None
    assert await people.revoked_sessions(60) == {BENS}
    assert await people.replaced_sessions([BENS, HERE]) == set()
    assert await people.is_recently_authenticated(FRESH, 60)
    with pytest.raises(UnknownPersonError):
        await people.arrive(LATER, "p9", SignIn("link", ""))
    assert await people.arrive(LATER, ANNA, SignIn("key", "", HERE, replaces=True))
    assert await people.replaced_sessions([BENS, HERE, THERE]) == {HERE}
    assert await people.revoked_sessions(60) == {BENS, HERE}
    # Nothing takes the place of a session that has ended.
    assert not await people.arrive(HERE, ANNA, SignIn("key", "", BENS, replaces=True))
    assert await people.session(HERE) is None


async def test_sessions_are_listed_and_ended_by_their_owner(people: People) -> None:
    assert not await people.is_recently_authenticated(HERE, 60)
    await people.note_browser(HERE, "Firefox, Linux")
    await people.arrive(FRESH, ANNA, SignIn("link", "Safari, iPhone"))
    await people.note_browser(FRESH, "Other")
    await people.prove(HERE)
    found = {one.token: (one.way, one.browser) for one in await people.open_sessions(ANNA)}
    assert found == {
        HERE: ("guest", "Firefox, Linux"),
        THERE: ("guest", ""),
        FRESH: ("link", "Safari, iPhone"),
    }
    assert await people.is_recently_authenticated(HERE, 60)
    assert not await people.is_recently_authenticated(HERE, -1)
    assert not await people.is_recently_authenticated(THERE, 60)
    await people.end_sessions(ANNA, [THERE, FRESH, BENS])
    assert [one.token for one in await people.open_sessions(ANNA)] == [HERE]
    assert await people.session(BENS) == Person(BEN, "Ben")
    assert await people.revoked_sessions(60) == {THERE, FRESH}


async def test_who_can_come_back_is_kept_and_who_is_forgotten_cannot(
    people: People, store: Store
) -> None:
    await people.add_person(Person("p3", "Carl"))
    await people.add_person(Person("p4", "Dora"))
    await add(people, key(), HERE, FRESH)
    await people.set_codes(BEN, CODES[:1], by(BENS))
    await people.open_session(LATER, "p3")
    await people.set_codes("p3", CODES[1:2], by(LATER))
    await people.close_session(LATER)
    await people.give_link(b"l", ANNA, 60, by(FRESH))
    await people.use_code(CODES[1], "p3")
    await people.end_sessions(ANNA, [FRESH])
    await people.close_session(BENS)
    for _ in range(2):  # the first time it is noted who is absent
        await purge_guests(store, people, "", 10, 0, 0)
    assert await people.names([ANNA, BEN, "p3", "p4"]) == {ANNA: "Anna", BEN: "Ben"}
    await people.forget(ANNA)
    await people.forget(BEN)
    assert await people.passkey(b"k") is None
    assert await use_code(people, CODES[0]) is None
    assert await take_link(people, b"l") is None


async def test_attempts_are_counted_for_all_and_forgotten_when_they_count_no_more(
    store: Store, people: People
) -> None:
    for slot in (1, 2):
        found = await asyncio.gather(*(people.count_attempt(slot, 50, 600) for _ in range(20)))
        assert sorted(found) == [False] * 8 + [True] * 12
    await _pass(store, 51)
    assert [await people.count_attempt(1, 50, 600) for _ in range(2)] == [True, False]
    await _pass(store, 6000)
    assert [await people.count_attempt(3, 50, 600) for _ in range(13)] == [True] * 12 + [False]
    if not isinstance(store, MemoryStore):
        assert await counted(store, "attempts") == 1


async def test_a_clock_that_was_ahead_does_not_stop_attempts(store: Store, people: People) -> None:
    if isinstance(store, MemoryStore):
        return
    assert await people.count_attempt(1, 50, 600)
    await _pass(store, -7200)
    assert await people.count_attempt(1, 50, 600)


async def _pass(store: Store, seconds: float) -> None:
    sql = "UPDATE attempts SET full_at = full_at"
    if isinstance(store, PostgresStore):
        await store._pool.execute(f"{sql} - make_interval(secs => $1)", seconds)
    elif isinstance(store, SqliteStore):
        await store._file.run(f"{sql} - ?", seconds)
    else:
        await age(store, seconds / DAY)
