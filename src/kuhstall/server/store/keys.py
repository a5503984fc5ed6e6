"""What lets somebody in who was here before: keys, codes, links, and the sessions that came of it.

All of it is home's. Whatever could open something comes here as a hash.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct

MOST_KEYS: Final = 20
MOST_LISTED: Final = 100

Way: TypeAlias = Literal["guest", "key", "link", "code"]
"""How a session began."""

Question: TypeAlias = Literal["claim", "enter"]
"""What is asked of a device, to be answered once: for a new key, or for one that is known."""

PassKind: TypeAlias = Question | Literal["link"]
"""What may be brought once: an answer, or a link for a second device."""

Kept: TypeAlias = Literal["first", "more", "full"]
"""What became of a new key: it is somebody's first, or one more, or one too many."""


class UnprovenError(Exception):
    """A session alone cannot do that, as there is a key that was not shown lately."""


class Wisher(Struct, frozen=True):
    """Who wants to change what lets them in: a session, and for how long a key counts as shown."""

    session: bytes
    within: float


class Passkey(Struct, frozen=True):
    """A key of somebody's device, as far as a server may know it. Times are seconds since 1970."""

    id: bytes
    person: str
    public: bytes
    counter: int
    name: str
    added: float = 0
    used: float | None = None


class Arrival(Struct, frozen=True):
    """How somebody came in, and with what.

    `leaves`: the session that this browser had, which ends. `replaces`: it was the same person's,
    so that its sockets are to come again, rather than told that they are logged out.
    """

    way: Way
    browser: str
    leaves: bytes | None = None
    replaces: bool = False


class OpenSession(Struct, frozen=True):
    """A session of somebody that has not ended. Times are seconds since 1970."""

    token: bytes
    opened: float
    seen: float
    way: Way
    browser: str


class Keys(Protocol):
    # These three ask in the statement that writes, while no other device of that person can: the
    # session has not ended meanwhile, and if there is a key by now, it was shown. Whoever was
    # thrown out while making a key has none, and of two who make the first one, one has it.

    async def add_passkey(self, passkey: Passkey, by: Wisher) -> Kept:
        """Add a key, unless somebody has as many as they may. One that is known is taken.

        Their first ends whatever a guest's session alone has made, as that may have been stolen:
        codes, links, and what sessions have shown so far.
        """
        ...

    async def set_codes(self, person: str, codes: Sequence[bytes], by: Wisher) -> None:
        """Give somebody new codes; the old ones are good for nothing from then on."""
        ...

    async def give_link(self, pass_: bytes, person: str, lasts: float, by: Wisher) -> None:
        """Keep a link, in the place of the one before."""
        ...

    async def passkey(self, passkey: bytes) -> Passkey | None: ...

    async def passkeys(self, person: str) -> Sequence[Passkey]:
        """List somebody's keys, the oldest first."""
        ...

    async def use_passkey(self, passkey: bytes, counter: int) -> bool:
        """Note how often a key has signed; False if it is gone or has gone back: a copy of it.

        A key that counts nothing stays at 0. Of two who bring the same count, one gets in.
        """
        ...

    async def name_passkey(self, person: str, passkey: bytes, name: str) -> None: ...

    async def remove_passkey(self, person: str, passkey: bytes) -> None: ...

    async def codes(self, person: str) -> tuple[int, int]:
        """Count the codes of somebody: how many are left, and how many there were."""
        ...

    async def use_code(self, code: bytes, person: str | None = None) -> str | None:
        """Use up a code and return whose it was; if a person is named, only if it is theirs."""
        ...

    async def give_pass(
        self, pass_: bytes, kind: Question, person: str | None, lasts: float
    ) -> None:
        """Keep what may be brought once."""
        ...

    async def look_at_pass(self, pass_: bytes, kind: PassKind) -> str | None:
        """Return whose it is, if it is good still."""
        ...

    async def take_pass(self, pass_: bytes, kind: PassKind, person: str | None) -> bool:
        """Use up what somebody was given, or nobody in particular. Of two who bring it, one can."""
        ...

    async def take_link(self, pass_: bytes) -> str | None:
        """Use up a link, and return whose it was."""
        ...

    async def arrive(self, token: bytes, person: str, arrival: Arrival) -> bool:
        """Open a session that is proven, and end the one that the browser had.

        False if it was to take the place of one that has ended: then there is none.
        """
        ...

    async def note_browser(self, token: bytes, browser: str) -> None:
        """Note what a guest's session is used with, before there is another to tell it from."""
        ...

    async def prove(self, token: bytes) -> None:
        """Note that whoever has this session has just shown a key or a code."""
        ...

    async def is_proven(self, token: bytes, within: float) -> bool: ...

    async def open_sessions(self, person: str) -> Sequence[OpenSession]:
        """List somebody's sessions, the latest used first."""
        ...

    async def end_sessions(self, person: str, tokens: Collection[bytes]) -> None:
        """End these sessions, if they are that person's."""
        ...

    async def replaced(self, tokens: Collection[bytes]) -> set[bytes]:
        """Return those whose browser has another session of the same person by now."""
        ...

    async def was_replaced(self, token: bytes, within: float) -> bool:
        """Tell whether that browser was given another session of the same person just now."""
        ...
