"""The abuse log: what is refused leaves a line that names a network, and no address."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from kuhstall.server.limits.abuse_log import EVERY, MOST, AbuseLog, network_of
from kuhstall.server.limits.rates import ENTRIES
from kuhstall.server.logs import JsonFormatter
from tests.server.serving import browser, serving, wire

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
ADDRESS = "203.0.113.77"
SIX = "2001:db8:5:6:7:8:9:a"


class Lines(logging.Handler):
    """Keeps the abuse log as it is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(JsonFormatter().format(record))

    def told(self, *keys: str) -> list[tuple[Any, ...]]:
        lines = [json.loads(line) for line in self.written]
        return [tuple(line.get(key) for key in keys) for line in lines]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, log = Lines(), logging.getLogger("kuhstall.abuse")
    before = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield handler
    log.removeHandler(handler)
    log.setLevel(before)


async def test_attempts_limits_and_reports_leave_a_line(tmp_path: Path, lines: Lines) -> None:
    options: dict[str, Any] = {"origins": SITE, "proxies": "127.0.0.1", "ease": 1.0}
    async with serving(tmp_path / "kuhstall.db", sockets=1, **options) as here, browser() as http:
        http.headers.update({"X-Forwarded-For": ADDRESS, "Origin": SITE})
        code = {"code": "canary-abcd-efgh"}
        path = f"{here.url}/api/sign-in/recovery-code"
        tried = [await http.post(path, json=code) for _ in range(ENTRIES.times + 3)]
        assert [one.status_code for one in tried[-4:]] == [403, 429, 429, 429]
        client_data = "eyJjaGFsbGVuZ2UiOiJjYW5hcnkifQ"
        signed = dict.fromkeys(("id", "authenticator_data", "signature"), "Y2FuYXJ5")
        signed["client_data"] = client_data
        refused = await http.post(f"{here.url}/api/sign-in/passkey", json=signed)
        assert refused.json()["code"] == "bad_key"
        report = {"text": "canary", "version": "0.2.0", "language": "en"}
        reported = await http.post(f"{here.url}/api/reports", json=report)
        assert reported.status_code == 201
        sent: dict[str, Any] = {"origin": SITE, "additional_headers": {"X-Forwarded-For": SIX}}
        async with wire(here.url, "a" * 26, **sent):
            with pytest.raises(InvalidStatus, match="429"):
                async with wire(here.url, "a" * 26, **sent):
                    pass
    own, six = "203.0.113.0/24", "2001:db8:5::/48"
    assert lines.told("kind", "route", "network", "times") == [
        ("recovery", "/api/sign-in/recovery-code", own, 1),
        ("limit", "/api/sign-in/recovery-code", own, 1),
        ("sign_in", "/api/sign-in/passkey", own, 1),
        ("report", "/api/reports", own, 1),
        ("limit", "/ws/{table}", six, 1),
    ]
    assert len({caller for (caller,) in lines.told("caller")}) == 2
    assert all(at and request for at, request in lines.told("at", "request"))
    whole = "".join(lines.written)
    assert ADDRESS not in whole
    assert "2001:db8:5:6" not in whole
    assert "canary" not in whole


def test_a_flood_writes_a_few_lines(lines: Lines) -> None:
    now = 0.0
    log = AbuseLog(lambda: now)
    for number in range(10_000):
        log.note("limit", f"198.51.{number % 200}.1", "/api/me")
    assert len(lines.written) == MOST
    now += EVERY
    log.note("limit", ADDRESS, "/api/me")
    assert len(lines.written) == 2 * MOST + 2
    assert lines.told("text")[-2] == (f"{100 * 50} more by other callers",)
    assert lines.told("times")[MOST] == (49,), "the first was told before"


def test_the_hash_of_a_caller_fits_one_run_of_a_node(lines: Lines) -> None:
    for log in (AbuseLog(lambda: 0.0), AbuseLog(lambda: 0.0)):
        log.note("limit", ADDRESS, "/api/me")
        log.note("limit", "203.0.113.78", "/api/me")
    assert len({caller for (caller,) in lines.told("caller")}) == 4


@pytest.mark.parametrize(
    ("caller", "network"),
    [
        (ADDRESS, "203.0.113.0/24"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        (SIX, "2001:db8:5::/48"),
        ("2001:db8:5:6::/64", "2001:db8:5::/48"),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_a_network_is_that_of_many(caller: str, network: str) -> None:
    assert network_of(caller) == network
