"""One's account: keys, codes, and where one is signed in. Nobody needs one to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.server.hosting.draws import Draws
from kuhstall.server.http.accounts import clean_name, digest
from kuhstall.server.http.key_wire import (
    KeyAnswer,
    KeyWish,
    Letters,
    NewKey,
    bad_key,
    bytes_of,
    challenge_in,
    text_of,
)
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.http.routing import Call, Entered, Nothing
from kuhstall.server.party.opening import LETTERS
from kuhstall.server.store.keys import OpenSession, Question, UnprovenError, Way, Wisher
from kuhstall.server.store.people import People, Person, UnknownPersonError

if TYPE_CHECKING:
    from kuhstall.server.http.passkeys import Passkeys

QUESTION_LASTS: Final = 300.0
LINK_LASTS: Final = 300.0
PROOF_LASTS: Final = 600.0
CODES: Final = 8
CODE_LETTERS: Final = 16  # 79 bits: nobody tries them all, not even on a stolen copy of the hashes
LINK_LETTERS: Final = 10  # 49 bits, for five minutes and a dozen attempts
_SHOWN: Final = 16

Written = Annotated[str, Meta(min_length=1, max_length=40)]
"""A code as people type it: with dashes, blanks and capitals."""
SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class AccountKey(Struct, frozen=True):
    id: str
    name: str
    added: float
    used: float | None


class AccountSession(Struct, frozen=True):
    """Where somebody is signed in; `here` is the session that asks."""

    id: str
    here: bool
    browser: str
    way: Way
    opened: float
    seen: float


class Account(Struct, frozen=True):
    """`key_site`: browsers can make keys for this site, which they do not over plain http.

    Of `codes_made` recovery codes, `codes` are left. Times are seconds since 1970.
    """

    name: str
    key_site: bool
    keys: Sequence[AccountKey]
    codes: int
    codes_made: int
    sessions: Sequence[AccountSession]


class KeyName(Struct, frozen=True, forbid_unknown_fields=True):
    id: Letters
    name: Annotated[str, Meta(min_length=1, max_length=100)]


class OldKey(Struct, frozen=True, forbid_unknown_fields=True):
    id: Letters


class Codes(Struct, frozen=True):
    """They are told this once."""

    codes: Sequence[str]


class Link(Struct, frozen=True):
    """`/in#CODE` lets one device in, once, within so many seconds."""

    code: str
    lasts: float


class OldSessions(Struct, frozen=True, forbid_unknown_fields=True):
    """Which sessions to end; if none is named, all others."""

    ids: Annotated[Sequence[SessionId], Meta(max_length=100)] = ()


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """A key's answer, or a recovery code."""

    key: KeyAnswer | None = None
    code: Written | None = None


async def account(call: Call) -> Account:
    """Tell what lets you in, and where you are signed in."""
    person, token = caller(call)
    people = call.accounts.people
    keys = await people.passkeys(person.id)
    left, made = await people.codes(person.id)
    return Account(
        person.name,
        call.accounts.passkeys is not None,
        [AccountKey(text_of(one.id), one.name, one.added, one.used) for one in keys],
        left,
        made,
        await sessions_of(people, person.id, token),
    )


async def wish_for_key(call: Call) -> KeyWish:
    """Begin to make a key: say what the browser is to make. It has five minutes."""
    person, _ = caller(call)
    passkeys, people = site_keys(call), call.accounts.people
    await require_proof(call)
    challenge, wish = passkeys.wish(person.id, person.name, await people.passkeys(person.id))
    await people.give_pass(digest_of(challenge), "claim", person.id, QUESTION_LASTS)
    return wish


async def add_key(call: Call) -> Entered | Account:
    """Keep a key. With the first one, a guest's account is theirs.

    The browser's session is new then, and codes and links from before are good for nothing.
    """
    person, token = caller(call)
    passkeys, people = site_keys(call), call.accounts.people
    await require_proof(call)
    new: NewKey = call.body
    challenge = await _asked(call, new.client_data, "claim", person.id)
    key = passkeys.check_new(new, challenge, person.id, clean_name(call.caller.browser))
    with _changing():
        kept = await people.add_passkey(key, Wisher(token, PROOF_LASTS))
    if kept == "full":
        raise ProblemError(HTTPStatus.CONFLICT, "too_many_keys")
    if kept == "more":
        return await account(call)
    # Who knew the guest's cookie before must not have the account that it has become.
    fresh = await call.accounts.come_back(call.caller, person.id, "key")
    if fresh is None:
        return await account(call)
    return Entered(fresh, await account(replace(call, caller=fresh)))


async def name_key(call: Call) -> Account:
    """Give one of your keys a name."""
    person, _ = caller(call)
    name = clean_name(call.body.name)
    if not name:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_name")
    await call.accounts.people.name_passkey(person.id, bytes_of(call.body.id), name)
    return await account(call)


