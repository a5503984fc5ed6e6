"""Mails of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.store.mails import DAY, PATIENCE, UNCONFIRMED, Letter, MailBox, digest_of
from kuhstall.server.store.taps import LONGEST
from tests.simulation.memory_news import KeptWait


class KeptMail(Struct, frozen=True):
    box: MailBox
    added: float
    asked: bool = False
    claimed: float | None = None
    attempts: int = 0


class MemoryMails:
    clock: Callable[[], float]
    waits: dict[tuple[str, str], KeptWait]

    def __init__(self) -> None:
        self.mails: dict[str, KeptMail] = {}
        self.mailed: dict[bytes, float] = {}

    def _knows(self, person: str) -> bool:
        raise NotImplementedError

    async def want_mail(self, person: str, box: MailBox) -> None:
        if not self._knows(person):
            return
        kept = self.mails.get(person)
        if kept is None or kept.box.address != box.address:
            self.mails[person] = KeptMail(replace(box, confirmed=False), self.clock())
            return
        same = replace(box, token=kept.box.token, confirmed=kept.box.confirmed)
        self.mails[person] = KeptMail(same, kept.added, kept.asked)

    async def mail_box(self, person: str) -> MailBox | None:
        return self.mails[person].box if person in self.mails else None

    async def find_mail(self, token: str) -> MailBox | None:
        found = (kept.box for kept in self.mails.values() if kept.box.token == token)
        return next(found, None)

    async def confirm_mail(self, token: str) -> MailBox | None:
        for person, kept in self.mails.items():
            if kept.box.token == token:
                self.mails[person] = replace(kept, box=replace(kept.box, confirmed=True))
        return await self.find_mail(token)

    async def end_mail(self, token: str) -> MailBox | None:
        found = await self.find_mail(token)
        self._keep(lambda kept: kept.box.token != token)
        return found

    async def unwant_mail(self, person: str) -> None:
        self.mails.pop(person, None)

    async def drop_address(self, address: str) -> None:
        self._keep(lambda kept: digest_of(kept.box.address) != digest_of(address))

    def _keep(self, wanted: Callable[[KeptMail], bool]) -> None:
        self.mails = {person: kept for person, kept in self.mails.items() if wanted(kept)}

    def _written_to(self, address: str) -> bool:
        now = self.clock()
        return now - DAY <= self.mailed.get(digest_of(address), -DAY) <= now

    async def claim_letters(self, lease: float, limit: int) -> Sequence[Letter]:
        now = self.clock()
        self._keep(lambda kept: kept.box.confirmed or kept.added >= now - UNCONFIRMED)
        found: list[Letter] = []
        for person, kept in self.mails.items():
            free = kept.claimed is None or not now <= kept.claimed <= now + LONGEST
            waits = any(
                key[0] == person and not one.answered and one.since < now - PATIENCE
                for key, one in self.waits.items()
            )
            due = waits if kept.box.confirmed else not kept.asked
            if free and due and not self._written_to(kept.box.address) and len(found) < limit:
                found.append(Letter(person, kept.attempts, kept.box))
        for letter in found:
            self.mails[letter.person] = replace(self.mails[letter.person], claimed=now + lease)
        return found

    async def take_day(self, address: str) -> bool:
        if self._written_to(address):
            return False
        self.mailed[digest_of(address)] = self.clock()
        return True

    async def give_day_back(self, address: str) -> None:
        self.mailed.pop(digest_of(address), None)

    async def note_mailed(self, person: str) -> None:
        kept = self.mails.get(person)
        if kept is not None:
            self.mails[person] = KeptMail(kept.box, kept.added, asked=True)

    async def put_off_letter(self, person: str, seconds: float, attempts: int) -> None:
        kept = self.mails.get(person)
        if kept is not None:
            until = self.clock() + seconds
            self.mails[person] = replace(kept, claimed=until, attempts=attempts)
