"""Taps on the shoulder of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from kuhstall.server.store.taps import LONGEST, MOST_DEVICES, Device, Quiet, Tap
from tests.simulation.memory_news import KeptWait


class KeptTap(Struct, frozen=True):
    quiet: Quiet
    devices: tuple[Device, ...] = ()
    told: float | None = None
    looked: bool = False
    claimed: float | None = None
    attempts: int = 0


class MemoryTaps:
    clock: Callable[[], float]
    waits: dict[tuple[str, str], KeptWait]

    def __init__(self) -> None:
        self.taps: dict[str, KeptTap] = {}
        self._keys: dict[str, bytes] = {}

    def _knows(self, person: str) -> bool:
        raise NotImplementedError

    async def add_device(self, person: str, device: Device, quiet: Quiet) -> None:
        if self._knows(person):
            await self.remove_device(device.endpoint)
            kept = replace(self.taps.get(person, KeptTap(quiet)), quiet=quiet)
            devices = (*kept.devices, device)[-MOST_DEVICES:]
            self.taps[person] = replace(kept, devices=devices)

    async def remove_device(self, endpoint: str, person: str | None = None) -> None:
        for who, kept in self.taps.items():
            if person in {None, who}:
                left = tuple(one for one in kept.devices if one.endpoint != endpoint)
                self.taps[who] = replace(kept, devices=left)

    async def devices(self, person: str) -> tuple[Quiet, Sequence[Device]] | None:
        kept = self.taps.get(person)
        return None if kept is None else (kept.quiet, kept.devices)

    def _see(self, person: str) -> None:
        for key, kept in self.waits.items():
            if key[0] == person:
                self.waits[key] = replace(kept, fresh=False)

    async def note_look(self, person: str) -> None:
        self._see(person)
        kept = self.taps.get(person)
        if kept is not None and kept.told is not None:
            self.taps[person] = replace(kept, looked=True)

    def _waits(self, person: str) -> list[KeptWait]:
        return [one for key, one in self.waits.items() if key[0] == person and not one.answered]

    async def claim_taps(self, lease: float, limit: int) -> Sequence[Tap]:
        now, found = self.clock(), []
        for person, kept in self.taps.items():
            free = kept.claimed is None or not now <= kept.claimed <= now + LONGEST
            waits = self._waits(person)
            fresh = (kept.told is None or kept.looked) and any(one.fresh for one in waits)
            if free and kept.devices and (fresh if waits else kept.told is not None):
                found.append(Tap(person, bool(waits), kept.attempts, kept.quiet, kept.devices))
        for tap in found[:limit]:
            kept = self.taps[tap.person]
            looked = kept.looked or not tap.waits
            self.taps[tap.person] = replace(kept, claimed=now + lease, looked=looked)
        return found[:limit]

    async def note_told(self, person: str, *, waits: bool) -> None:
        if waits:
            self._see(person)
        kept = self.taps.get(person)
        if kept is not None:
            told = self.clock() if waits else None
            self.taps[person] = KeptTap(kept.quiet, kept.devices, told)

    async def put_off(self, person: str, seconds: float, attempts: int) -> None:
        kept = self.taps.get(person)
        if kept is not None:
            until = self.clock() + seconds
            self.taps[person] = replace(kept, claimed=until, attempts=attempts)

    async def key(self, name: str, new: bytes) -> bytes:
        return self._keys.setdefault(name, new)