async def remove_key(call: Call) -> Account:
    """Let one of your keys open nothing any more. Sessions that came of it go on."""
    person, _ = caller(call)
    await require_proof(call)
    await call.accounts.people.remove_passkey(person.id, bytes_of(call.body.id))
    return await account(call)


async def make_codes(call: Call) -> Codes:
    """Make eight recovery codes, in the place of those before."""
    person, token = caller(call)
    await require_proof(call)
    drawn = [Draws().letters(CODE_LETTERS) for _ in range(CODES)]
    stored = [digest(code) for code in drawn]
    with _changing():
        await call.accounts.people.set_codes(person.id, stored, Wisher(token, PROOF_LASTS))
    return Codes([_spaced(code, 4) for code in drawn])


async def make_link(call: Call) -> Link:
    """Make a link for a second device: for one use, within five minutes."""
    person, token = caller(call)
    await require_proof(call)
    code = Draws().letters(LINK_LETTERS)
    people = call.accounts.people
    with _changing():
        await people.give_link(digest(code), person.id, LINK_LASTS, Wisher(token, PROOF_LASTS))
    await people.note_browser(token, call.caller.browser)
    return Link(_spaced(code, 5), LINK_LASTS)


async def end_sessions(call: Call) -> Account:
    """End sessions of your own; sockets that came of them are closed within seconds."""
    person, token = caller(call)
    people, wanted = call.accounts.people, set(call.body.ids)
    found = [one.token for one in await people.open_sessions(person.id) if one.token != token]
    ended = [one for one in found if not wanted or _shown(one) in wanted]
    await people.end_sessions(person.id, ended)
    return await account(call)


async def prove(call: Call) -> Nothing:
    """Show a key or a code: what changes who can come in needs one within ten minutes."""
    person, token = caller(call)
    proof: Proof = call.body
    people = call.accounts.people
    if proof.key is not None:
        if await answering_person(call, proof.key) != person.id:
            raise bad_key()
    elif proof.code is None or await people.use_code(read_code(proof.code), person.id) is None:
        raise bad_code()
    await people.prove(token)
    return Nothing()


async def answering_person(call: Call, answer: KeyAnswer) -> str:
    """Return whose key has answered our question, which nobody can answer again."""
    passkeys, people = site_keys(call), call.accounts.people
    challenge = await _asked(call, answer.client_data, "enter", None)
    known = await people.passkey(bytes_of(answer.id))
    if known is None:
        raise bad_key()
    counter = passkeys.check_answer(answer, challenge, known)
    if not await people.use_passkey(known.id, counter):
        raise bad_key()
    return known.person


async def _asked(call: Call, client_data: str, kind: Question, person: str | None) -> bytes:
    """Return what was signed, if it was asked; nobody can answer it again, right or wrong."""
    challenge = challenge_in(client_data)
    if not await call.accounts.people.take_pass(digest_of(challenge), kind, person):
        raise bad_key()
    return challenge


def caller(call: Call) -> tuple[Person, bytes]:
    """Return who calls, and their session. A program has no account: its token is all it has."""
    person, token = call.caller.person, call.caller.token
    if person is None or token is None or call.caller.program:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return person, token


def site_keys(call: Call) -> Passkeys:
    """Return what keys are checked by, where there are keys."""
    if call.accounts.passkeys is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "no_keys_here")
    return call.accounts.passkeys


def read_code(written: str) -> bytes:
    """Read a code as people type it, into what is stored of it."""
    return digest("".join(letter for letter in written.lower() if letter in LETTERS))


def digest_of(challenge: bytes) -> bytes:
    return digest(challenge.hex())


def bad_code() -> ProblemError:
    return ProblemError(HTTPStatus.FORBIDDEN, "bad_code")


async def require_proof(call: Call) -> None:
    """Refuse whoever has only the session of somebody who has a key: it may be stolen."""
    person, token = caller(call)
    people = call.accounts.people
    if await people.passkeys(person.id) and not await people.is_proven(token, PROOF_LASTS):
        raise _prove_it()


@contextmanager
def _changing() -> Iterator[None]:
    """Say what is wrong if another device was faster: with the first key, or with ending this."""
    try:
        yield
    except UnknownPersonError:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session") from None
    except UnprovenError:
        raise _prove_it() from None


def _prove_it() -> ProblemError:
    return ProblemError(HTTPStatus.FORBIDDEN, "prove_it")


async def sessions_of(people: People, person: str, own: bytes) -> list[AccountSession]:
    """List where somebody is signed in."""
    return [_listed(one, own) for one in await people.open_sessions(person)]


def _listed(one: OpenSession, own: bytes) -> AccountSession:
    here = one.token == own
    return AccountSession(_shown(one.token), here, one.browser, one.way, one.opened, one.seen)


def _shown(token: bytes) -> str:
    """Name a session in a list. It is the beginning of a hash, and opens nothing."""
    return token.hex()[:_SHOWN]


def _spaced(code: str, length: int) -> str:
    return "-".join(code[at : at + length] for at in range(0, len(code), length))
