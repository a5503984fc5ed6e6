"""Account API: passkeys, recovery codes, sign-in links and sessions. Playing needs no account."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from kuhstall.server.features.accounts.passkey_messages import (
    Assertion,
    AuthenticationOptions,
    Base64Url,
    NewKey,
    RegistrationOptions,
    bad_key,
    bytes_of,
    challenge_in,
    text_of,
)
from kuhstall.server.features.accounts.passkey_queries import (
    NewSession,
    Question,
    Requester,
    UnprovenError,
)
from kuhstall.server.features.accounts.person_queries import Person
from kuhstall.server.features.accounts.session_queries import AuthMethod, OpenSession
from kuhstall.server.features.accounts.sessions import digest, new_session
from kuhstall.server.features.people import People
from kuhstall.server.http.endpoint import Call, Endpoint, Entered, Nothing
from kuhstall.server.http.problems import ProblemError
from kuhstall.server.limits.rates import ACCOUNTS, ENTRIES, KEYS
from kuhstall.server.table.party.opening import LETTERS
from kuhstall.server.table.random_source import RandomSource
from kuhstall.server.wire.displayable_text import clean_name

if TYPE_CHECKING:
    from kuhstall.server.features.accounts.passkeys import Passkeys

QUESTION_LASTS: Final = 300.0
LINK_LASTS: Final = 300.0
PROOF_LASTS: Final = 600.0
CODES: Final = 8
CODE_LETTERS: Final = 16  # 79 bits: too many to try, even against a stolen copy of the hashes
LINK_LETTERS: Final = 10  # 49 bits, for five minutes and a dozen attempts
_SHOWN: Final = 16

Written = Annotated[str, Meta(min_length=1, max_length=40)]
"""A code as the player types it: with dashes, spaces and capitals."""
SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class AccountKey(Struct, frozen=True):
    id: str
    name: str
    added: float
    used: float | None


class AccountSession(Struct, frozen=True):
    """An open session of the player; `here` marks the session that makes this call."""

    id: str
    here: bool
    browser: str
    way: AuthMethod
    opened: float
    seen: float


class Account(Struct, frozen=True):
    """The player's account. Times are seconds since 1970.

    `key_site`: browsers can create passkeys for this site, which they cannot over plain http.
    `codes` of `codes_made` recovery codes are left. `locked`: the player has a passkey, but this
    session has not reauthenticated recently; then only this session is listed.
    """

    name: str
    key_site: bool
    keys: Sequence[AccountKey]
    codes: int
    codes_made: int
    sessions: Sequence[AccountSession]
    locked: bool = False


class KeyName(Struct, frozen=True, forbid_unknown_fields=True):
    id: Base64Url
    name: Annotated[str, Meta(min_length=1, max_length=100)]


class OldKey(Struct, frozen=True, forbid_unknown_fields=True):
    id: Base64Url


class Codes(Struct, frozen=True):
    """Recovery codes. They are shown only once."""

    codes: Sequence[str]


class Link(Struct, frozen=True):
    """A sign-in link: `/in#CODE` signs in one device, once, within `lasts` seconds."""

    code: str
    lasts: float


class OldSessions(Struct, frozen=True, forbid_unknown_fields=True):
    """The sessions to end; with no ids, all others."""

    ids: Annotated[Sequence[SessionId], Meta(max_length=100)] = ()


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey assertion or a recovery code."""

    key: Assertion | None = None
    code: Written | None = None


async def account(call: Call) -> Account:
    """Return your passkeys, recovery codes and sessions.

    If you have a passkey, other sessions are listed only within ten minutes of reauthenticating.
    """
    person, token = caller(call)
    people = call.accounts.people
    keys = await people.passkeys(person.id)
    left, made = await people.codes(person.id)
    locked = bool(keys) and not await people.is_recently_authenticated(token, PROOF_LASTS)
    sessions = await sessions_of(people, person.id, token)
    return Account(
        person.name,
        call.accounts.passkeys is not None,
        [AccountKey(text_of(one.id), one.name, one.added, one.used) for one in keys],
        left,
        made,
        [one for one in sessions if one.here or not locked],
        locked,
    )


async def registration_options(call: Call) -> RegistrationOptions:
    """Start registering a passkey: return the browser's options, valid for five minutes."""
    person, _ = caller(call)
    passkeys, people = site_keys(call), call.accounts.people
    await require_proof(call)
    challenge, options = passkeys.registration_options(
        person.id, person.name, await people.passkeys(person.id)
    )
    await people.issue_token(digest_of(challenge), "claim", person.id, QUESTION_LASTS)
    return options


