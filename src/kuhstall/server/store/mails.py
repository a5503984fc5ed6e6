"""Who wants a mail when a table waits for them, and which address was written to today.

All of it is home's. As with taps nothing here is a list of what to send: it follows from the tables
that wait. No address gets more than one mail a day, whoever gives it and how often: so the day is
taken before a mail goes out, and given back if it did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol

from msgspec import Struct

from kuhstall.server.store.taps import Quiet

DAY: Final = 86_400.0
PATIENCE: Final = 3600.0
"""Seconds for which a table has waited before a mail says so: who is about to answer needs none."""
UNCONFIRMED: Final = 2 * DAY
"""Seconds after which an address is forgotten that nobody has confirmed."""


class MailBox(Struct, frozen=True):
    """Where somebody wants mails, in which language, and when not.

    Whoever knows the token can confirm that, and end it: it is in every mail, and nowhere else.
    """

    address: str
    language: str
    token: str
    quiet: Quiet = Quiet()
    confirmed: bool = False


class Letter(Struct, frozen=True):
    """A mail that is to be sent: the question whether somebody wants any, or that a table waits."""

    person: str
    attempts: int
    box: MailBox


def digest_of(address: str) -> bytes:
    """Tell addresses apart without keeping them: two that lead to one box are one."""
    return sha256(address.casefold().encode()).digest()


class Mails(Protocol):
    async def want_mail(self, person: str, box: MailBox) -> None:
        """Write to somebody at an address, once it is confirmed. The same one stays confirmed."""
        ...

    async def mail_box(self, person: str) -> MailBox | None: ...

    async def confirm_mail(self, token: str) -> MailBox | None:
        """Note that an address is that of whoever gave it; None if nobody waits for that."""
        ...

    async def end_mail(self, token: str) -> MailBox | None:
        """Write to an address no more, and forget it."""
        ...

    async def find_mail(self, token: str) -> MailBox | None: ...

    async def unwant_mail(self, person: str) -> None: ...

    async def drop_address(self, address: str) -> None:
        """Forget an address that takes no mail, whoever has given it."""
        ...

    async def claim_letters(self, lease: float, limit: int) -> Sequence[Letter]:
        """Claim mails that are to be sent. Nobody else gets them while the lease lasts.

        What nobody has confirmed in time is forgotten.
        """
        ...

    async def take_day(self, address: str) -> bool:
        """Note that an address gets its mail of the day now; False if it has had it."""
        ...

    async def give_day_back(self, address: str) -> None: ...

    async def note_mailed(self, person: str) -> None: ...

    async def put_off_letter(self, person: str, seconds: float, attempts: int) -> None:
        """Try again later."""
        ...
