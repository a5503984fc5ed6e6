"""What every store promises about keys, codes, links and sessions: on all of them."""

from __future__ import annotations

import asyncio
from hashlib import sha256

import pytest

from kuhstall.server.store import Store, TakenError
from kuhstall.server.store.keys import MOST_KEYS, Arrival, Passkey, UnprovenError, Wisher
from kuhstall.server.store.people import People, Person, UnknownPersonError
from kuhstall.server.store.postgres import PostgresStore
from kuhstall.server.store.sqlite import SqliteStore
from tests.simulation.memory_store import MemoryStore

pytestmark = pytest.mark.anyio

ANNA, BEN = "p1", "p2"
HERE, THERE, BENS, FRESH, LATER = (sha256(bytes([number])).digest() for number in range(5))
CODES = [sha256(bytes([number])).digest() for number in range(10, 18)]


@pytest.fixture
async def people(store: Store) -> People:
    assert isinstance(store, PostgresStore | SqliteStore | MemoryStore)
    await store.people.add_person(Person(ANNA, "Anna"))
    await store.people.add_person(Person(BEN, "Ben"))
    for token, person in ((HERE, ANNA), (THERE, ANNA), (BENS, BEN)):
        await store.people.open_session(token, person)
    return store.people


def key(person: str = ANNA, name: bytes = b"k", counter: int = 0) -> Passkey:
    return Passkey(name, person, b"public", counter, "Phone")


def by(session: bytes) -> Wisher:
    return Wisher(session, 60)


async def test_a_key_belongs_to_one_person_who_alone_names_and_removes_it(people: People) -> None:
    assert await people.add_passkey(key(), by(HERE)) == "first"
    await people.prove(THERE)
    assert await people.add_passkey(key(name=b"l"), by(THERE)) == "more"
    with pytest.raises(TakenError):
        await people.add_passkey(key(BEN), by(BENS))
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
            await people.add_passkey(key(), by(session))
        with pytest.raises(UnknownPersonError):
            await people.set_codes(ANNA, CODES, by(session))
        with pytest.raises(UnknownPersonError):
            await people.give_link(b"l", ANNA, 60, by(session))
    assert await people.passkeys(ANNA) == []
    assert await people.codes(ANNA) == (0, 0)
    assert await people.take_link(b"l") is None
    await people.add_passkey(key(), by(HERE))
    await people.prove(HERE)
    wanted = [key(name=bytes([number])) for number in range(MOST_KEYS + 4)]
    added = await asyncio.gather(*(people.add_passkey(one, by(HERE)) for one in wanted))
    assert added.count("more") == MOST_KEYS - 1
    assert added.count("full") == 5
    assert len(await people.passkeys(ANNA)) == MOST_KEYS


async def test_of_all_who_have_a_guests_session_one_makes_the_first_key(people: People) -> None:
    """A session is copied, and makes whatever it can in the very moment in which a key is made."""
    await people.set_codes(ANNA, CODES[:4], by(THERE))
    await people.give_link(b"l", ANNA, 60, by(THERE))
    await people.prove(THERE)
    await people.give_pass(b"q", "claim", ANNA, 60)
    claims = (people.add_passkey(key(name=bytes([one])), by(HERE)) for one in range(4))
    others = people.set_codes(ANNA, CODES[4:], by(HERE)), people.give_link(b"m", ANNA, 60, by(HERE))
    found = await asyncio.gather(*claims, *others, return_exceptions=True)
    assert found.count("first") == 1
    assert len(await people.passkeys(ANNA)) == 1
    refused = [one for one in found if one not in ("first", None)]
    assert len(refused) >= 3
    assert {type(one) for one in refused} == {UnprovenError}
    # Nothing of what a session alone has made lets anybody in, however it fell out.
    assert {await people.use_code(code) for code in CODES} == {None}
    assert await people.take_link(b"l") is None
    assert await people.take_link(b"m") is None
    for session in (HERE, THERE):
        assert not await people.is_proven(session, 60)
        with pytest.raises(UnprovenError):
            await people.set_codes(ANNA, CODES, by(session))
        with pytest.raises(UnprovenError):
            await people.give_link(b"n", ANNA, 60, by(session))
    await people.prove(HERE)
    await people.set_codes(ANNA, CODES, by(HERE))
    assert await people.add_passkey(key(name=b"second"), by(HERE)) == "more"
    assert await people.use_code(CODES[0]) == ANNA  # only the first one ends them
    # A device that was asked for a key meanwhile can answer once it has shown one.
    assert await people.take_pass(b"q", "claim", ANNA)


async def test_a_key_that_counts_never_goes_back(people: People) -> None:
    await people.add_passkey(key(counter=4), by(HERE))
    together = await asyncio.gather(*(people.use_passkey(b"k", 5) for _ in range(3)))
    assert sorted(together) == [False, False, True]
    assert not await people.use_passkey(b"k", 0)
    assert not await people.use_passkey(b"m", 9)
    found = await people.passkey(b"k")
    assert found is not None
    assert found.counter == 5
    assert found.used is not None
    await people.prove(HERE)
    await people.add_passkey(key(name=b"uncounted"), by(HERE))
    assert await people.use_passkey(b"uncounted", 0)
    assert await people.use_passkey(b"uncounted", 0)


