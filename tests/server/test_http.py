"""The HTTP part: what every answer carries, and that it does as its description says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from kuhstall.server.features.lobby import lobby
from kuhstall.server.http.endpoint import MAX_BODY
from kuhstall.server.http.endpoints import ENDPOINTS
from kuhstall.server.limits.rates import REQUESTS
from tests.server.players import NO_TLS
from tests.server.serving import browser, guests, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types kuhstall",
}
FIXED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
DENIED = {"camera", "microphone", "geolocation", "payment", "usb", "display-capture", "midi"}
ALLOWED = {"fullscreen=(self)", "screen-wake-lock=(self)"}
LASTING = "max-age=31536000"


def well_dressed(answer: httpx.Response, *, secure: bool) -> None:
    """Check the headers that keep browsers from being used against their people."""
    where = f"{answer.request.method} {answer.request.url} {answer.status_code}"
    given = {name: answer.headers.get_list(name) for name in FIXED}
    assert given == {name: [value] for name, value in FIXED.items()}, where
    policy = set(answer.headers["content-security-policy"].split("; "))
    assert policy >= POLICY, where
    assert not any("unsafe" in part or "*" in part for part in policy), where
    denied = answer.headers["permissions-policy"].split(", ")
    assert {f"{feature}=()" for feature in DENIED} <= set(denied), where
    assert {one for one in denied if not one.endswith("=()")} == ALLOWED, where
    lasting = answer.headers.get_list("strict-transport-security")
    assert lasting == ([LASTING] if secure else []), where
    assert "server" not in answer.headers, where


async def test_subdomains_are_bound_to_https_only_if_the_host_says_so(tmp_path: Path) -> None:
    for origins, expected in ((SITE, f"{LASTING}; includeSubDomains"), ("", None)):
        async with (
            serving(tmp_path / "kuhstall.db", origins=origins, hsts_subdomains=True) as here,
            httpx.AsyncClient(verify=NO_TLS) as http,
        ):
            answer = await http.get(f"{here.url}/healthz")
            assert answer.headers.get("strict-transport-security") == expected


@pytest.mark.parametrize("origins", ["", SITE, f"{SITE},http://laptop:8000"])
async def test_every_answer_carries_the_headers(tmp_path: Path, origins: str) -> None:
    secure = origins == SITE
    async with serving(tmp_path / "kuhstall.db", origins=origins) as here, browser() as http:
        opened = await http.post(f"{here.url}/api/tables", json={})
        place = opened.json()
        well_dressed(opened, secure=secure)
        statuses = set()
        for endpoint in ENDPOINTS:
            for table, code in ((place["table"], place["code"]), ("a" * 26, "a" * 7)):
                path = endpoint.path.format(
                    **dict.fromkeys(("screen", "night", "token"), "a" * 12),
                    table=table,
                    code=code,
                    viewer="all",
                    page=0,
                )
                for method, body in (
                    (endpoint.method, b"{}"),
                    (endpoint.method, b"{"),
                    (endpoint.method, b"x" * (MAX_BODY + 1)),
                    ("PUT", b"{}"),
                    ("HEAD", b""),
                ):
                    answer = await http.request(
                        method,
                        f"{here.url}{path}",
                        content=body,
                        headers={"Content-Type": "application/json"},
                    )
                    well_dressed(answer, secure=secure)
                    statuses.add(answer.status_code)
        for path in ("/healthz", "/readyz", "/api/openapi.json", "/ws/x", "/api/%00"):
            answer = await http.get(f"{here.url}{path}")
            well_dressed(answer, secure=secure)
            statuses.add(answer.status_code)
        plain = await http.post(f"{here.url}/api/guests", content=b"{}")
        well_dressed(plain, secure=secure)
        statuses.add(plain.status_code)
        assert statuses >= {200, 201, 400, 401, 404, 405, 413, 415}
        assert max(statuses) < 500


async def test_even_a_fault_of_ours_carries_the_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("the hand of Ada is 500")

    monkeypatch.setattr(lobby, "posters", broken)
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        answer = await http.get(f"{here.url}/api/lobby")
        request = answer.headers["x-request-id"]
        told = {"code": "broken", "text": "", "request": request}
        assert (answer.status_code, answer.json()) == (500, told)
        (line,) = [one for one in caplog.records if one.exc_info]
        assert line.levelname == "ERROR"
        well_dressed(answer, secure=True)


async def test_the_cookie_of_a_site_is_for_this_host_and_no_script(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        answer = await http.post(f"{here.url}/api/guests", json={})
        (header,) = answer.headers.get_list("set-cookie")
        cookie, *attributes = header.split("; ")
        name, _, value = cookie.partition("=")
        assert name == "__Host-kuhstall"
        assert len(value) == 43  # 256 bits
        kept = {"httponly", "max-age=15552000", "path=/", "samesite=lax", "secure"}
        assert {attribute.lower() for attribute in attributes} == kept
        # A cookie of the same name but without the prefix could come from a sub-domain.
        for sent, known in ((f"__Host-kuhstall={value}", True), (f"kuhstall={value}", False)):
            me = await http.get(f"{here.url}/api/me", headers={"Cookie": sent})
            assert bool(me.json()["name"]) == known


async def test_a_session_is_new_with_every_guest_and_ends_for_good(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        seen = set()
        for _ in range(3):
            http.cookies.clear()
            await http.post(f"{here.url}/api/guests", json={})
            seen.add(http.cookies["kuhstall"])
        assert len(seen) == 3
        assert (await http.get(f"{here.url}/api/me")).status_code == 200
        ended = {"Cookie": f"kuhstall={http.cookies['kuhstall']}"}
        assert (await http.delete(f"{here.url}/api/session")).status_code == 200
        assert "kuhstall" not in http.cookies
        assert (await http.get(f"{here.url}/api/me", headers=ended)).json()["name"] == ""


async def test_a_body_is_json_and_not_too_large(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        json_type = {"Content-Type": "application/json; charset=utf-8"}
        most = b'{"name": "' + b" " * (MAX_BODY - 12) + b'"}'
        cases: list[tuple[bytes, dict[str, str], int]] = [
            (b'{"name": "Ada"}', json_type, 200),
            (b'{"name": "Ada"}', {"Content-Type": "text/plain"}, 415),
            (b'{"name": "Ada"}', {"Content-Type": "application/x-www-form-urlencoded"}, 415),
            (b'{"name": "Ada"}', {}, 415),
            (most, json_type, 400),  # within the limit, and then no name
            (most + b" ", json_type, 413),
            (b"x" * 1_000_000, json_type, 413),
            (b'{"name": "A", "rank": 1}', json_type, 400),
            (b'{"name": 1}', json_type, 400),
            (b"[" * 4000 + b"]" * 4000, json_type, 400),
            (b'{"name": "\xff"}', json_type, 400),
            (b'{"name": "\\ud800"}', json_type, 400),
            (b"\xef\xbb\xbf{}", json_type, 400),
            (b'{"name": NaN}', json_type, 400),
        ]
        for body, headers, status in cases:
            answer = await http.post(f"{here.url}/api/guests", content=body, headers=headers)
            assert answer.status_code == status, (body[:40], answer.text)


async def test_names_do_not_play_tricks(tmp_path: Path) -> None:
    tricks = {
        "  Ada \t Lovelace  ": "Ada Lovelace",
        "A\u202eda": "Ada",
        "A\u200bd\x00a\x1b[31m": "Ada[31m",
        "<b>Ada</b>": "<b>Ada</b>",
        "x" * 60: "x" * 24,
    }
    async with serving(tmp_path / "kuhstall.db") as here:
        for given, shown in tricks.items():
            async with guests(here.url, given) as (guest,):
                me = await guest.http.get(f"{here.url}/api/me")
                assert me.json()["name"] == shown


async def test_a_live_game_has_no_transcript(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "kuhstall.db") as here,
        guests(here.url, "Ada") as (ada,),
    ):
        table = await ada.open_table(seats=3, bots=["farmer", "farmer"])
        await ada.ask("start")
        answer = await ada.http.get(f"{here.url}/api/tables/{table}/transcript")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_ended")


async def test_the_description_is_made_once_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def describe(*_: Any) -> dict[str, str]:
        made.append(1)
        return {"openapi": "3.1.0"}

    monkeypatch.setattr("kuhstall.server.app.describe_api", describe)
    async with serving(tmp_path / "kuhstall.db", ease=1.0) as here, browser() as http:
        url = f"{here.url}/api/openapi.json"
        answers = [await http.get(url) for _ in range(REQUESTS.times * 2)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert answers[0].json() == {"openapi": "3.1.0"}
        assert answers[0].headers["content-type"] == "application/json"
        assert next(one for one in answers if one.status_code == 429).json()["code"] == "slow_down"
        assert len(made) == 1


async def test_no_answer_leads_to_another_host(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        for path in ("/api/lobby/", "/api/me/", "/healthz/", "/metrics/", "/api/tables/x/view/"):
            for method in ("GET", "POST"):
                answer = await http.request(
                    method, f"{here.url}{path}", headers={"Host": "evil.example"}
                )
                assert "location" not in answer.headers, path
                assert "evil" not in answer.text
                if path.startswith("/api/"):
                    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_path")


async def test_whoever_finds_a_fault_is_told_where_to_report_it(tmp_path: Path) -> None:
    contacts = "mailto:security@kuhstall.example, https://kuhstall.example/report"
    path = "/.well-known/security.txt"
    async with (
        serving(tmp_path / "kuhstall.db", origins=SITE, security=contacts) as here,
        browser() as http,
    ):
        answer = await http.get(f"{here.url}{path}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        well_dressed(answer, secure=True)
        fields = [line.partition(": ")[::2] for line in answer.text.splitlines()]
        assert [value for name, value in fields if name == "Contact"] == contacts.split(", ")
        assert ("Canonical", f"{SITE}{path}") in fields
        (expires,) = (value for name, value in fields if name == "Expires")
        left = datetime.fromisoformat(expires) - datetime.now(UTC)
        assert timedelta(days=30) < left < timedelta(days=365)


async def test_a_site_without_a_contact_names_none(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db") as here, browser() as http:
        answer = await http.get(f"{here.url}/.well-known/security.txt")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_path")
