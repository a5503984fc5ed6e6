"""Problems that people report to the host.

A report holds what its writer's page says of itself, and nothing of the writer: no person, no
address, no view. It may be about somebody else, by the id that logs have, and then the server adds
the line of chat itself: what nobody has said cannot be reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

MOST: Final = 1000
"""Reports that are kept: a new one then takes the place of the oldest."""


class StoredReport(Struct, frozen=True):
    """The version is that of the page. The store gives a report its time."""

    version: str
    table: str | None
    step: int | None
    language: str
    text: str
    at: float = 0
    kind: str | None = None
    about: str | None = None
    line: int | None = None
    quote: str | None = None


class Reports(Protocol):
    async def add_report(self, report: StoredReport, most: int = MOST) -> None:
        """Keep a report, and only so many of the latest."""
        ...

    async def reports(self) -> Sequence[StoredReport]:
        """List all reports, the latest first."""
        ...

    async def purge_reports(self, age: float, limit: int) -> int:
        """Remove reports that are older than so many seconds."""
        ...
