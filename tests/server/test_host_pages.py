"""The pages of a host: what they have written is shown as it is written, and nothing of it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from kuhstall.engine.values import Refused
from kuhstall.server.http.host_pages import MOST, document
from kuhstall.server.settings import read
from tests.server.serving import browser, serving

pytestmark = pytest.mark.anyio

SITE = "https://kuhstall.example"
TEXT = """Impressum

Kuhverein e. V.
Weide 1 <script>alert("1")</script>

Fragen & Antworten: <a href="javascript:alert(2)">hier</a>
"""


async def test_a_text_is_shown_as_it_is_written_and_an_address_leads_there(tmp_path: Path) -> None:
    file = tmp_path / "imprint.de.txt"
    file.write_text(TEXT, encoding="utf-8")
    elsewhere = "https://club.example/data?a=1"
    async with (
        serving(
            tmp_path / "kuhstall.db", origins=SITE, imprint=str(file), privacy=elsewhere
        ) as here,
        browser() as http,
    ):
        shown = await http.get(f"{here.url}/imprint")
        assert shown.status_code == 200
        assert shown.headers["content-type"] == "text/html; charset=utf-8"
        assert "script-src 'self'" in shown.headers["content-security-policy"]
        assert shown.text == document(TEXT, file.name)
        led = await http.get(f"{here.url}/privacy", follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (303, elsewhere)
        house = (await http.get(f"{here.url}/api/house")).json()
        assert house["pages"] == ["imprint", "privacy"]


async def test_a_host_who_has_said_nothing_has_no_pages(tmp_path: Path) -> None:
    async with serving(tmp_path / "kuhstall.db", origins=SITE) as here, browser() as http:
        assert (await http.get(f"{here.url}/imprint", headers={"accept": "*/*"})).text == (
            await http.get(f"{here.url}/nowhere", headers={"accept": "*/*"})
        ).text
        assert "pages" not in (await http.get(f"{here.url}/api/house")).json()


def test_nothing_in_a_text_is_markup() -> None:
    page = document(TEXT, "imprint.de.txt")
    assert '<html lang="de">' in page
    assert "<h1>Impressum</h1>" in page
    assert (
        "<p>Kuhverein e. V.<br>Weide 1 &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</p>"
        in page
    )
    assert page.count("<script") == 0
    assert page.count("<a ") == 1  # the way back
    assert '<html lang="en">' in document("<b>One</b>", '"><script>.txt')
    assert "<title>&lt;b&gt;One&lt;/b&gt;</title>" in document("<b>One</b>", "one.txt")


@pytest.mark.parametrize(
    "place",
    [
        "javascript:alert(1)",
        "data:text/html,hello",
        "ftp://club.example/imprint",
        "https://club.example/\r\nset-cookie: a=b",
        "https://",
        "no-such-file.txt",
        "empty.txt",
        "long.txt",
        "picture.png",
        ".",
    ],
)
@pytest.mark.parametrize("name", ["imprint", "privacy"])
def test_what_is_neither_an_address_nor_a_text_is_refused(
    name: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").write_text(" \n", encoding="utf-8")
    Path("long.txt").write_text("a" * (MOST + 1), encoding="utf-8")
    Path("picture.png").write_bytes(b"\x89PNG\xff")
    with pytest.raises(Refused, match=name):
        read({f"KUHSTALL_{name.upper()}": place}, {})
