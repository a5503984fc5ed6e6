"""Errors in browsers: what is logged of them, how often, and that it is about nobody."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kuhstall.server import app
from kuhstall.server.features.browser_errors import error_log
from kuhstall.server.features.browser_errors.error_log import EVERY, MOST, ErrorLog
from kuhstall.server.features.browser_errors.redaction import redact
from kuhstall.server.features.browser_errors.reports import LONGEST, BrowserError, StackFrame
from kuhstall.server.http.client_files import own_scripts
from kuhstall.server.http.endpoint import MAX_BODY
from kuhstall.server.limits.rates import ERROR_REPORTS
from kuhstall.server.logs import JsonFormatter
from kuhstall.server.ops.metrics import Metrics
from kuhstall.server.settings import Settings, read
from kuhstall.server.table.party.opening import LETTERS
from tests.server.houses import SetClock
from tests.server.serving import Serving, browser, guests, serving

pytestmark = pytest.mark.anyio

SCRIPT = "/assets/Table-Ba50huXH.js"
AT: dict[str, Any] = {"file": SCRIPT, "line": 1, "column": 2345}
SENT: dict[str, Any] = {
    "message": "Uncaught TypeError: e.map is not a function",
    "version": "0.2.0",
    "page": "table",
    "language": "de",
    "browser": "firefox",
    "browser_version": 145,
    "frames": [AT],
}
TOLD = {
    "level": "warning",
    "text": "browser error",
    "message": SENT["message"],
    "frames": [f"{SCRIPT}:1:2345"],
    "version": "0.2.0",
    "page": "table",
    "language": "de",
    "browser": "firefox 145",
}


class Lines(logging.Handler):
    """Keeps all lines as they are written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(JsonFormatter().format(record))

    def told(self) -> list[dict[str, Any]]:
        """Return what was logged of errors, without the time and the request."""
        lines = [json.loads(line) for line in self.written]
        own = [line for line in lines if line["from"] == error_log.__name__]
        return [{key: line[key] for key in line.keys() - {"at", "from", "request"}} for line in own]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, root = Lines(), logging.getLogger()
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the client have one script, whatever is built here."""
    monkeypatch.setattr(app, "own_scripts", lambda: frozenset({SCRIPT}))


async def sent(http: httpx.AsyncClient, here: Serving, **changed: Any) -> tuple[int, str]:
    answer = await http.post(f"{here.url}/api/errors", json={**SENT, **changed})
    assert "set-cookie" not in answer.headers
    return answer.status_code, answer.json().get("code", "")


def counted(metrics: Metrics) -> dict[str, float]:
    found = metrics.registry.collect()
    (family,) = (one for one in found if one.name == "kuhstall_browser_errors")
    return {one.labels["browser"]: one.value for one in family.samples if "_total" in one.name}


# The switch


def test_the_switch_is_off_unless_a_host_turns_it() -> None:
    assert not Settings().error_reports
    assert not read({}, {}).error_reports
    assert read({"KUHSTALL_ERROR_REPORTS": "true"}, {}).error_reports
    assert read({}, {"error_reports": "true"}).error_reports


async def test_where_it_is_off_there_is_nothing_at_this_path(tmp_path: Path, lines: Lines) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        unknown = await http.post(f"{here.url}/api/nowhere", json=SENT)
        answer = await http.post(f"{here.url}/api/errors", json=SENT)
        assert (answer.status_code, answer.json()) == (unknown.status_code, unknown.json())
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_path")
        assert "error_reports" not in (await http.get(f"{here.url}/api/house")).json()
        assert counted(here.node.metrics) == {}
    assert lines.told() == []


async def test_where_it_is_on_an_error_is_logged_and_counted(tmp_path: Path, lines: Lines) -> None:
    async with (
        serving(tmp_path / "kuhstall.db", error_reports=True) as here,
        browser() as http,
        guests(here.url, "Canaryada") as (ada,),
    ):
        assert (await http.get(f"{here.url}/api/house")).json()["error_reports"] is True
        assert await sent(http, here) == (202, "")
        assert await sent(ada.http, here, message="from somebody") == (202, "")
        assert await sent(http, here, browser="safari") == (202, "")
        assert await sent(http, here) == (202, "")
        assert counted(here.node.metrics) == {"firefox": 3, "safari": 1}
        person = (await ada.http.get(f"{here.url}/api/me/export")).json()["id"]
    assert lines.told() == [
        TOLD,
        {**TOLD, "message": "from somebody"},
        {**TOLD, "browser": "safari 145"},
    ]
    own = [line for line in lines.written if error_log.__name__ in line]
    for secret in ("127.0.0.1", "Canaryada", person, *ada.http.cookies.values()):
        assert secret not in "".join(own)


# What a line may hold

CODE = st.text(LETTERS, min_size=7, max_size=13).filter(lambda code: not code.isalpha())
TOKEN = st.text(LETTERS + LETTERS.upper() + "-_", min_size=16, max_size=64)
SECRETS = {
    "table": st.text(LETTERS, min_size=26, max_size=26),
    "offline table": st.text(LETTERS, min_size=26, max_size=26).map("offline{}".format),
    "code": CODE,
    "code in groups": CODE.map(lambda code: f"{code[:4]}-{code[4:]}"),
    "token": TOKEN,
    "number": st.integers(100_000).map(str),
    "telephone": st.integers(10_000_000).map(lambda number: f"+49-{number}"),
    "mail": CODE.map(lambda code: f"{code}@post.example"),
    "address": TOKEN.map(lambda token: f"https://kuhstall.example/in#{token}"),
    "path": CODE.map(lambda code: f"/j/{code}"),
    "name in a path": st.just("/g/Anna"),
    "file": st.just("file:///home/anna/cows.html"),
    "mail link": st.just("mailto:anna"),
    "network": st.ip_addresses().map(str),
    "foreign name": st.text("äöüßжщяéç🐄", min_size=1),
}
AROUND = ("{}", "({})", "{}.", "of {}, which is none", "Error:{}", "at\n{}\r\nthen", "[{}]", "a={}")


@pytest.mark.parametrize("kind", SECRETS)
@settings(max_examples=20)
@given(st.data())
def test_a_secret_is_removed_wherever_it_stands(kind: str, data: st.DataObject) -> None:
    secret = data.draw(SECRETS[kind])
    text = redact(f"Cannot read {data.draw(st.sampled_from(AROUND)).format(secret)} here")
    assert secret.lower() not in text.lower()
    assert text.startswith("Cannot read ")
    assert text.isprintable()


@settings(max_examples=50)
@given(st.text(), st.sampled_from(["''", '""', "``", "“”", "„“", "«»", "‘’"]))
def test_what_is_quoted_is_removed_with_all_marks_in_it(name: str, marks: str) -> None:
    quoted = f"{marks[0]}{name}{marks[1]}"
    assert redact(f"Cannot read {quoted}") == "Cannot read …"
    assert redact(f"Cannot read {quoted} of {quoted}") == "Cannot read …"
    after = redact(f"Cannot read {quoted} there")
    assert after in {"Cannot read … there", "Cannot read …"}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Uncaught TypeError: e.map is not a function", None),
        ("Can't find variable: foo", None),
        ("Maximum call stack size exceeded", None),
        ("Request failed with status 404", None),
        ("x is undefined (reading 'anna')", "x is undefined (reading … )"),
        ('can\'t access property "x", a is undefined', "can't access property … , a is undefined"),
        ('Unexpected token \'A\', "{"name": "Anna"}" is no JSON', "Unexpected token … is no JSON"),
        ('Unexpected end of "{"name": "Anna', "Unexpected end of …"),
        ("Anna' and Ben", "Anna …"),
        ("Failed to fetch https://cows.example/t/abc?x=1 now", "Failed to fetch … now"),
        ("two\nlines\u2028and \x1b[31ma \u202ethird", "two lines and … third"),
        ("", ""),
    ],
)
def test_the_words_of_a_browser_are_left(message: str, told: str | None) -> None:
    assert redact(message) == (message if told is None else told)


def test_a_quotation_that_was_cut_is_removed_to_its_end() -> None:
    whole = 'Unexpected token "{"name": "Anna'.ljust(LONGEST, "x")
    assert redact(whole) == "Unexpected token …"


async def test_no_secret_gets_into_a_line(tmp_path: Path, lines: Lines) -> None:
    """Put secrets wherever a report has room for a text: it is refused, or the line has none."""
    secrets = [
        "Canaryanna",
        "k7mwq3pnzk7mwq3pnzk7mwq3pn",
        "k7mwq3p",
        "canary@post.example",
        "Y2FuYXJ5LXRva2VuLWZvci1hLXNlc3Npb24",
        "https://kuhstall.example/t/canary",
    ]
    async with serving(tmp_path / "kuhstall.db", error_reports=True) as here, browser() as http:
        for number, secret in enumerate(secrets):
            headers = {"User-Agent": f"Firefox/{secret}", "Referer": secret, "Cookie": secret}
            http.headers.update(headers)
            for field in ("version", "page", "language", "browser", "browser_version", "table"):
                assert await sent(http, here, **{field: secret}) == (400, "malformed"), field
            files = (secret, f"/assets/{secret}.js", f"{SCRIPT}?{secret}", f"/t/{secret}/{SCRIPT}")
            frames = [{**AT, "file": file} for file in files] + [AT]
            message = f"Cannot read '{secret}' of row {number}"
            assert await sent(http, here, message=message, frames=frames) == (202, "")
    shown = [{**TOLD, "message": f"Cannot read … of row {n}"} for n in range(len(secrets))]
    assert lines.told() == shown
    own = "".join(line for line in lines.written if error_log.__name__ in line)
    assert not [secret for secret in secrets if secret.lower() in own.lower()]


async def test_nothing_but_an_error_is_taken(tmp_path: Path, lines: Lines) -> None:
    wrong: list[dict[str, Any]] = [
        {"message": "x" * (LONGEST + 1)},
        {"message": None},
        {"version": "0.2"},
        {"version": "0.2.0\n"},
        {"page": "/t/abc"},
        {"language": "fr"},
        {"browser": "Netscape"},
        {"browser_version": -1},
        {"browser_version": 123_456},
        {"frames": [AT] * 6},
        {"frames": [{**AT, "line": -1}]},
        {"frames": [{**AT, "text": "hand"}]},
        {"person": "anna"},
    ]
    async with serving(tmp_path / "kuhstall.db", error_reports=True) as here, browser() as http:
        for changed in wrong:
            assert await sent(http, here, **changed) == (400, "malformed"), changed
        assert await sent(http, here, message="x" * MAX_BODY) == (413, "too_large")
        http.headers["Origin"] = "https://evil.example"
        assert await sent(http, here) == (403, "origin")
        assert counted(here.node.metrics) == {}
    assert lines.told() == []


# How often


def test_the_same_error_is_logged_once_an_hour_and_counted_each_time(lines: Lines) -> None:
    now, metrics = 0.0, Metrics()
    log = ErrorLog(lambda: now, metrics.browser_errors, {SCRIPT})
    frame = StackFrame(SCRIPT, 1, 2)
    error = BrowserError("e is null", "0.2.0", "home", "en", "chrome", 140, (frame,))
    for _ in range(3):
        log.note(error)
    log.note(replace(error, frames=(frame, StackFrame("/elsewhere.js", 1, 1))))
    assert len(lines.told()) == 1
    log.note(replace(error, page="table"))
    assert len(lines.told()) == 2
    now = EVERY - 1
    log.note(error)
    assert len(lines.told()) == 2
    now = EVERY
    log.note(error)
    log.note(error)
    assert len(lines.told()) == 3
    assert counted(metrics) == {"chrome": 8}


def test_a_flood_of_errors_fills_neither_the_log_nor_the_memory(lines: Lines) -> None:
    now, metrics = 0.0, Metrics()
    log = ErrorLog(lambda: now, metrics.browser_errors, {SCRIPT})
    error = BrowserError("e is null", "0.2.0", "home", "en", "other")
    for line in range(10 * MOST):
        log.note(replace(error, frames=(StackFrame(SCRIPT, line, 0),)))
    assert len(lines.told()) == len(log._logged) == MOST
    now = EVERY
    log.note(replace(error, message="new"))
    assert lines.told()[-1]["message"] == "new"
    assert len(log._logged) == 1
    assert counted(metrics) == {"other": 10 * MOST + 1}


async def test_one_caller_reports_only_so_many(tmp_path: Path) -> None:
    options: dict[str, Any] = {"ease": 1.0, "proxies": "127.0.0.1", "error_reports": True}
    async with serving(tmp_path / "kuhstall.db", **options) as here, browser() as http:
        here.node.service.clock = SetClock(here.node.service.clock.now())
        for address, times in (("203.0.113.1", ERROR_REPORTS.times), ("203.0.113.2", 1)):
            http.headers["X-Forwarded-For"] = address
            for _ in range(times):
                assert await sent(http, here) == (202, "")
        http.headers["X-Forwarded-For"] = "203.0.113.1"
        assert await sent(http, here) == (429, "slow_down")
        assert counted(here.node.metrics) == {"firefox": ERROR_REPORTS.times + 1}


# The scripts of the client


def test_only_the_scripts_of_the_client_are_its_own(tmp_path: Path) -> None:
    assert own_scripts(tmp_path) == frozenset()
    assets = tmp_path / "assets"
    assets.mkdir()
    for name in ("Table-Ba50huXH.js", "Table-Ba50huXH.js.br", "Table-Ba50huXH.css"):
        assets.joinpath(name).touch()
    tmp_path.joinpath("sw.js").touch()
    assert own_scripts(tmp_path) == {SCRIPT}
