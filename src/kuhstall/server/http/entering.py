"""How somebody comes in who was here before: by a key, by a link, or by a recovery code."""

from __future__ import annotations

from http import HTTPStatus

from msgspec import Struct

from kuhstall.server.http.account import (
    QUESTION_LASTS,
    Written,
    answering_person,
    bad_code,
    digest_of,
    read_code,
    site_keys,
)
from kuhstall.server.http.key_wire import KeyQuestion
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Entered
from kuhstall.server.store.keys import Way


class WrittenCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Written


class EnteredAs(Struct, frozen=True):
    """As whom somebody comes in."""

    name: str


async def ask_for_key(call: Call) -> KeyQuestion:
    """Begin to come in by a key: say what it is to sign. It has five minutes."""
    challenge, question = site_keys(call).question()
    await call.accounts.people.give_pass(digest_of(challenge), "enter", None, QUESTION_LASTS)
    return question


async def enter_by_key(call: Call) -> Entered:
    """Come in by a key: the answer sets the cookie."""
    return await _enter(call, await answering_person(call, call.body), "key")


async def look_at_link(call: Call) -> EnteredAs:
    """Tell as whom a link would let you in, so that nobody becomes somebody unawares."""
    person = await call.accounts.people.look_at_pass(read_code(call.body.code), "link")
    found = None if person is None else await call.accounts.people.person(person)
    if found is None:
        raise bad_code()
    return EnteredAs(found.name)


async def enter_by_link(call: Call) -> Entered:
    """Come in by a link, which is good for nobody else from then on."""
    person = await call.accounts.people.take_link(read_code(call.body.code))
    if person is None:
        raise bad_code()
    return await _enter(call, person, "link")


async def enter_by_code(call: Call) -> Entered:
    """Come in by a recovery code, which is used up by it."""
    person = await call.accounts.people.use_code(read_code(call.body.code))
    if person is None:
        raise bad_code()
    return await _enter(call, person, "code")


async def _enter(call: Call, person: str, way: Way) -> Entered:
    if call.caller.program:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    fresh = await call.accounts.come_back(call.caller, person, way)
    if fresh is None or fresh.person is None:
        raise bad_code()
    return Entered(fresh, EnteredAs(fresh.person.name))