async def add_key(call: Call) -> Entered | Account:
    """Register a passkey. The first one turns a guest into an account.

    The browser then gets a new session, and all others end. Codes, links, push devices, webhooks
    and the mail address from before are removed: anyone who had a session may have created them.
    """
    person, token = caller(call)
    passkeys, people = site_keys(call), call.accounts.people
    await require_proof(call)
    new: NewKey = call.body
    challenge = await _consume_challenge(call, new.client_data, "claim", person.id)
    key = passkeys.check_new(new, challenge, person.id, clean_name(call.caller.browser))
    cookie, fresh = new_session()
    new_one = NewSession(fresh, call.caller.browser)
    kept = await people.add_passkey(key, Requester(token, PROOF_LASTS), new_one)
    if kept == "full":
        raise ProblemError(HTTPStatus.CONFLICT, "too_many_keys")
    if kept == "more":
        return await account(call)
    owner = replace(call.caller, token=fresh, fresh=cookie)
    return Entered(owner, await account(replace(call, caller=owner)))


async def name_key(call: Call) -> Account:
    """Rename one of your passkeys."""
    person, _ = caller(call)
    name = clean_name(call.body.name)
    if not name:
        raise ProblemError(HTTPStatus.BAD_REQUEST, "no_name")
    await call.accounts.people.name_passkey(person.id, bytes_of(call.body.id), name)
    return await account(call)


async def remove_key(call: Call) -> Account:
    """Remove one of your passkeys. Sessions that it opened stay open."""
    person, _ = caller(call)
    await require_proof(call)
    await call.accounts.people.remove_passkey(person.id, bytes_of(call.body.id))
    return await account(call)


async def make_codes(call: Call) -> Codes:
    """Create eight recovery codes, replacing the old ones."""
    person, token = caller(call)
    await require_proof(call)
    drawn = [RandomSource().letters(CODE_LETTERS) for _ in range(CODES)]
    stored = [digest(code) for code in drawn]
    await call.accounts.people.set_codes(person.id, stored, Requester(token, PROOF_LASTS))
    return Codes([_with_dashes(code, 4) for code in drawn])


async def make_link(call: Call) -> Link:
    """Create a sign-in link for a second device: single use, valid for five minutes."""
    person, token = caller(call)
    await require_proof(call)
    code = RandomSource().letters(LINK_LETTERS)
    people = call.accounts.people
    await people.give_link(digest(code), person.id, LINK_LASTS, Requester(token, PROOF_LASTS))
    await people.note_browser(token, call.caller.browser)
    return Link(_with_dashes(code, 5), LINK_LASTS)


async def end_sessions(call: Call) -> Account:
    """End some of your sessions; their sockets are closed within seconds."""
    person, token = caller(call)
    await require_proof(call)
    people, wanted = call.accounts.people, set(call.body.ids)
    found = [one.token for one in await people.open_sessions(person.id) if one.token != token]
    ended = [one for one in found if not wanted or _shown(one) in wanted]
    await people.end_sessions(person.id, ended)
    return await account(call)


async def prove(call: Call) -> Nothing:
    """Reauthenticate with a passkey or a recovery code; it counts for ten minutes.

    Changes to how you can sign in and the account export require it.
    """
    person, token = caller(call)
    proof: Proof = call.body
    people = call.accounts.people
    if proof.key is not None:
        if await answering_person(call, proof.key) != person.id:
            raise bad_key()
    elif proof.code is None or not await people.use_code(read_code(proof.code), person.id):
        raise bad_code()
    await people.prove(token)
    return Nothing()


async def answering_person(call: Call, answer: Assertion) -> str:
    """Return the owner of the passkey that signed our challenge, and consume the challenge."""
    passkeys, people = site_keys(call), call.accounts.people
    challenge = await _consume_challenge(call, answer.client_data, "enter", None)
    known = await people.passkey(bytes_of(answer.id))
    if known is None:
        raise bad_key()
    counter = passkeys.verify_assertion(answer, challenge, known)
    if not await people.use_passkey(known.id, counter):
        raise bad_key()
    return known.person


async def _consume_challenge(
    call: Call, client_data: str, kind: Question, person: str | None
) -> bytes:
    """Return the signed challenge if we issued it, and consume it, even if the answer is wrong."""
    challenge = challenge_in(client_data)
    if not await call.accounts.people.consume_token(digest_of(challenge), kind, person):
        raise bad_key()
    return challenge


def caller(call: Call) -> tuple[Person, bytes]:
    """Return the caller and their session. A program has no account, only its token."""
    person, token = call.caller.person, call.caller.token
    if person is None or token is None or call.caller.program:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    return person, token


def site_keys(call: Call) -> Passkeys:
    """Return the passkey verifier, or refuse if this site has none."""
    if call.accounts.passkeys is None:
        raise ProblemError(HTTPStatus.FORBIDDEN, "no_keys_here")
    return call.accounts.passkeys


def read_code(written: str) -> bytes:
    """Return the stored hash of a code as the player typed it."""
    return digest("".join(letter for letter in written.lower() if letter in LETTERS))


def digest_of(challenge: bytes) -> bytes:
    return digest(challenge.hex())


def bad_code() -> ProblemError:
    return ProblemError(HTTPStatus.FORBIDDEN, "bad_code")


