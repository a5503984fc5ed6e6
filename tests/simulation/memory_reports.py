"""The reports of the store in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from kuhstall.server.store.reports import MOST, StoredReport


class MemoryReports:
    clock: Callable[[], float]
    reported: list[StoredReport]

    async def add_report(self, report: StoredReport, most: int = MOST) -> None:
        self.reported.append(replace(report, at=self.clock()))
        del self.reported[:-most]

    async def reports(self) -> Sequence[StoredReport]:
        return self.reported[::-1]

    async def purge_reports(self, age: float, limit: int) -> int:
        old = [one for one in self.reported if one.at < self.clock() - age][:limit]
        self.reported[:] = [one for one in self.reported if one not in old]
        return len(old)
