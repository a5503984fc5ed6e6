"""Keys, codes and links of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.store import TakenError
from kuhstall.server.store.keys import (
    MOST_KEYS,
    Arrival,
    Kept,
    OpenSession,
    Passkey,
    PassKind,
    Question,
    UnprovenError,
    Way,
    Wisher,
)
from kuhstall.server.store.people import UnknownPersonError


class KeptSession(Struct):
    person: str
    since: float
    seen: float
    way: Way = "guest"
    browser: str = ""
    proven: float | None = None
    replaced: bytes | None = None


class MemoryKeys:
    clock: Callable[[], float]
    sessions: dict[bytes, KeptSession]

    def __init__(self) -> None:
        self._passkeys: dict[bytes, Passkey] = {}
        self._codes: dict[bytes, tuple[str, bool]] = {}  # whose it is, and whether it is used
        self._passes: dict[bytes, tuple[PassKind, str | None, float]] = {}

    def _knows(self, person: str) -> bool:
        raise NotImplementedError

    def _is_alive(self, token: bytes) -> bool:
        raise NotImplementedError

    def _is_banned(self, person: str) -> bool:
        raise NotImplementedError

    def end_session(self, token: bytes) -> None:
        raise NotImplementedError

    def forget_keys(self, person: str) -> None:
        self._passkeys = {k: one for k, one in self._passkeys.items() if one.person != person}
        self._codes = {code: one for code, one in self._codes.items() if one[0] != person}
        self._passes = {k: one for k, one in self._passes.items() if one[1] != person}

    def can_come_back(self, person: str) -> bool:
        keys = any(one.person == person for one in self._passkeys.values())
        return keys or (person, False) in self._codes.values()

    async def _keys_of(self, person: str, by: Wisher) -> int:
        if by.session not in self.sessions or self.sessions[by.session].person != person:
            raise UnknownPersonError(person)
        many = len(await self.passkeys(person))
        if many and not await self.is_proven(by.session, by.within):
            raise UnprovenError
        return many

    async def add_passkey(self, passkey: Passkey, by: Wisher) -> Kept:
        person = passkey.person
        many = await self._keys_of(person, by)
        if many >= MOST_KEYS:
            return "full"
        if passkey.id in self._passkeys:
            raise TakenError(passkey.id.hex())
        if not many:
            self._end_link(person)
            self._codes = {code: one for code, one in self._codes.items() if one[0] != person}
            for session in self.sessions.values():
                if session.person == person:
                    session.proven = None
        self._passkeys[passkey.id] = replace(passkey, added=self.clock())
        return "more" if many else "first"

    async def passkey(self, passkey: bytes) -> Passkey | None:
        return self._passkeys.get(passkey)

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        return [one for one in self._passkeys.values() if one.person == person]

    async def use_passkey(self, passkey: bytes, counter: int) -> bool:
        kept = self._passkeys.get(passkey)
        if kept is None or not (kept.counter < counter or kept.counter == counter == 0):
            return False
        self._passkeys[passkey] = replace(kept, counter=counter, used=self.clock())
        return True

    async def name_passkey(self, person: str, passkey: bytes, name: str) -> None:
        kept = self._passkeys.get(passkey)
        if kept is not None and kept.person == person:
            self._passkeys[passkey] = replace(kept, name=name)

    async def remove_passkey(self, person: str, passkey: bytes) -> None:
        kept = self._passkeys.get(passkey)
        if kept is not None and kept.person == person:
            del self._passkeys[passkey]

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Wisher) -> None:
        await self._keys_of(person, by)
        left = {code: one for code, one in self._codes.items() if one[0] != person}
        self._codes = {**left, **dict.fromkeys(codes, (person, False))}

    async def codes(self, person: str) -> tuple[int, int]:
        own = [used for whose, used in self._codes.values() if whose == person]
        return own.count(False), len(own)

    async def use_code(self, code: bytes, person: str | None = None) -> str | None:
        whose, used = self._codes.get(code, ("", True))
        if used or self._is_banned(whose) or person not in {None, whose}:
            return None
        self._codes[code] = whose, True
        return whose

    async def give_pass(
        self, pass_: bytes, kind: Question, person: str | None, lasts: float
    ) -> None:
        self._passes[pass_] = kind, person, self.clock() + lasts

    async def give_link(self, pass_: bytes, person: str, lasts: float, by: Wisher) -> None:
        await self._keys_of(person, by)
        self._end_link(person)
        self._passes[pass_] = "link", person, self.clock() + lasts

    def _end_link(self, person: str) -> None:
        old = ("link", person)
        self._passes = {k: one for k, one in self._passes.items() if one[:2] != old}

    async def look_at_pass(self, pass_: bytes, kind: PassKind) -> str | None:
        found = self._passes.get(pass_)
        good = found is not None and found[0] == kind and found[2] > self.clock()
        return found[1] if found is not None and good else None

    async def take_pass(self, pass_: bytes, kind: PassKind, person: str | None) -> bool:
        found = self._passes.get(pass_)
        if found is None or found[:2] != (kind, person):
            return False
        del self._passes[pass_]
        return found[2] > self.clock()

    async def take_link(self, pass_: bytes) -> str | None:
        person = await self.look_at_pass(pass_, "link")
        if pass_ in self._passes and self._passes[pass_][0] == "link":
            del self._passes[pass_]
        return person

    async def arrive(self, token: bytes, person: str, arrival: Arrival) -> bool:
        if not self._knows(person):
            raise UnknownPersonError(person)
        now, left = self.clock(), arrival.leaves
        if arrival.replaces and left not in self.sessions:
            return False
        if left is not None:
            self.end_session(left)
        replaced = left if arrival.replaces else None
        self.sessions[token] = KeptSession(
            person, now, now, arrival.way, arrival.browser, now, replaced
        )
        return True

    async def note_browser(self, token: bytes, browser: str) -> None:
        if self.sessions[token].way == "guest":
            self.sessions[token].browser = browser

    async def prove(self, token: bytes) -> None:
        self.sessions[token].proven = self.clock()

    async def is_proven(self, token: bytes, within: float) -> bool:
        proven = self.sessions[token].proven if token in self.sessions else None
        return proven is not None and proven > self.clock() - within

    async def open_sessions(self, person: str) -> Sequence[OpenSession]:
        own = [
            OpenSession(token, one.since, one.seen, one.way, one.browser)
            for token, one in self.sessions.items()
            if one.person == person and self._is_alive(token)
        ]
        return sorted(own, key=lambda one: (-one.seen, one.token))

    async def end_sessions(self, person: str, tokens: Collection[bytes]) -> None:
        for token in tokens:
            if token in self.sessions and self.sessions[token].person == person:
                self.end_session(token)

    async def replaced(self, tokens: Collection[bytes]) -> set[bytes]:
        known = {one.replaced for one in self.sessions.values()}
        return {token for token in tokens if token in known}

    async def was_replaced(self, token: bytes, within: float) -> bool:
        since = self.clock() - within
        return any(one.replaced == token and one.since > since for one in self.sessions.values())