async def require_proof(call: Call) -> None:
    """Refuse a session that has not reauthenticated recently if its owner has a passkey.

    The session may be stolen. Programs cannot have passkeys: a program's token whose person has one
    is a browser's session.
    """
    person, token = call.caller.person, call.caller.token
    if person is None or token is None:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    people = call.accounts.people
    if not await people.passkeys(person.id):
        return
    if call.caller.program or not await people.is_recently_authenticated(token, PROOF_LASTS):
        raise UnprovenError


async def sessions_of(people: People, person: str, own: bytes) -> list[AccountSession]:
    return [_account_session(one, own) for one in await people.open_sessions(person)]


def _account_session(one: OpenSession, own: bytes) -> AccountSession:
    here = one.token == own
    return AccountSession(_shown(one.token), here, one.browser, one.way, one.opened, one.seen)


def _shown(token: bytes) -> str:
    """Return the id of a session in lists: the start of its hash, which opens nothing."""
    return token.hex()[:_SHOWN]


def _with_dashes(code: str, length: int) -> str:
    return "-".join(code[at : at + length] for at in range(0, len(code), length))


class WrittenCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Written


class EnteredAs(Struct, frozen=True):
    """The name of the player who is signed in, or would be."""

    name: str


async def authentication_options(call: Call) -> AuthenticationOptions:
    """Start signing in by passkey: return the challenge to sign. It expires in five minutes."""
    challenge, options = site_keys(call).authentication_options()
    await call.accounts.people.issue_token(digest_of(challenge), "enter", None, QUESTION_LASTS)
    return options


async def enter_by_key(call: Call) -> Entered:
    """Sign in by passkey: the answer sets the cookie."""
    return await _enter(call, await answering_person(call, call.body), "key")


async def look_at_link(call: Call) -> EnteredAs:
    """Return whom a link would sign you in as, so that you do not switch accounts unawares."""
    person = await call.accounts.people.look_at_pass(read_code(call.body.code), "link")
    found = None if person is None else await call.accounts.people.person(person)
    if found is None:
        raise bad_code()
    return EnteredAs(found.name)


async def enter_by_link(call: Call) -> Entered:
    """Sign in by a link, which is used up."""
    link = read_code(call.body.code)
    person = await call.accounts.people.look_at_pass(link, "link")
    if person is None:
        raise bad_code()
    return await _enter(call, person, "link", link)


async def enter_by_code(call: Call) -> Entered:
    """Sign in by a recovery code, which is used up."""
    code = read_code(call.body.code)
    person = await call.accounts.people.code_owner(code)
    if person is None:
        raise bad_code()
    return await _enter(call, person, "code", code)


async def _enter(call: Call, person: str, way: AuthMethod, used: bytes | None = None) -> Entered:
    if call.caller.program:
        raise ProblemError(HTTPStatus.UNAUTHORIZED, "no_session")
    fresh = await call.accounts.come_back(call.caller, person, way, used)
    if fresh is None or fresh.person is None:
        raise bad_code()
    return Entered(fresh, EnteredAs(fresh.person.name))


ACCOUNT_ENDPOINTS: Final = (
    Endpoint("GET", "/api/account", account, Account, who="person"),
    Endpoint(
        "POST",
        "/api/account/passkeys/options",
        registration_options,
        RegistrationOptions,
        who="person",
        limit=KEYS,
    ),
    Endpoint("POST", "/api/account/passkeys", add_key, Account, NewKey, "person", KEYS, 201),
    Endpoint(
        "POST", "/api/account/passkeys/rename", name_key, Account, KeyName, "person", ACCOUNTS
    ),
    Endpoint(
        "POST", "/api/account/passkeys/remove", remove_key, Account, OldKey, "person", ACCOUNTS
    ),
    Endpoint("POST", "/api/account/codes", make_codes, Codes, None, "person", ACCOUNTS, 201),
    Endpoint("POST", "/api/account/link", make_link, Link, None, "person", ACCOUNTS, 201),
    Endpoint(
        "POST",
        "/api/account/sessions/revoke",
        end_sessions,
        Account,
        OldSessions,
        "person",
        ACCOUNTS,
    ),
    Endpoint("POST", "/api/account/reauthenticate", prove, Nothing, Proof, "person", ENTRIES),
    Endpoint(
        "POST",
        "/api/sign-in/passkey/options",
        authentication_options,
        AuthenticationOptions,
        limit=KEYS,
    ),
    Endpoint("POST", "/api/sign-in/passkey", enter_by_key, EnteredAs, Assertion, limit=KEYS),
    Endpoint(
        "POST", "/api/sign-in/link/check", look_at_link, EnteredAs, WrittenCode, limit=ENTRIES
    ),
    Endpoint("POST", "/api/sign-in/link", enter_by_link, EnteredAs, WrittenCode, limit=ENTRIES),
    Endpoint(
        "POST", "/api/sign-in/recovery-code", enter_by_code, EnteredAs, WrittenCode, limit=ENTRIES
    ),
)