async def test_a_code_is_used_once_by_whoever_is_first(people: People) -> None:
    await people.set_codes(ANNA, CODES, by(HERE))
    assert await people.codes(ANNA) == (8, 8)
    found = await asyncio.gather(*(people.use_code(CODES[0]) for _ in range(4)))
    assert sorted(found, key=str) == [None, None, None, ANNA]
    assert await people.use_code(CODES[1], BEN) is None
    assert await people.use_code(CODES[1], ANNA) == ANNA
    assert await people.codes(ANNA) == (6, 8)
    assert await people.codes(BEN) == (0, 0)
    await people.set_codes(ANNA, CODES[6:], by(HERE))
    assert await people.use_code(CODES[2]) is None
    assert await people.use_code(CODES[6]) == ANNA
    await people.ban(ANNA)
    assert await people.use_code(CODES[7]) is None


async def test_what_was_asked_is_answered_once_and_by_whom_it_was_asked(people: People) -> None:
    await people.give_pass(b"q", "claim", ANNA, 60)
    assert not await people.take_pass(b"q", "claim", BEN)
    assert not await people.take_pass(b"q", "enter", ANNA)
    assert not await people.take_pass(b"q", "claim", None)
    assert await people.take_link(b"q") is None
    taken = await asyncio.gather(*(people.take_pass(b"q", "claim", ANNA) for _ in range(4)))
    assert sorted(taken) == [False, False, False, True]
    await people.give_pass(b"r", "enter", None, 60)
    assert not await people.take_pass(b"r", "enter", ANNA)
    assert await people.take_pass(b"r", "enter", None)
    await people.give_pass(b"late", "enter", None, -1)
    assert not await people.take_pass(b"late", "enter", None)


async def test_a_link_is_looked_at_often_and_taken_once(people: People) -> None:
    await people.give_link(b"l", ANNA, 60, by(HERE))
    await people.give_link(b"b", BEN, 60, by(BENS))
    await people.give_link(b"m", ANNA, 60, by(HERE))
    assert await people.take_link(b"l") is None  # a new one takes its place
    assert await people.look_at_pass(b"m", "link") == ANNA
    assert await people.look_at_pass(b"m", "enter") is None
    taken = await asyncio.gather(*(people.take_link(b"m") for _ in range(4)))
    assert sorted(taken, key=str) == [None, None, None, ANNA]
    assert await people.take_link(b"b") == BEN
    await people.give_link(b"late", ANNA, -1, by(HERE))
    assert await people.look_at_pass(b"late", "link") is None
    assert await people.take_link(b"late") is None


async def test_who_arrives_has_a_session_and_the_browsers_old_one_ends(people: People) -> None:
    assert await people.arrive(FRESH, ANNA, Arrival("key", "Chrome, Mac", BENS))
    assert await people.session(FRESH) == Person(ANNA, "Anna")
    assert await people.session(BENS) is None
    assert await people.revoked(60) == {BENS}
    assert await people.replaced([BENS, HERE]) == set()
    assert await people.is_proven(FRESH, 60)
    with pytest.raises(UnknownPersonError):
        await people.arrive(LATER, "p9", Arrival("link", ""))
    assert await people.arrive(LATER, ANNA, Arrival("key", "", HERE, replaces=True))
    assert await people.replaced([BENS, HERE, THERE]) == {HERE}
    assert await people.was_replaced(HERE, 60)
    assert not await people.was_replaced(HERE, -1)
    assert not await people.was_replaced(BENS, 60)
    assert await people.revoked(60) == {BENS, HERE}
    # Nothing takes the place of a session that has ended.
    assert not await people.arrive(HERE, ANNA, Arrival("key", "", BENS, replaces=True))
    assert await people.session(HERE) is None


async def test_sessions_are_listed_and_ended_by_their_owner(people: People) -> None:
    assert not await people.is_proven(HERE, 60)
    await people.note_browser(HERE, "Firefox, Linux")
    await people.arrive(FRESH, ANNA, Arrival("link", "Safari, iPhone"))
    await people.note_browser(FRESH, "Other")
    await people.prove(HERE)
    found = {one.token: (one.way, one.browser) for one in await people.open_sessions(ANNA)}
    assert found == {
        HERE: ("guest", "Firefox, Linux"),
        THERE: ("guest", ""),
        FRESH: ("link", "Safari, iPhone"),
    }
    assert await people.is_proven(HERE, 60)
    assert not await people.is_proven(HERE, -1)
    assert not await people.is_proven(THERE, 60)
    await people.end_sessions(ANNA, [THERE, FRESH, BENS])
    assert [one.token for one in await people.open_sessions(ANNA)] == [HERE]
    assert await people.session(BENS) == Person(BEN, "Ben")
    assert await people.revoked(60) == {THERE, FRESH}


async def test_who_can_come_back_is_kept_and_who_is_forgotten_cannot(
    people: People, store: Store
) -> None:
    await people.add_person(Person("p3", "Carl"))
    await people.add_person(Person("p4", "Dora"))
    await people.add_passkey(key(), by(HERE))
    await people.set_codes(BEN, CODES[:1], by(BENS))
    await people.open_session(LATER, "p3")
    await people.set_codes("p3", CODES[1:2], by(LATER))
    await people.close_session(LATER)
    await people.prove(HERE)
    await people.give_link(b"l", ANNA, 60, by(HERE))
    await people.use_code(CODES[1])
    await people.end_sessions(ANNA, [HERE, THERE])
    await people.close_session(BENS)
    for _ in range(2):  # the first time it is noted who is absent
        await store.purge_guests("", 10, 0, 0)
    assert await people.names([ANNA, BEN, "p3", "p4"]) == {ANNA: "Anna", BEN: "Ben"}
    await people.forget(ANNA)
    await people.forget(BEN)
    assert await people.passkey(b"k") is None
    assert await people.use_code(CODES[0]) is None
    assert await people.take_link(b"l") is None
