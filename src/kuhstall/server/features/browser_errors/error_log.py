"""The log of errors in browsers: each error once an hour. All are counted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

import msgspec

from kuhstall.server.features.browser_errors.redaction import redact
from kuhstall.server.features.browser_errors.reports import BrowserError

if TYPE_CHECKING:
    from prometheus_client import Counter

_log = logging.getLogger(__name__)

EVERY: Final = 3600.0
"""Seconds for which the same error is only counted."""
MOST: Final = 200
"""Different errors that are logged in this time, so that invented ones cannot fill the disk."""


class ErrorLog:
    """Logs errors in browsers. A line names no address and no person, and nothing is stored."""

    def __init__(
        self, steady: Callable[[], float], counter: Counter, scripts: Collection[str]
    ) -> None:
        self._steady = steady
        self._counter = counter
        self._scripts = frozenset(scripts)
        self._logged: dict[bytes, float] = {}  # in the order of time

    def note(self, error: BrowserError) -> None:
        """Count an error; log it, unless the same one was logged within the last hour."""
        self._counter.labels(error.browser).inc()
        now = self._steady()
        while self._logged and next(iter(self._logged.values())) <= now - EVERY:
            del self._logged[next(iter(self._logged))]
        fields = self._fields(error)
        key = sha256(msgspec.json.encode(fields)).digest()
        if key not in self._logged and len(self._logged) < MOST:
            self._logged[key] = now
            _log.warning("browser error", extra={"fields": fields})

    def _fields(self, error: BrowserError) -> dict[str, Any]:
        frames = (one for one in error.frames if one.file in self._scripts)
        return {
            "message": redact(error.message),
            "frames": [f"{one.file}:{one.line}:{one.column}" for one in frames],
            "version": error.version,
            "page": error.page,
            "language": error.language,
            "browser": f"{error.browser} {error.browser_version}",
        }
